#include "model/figure/reference_rules.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/figure/reference_pose.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <algorithm>

namespace vitruvian {
namespace {

/// Whether the T-pose specifies the bone's direction; the trunk keeps its curve.
bool has_given_direction(Bone bone) {
    return side_of(bone) != BoneSide::middle && bone != Bone::left_shoulder && bone != Bone::right_shoulder;
}

std::optional<Bone> present_above(const BoneMap& bones, Bone bone) {
    std::optional<Bone> above = parent_of(bone);
    while (above && bones[*above] < 0) above = parent_of(*above);
    return above;
}

}  // namespace

float ReferenceFaults::worst() const {
    return std::max({limb_angle, axes_angle, facing});
}

ReferenceFaults reference_faults(const Document& document, int humanoid) {
    const ReferencePose bound = make_reference_pose(document, humanoid, ReferenceKind::bind);
    ReferenceFaults out;
    out.has_front = bound.body.found;
    out.mirrored = bound.body.mirrored;
    if (!out.has_front) return out;
    out.facing = bound.score.facing;
    for (const TPoseError& error : bound.score.bones) {
        if (error.axes > out.axes_angle) {
            out.axes = error.bone;
            out.axes_angle = error.axes;
        }
        if (!has_given_direction(error.bone)) continue;
        const float angle = std::max(error.direction.value_or(0.0F), error.palm.value_or(0.0F));
        if (angle <= out.limb_angle) continue;
        out.limb = error.bone;
        out.limb_angle = angle;
    }
    return out;
}

std::vector<Bone> bones_out_of_order(const Document& document, const BoneMap& bones) {
    std::vector<int> bone_of(document.nodes.size(), -1);
    for (std::size_t b = 0; b < bone_count; ++b) {
        if (bones.node[b] >= 0) at(bone_of, bones.node[b]) = static_cast<int>(b);
    }
    std::vector<Bone> out;
    for (std::size_t b = 0; b < bone_count; ++b) {
        const int node = bones.node[b];
        if (node < 0) continue;
        const std::optional<Bone> wanted = present_above(bones, static_cast<Bone>(b));
        int up = at(document.nodes, node).parent;
        while (up >= 0 && at(bone_of, up) < 0) up = at(document.nodes, up).parent;
        const int found = up < 0 ? -1 : at(bone_of, up);
        if (found != (wanted ? static_cast<int>(*wanted) : -1)) out.push_back(static_cast<Bone>(b));
    }
    return out;
}

std::string describe(const ReferenceFaults& faults) {
    constexpr float report_above = 0.0087F;  // half a degree
    if (!faults.has_front) return "its front cannot be determined";
    std::string out;
    const auto add = [&out](const std::string& rule) { out += (out.empty() ? "" : "; ") + rule; };
    if (faults.mirrored) add("it is mirrored, left for right");
    if (faults.limb_angle > report_above) {
        add(fmt::format("the bind pose is not a T-pose ({} is {:.1f} degrees off)", to_string(faults.limb),
                        glm::degrees(faults.limb_angle)));
    }
    if (faults.axes_angle > report_above) {
        add(fmt::format("bones have other axes (those of {} are {:.1f} degrees off)", to_string(faults.axes),
                        glm::degrees(faults.axes_angle)));
    }
    if (faults.facing > report_above)
        add(fmt::format("it looks {:.1f} degrees away from +Z", glm::degrees(faults.facing)));
    return out;
}

}  // namespace vitruvian
