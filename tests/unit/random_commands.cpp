#include "tests/unit/random_commands.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <array>

namespace vitruvian::test {
namespace {

/// A random item of a kind; nullopt if there is none.
std::optional<Item> any_of(Random& random, const Document& document, ItemKind kind) {
    const int humanoids = static_cast<int>(document.humanoids.size());
    const int h = is_of_humanoid(kind) ? random.integer(0, humanoids - 1) : -1;
    const std::vector<Item> all = items_of(document, kind, h);
    if (all.empty()) return std::nullopt;
    return at(all, random.integer(0, static_cast<int>(all.size()) - 1));
}

/// Another joint of the same humanoid, or the same.
Item any_beside(Random& random, const Document& document, const Item& item) {
    const auto size = static_cast<int>(items_of(document, item.kind, item.humanoid).size());
    return {item.kind, item.humanoid, random.integer(0, size - 1)};
}

Batch random_batch(Random& random, const Document& document) {
    Batch batch{"several \"edits\"", {}};
    Document changed = document;
    for (int i = 0; i < 4; ++i) {
        Command command = random_command(random, changed, false);
        // Following commands refer to the resulting document.
        if (apply(command, changed)) batch.commands.push_back(std::move(command));
    }
    if (batch.commands.empty()) batch.commands.emplace_back(Scale{1.0F});
    return batch;
}

std::string new_name(Random& random) {
    return fmt::format("caf\xC3\xA9 \"{}\" #\\", random.integer(0, 400));
}

template <class T>
std::optional<T> sometimes(Random& random, const T& value) {
    return random.chance(0.8F) ? std::optional(value) : std::nullopt;
}

using Made = std::optional<Command>;  // nullopt: there is nothing for it

Made of_joint(Random& random, const Document& document, int which) {
    const std::optional<Item> joint = any_of(random, document, ItemKind::joint);
    if (!joint) return std::nullopt;
    switch (which) {
        case 0: {
            const vec3 lower = random.vector(-3.0F, 0.0F);
            return SetJointLimits{*joint, sometimes(random, lower),
                                  sometimes(random, lower + random.vector(0.0F, 3.0F))};
        }
        case 1:
            return SetJointStiffness{*joint, sometimes(random, random.vector(0.0F, 1.0F))};
        case 2:
            return SetJointCentre{*joint, random.vector(-1.0F, 1.0F)};
        case 3:
            return SetJointRotation{*joint, random.rotation()};
        case 4:
            return SetJointLimitOrientation{*joint, random.vector(0.1F, 1.0F), random.real(-3.0F, 3.0F)};
        case 5:
            return AddJoint{new_name(random), *joint, random.vector(-1.0F, 1.0F)};
        case 6:
            return DeleteJoint{*joint};
        case 7:
            return ReParent{*joint, any_beside(random, document, *joint)};
        default:
            return SetBone{bone_item(joint->humanoid, static_cast<Bone>(random.integer(0, 54))),
                           sometimes(random, *joint)};
    }
}

Made of_site_or_segment(Random& random, const Document& document, int which) {
    const std::optional<Item> site = any_of(random, document, ItemKind::site);
    const std::optional<Item> segment = any_of(random, document, ItemKind::segment);
    const std::optional<Item> joint = any_of(random, document, ItemKind::joint);
    if (which == 0 && site) {
        return SetSite{*site, sometimes(random, random.vector(-1.0F, 1.0F)),
                       sometimes(random, random.vector(0.1F, 1.0F)), random.real(-3.0F, 3.0F)};
    }
    if (which == 1 && segment) return AddSite{new_name(random), segment, {}, random.vector(-1.0F, 1.0F)};
    if (which == 2 && joint) return AddSite{new_name(random), {}, joint, vec3(0.0F)};
    if (which == 3 && site) return DeleteSite{*site};
    if (which == 5 && site) {
        const auto joints = static_cast<int>(items_of(document, ItemKind::joint, site->humanoid).size());
        if (joints > 0) return ReParent{*site, joint_item(site->humanoid, random.integer(0, joints - 1))};
    }
    if (which == 4 && segment) {
        std::array<float, 9> moments{};
        for (float& moment : moments) moment = random.real(0.0F, 2.0F);
        return SetSegment{*segment, sometimes(random, random.real(0.0F, 9.0F)),
                          sometimes(random, random.vector(-1.0F, 1.0F)), sometimes(random, moments)};
    }
    return std::nullopt;
}

Made of_displacer(Random& random, const Document& document, int which) {
    const std::optional<Item> displacer = any_of(random, document, ItemKind::displacer);
    if (!displacer) return std::nullopt;
    if (which == 0) return SetDisplacerWeight{*displacer, random.real(-1.0F, 1.0F)};
    if (which == 1) return DeleteDisplacer{*displacer};
    AddDisplacer add{new_name(random), {}, {}, {}};
    if (random.chance(0.7F)) add.from.emplace_back(*displacer, random.real(0.1F, 1.0F));
    return add;
}

Made of_figure(Random& random, const Document& document, int which) {
    const Item humanoid = *any_of(random, document, ItemKind::humanoid);
    switch (which) {
        case 0:
            return SetInfo{humanoid, random.chance(0.5F) ? "authorName" : "copyright",
                           sometimes(random, new_name(random))};
        case 1: {
            ApplyAnatomicalLimits apply{humanoid, {}};
            if (random.chance(0.5F)) apply.joints = items_of(document, ItemKind::joint, humanoid.index);
            return apply;
        }
        case 2:
            return Mirror{humanoid, random.chance(0.5F) ? "left" : "right",
                          random.chance(0.5F) ? std::vector<std::string>{"limits", "pose"}
                                              : std::vector<std::string>{}};
        case 3:
            return StandOnGround{humanoid};
        case 4:
            return FaceForward{humanoid};
        case 5:
            return PoseAsRest{humanoid};
        case 6:
            return EnforceTPose{humanoid};
        case 7:
            return OrientBones{humanoid};
        case 8: {
            ReachTargets reach{humanoid, {}, {}};
            const std::vector<Joint>& joints = at(document.humanoids, humanoid.index).joints;
            if (joints.empty()) return std::nullopt;
            reach.targets.emplace_back(joints.back().node, random.vector(-1.0F, 1.0F));
            if (random.chance(0.5F)) reach.pins.push_back(joints.front().node);
            return reach;
        }
        case 10:
            return MapBones{humanoid};
        case 11: {
            constexpr std::array schemes{"hanim-1.1", "hanim-2.0", "vrm", "mixamo", "unity"};
            return RenameJoints{humanoid, schemes.at(static_cast<std::size_t>(random.integer(0, 4)))};
        }
        case 12: {
            const std::optional<Item> mesh = any_of(random, document, ItemKind::mesh);
            const std::optional<Item> joint = any_of(random, document, ItemKind::joint);
            if (!mesh || !joint) return std::nullopt;
            PaintWeights paint{*mesh, *joint, {}};
            for (int i = 0; i < 4; ++i) paint.weights.emplace_back(3 * i, random.real(0.0F, 1.0F));
            return paint;
        }
        case 13:
            return TidyMaterials{};
        case 9:
            return NormaliseWeights{random.integer(1, 5),
                                    random.chance(0.5F) ? 0.0F : random.real(0.0F, 0.3F)};
        default:
            return Scale{random.real(0.5F, 2.0F)};
    }
}

/// Some keys of a channel: all, or a few of their times.
KeyChoice choice_of(Random& random, const Channel& channel) {
    KeyChoice out{channel.node, channel.bone, channel.displacer, sometimes(random, channel.path), {}};
    for (const float time : channel.times) {
        if (random.chance(0.4F)) out.times.push_back(time);
    }
    return out;
}

Made of_keys(Random& random, const Document& document, int which) {
    const std::optional<Item> item = any_of(random, document, ItemKind::clip);
    if (!item) return std::nullopt;
    const Clip& clip = *at(document.clips, item->index);
    if (clip.channels.empty()) return std::nullopt;
    const Channel& channel = clip.channels[static_cast<std::size_t>(
        random.integer(0, static_cast<int>(clip.channels.size()) - 1))];
    const KeyChoice choice = choice_of(random, channel);
    switch (which) {
        case 0:
            return DeleteKeys{*item, {choice}};
        case 1:
            return MoveKeys{
                *item, {choice}, random.real(0.0F, 0.5F), random.real(0.5F, 2.0F), random.real(0.0F, 0.5F)};
        case 2:
            return SetInterpolation{*item, {choice}, random.chance(0.5F) ? "linear" : "cubic"};
        case 3:
            return LoopClip{sometimes(random, *item), random.real(0.0F, 0.2F),
                            random.chance(0.5F) ? std::vector<std::string>{"rotation", "weight"}
                                                : std::vector<std::string>{}};
        default: {
            KeyValues keys{channel.node,
                           channel.bone,
                           channel.displacer,
                           channel.path,
                           {random.real(0.0F, 1.0F)},
                           {},
                           {},
                           {}};
            for (int i = 0; i < components(channel.path); ++i) keys.values.push_back(random.real(0.1F, 1.0F));
            if (channel.interpolation == Interpolation::cubic) keys.in_tangents = keys.values;
            return SetKeys{*item, {keys}};
        }
    }
}

Made of_clip(Random& random, const Document& document, int which) {
    const std::optional<Item> clip = any_of(random, document, ItemKind::clip);
    if (which == 0 || !clip) return AddClip{new_name(random)};
    const auto joint = any_of(random, document, ItemKind::joint);
    const std::optional<Item> one = sometimes(random, *clip);
    switch (which) {
        case 1:
            return DeleteClip{*clip};
        case 2:
            return TrimClip{one, random.real(0.0F, 0.3F), sometimes(random, random.real(0.3F, 0.75F))};
        case 3:
            return ReverseClip{one};
        case 4:
            return ResampleClip{one, random.real(5.0F, 40.0F)};
        default:
            if (!joint) return std::nullopt;
            return SetKey{*clip, random.real(0.0F, 2.0F), *joint};
    }
}

Made of_names_or_nodes(Random& random, const Document& document, int which) {
    if (which == 0) {
        constexpr std::array kinds{ItemKind::humanoid, ItemKind::joint,     ItemKind::segment,
                                   ItemKind::site,     ItemKind::displacer, ItemKind::clip,
                                   ItemKind::node,     ItemKind::material};
        const std::optional<Item> thing =
            any_of(random, document, kinds.at(static_cast<std::size_t>(random.integer(0, 7))));
        if (!thing) return std::nullopt;
        return Rename{*thing, new_name(random)};
    }
    ApplyPose pose;
    for (int i = 0; i < 3; ++i) {
        const int node = random.integer(0, static_cast<int>(document.nodes.size()) - 1);
        pose.locals.emplace_back(node, random.trs(0.5F, 2.0F));
        if (random.chance(0.3F)) pose.locals.back().second.scale_orientation = random.rotation();
    }
    return pose;
}

}  // namespace

Command random_command(Random& random, const Document& document, bool may_be_batch) {
    while (true) {
        Made made;
        switch (random.integer(0, may_be_batch ? 7 : 6)) {
            case 0:
                made = of_joint(random, document, random.integer(0, 8));
                break;
            case 1:
                made = of_site_or_segment(random, document, random.integer(0, 5));
                break;
            case 2:
                made = of_displacer(random, document, random.integer(0, 2));
                break;
            case 3:
                made = of_figure(random, document, random.integer(0, 14));
                break;
            case 4:
                made = of_clip(random, document, random.integer(0, 5));
                break;
            case 5:
                made = of_names_or_nodes(random, document, random.integer(0, 1));
                break;
            case 6:
                made = of_keys(random, document, random.integer(0, 4));
                break;
            default:
                return random_batch(random, document);
        }
        if (made) return *made;
    }
}

}  // namespace vitruvian::test
