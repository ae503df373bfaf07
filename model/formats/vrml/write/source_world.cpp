#include "model/formats/vrml/write/source_world.h"

#include "model/document/file_format.h"
#include "model/formats/vrml/world/world_node.h"
#include "model/formats/vrml/write/plain_copies.h"
#include "model/formats/vrml/x3d/x3d_tree.h"
#include "model/io/source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Whether the text contains groups that a Document does not have, or sensors for which other groups are
/// kept.
bool names_groups(std::string_view text) {
    constexpr std::array<std::string_view, 4> sensors{"TouchSensor", "PlaneSensor", "CylinderSensor",
                                                      "SphereSensor"};
    const auto is_named = [text](std::string_view name) { return text.find(name) != std::string_view::npos; };
    return std::any_of(own_groups.begin(), own_groups.end(), is_named) ||
           std::any_of(sensors.begin(), sensors.end(), is_named);
}

/// Whether it contains declarations other than H-Anim's nodes.
bool names_protos(std::string_view text) {
    if (text.find("ProtoInstance") != std::string_view::npos) return true;
    constexpr std::string_view keyword = "PROTO";
    for (std::size_t at = text.find(keyword); at != std::string_view::npos; at = text.find(keyword, at)) {
        at += keyword.size();
        const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n,", at), text.size());
        const std::size_t end = std::min(text.find_first_of(" \t\r\n,[#", begin), text.size());
        if (begin > at && !is_hanim(node_kind(text.substr(begin, end - begin)))) return true;
    }
    return false;
}

/// Whether Materials say how they reflect lights, which a Document has as a roughness.
bool names_highlights(std::string_view text) {
    constexpr std::array<std::string_view, 3> fields{"specularColor", "shininess", "ambientIntensity"};
    return std::any_of(fields.begin(), fields.end(),
                       [text](std::string_view field) { return text.find(field) != std::string_view::npos; });
}

/// Whether shapes may be hidden, which a Document does not have.
bool names_visibility(std::string_view text) {
    return text.find("visible") != std::string_view::npos;
}

/// Sets the text of a world; it stays empty where the source is none or cannot be decompressed.
SourceWorld with_text(const Document& document) {
    SourceWorld out;
    if (!document.source) return out;
    const std::span<const std::byte> raw = document.source->bytes.span();
    out.text = std::string_view(reinterpret_cast<const char*>(raw.data()), raw.size());
    if (is_gzip(raw)) {
        Result<Inflated> inflated = inflate_gzip(raw, document.file, LoadLimits{}.max_inflated_bytes);
        if (!inflated) return {};
        out.unpacked = std::move(*inflated);
        out.text = std::string_view(reinterpret_cast<const char*>(out.unpacked.bytes.data()),
                                    out.unpacked.bytes.size());
    }
    return out;
}

void parse(const Document& document, SourceWorld& out) {
    Diagnostics unsaid;  // already reported when it was first read
    Reporter reporter(unsaid);
    Result<SyntaxTree> tree = parse_world(out.text, document.file, reporter, LoadOptions{});
    if (tree) out.tree = std::move(*tree);
}

/// Whether there is a source in a world's format, compressed or not.
bool is_from_world(const Document& document, const SourceWorld& source) {
    return source.text.data() != nullptr && is_world(document.format);
}

}  // namespace

const SyntaxTree* SourceWorld::syntax() const {
    if (opened) return &opened->root->file->tree;
    return tree ? &*tree : nullptr;
}

SourceWorld read_source_world(const Document& document) {
    SourceWorld out = with_text(document);
    if (!is_from_world(document, out)) return out;
    if (names_groups(out.text) || names_protos(out.text) || names_highlights(out.text) ||
        names_visibility(out.text)) {
        Result<std::unique_ptr<OpenedWorld>> opened =
            open_world(out.text, document.file, document.source->folder, LoadOptions{});
        if (opened) out.opened = std::move(*opened);
    }
    if (!out.opened) parse(document, out);
    return out;
}

SourceWorld read_source_syntax(const Document& document) {
    SourceWorld out = with_text(document);
    if (is_from_world(document, out)) parse(document, out);
    return out;
}

}  // namespace vitruvian::vrml
