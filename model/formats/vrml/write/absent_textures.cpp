#include "model/formats/vrml/write/absent_textures.h"

#include "model/document/file_format.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/write/carried_types.h"
#include "model/io/gzip.h"
#include "model/io/source.h"

#include <algorithm>
#include <set>
#include <utility>

namespace vitruvian::vrml {
namespace {

bool names_absent_pictures(const Document& document) {
    const auto& list = document.diagnostics.list();
    return is_world(document.format) && document.source != nullptr &&
           std::any_of(list.begin(), list.end(), [](const Diagnostic& d) {
               return d.code == "vrml-texture-missing" || d.code == "vrml-texture-on-web" ||
                      d.code == "vrml-texture-outside" || d.code == "vrml-movie-not-shown";
           });
}

/// A picture that the document lacks although the node has its URL.
std::optional<AbsentPicture> picture_of(World& world, NodeRef texture) {
    if (!texture.valid() || world.syntax(texture).type != "ImageTexture") return std::nullopt;
    AbsentPicture out;
    out.urls = read_strings(world, texture, "url");
    out.repeat_s = read_bool(world, texture, "repeatS", true);
    out.repeat_t = read_bool(world, texture, "repeatT", true);
    return out.urls.empty() ? std::nullopt : std::optional(std::move(out));
}

AbsentTextures textures_of(OpenedWorld& opened, NodeRef appearance, const Material& made, bool vrml97) {
    World& world = opened.world;
    AbsentTextures out;
    const NodeRef material = world.node(appearance, "material");
    const auto add_own = [&](const char* field, const TextureUse& use) {
        if (use.present() || !material.valid()) return;
        std::optional<AbsentPicture> picture = picture_of(world, world.node(material, field));
        if (picture) out.own.emplace_back(field, std::move(*picture));
    };
    add_own("metallicRoughnessTexture", made.metallic_roughness_texture);
    add_own("normalTexture", made.normal_texture);
    add_own("occlusionTexture", made.occlusion_texture);
    add_own("emissiveTexture", made.emissive_texture);
    if (made.base_color_texture.present()) return out;
    const NodeRef texture = world.node(appearance, "texture");
    if (texture.valid() && texture.env == opened.root && world.syntax(texture).type == "MovieTexture") {
        out.film = copy_carried(opened.root->file->tree, texture.id, vrml97);
    } else {
        out.color = picture_of(world, texture);
    }
    for (const char* field : {"diffuseTexture", "baseTexture"}) {
        if (!out.color && !out.film && material.valid())
            out.color = picture_of(world, world.node(material, field));
    }
    out.is_alone = !material.valid() && (out.color || out.film);
    return out;
}

}  // namespace

std::map<int, AbsentTextures> absent_textures(const Document& document, bool vrml97, Diagnostics& notes) {
    std::map<int, AbsentTextures> out;
    if (!names_absent_pictures(document)) return out;
    const std::span<const std::byte> raw = document.source->bytes.span();
    std::string_view text(reinterpret_cast<const char*>(raw.data()), raw.size());
    Inflated unpacked;
    const LoadOptions options;
    if (is_gzip(raw)) {
        Result<Inflated> inflated = inflate_gzip(raw, document.file, options.limits.max_inflated_bytes);
        if (!inflated) return out;
        unpacked = std::move(*inflated);
        text = {reinterpret_cast<const char*>(unpacked.bytes.data()), unpacked.bytes.size()};
    }
    const Result<std::unique_ptr<OpenedWorld>> opened =
        open_world(text, document.file, document.source->folder, options);
    // Materials keep their indices if none was added or removed.
    if (!opened || (*opened)->built.materials.size() != document.materials.size()) return out;
    std::set<std::uint64_t> films;
    for (std::size_t m = 0; m < document.materials.size(); ++m) {
        const NodeRef appearance = (*opened)->built.materials[m].appearance;
        if (!appearance.valid()) continue;
        AbsentTextures absent = textures_of(**opened, appearance, document.materials[m], vrml97);
        if (absent.film) films.insert((*opened)->world.node(appearance, "texture").key());
        out.emplace(static_cast<int>(m), std::move(absent));
    }
    const bool are_left_out = vrml97 && std::any_of(out.begin(), out.end(), [](const auto& absent) {
                                  return !absent.second.own.empty();
                              });
    if (are_left_out)
        notes.warn("vrml-not-carried",
                   "VRML97's materials have no textures of their own, whose URLs are left out");
    const std::vector<SyntaxNode>& nodes = (*opened)->root->file->tree.nodes;
    const auto all = std::count_if(nodes.begin(), nodes.end(), [](const SyntaxNode& node) {
        return node.type == "MovieTexture" && !node.is_use;
    });
    if (static_cast<std::size_t>(all) > films.size()) {
        notes.warn("vrml-not-carried", "films (MovieTexture) in PROTOs are left out");
    }
    return out;
}

}  // namespace vitruvian::vrml
