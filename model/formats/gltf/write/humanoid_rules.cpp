#include "model/formats/gltf/write/humanoid_rules.h"

#include "model/document/file_format.h"
#include "model/figure/reference_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::gltf {
namespace {

constexpr std::array required_bones{Bone::hips,
                                    Bone::spine,
                                    Bone::head,
                                    Bone::left_upper_leg,
                                    Bone::left_lower_leg,
                                    Bone::left_foot,
                                    Bone::right_upper_leg,
                                    Bone::right_lower_leg,
                                    Bone::right_foot,
                                    Bone::left_upper_arm,
                                    Bone::left_lower_arm,
                                    Bone::left_hand,
                                    Bone::right_upper_arm,
                                    Bone::right_lower_arm,
                                    Bone::right_hand};

/// Returns the bone that `bone` requires; nullopt where it requires none.
std::optional<Bone> needed_by(Bone bone) {
    if (bone == Bone::upper_chest) return Bone::chest;
    const std::string_view name = to_string(bone);
    const bool is_finger_end = name.ends_with("Intermediate") || name.ends_with("Distal");
    const bool is_thumb = name.find("Thumb") != std::string_view::npos && !name.ends_with("Metacarpal");
    return is_finger_end || is_thumb ? parent_of(bone) : std::nullopt;
}

}  // namespace

HumanoidExtension wanted_extension(const Document& document, const SaveOptions& options) {
    if (options.humanoid != HumanoidExtension::automatic) return options.humanoid;
    const FileFormat format = options.format == FileFormat::unknown ? document.format : options.format;
    return format == FileFormat::vrm ? HumanoidExtension::vrm : HumanoidExtension::automatic;
}

Result<BoneMap> vrm_bones(const Document& document, const Humanoid& humanoid, Diagnostics& notes) {
    std::string missing;
    for (const Bone bone : required_bones) {
        if (humanoid.bones[bone] >= 0) continue;
        missing += missing.empty() ? "" : ", ";
        missing += to_string(bone);
    }
    if (!missing.empty()) {
        return fail("vrm-bones-missing",
                    fmt::format("'{}' lacks bones that the humanoid must have: {}", humanoid.name, missing),
                    {document.file, 0, 0, {}});
    }
    BoneMap out = humanoid.bones;
    for (std::size_t b = 0; b < bone_count; ++b) {
        const std::optional<Bone> needed = needed_by(static_cast<Bone>(b));
        if (out.node[b] < 0 || !needed || out[*needed] >= 0) continue;
        out.node[b] = -1;
        notes.warn(
            "vrm-bone-alone",
            "a bone without the one that it must follow cannot be in a VRM humanoid and is left out of it",
            {document.file, 0, 0, {}});
    }
    return out;
}

namespace {

/// Lifts the hips of a T-pose so that the feet are as high as before it: a VRM stands on the ground (VRM T-pose,
/// 1.3). Hips that are there in the file stay, to the bit.
void stand_on_ground(const Document& document, const ReferencePose& reference,
                     std::vector<Transform>& shown) {
    const int hips = document.humanoids.front().bones[Bone::hips];
    if (hips < 0) return;
    const int parent = at(document.nodes, hips).parent;
    const mat3 down = parent < 0 ? mat3(1.0F) : glm::inverse(mat3(at(reference.world, parent)));
    const vec3 up = reference.body.to_world({0.0F, reference.lift, 0.0F});
    const vec3 place = at(reference.pose.local, hips).translation + down * up;
    constexpr float hardly = 1e-4F;
    vec3& stored = at(shown, hips).translation;
    const float off = glm::length(glm::inverse(down) * (place - stored));
    if (off > hardly * reference.body.hip_height) stored = place;
}

}  // namespace

/// The pose in the file: as stored, but VRM and KHR_character require their bones to rest in a T-pose.
std::vector<Transform> shown_pose(const Document& document, HumanoidExtension extension) {
    std::vector<Transform> out;
    for (const Node& node : document.nodes) out.push_back(compose(node.rest, node.delta));
    const bool in_t_pose = extension == HumanoidExtension::vrm || extension == HumanoidExtension::khr;
    if (!in_t_pose || document.humanoids.empty()) return out;
    // A VRM rests in its T-pose by definition; other figures may stand near one.
    const HumanoidKind kind = document.humanoids.front().kind;
    const ReferencePose reference =
        make_reference_pose(document, 0, is_vrm(kind) ? ReferenceKind::rest : ReferenceKind::tpose);
    for (const int node : document.humanoids.front().bones.node) {
        if (node < 0) continue;
        const auto at = static_cast<std::size_t>(node);
        out[at].rotation = reference.pose.local[at].rotation;
    }
    if (extension == HumanoidExtension::vrm) stand_on_ground(document, reference, out);
    return out;
}

std::optional<Document> with_rests_held(const Document& document, HumanoidExtension extension) {
    const bool in_t_pose = extension == HumanoidExtension::vrm || extension == HumanoidExtension::khr;
    if (!in_t_pose || document.humanoids.empty()) return {};
    const HumanoidKind kind = document.humanoids.front().kind;
    if (is_vrm(kind) || kind == HumanoidKind::khr_character) return {};
    const BoneMap& bones = document.humanoids.front().bones;
    const std::vector<Transform> shown = shown_pose(document, extension);
    std::optional<Document> out;
    for (std::size_t c = 0; c < document.clips.size(); ++c) {
        const Clip& clip = *document.clips[c];
        const bool moves_bones =
            std::any_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
                return channel.node >= 0 && bones.bone_of(channel.node).has_value();
            });
        if (!moves_bones || !clip.reference_pose.empty()) continue;
        Clip held = clip;
        for (std::size_t n = 0; n < shown.size(); ++n) {
            const auto node = static_cast<int>(n);
            const auto has = [&](ChannelPath path) {
                return std::any_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
                    return channel.node == node && channel.path == path;
                });
            };
            const Transform was = compose(document.nodes[n].rest, document.nodes[n].delta);
            const auto hold = [&](ChannelPath path) {
                if (!has(path)) held.channels.push_back(held_channel(node, path, key_values(was, path)));
            };
            if (was.rotation != shown[n].rotation) hold(ChannelPath::rotation);
            if (was.translation != shown[n].translation) hold(ChannelPath::translation);
        }
        if (held.channels.size() == clip.channels.size()) continue;
        if (!out) out = document;
        out->clips[c] = std::make_shared<const Clip>(std::move(held));
    }
    return out;
}

}  // namespace vitruvian::gltf
