// The size of whole figures: a uniform scale is one change, not one of each length.
#include "model/core/at.h"
#include "model/edit/scale_document.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

namespace vitruvian {
namespace rig_diff {
namespace {

constexpr const char* name_of_size = "size";

struct Length {
    double before = 0.0;
    double after = 0.0;

    [[nodiscard]] double ratio() const { return after / before; }
};

/// To the digits that text files keep.
double rounded(double factor) {
    constexpr int digits = 6;
    const double unit = std::pow(10.0, std::floor(std::log10(factor)) + 1.0 - digits);
    return std::round(factor / unit) * unit;
}

/// What most lengths were multiplied by; nullopt if they do not agree.
std::optional<double> common_ratio(std::vector<Length> lengths) {
    if (lengths.empty()) return std::nullopt;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end(),
                     [](const Length& a, const Length& b) { return a.ratio() < b.ratio(); });
    const double median = middle->ratio();
    // Well within how far the ratio is from 1, else it is the lengths themselves that changed.
    const double width = std::min(1e-3, 0.1 * std::abs(median - 1.0)) * median;
    Length sum;
    std::size_t agreed = 0;
    for (const Length& length : lengths) {
        if (std::abs(length.ratio() - median) > width) continue;
        sum.before += length.before;
        sum.after += length.after;
        ++agreed;
    }
    if (2 * agreed <= lengths.size()) return std::nullopt;
    return rounded(sum.ratio());
}

/// `matches`: of each figure.
std::vector<Length> bone_lengths(const Rig& first, const Rig& second, const std::vector<JointMatch>& matches,
                                 double least) {
    const auto far = [](const Rig& rig, int a, int b) {
        return static_cast<double>(glm::distance(rig.position(a), rig.position(b)));
    };
    std::vector<Length> lengths;
    for (int h = 0; h < static_cast<int>(matches.size()); ++h) {
        const std::vector<Joint>& joints = first.humanoid(h).joints;
        const std::vector<Joint>& others = second.humanoid(h).joints;
        const JointMatch& match = at(matches, h);
        for (int j = 0; j < static_cast<int>(joints.size()); ++j) {
            const int parent = at(match.first_parents, j);
            const int other = at(match.second_of_first, j);
            const int other_parent = parent < 0 ? -1 : at(match.second_of_first, parent);
            if (other < 0 || other_parent < 0) continue;
            const Length length{far(first, at(joints, j).node, at(joints, parent).node),
                                far(second, at(others, other).node, at(others, other_parent).node)};
            if (length.before > least && length.after > 0.0) lengths.push_back(length);
        }
    }
    return lengths;
}

/// From the first vertex to some of the others, of the meshes that have the same faces.
std::vector<Length> mesh_lengths(const Rig& first, const Rig& second, double least) {
    constexpr std::size_t looks = 100;
    std::vector<Length> lengths;
    for (std::size_t m = 0; m < std::min(first.vertices.size(), second.vertices.size()); ++m) {
        const std::vector<vec3>& points = first.vertices[m];
        const std::vector<vec3>& others = second.vertices[m];
        if (points.size() != others.size() ||
            first.document.meshes[m].mesh->indices != second.document.meshes[m].mesh->indices)
            continue;
        const std::size_t step = std::max<std::size_t>(points.size() / looks, 1);
        for (std::size_t v = step; v < points.size(); v += step) {
            const Length length{static_cast<double>(glm::distance(points[v], points[0])),
                                static_cast<double>(glm::distance(others[v], others[0]))};
            if (length.before > least && length.after > 0.0) lengths.push_back(length);
        }
    }
    return lengths;
}

}  // namespace

std::optional<double> Comparison::uniform_scale() const {
    const double least = 1e-4 * length_;
    std::vector<Length> lengths = bone_lengths(first_, second_, matches_, least);
    if (lengths.empty()) lengths = mesh_lengths(first_, second_, least);
    const std::optional<double> factor = common_ratio(std::move(lengths));
    // Beyond that, float32 would not hold what is scaled.
    constexpr double most = 1e6;
    if (!factor || *factor > most || *factor * most < 1.0) return std::nullopt;
    return std::abs(*factor - 1.0) * nominal_height > tolerance_ ? factor : std::nullopt;
}

ScaledRig scaled_by(const Document& document, double factor) {
    ScaledRig out{document, {}};
    scale_document(out.document, static_cast<float>(factor));
    out.change.part = RigPart::info;
    out.change.name = name_of_size;
    out.change.field = "scale";
    out.change.before = 1.0;
    out.change.after = factor;
    out.change.magnitude = std::abs(factor - 1.0);
    return out;
}

}  // namespace rig_diff

std::optional<double> change_of_size(const std::vector<RigChange>& changes) {
    const auto found = std::find_if(changes.begin(), changes.end(), [](const RigChange& change) {
        return change.part == RigPart::info && change.name == rig_diff::name_of_size &&
               change.field == "scale";
    });
    return found == changes.end() ? std::nullopt : std::optional(std::get<double>(found->after));
}

}  // namespace vitruvian
