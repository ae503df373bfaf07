#include "model/figure/bone_hierarchy.h"

#include <algorithm>

namespace vitruvian {
namespace {

int parent_of_node(const Document& document, int node) {
    return document.nodes[static_cast<std::size_t>(node)].parent;
}

/// What limbs hang on, at whatever height the rig's maker chose.
bool is_trunk(Bone bone) {
    return bone <= Bone::head;
}

}  // namespace

int common_ancestor(const Document& document, int a, int b) {
    while (a != b) {
        // Parents have smaller indices than their children.
        int& later = a > b ? a : b;
        later = parent_of_node(document, later);
    }
    return a;
}

bool is_below(const Document& document, int node, int ancestor) {
    while (node > ancestor) node = parent_of_node(document, node);
    return node == ancestor;
}

void raise_hips(const Document& document, std::span<const int> joints, BoneMap& map) {
    int hips = map[Bone::hips];
    if (hips < 0) return;
    for (const Bone bone : {Bone::spine, Bone::left_upper_leg, Bone::right_upper_leg}) {
        if (map[bone] < 0 || hips < 0) continue;
        hips = common_ancestor(document, hips, map[bone]);
    }
    const bool is_joint = std::binary_search(joints.begin(), joints.end(), hips);
    const std::optional<Bone> taken = map.bone_of(hips);
    if (is_joint && (!taken || *taken == Bone::hips)) map[Bone::hips] = hips;
}

void drop_misplaced(const Document& document, BoneMap& map) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        if (map[bone] < 0) continue;
        bool fits = true;
        for (std::optional<Bone> above = parent_of(bone); above; above = parent_of(*above)) {
            if (map[*above] < 0) continue;
            fits = map[bone] != map[*above] && is_below(document, map[bone], map[*above]);
            // A limb may hang on any joint of the trunk; the trunk itself is in order.
            const bool in_order = bone == Bone::upper_chest || !is_trunk(*above);
            if (fits || in_order || map[bone] == map[*above]) break;
        }
        // Feet that were driven by inverse kinematics stand beside the legs, under the root.
        const bool is_foot = bone == Bone::left_foot || bone == Bone::right_foot;
        const std::optional<Bone> leg = parent_of(bone);
        if (is_foot && map[*leg] >= 0 && !is_below(document, map[*leg], map[bone])) fits = true;
        if (!fits) map[bone] = -1;
    }
}

}  // namespace vitruvian
