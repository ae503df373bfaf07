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

/// The texture of an Appearance, if it is a picture or film that has a URL.
std::optional<AbsentTexture> texture_of(OpenedWorld& opened, NodeRef appearance, bool vrml97) {
    World& world = opened.world;
    const NodeRef texture = appearance.valid() ? world.node(appearance, "texture") : NodeRef{};
    if (!texture.valid()) return std::nullopt;
    AbsentTexture out;
    out.is_alone = !world.node(appearance, "material").valid();
    const std::string_view type = world.syntax(texture).type;
    if (type == "MovieTexture" && texture.env == opened.root) {
        out.film = copy_carried(opened.root->file->tree, texture.id, vrml97);
        return out.film ? std::optional(std::move(out)) : std::nullopt;
    }
    if (type != "ImageTexture") return std::nullopt;
    out.urls = read_strings(world, texture, "url");
    out.repeat_s = read_bool(world, texture, "repeatS", true);
    out.repeat_t = read_bool(world, texture, "repeatT", true);
    return out.urls.empty() ? std::nullopt : std::optional(std::move(out));
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
    std::set<std::uint64_t> films;
    for (std::size_t m = 0; m < document.materials.size(); ++m) {
        if (document.materials[m].base_color_texture.present()) continue;
        const NodeRef appearance = (*opened)->built.materials[m].appearance;
        std::optional<AbsentTexture> absent = texture_of(**opened, appearance, vrml97);
        if (!absent) continue;
        if (absent->film) films.insert((*opened)->world.node(appearance, "texture").key());
        out.emplace(static_cast<int>(m), std::move(*absent));
    }
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
