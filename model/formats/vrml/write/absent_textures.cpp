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

/// The textures of Appearances, by their Material; the first Appearance with it counts.
std::map<std::uint64_t, AbsentTexture> textures_of_materials(OpenedWorld& opened, bool vrml97) {
    std::map<std::uint64_t, AbsentTexture> out;
    World& world = opened.world;
    const SyntaxTree& tree = opened.root->file->tree;
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        const SyntaxNode& syntax = tree.nodes[id];
        if (syntax.type != "Appearance" || syntax.is_use || syntax.scope != none) continue;
        const NodeRef appearance{opened.root, id};
        const NodeRef material = world.node(appearance, "material");
        const NodeRef texture = world.node(appearance, "texture");
        if (!material.valid() || !texture.valid()) continue;
        AbsentTexture absent;
        if (world.syntax(texture).type == "MovieTexture" && texture.env == opened.root) {
            absent.film = copy_carried(tree, texture.id, vrml97);
            if (absent.film) out.try_emplace(material.key(), std::move(absent));
            continue;
        }
        if (world.syntax(texture).type != "ImageTexture") continue;
        absent.urls = read_strings(world, texture, "url");
        absent.repeat_s = read_bool(world, texture, "repeatS", true);
        absent.repeat_t = read_bool(world, texture, "repeatT", true);
        if (!absent.urls.empty()) out.try_emplace(material.key(), std::move(absent));
    }
    return out;
}

}  // namespace

std::map<int, AbsentTexture> absent_textures(const Document& document, bool vrml97, Diagnostics& notes) {
    std::map<int, AbsentTexture> out;
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
    const std::map<std::uint64_t, AbsentTexture> textures = textures_of_materials(**opened, vrml97);
    std::set<std::uint64_t> films;
    for (std::size_t m = 0; m < document.materials.size(); ++m) {
        const NodeRef node = (*opened)->built.materials[m].node;
        if (!node.valid() || document.materials[m].base_color_texture.present()) continue;
        const auto found = textures.find(node.key());
        if (found == textures.end()) continue;
        out.emplace(static_cast<int>(m), found->second);
        if (found->second.film) films.insert(found->first);
    }
    const std::vector<SyntaxNode>& nodes = (*opened)->root->file->tree.nodes;
    const auto all = std::count_if(nodes.begin(), nodes.end(), [](const SyntaxNode& node) {
        return node.type == "MovieTexture" && !node.is_use;
    });
    if (static_cast<std::size_t>(all) > films.size()) {
        notes.warn("vrml-not-carried",
                   "films (MovieTexture) in PROTOs and of shapes without a Material are left out");
    }
    return out;
}

}  // namespace vitruvian::vrml
