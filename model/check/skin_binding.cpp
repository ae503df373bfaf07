// Compares bind poses of skins with the rest of their joints.
#include "model/check/figure_nodes.h"
#include "model/check/measure.h"
#include "model/check/skin_checks.h"
#include "model/figure/bind_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace vitruvian::check {
namespace {

constexpr double degree_limit = 0.1;

/// Skins of skinned meshes, each once, with their humanoid.
struct SkinUse {
    const Skin* skin;
    int humanoid;
};

std::vector<SkinUse> skin_uses(const Document& document) {
    std::vector<SkinUse> out;
    for (const MeshInstance& instance : document.meshes) {
        if (!instance.mesh->is_skinned() || instance.skin->nodes.size() < 2) continue;
        const bool is_known = std::any_of(
            out.begin(), out.end(), [&](const SkinUse& use) { return use.skin == instance.skin.get(); });
        if (!is_known) out.push_back({instance.skin.get(), instance.humanoid});
    }
    return out;
}

mat4 median_of(const std::vector<mat4>& matrices) {
    mat4 out(1.0F);
    std::vector<float> values(matrices.size());
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r) {
            for (int i = 0; i < static_cast<int>(matrices.size()); ++i) at(values, i) = at(matrices, i)[c][r];
            const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
            std::nth_element(values.begin(), middle, values.end());
            out[c][r] = *middle;
        }
    }
    return out;
}

struct Mismatch {
    double metres = 0.0;
    double degrees = 0.0;
    mat4 rest_from_bind{1.0F};  // in metres
    [[nodiscard]] bool is_over(double limit) const { return metres > limit || degrees > degree_limit; }
    [[nodiscard]] bool is_worse_than(const Mismatch& other) const {
        return metres > other.metres || (metres == other.metres && degrees > other.degrees);
    }
};

/// Returns the angle between the axes, ignoring scale.
double turn_between(const mat4& a, const mat4& b) {
    double worst = 0.0;
    for (int c = 0; c < 3; ++c) {
        if (glm::length(vec3(a[c])) > 1e-9F && glm::length(vec3(b[c])) > 1e-9F)
            worst = std::max(worst, degrees_between(vec3(a[c]), vec3(b[c])));
    }
    return worst;
}

/// Returns the mismatch of each entry of the skin; nullopt for those whose matrices say nothing.
std::vector<std::optional<Mismatch>> mismatches(const Subject& subject, const SkinUse& use, float metre) {
    const std::vector<char> is_silent = silent_entries(subject.document(), *use.skin);
    const std::size_t count = use.skin->nodes.size();
    std::vector<std::optional<Mismatch>> out(count);
    std::vector<mat4> bound;
    for (std::size_t j = 0; j < count; ++j) {
        if (is_silent[j] == 0)
            bound.push_back(at(subject.scene_world(), use.skin->nodes[j]) * use.skin->inverse_bind[j]);
    }
    if (bound.empty()) return out;
    const mat4 usual = median_of(bound);
    auto matrix = bound.begin();
    for (std::size_t j = 0; j < count; ++j) {
        if (is_silent[j] != 0) continue;
        mat4 moved = *matrix++;
        const auto metres = static_cast<double>(glm::distance(vec3(moved[3]), vec3(usual[3])) / metre);
        const double degrees = turn_between(moved, usual);
        moved[3] = vec4(vec3(moved[3]) / metre, 1.0F);
        out[j] = {metres, degrees, moved};
    }
    return out;
}

/// True if a joint only follows the one above it, which rests elsewhere than it was bound.
bool is_carried(const Mismatch& joint, const Mismatch& above, double limit) {
    const auto metres =
        static_cast<double>(glm::distance(vec3(joint.rest_from_bind[3]), vec3(above.rest_from_bind[3])));
    return metres <= limit && turn_between(joint.rest_from_bind, above.rest_from_bind) <= degree_limit;
}

/// `carried_by`: the joint above that it follows; -1: none.
void report(const Subject& subject, Findings& findings, int node, const Mismatch& off, int carried_by) {
    const bool is_place = off.metres > findings.threshold();
    const std::string cause =
        carried_by < 0 ? std::string() : fmt::format(", carried along by {}", spoken(subject, carried_by));
    Finding& finding =
        findings.add(joint_or_node(subject, node),
                     fmt::format("it rests {:.4f} m and {:.2f} degrees from where the skin was bound to it{}",
                                 off.metres, off.degrees, cause),
                     carried_by < 0 ? "bind the skin again, or rest the figure in its bind pose"
                                    : "mend the joint that carries it",
                     is_place ? off.metres : off.degrees);
    if (!is_place) {
        finding.unit = "deg";
        finding.threshold = degree_limit;
    }
    finding.where = subject.where(node);
    finding.marks.points = {vec3(at(subject.scene_world(), node)[3])};
}

}  // namespace

void check_inverse_bind(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    std::vector<Mismatch> worst(document.nodes.size());
    std::vector<char> is_bound(document.nodes.size(), 0);
    for (const SkinUse& use : skin_uses(document)) {
        const bool is_hanim = use.humanoid >= 0 && at(subject.figures(), use.humanoid).hanim;
        if (is_hanim) continue;
        const float metre =
            use.humanoid >= 0 ? units_per_metre(subject, at(subject.figures(), use.humanoid)) : 1.0F;
        const std::vector<std::optional<Mismatch>> found = mismatches(subject, use, metre);
        for (int j = 0; j < static_cast<int>(found.size()); ++j) {
            if (!at(found, j)) continue;
            at(is_bound, at(use.skin->nodes, j)) = 1;
            Mismatch& there = at(worst, at(use.skin->nodes, j));
            if (at(found, j)->is_worse_than(there)) there = *at(found, j);
        }
    }
    std::vector<int> carrier(document.nodes.size(), -1);  // the joint that rests elsewhere by itself
    for (int n = 0; n < static_cast<int>(document.nodes.size()); ++n) {
        if (!at(worst, n).is_over(findings.threshold())) continue;
        int above = at(document.nodes, n).parent;
        while (above >= 0 && at(is_bound, above) == 0) above = at(document.nodes, above).parent;
        if (above >= 0 && at(worst, above).is_over(findings.threshold()) &&
            is_carried(at(worst, n), at(worst, above), findings.threshold()))
            at(carrier, n) = at(carrier, above) >= 0 ? at(carrier, above) : above;
        report(subject, findings, n, at(worst, n), at(carrier, n));
    }
}

void check_skinned_node(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    std::vector<char> is_told(document.nodes.size(), 0);
    for (const MeshInstance& instance : document.meshes) {
        if (instance.node < 0 || !instance.mesh->is_skinned() || at(is_told, instance.node) != 0) continue;
        if (instance.humanoid >= 0 && at(subject.figures(), instance.humanoid).hanim) continue;
        at(is_told, instance.node) = 1;
        const mat4 off = at(subject.scene_world(), instance.node) - mat4(1.0F);
        float worst = 0.0F;
        for (int c = 0; c < 4; ++c) {
            for (int r = 0; r < 3; ++r) worst = std::max(worst, std::abs(off[c][r]));
        }
        if (static_cast<double>(worst) <= findings.threshold()) continue;
        findings
            .add(subject.node(instance.node),
                 fmt::format(
                     "the node of a skinned mesh is placed or turned, itself or by a parent ({:.4g} from the "
                     "identity), which has no effect",
                     worst),
                 "move it to the root of the scene, without translation, rotation and scale",
                 static_cast<double>(worst))
            .where = subject.where(instance.node);
    }
}

}  // namespace vitruvian::check
