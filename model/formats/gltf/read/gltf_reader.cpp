// The stages from bytes to a document: untrusted JSON is parsed once (json_tree.h) and checked against a
// table (schema.h); the scene is then in tinygltf's types (scene.h); accessors are read in place (data.h).
#include "model/formats/gltf/read/gltf_reader.h"

#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/document/file_format.h"
#include "model/formats/gltf/read/library_json.h"
#include "model/formats/gltf/read/reading.h"
#include "model/formats/gltf/read/scene.h"
#include "model/formats/gltf/read/schema.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace vitruvian {
namespace {

using gltf::JsonTree;
using gltf::JsonValue;

/// Extensions that may be required: those that are read, and those that a figure can be shown without.
constexpr std::array known_extensions{
    std::string_view("EXT_meshopt_compression"), std::string_view("KHR_meshopt_compression"),
    std::string_view("KHR_mesh_quantization"),   std::string_view("KHR_texture_transform"),
    std::string_view("KHR_lights_punctual"),     std::string_view("KHR_animation_pointer"),
    std::string_view("KHR_node_visibility"),     std::string_view("KHR_texture_basisu"),
    std::string_view("KHR_xmp_json_ld"),         std::string_view("EXT_texture_webp"),
    std::string_view("EXT_skeleton_humanoid"),   std::string_view("VRM"),
    std::string_view("KHR_character"),           std::string_view("KHR_draco_mesh_compression"),
};

bool is_known_extension(std::string_view name) {
    if (std::find(known_extensions.begin(), known_extensions.end(), name) != known_extensions.end())
        return true;
    return name.starts_with("VRMC_") || name.starts_with("KHR_materials_") ||
           name.starts_with("KHR_character_");
}

Result<void> check_required_extensions(const JsonValue& root, const std::string& file) {
    const JsonValue* list = gltf::member(root, "extensionsRequired");
    if (list == nullptr || !list->is_array()) return {};
    for (std::size_t i = 0; i < list->size(); ++i) {
        if (!(*list)[i].is_string() || is_known_extension((*list)[i].text())) continue;
        return fail("gltf-extension-required",
                    fmt::format("the file cannot be shown without the extension {}, which is not read",
                                (*list)[i].text().substr(0, 100)),
                    {file, 0, 0, fmt::format("/extensionsRequired/{}", i)});
    }
    return {};
}

FileFormat format_of(const JsonValue& root, const gltf::Container& container) {
    const bool is_vrm =
        gltf::extension(root, "VRM") != nullptr || gltf::extension(root, "VRMC_vrm") != nullptr;
    if (is_vrm) return FileFormat::vrm;
    return container.is_glb ? FileFormat::glb : FileFormat::gltf;
}

/// All steps after the bytes have been opened.
Result<void> read_all(gltf::Reading& reading) {
    if (Result<void> read = gltf::read_nodes(reading); !read) return read;
    gltf::read_cameras(reading);
    gltf::read_lights(reading);
    gltf::read_images(reading);
    gltf::read_materials(reading);
    gltf::read_variants(reading);
    gltf::read_skins(reading);
    reading.progress(0.2F);
    if (Result<void> read = gltf::read_meshes(reading); !read) return read;
    if (Result<void> read = gltf::read_animations(reading); !read) return read;
    gltf::read_humanoids(reading);
    gltf::note_places(reading);
    gltf::read_hanim(reading);
    reading.progress(0.95F);
    return {};
}

/// `traced` receives what only writers need; may be null.
Result<Document> read(std::span<const std::byte> bytes, const std::string& name,
                      const std::filesystem::path& folder, const LoadOptions& options,
                      gltf::TracedDocument* traced) {
    Diagnostics diagnostics;
    const Result<gltf::Container> container = gltf::open_container(bytes, name, diagnostics);
    if (!container) return tl::unexpected(container.error());
    Result<JsonTree> json = gltf::parse_tree(container->json, name, diagnostics);
    if (!json) return tl::unexpected(json.error());
    JsonValue& root = json->root;
    if (Result<void> checked = gltf::check_json(root, name, diagnostics); !checked) {
        return tl::unexpected(checked.error());
    }
    if (Result<void> checked = check_required_extensions(root, name); !checked) {
        return tl::unexpected(checked.error());
    }
    Result<gltf::Data> data = gltf::Data::open(root, *container, name, folder, options, diagnostics);
    if (!data) return tl::unexpected(data.error());
    gltf::Reading reading{
        name, folder, options, diagnostics, root, gltf::scene_of(root), std::move(*data), {}, {},
        {},   {},     {},      {},          {}};
    reading.document.file = name;
    reading.document.format = format_of(reading.root, *container);
    if (Result<void> read = read_all(reading); !read) return tl::unexpected(read.error());
    reading.document.diagnostics = std::move(diagnostics);
    if (const std::optional<std::string> broken = expect_valid(reading.document, MeshNumbers::proved)) {
        return fail("gltf-unusable", fmt::format("the file leads to an impossible document: {}", *broken),
                    {name, 0, 0, {}});
    }
    if (traced != nullptr) {
        traced->places = std::move(reading.places);
        traced->root = gltf::to_library(root);
    }
    return std::move(reading.document);
}

}  // namespace

Result<Document> read_gltf(std::span<const std::byte> bytes, const std::string& name,
                           const std::filesystem::path& folder, const LoadOptions& options) {
    return read(bytes, name, folder, options, nullptr);
}

Result<gltf::TracedDocument> gltf::trace_gltf(std::span<const std::byte> bytes, const std::string& name,
                                              const std::filesystem::path& folder) {
    TracedDocument out;
    Result<Document> document = read(bytes, name, folder, {}, &out);
    if (!document) return tl::unexpected(document.error());
    out.document = std::move(*document);
    return out;
}

std::vector<int> nodes_of_meshes(const Document& document) {
    const bool has_hanim = std::any_of(document.humanoids.begin(), document.humanoids.end(),
                                       [](const auto& h) { return h.kind == HumanoidKind::hanim; });
    if (has_hanim && document.source != nullptr && is_gltf(document.format)) {
        document.source->bytes.detach();
        const std::span<const std::byte> bytes = without_bom(document.source->bytes.span());
        Result<gltf::TracedDocument> traced = gltf::trace_gltf(bytes, document.file, document.source->folder);
        if (traced && traced->places.mesh_node.size() == document.meshes.size())
            return std::move(traced->places.mesh_node);
    }
    std::vector<int> out;
    for (const MeshInstance& instance : document.meshes)
        out.push_back(instance.node < 0 ? -1 : at(document.nodes, instance.node).source_index);
    return out;
}

}  // namespace vitruvian
