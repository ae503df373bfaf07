#include "assets/manikin/skin.h"

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace vitruvian::manikin {
namespace {

/// Brings shares to whole hundredths that sum to 1, and drops the least, so that text files can be short.
Influences rounded(Influences influences) {
    constexpr double least = 0.03;
    std::erase_if(influences, [=](const auto& x) { return x.second < least; });
    double sum = 0.0;
    for (const auto& [joint, share] : influences) sum += share;
    int left = 100;
    for (auto& [joint, share] : influences) {
        share = std::round(share / sum * 100.0);
        left -= static_cast<int>(share);
    }
    influences.front().second += left;
    std::erase_if(influences, [](const auto& x) { return x.second <= 0.0; });
    for (auto& [joint, share] : influences) share /= 100.0;
    return influences;
}

/// Shares of the left half blurred along the skin; what is right of the middle stays out.
void smooth(const Skeleton& skeleton, std::vector<Influences>& influences,
            const std::vector<std::vector<int>>& neighbours, std::size_t half,
            const std::vector<char>& held) {
    std::vector<Influences> out = influences;
    for (std::size_t v = 0; v < half; ++v) {
        if (held[v] != 0) continue;
        std::map<int, double> sum;
        const double part = 0.5 / static_cast<double>(neighbours[v].size());
        for (const auto& [joint, share] : influences[v]) sum[joint] += 0.5 * share;
        for (const int n : neighbours[v]) {
            for (const auto& [joint, share] : influences[static_cast<std::size_t>(n)]) {
                const std::string& name = skeleton.joints[static_cast<std::size_t>(joint)].name;
                if (!name.starts_with("r_")) sum[joint] += part * share;
            }
        }
        out[v].assign(sum.begin(), sum.end());
        std::sort(out[v].begin(), out[v].end(), [](const auto& a, const auto& b) {
            return a.second != b.second ? a.second > b.second : a.first < b.first;
        });
        if (out[v].size() > 4) out[v].resize(4);
    }
    influences = std::move(out);
}

glm::dmat4 skin_matrix(const Skeleton& skeleton, const std::vector<Placed>& placed,
                       const Influences& influences) {
    glm::dmat4 sum(0.0);
    for (const auto& [joint, share] : influences) {
        const auto j = static_cast<std::size_t>(joint);
        const glm::dmat4 moved = glm::translate(glm::dmat4(1.0), placed[j].centre) *
                                 glm::mat4_cast(placed[j].turn) *
                                 glm::translate(glm::dmat4(1.0), -skeleton.joints[j].centre);
        sum += moved * share;
    }
    return sum;
}

/// What shows around the mouth when it is shut: it is shaded as it is then.
bool is_about_the_mouth(const Vec& rest) {
    return glm::length(rest - Lips::centre) < 0.036 && head_flesh(rest) > -0.004;
}

/// Mean of the faces around each point, weighted by their size: calmer than the field's own.
std::vector<Vec> face_normals(const Surface& surface) {
    std::vector<Vec> out(surface.points.size(), Vec{0.0});
    for (const std::array<int, 4>& face : surface.faces) {
        const auto at = [&](std::size_t i) { return surface.points[static_cast<std::size_t>(face[i])]; };
        const Vec normal =
            face[3] < 0 ? glm::cross(at(1) - at(0), at(2) - at(0)) : glm::cross(at(2) - at(0), at(3) - at(1));
        for (const int v : face) {
            if (v >= 0) out[static_cast<std::size_t>(v)] += normal;
        }
    }
    for (Vec& n : out) n = glm::length(n) > 0.0 ? glm::normalize(n) : Vec{0.0, 1.0, 0.0};
    return out;
}

}  // namespace

Influences mirrored(const Skeleton& skeleton, const Influences& influences) {
    Influences out = influences;
    for (auto& [joint, share] : out)
        joint = skeleton.joint(mirrored_name(skeleton.joints[static_cast<std::size_t>(joint)].name));
    return out;
}

Skin make_skin(const Skeleton& skeleton) {
    const Flesh flesh(skeleton);
    const Field field = [&](const Vec& p) { return flesh(p); };
    Skin skin;
    skin.surface =
        polygonise(field, {{0.0, 0.88, 0.0}, 3.072}, [&](const Vec& p) { return flesh.cell_size(p); });
    relax(skin.surface, field, 6);
    skin.sculpted = skin.surface.points;

    const std::size_t half = skin.surface.half();
    std::vector<char> held(half, 0);
    skin.influences.resize(2 * half);
    for (std::size_t v = 0; v < half; ++v) {
        skin.influences[v] = influences_at(skeleton, flesh, skin.sculpted[v]);
        skin.influences[v + half] = mirrored(skeleton, skin.influences[v]);
        held[v] =
            Lips::gap(skin.sculpted[v]) > 0.0 && std::abs(skin.sculpted[v].y - Lips::height) < 0.012 ? 1 : 0;
    }
    const std::vector<std::vector<int>> neighbours = skin.surface.neighbours();
    for (int round = 0; round < 4; ++round) {
        // Fingers are thin: once is enough for hands.
        for (std::size_t v = 0; v < half && round == 1; ++v)
            if (skin.sculpted[v].x > 0.45 && skin.sculpted[v].y > 0.7) held[v] = 1;
        smooth(skeleton, skin.influences, neighbours, half, held);
        for (std::size_t v = 0; v < half; ++v)
            skin.influences[v + half] = mirrored(skeleton, skin.influences[v]);
    }

    // Normals come from the sculpting pose, where nothing is folded.
    skin.normals = face_normals(skin.surface);
    std::vector<Placed> placed;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
        placed.push_back(flesh.placed(static_cast<int>(j)));
    for (std::size_t v = 0; v < half; ++v) {
        skin.influences[v] = rounded(skin.influences[v]);
        skin.influences[v + half] = mirrored(skeleton, skin.influences[v]);
        const glm::dmat4 sculpted_from_rest = skin_matrix(skeleton, placed, skin.influences[v]);
        const Vec rest(glm::inverse(sculpted_from_rest) * glm::dvec4(skin.sculpted[v], 1.0));
        skin.normals[v] = glm::normalize(glm::inverse(glm::dmat3(sculpted_from_rest)) * skin.normals[v]);
        skin.surface.points[v] = Lips::shut(rest);
        if (is_about_the_mouth(skin.surface.points[v]))
            skin.normals[v] = gradient(head_flesh, skin.surface.points[v]);
        skin.normals[v + half] = mirrored(skin.normals[v]);
        skin.surface.points[v + half] = mirrored(skin.surface.points[v]);
    }
    return skin;
}

}  // namespace vitruvian::manikin
