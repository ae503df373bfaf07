// The joints of H-Anim's spine and neck as bones.
#include "model/remap/trunk.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/remap/remap_tables.h"

#include <optional>

namespace vitruvian {
namespace {

bool is_of_trunk(Bone bone) {
    return bone == Bone::spine || bone == Bone::chest || bone == Bone::upper_chest;
}

/// Returns the up to 17 vertebrae and neck joints between one bone and the next, beginning with the bone's own
/// node; only that node for other rigs and bones.
std::vector<int> bone_span(const Document& document, const Humanoid& humanoid, Bone bone, SpineForm form) {
    const int first = humanoid.bones[bone];
    std::vector<int> out{first};
    const bool can_span = is_of_trunk(bone) || bone == Bone::neck;
    if (form == SpineForm::bones_alone || humanoid.kind != HumanoidKind::hanim || !can_span) return out;
    std::optional<Bone> next = pointed_bone(bone);
    while (next && humanoid.bones[*next] < 0) next = pointed_bone(*next);
    if (!next) return out;
    std::vector<int> between;
    int up = at(document.nodes, humanoid.bones[*next]).parent;
    for (; up >= 0 && up != first; up = at(document.nodes, up).parent) {
        if (humanoid.bones.bone_of(up)) return out;
        if (at(document.nodes, up).kind == NodeKind::joint) between.push_back(up);
    }
    if (up != first) return out;
    out.insert(out.end(), between.rbegin(), between.rend());
    return out;
}

/// Returns where in its span a bone's turn is whole.
int whole_step(const std::vector<int>& span) {
    return (static_cast<int>(span.size()) - 1) / 2;
}

/// Whether a bone takes over the joints between the middle of the one below it and its own: the neck does not, so that
/// it does not move the ribs.
bool takes_joints_of(Bone below, Bone bone) {
    return (is_of_trunk(below) && is_of_trunk(bone)) || (below == Bone::neck && bone == Bone::head);
}

std::vector<int> after_whole(const Document& document, const Humanoid& humanoid, Bone bone, SpineForm form) {
    const std::vector<int> span = bone_span(document, humanoid, bone, form);
    return {span.begin() + whole_step(span) + 1, span.end()};
}

}  // namespace

int whole_joint(const Document& document, const Humanoid& humanoid, Bone bone, SpineForm form) {
    const std::vector<int> span = bone_span(document, humanoid, bone, form);
    return at(span, whole_step(span));
}

std::vector<int> turned_joints(const Document& document, const Humanoid& humanoid, Bone bone,
                               SpineForm form) {
    std::vector<int> out;
    const std::optional<Bone> parent = present_parent(humanoid.bones, bone);
    if (parent && takes_joints_of(*parent, bone)) out = after_whole(document, humanoid, *parent, form);
    const std::vector<int> span = bone_span(document, humanoid, bone, form);
    out.insert(out.end(), span.begin(), span.begin() + whole_step(span) + 1);
    return out;
}

std::vector<int> carried_joints(const Document& document, const Humanoid& humanoid, Bone bone,
                                SpineForm form) {
    for (const Bone above : {Bone::chest, Bone::upper_chest, Bone::head}) {
        const bool follows = humanoid.bones[above] >= 0 && present_parent(humanoid.bones, above) == bone;
        if (follows && takes_joints_of(bone, above)) return {};
    }
    return after_whole(document, humanoid, bone, form);
}

std::vector<PartOfTurn> missing_trunk(const BoneMap& bones, Bone bone,
                                      const std::array<bool, bone_count>& says) {
    std::vector<PartOfTurn> out;
    if (!is_of_trunk(bone) || bones[bone] < 0) return out;
    for (const Bone above : {Bone::chest, Bone::upper_chest}) {
        const bool is_missing = bones[above] < 0 && present_parent(bones, above) == bone;
        if (is_missing && at(says, above)) out.push_back({above, 0.0F});
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].part = static_cast<float>(out.size() - i) / static_cast<float>(out.size() + 1);
    return out;
}

}  // namespace vitruvian
