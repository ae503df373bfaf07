#include "model/formats/gltf/write/gltf_can_store.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/document/left_out.h"
#include "model/formats/gltf/write/humanoid_rules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian::gltf {
namespace {

const Humanoid* humanoid_of(const Difference& d, const Document& document) {
    const int h = d.part == Part::displacer && d.index >= 0 && d.change != Change::removed
                      ? at(document.displacers, d.index).humanoid
                      : d.humanoid;
    return h >= 0 && static_cast<std::size_t>(h) < document.humanoids.size() ? &at(document.humanoids, h)
                                                                             : nullptr;
}

bool humanoid_can_store(std::string_view field, const Humanoid& humanoid) {
    constexpr std::array<std::string_view, 5> hanim{"version", "info", "declared_loa",
                                                    "skeletal_configuration", "bounding_box"};
    if (humanoid.kind == HumanoidKind::hanim) return true;
    // VRM's version is that of the extension, which may change when saved.
    if (is_vrm(humanoid.kind) && (field == "info" || field == "version")) return true;
    return std::find(hanim.begin(), hanim.end(), field) == hanim.end();
}

/// Whether it is the pose of a bone of VRM or KHR_character, which rests in a T-pose whatever pose is stored; a VRM's hips
/// are where its feet are on the ground.
bool rests_in_t_pose(const Difference& d, const Document& document, HumanoidExtension extension) {
    if (extension != HumanoidExtension::vrm && extension != HumanoidExtension::khr) return false;
    if (d.humanoid != 0) return false;
    const Humanoid& humanoid = document.humanoids.front();
    const std::optional<Bone> bone = humanoid.bones.bone_of(at(humanoid.joints, d.index).node);
    if (d.field == "delta.translation") return bone == Bone::hips && extension == HumanoidExtension::vrm;
    return d.field == "delta.rotation" && bone.has_value();
}

/// A leaf below a joint is read as a site without being marked as one.
bool is_read_as_site(const Difference& d, const Document& document) {
    if (d.part != Part::site || d.field != "node") return false;
    const Humanoid* humanoid = humanoid_of(d, document);
    if (humanoid == nullptr) return false;
    const int site = at(humanoid->sites, d.index).node;
    const int parent = at(document.nodes, site).parent;
    return parent >= 0 && at(document.nodes, parent).kind == NodeKind::joint &&
           std::none_of(document.nodes.begin(), document.nodes.end(),
                        [site](const Node& node) { return node.parent == site; });
}

bool has_hanim(const Document& document) {
    return std::any_of(document.humanoids.begin(), document.humanoids.end(),
                       [](const Humanoid& humanoid) { return humanoid.kind == HumanoidKind::hanim; });
}

/// Clips that do not end with their last key, or do not repeat: only VITRUVIAN_hanim can store this.
std::vector<Difference> clips_of_own_length(const Document& document) {
    std::vector<Difference> out;
    for (std::size_t c = 0; c < document.clips.size(); ++c) {
        const Clip& clip = *document.clips[c];
        const auto add = [&](std::string_view field) {
            Difference d;
            d.part = Part::clip;
            d.index = static_cast<int>(c);
            d.field = field;
            out.push_back(std::move(d));
        };
        if (!ends_with_last_key(clip)) add("duration");
        if (!clip.loop) add("loop");
    }
    return out;
}

/// Fields that may not be storable: those checked in a document that is written from scratch.
bool is_doubtful(Part part, std::string_view field) {
    switch (part) {
        case Part::sky:
        case Part::expression:
            return true;
        case Part::document:
            return field == "metres_per_unit";
        case Part::humanoid:
            return field == "version" || field == "info" || field == "declared_loa" ||
                   field == "skeletal_configuration" || field == "bounding_box";
        case Part::displacer:
            return field == "kind" || field == "weight";
        case Part::segment:
            return field == "name";
        case Part::site:
            return field == "node";
        case Part::node:
            return field == "delta.rotation";
        case Part::mesh:
            return field == "skin.name";
        default:
            return false;
    }
}

}  // namespace

bool ends_with_last_key(const Clip& clip) {
    double last = 0.0;
    for (const Channel& channel : clip.channels) {
        if (!channel.times.empty()) last = std::max(last, static_cast<double>(channel.times.back()));
    }
    return std::abs(clip.duration - last) <= 1e-4;
}

bool gltf_can_store(const Difference& d, const Document& document, HumanoidExtension extension) {
    const Humanoid* humanoid = humanoid_of(d, document);
    switch (d.part) {
        case Part::sky:
            return false;
        case Part::document:
            return d.field != "metres_per_unit";
        case Part::expression:
            return extension == HumanoidExtension::vrm || (humanoid != nullptr && is_vrm(humanoid->kind));
        case Part::humanoid:
            return humanoid == nullptr || humanoid_can_store(d.field, *humanoid);
        case Part::joint:
            return !rests_in_t_pose(d, document, extension);
        case Part::site:
            // Its frame and name are those of a node.
            return (d.field != "node" && d.field != "segment") ||
                   (humanoid != nullptr && humanoid->kind == HumanoidKind::hanim);
        case Part::segment:
            return humanoid != nullptr && humanoid->kind == HumanoidKind::hanim;
        case Part::clip:
            if (d.field == "duration" && ends_with_last_key(*at(document.clips, d.index))) return true;
            return (d.field != "loop" && d.field != "duration") || has_hanim(document);
        case Part::viewpoint:
            return d.field != "humanoid";
        case Part::mesh:
            // What moves rigidly with one joint is a child of its node, without a skin.
            return d.field != "skin.name" || at(document.meshes, d.index).mesh->is_skinned();
        case Part::displacer:
            if (d.field == "weight") return is_in_file(at(document.displacers, d.index));
            return d.field != "kind" || (humanoid != nullptr && humanoid->kind == HumanoidKind::hanim);
        default:
            return true;
    }
}

void note_what_gltf_lacks(const Document& document, const SaveOptions& options, Diagnostics& notes) {
    const HumanoidExtension extension = wanted_extension(document, options);
    const FileFormat format = options.format == FileFormat::unknown ? document.format : options.format;
    std::vector<Difference> lost = given(document, is_doubtful);
    std::erase_if(lost, [&](const Difference& d) {
        return gltf_can_store(d, document, extension) || is_read_as_site(d, document);
    });
    // Segments and sites are left out entirely.
    for (Difference& d : lost) {
        if (d.part == Part::segment || d.part == Part::site) d.field = {};
    }
    for (const std::vector<Difference>& more :
         {centres_off_frames(document),
          has_hanim(document) ? std::vector<Difference>() : clips_of_own_length(document)})
        lost.insert(lost.end(), more.begin(), more.end());
    note_left_out(lost, document, format, notes);
}

}  // namespace vitruvian::gltf
