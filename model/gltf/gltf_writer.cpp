#include "model/gltf/gltf_writer.h"

#include "model/gltf/encode_container.h"
#include "model/gltf/humanoid_rules.h"
#include "model/gltf/writing.h"
#include "model/remap/reference_pose.h"

#include <utility>

namespace vitruvian {
namespace {

using gltf::OrderedJson;
using gltf::Writing;

/// The pose that the file shows: as stored, but VRM and KHR_character want their bones to rest in a T-pose.
std::vector<Transform> shown_pose(const Document& document, HumanoidExtension extension) {
    std::vector<Transform> out;
    for (const Node& node : document.nodes) out.push_back(compose(node.rest, node.delta));
    const bool in_t_pose = extension == HumanoidExtension::vrm || extension == HumanoidExtension::khr;
    if (!in_t_pose || document.humanoids.empty()) return out;
    const ReferencePose reference = make_reference_pose(document, 0, ReferenceKind::automatic);
    for (const int node : document.humanoids.front().bones.node) {
        if (node < 0) continue;
        const auto at = static_cast<std::size_t>(node);
        out[at].rotation = reference.pose.local[at].rotation;
    }
    return out;
}

Result<EncodedDocument> pack(Writing& writing, EncodedDocument out, const SaveOptions& options) {
    for (const std::string& name : writing.extensions) writing.root["extensionsUsed"].push_back(name);
    writing.bin.move_lists_into(writing.root);
    const std::vector<std::byte>& bin = writing.bin.bytes();
    const FileFormat format =
        options.format == FileFormat::unknown ? writing.document.format : options.format;
    if (!bin.empty()) writing.root["buffers"] = {{{"byteLength", bin.size()}}};
    if (format != FileFormat::gltf) {
        Result<std::vector<std::byte>> bytes = gltf::to_glb(gltf::to_text(writing.root), bin);
        if (!bytes) return tl::unexpected(bytes.error());
        out.bytes = std::move(*bytes);
        return out;
    }
    if (!bin.empty()) {
        const std::string name = (options.name.empty() ? "figure" : options.name) + ".bin";
        writing.root["buffers"][0]["uri"] = gltf::to_uri(name);
        out.side_files.push_back({name, bin});
    }
    out.bytes = gltf::to_bytes(gltf::to_text(writing.root, 1) + '\n');
    return out;
}

Result<EncodedDocument> write_anew(const Document& document, const SaveOptions& options) {
    EncodedDocument out;
    Writing writing{document, options, out.notes, OrderedJson::object(), {}, {}, {}, {}, {}, {}, {},
                    {},       {},      {}};
    writing.root["asset"] = {{"version", "2.0"}, {"generator", "Vitruvian"}};
    writing.local = shown_pose(document, gltf::wanted_extension(document, options));
    gltf::write_nodes(writing);
    gltf::write_cameras_and_lights(writing);
    gltf::write_images(writing);
    gltf::write_materials(writing);
    gltf::write_meshes(writing);
    gltf::write_animations(writing);
    if (Result<void> written = gltf::write_humanoids(writing); !written)
        return tl::unexpected(written.error());
    gltf::finish_nodes(writing);
    return pack(writing, std::move(out), options);
}

}  // namespace

Result<EncodedDocument> write_gltf(const Document& document, const SaveOptions& options) {
    return write_anew(document, options);
}

}  // namespace vitruvian
