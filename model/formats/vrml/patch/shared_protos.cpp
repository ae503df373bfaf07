#include "model/formats/vrml/patch/shared_protos.h"

#include "model/core/at.h"
#include "model/formats/vrml/patch/structure_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace vitruvian::vrml {
namespace {

template <class T>
const T* entry(const std::vector<T>& list, int index) {
    return index >= 0 && index < static_cast<int>(list.size()) ? &list[static_cast<std::size_t>(index)]
                                                               : nullptr;
}

/// Finds the node in the world that a Difference refers to, or the one that will contain it.
class PlaceFinder {
  public:
    PlaceFinder(const OpenedWorld& opened, const Document& document)
        : opened_(&opened), to_(&document), nodes_(match_nodes(opened.document, document)) {}

    [[nodiscard]] NodeRef find(const Difference& d) const {
        const BuiltNodes& built = opened_->built;
        switch (d.part) {
            case Part::displacer: {
                const NodeRef* node = entry(built.displacer_nodes, d.index);
                return node != nullptr ? *node : NodeRef{};
            }
            case Part::mesh: {
                const BuiltShape* shape = entry(built.shapes, d.index);
                if (shape == nullptr) return {};
                return shape->coord.valid() ? shape->coord : shape->shape;
            }
            case Part::material: {
                const BuiltMaterial* material = entry(built.materials, d.index);
                return material != nullptr ? material->node : NodeRef{};
            }
            default:
                return of_node(d);
        }
    }

  private:
    [[nodiscard]] NodeRef of_node(const Difference& d) const {
        const bool removed = d.change == Change::removed;
        int node = node_of(removed ? opened_->document : *to_, item_of(d));
        // New elements go into their parent.
        while (!removed && node >= 0 && at(nodes_.from, node) < 0) node = at(to_->nodes, node).parent;
        if (node < 0) return {};
        return at(opened_->built.nodes, removed ? node : at(nodes_.from, node));
    }

    const OpenedWorld* opened_;
    const Document* to_;
    ListMatch nodes_;
};

/// Returns the value of an XML element's attribute "name".
std::optional<SourceRange> name_attribute(std::string_view text, std::uint32_t begin) {
    char quote = '\0';
    for (std::size_t i = begin; i < text.size(); ++i) {
        if (quote != '\0') {
            if (text[i] == quote) quote = '\0';
            continue;
        }
        if (text[i] == '>') break;
        if (text[i] == '"' || text[i] == '\'') quote = text[i];
        const bool is_blank = text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r';
        if (!is_blank || !text.substr(i + 1).starts_with("name")) continue;
        const std::size_t equals = text.find_first_not_of(" \t\r\n", i + 5);
        if (equals == std::string_view::npos || text[equals] != '=') continue;
        const std::size_t open = text.find_first_of("\"'", equals);
        if (open == std::string_view::npos) break;
        const std::size_t close = text.find(text[open], open + 1);
        if (close == std::string_view::npos) break;
        return SourceRange{static_cast<std::uint32_t>(open + 1), static_cast<std::uint32_t>(close)};
    }
    return std::nullopt;
}

/// Returns the text between the quotes of "@name" in the JSON object that begins there.
std::optional<SourceRange> json_name(std::string_view text, std::uint32_t begin) {
    int depth = 0;
    bool is_named = false;
    for (std::size_t i = begin; i < text.size(); ++i) {
        if (text[i] == '{' || text[i] == '[') ++depth;
        if ((text[i] == '}' || text[i] == ']') && --depth == 0) break;
        if (text[i] != '"') continue;
        const std::size_t open = i + 1;
        for (++i; i < text.size() && text[i] != '"'; ++i) {
            if (text[i] == '\\') ++i;
        }
        if (depth != 1 || i >= text.size()) continue;
        if (is_named) return SourceRange{static_cast<std::uint32_t>(open), static_cast<std::uint32_t>(i)};
        is_named = text.substr(open, i - open) == "@name";
    }
    return std::nullopt;
}

/// Returns the range of a name of the tree in its text.
std::optional<SourceRange> name_range(const SyntaxTree& tree, std::string_view name, SourceRange statement,
                                      Encoding encoding) {
    if (encoding == Encoding::x3d_xml || encoding == Encoding::x3d_json) {
        const std::optional<SourceRange> range = encoding == Encoding::x3d_xml
                                                     ? name_attribute(tree.text, statement.begin)
                                                     : json_name(tree.text, statement.begin);
        const bool same = range && tree.text.substr(range->begin, range->end - range->begin) == name;
        return same ? range : std::nullopt;
    }
    if (name.data() < tree.text.data() || name.data() >= tree.text.data() + tree.text.size())
        return std::nullopt;
    const auto begin = static_cast<std::uint32_t>(name.data() - tree.text.data());
    return SourceRange{begin, begin + static_cast<std::uint32_t>(name.size())};
}

/// Returns the item of a list that is { "ProtoDeclare": value } and nothing else.
std::optional<SourceRange> json_declaration(std::string_view text, SourceRange value) {
    constexpr std::string_view white = " \t\r\n";
    constexpr std::string_view key = "\"ProtoDeclare\"";
    const auto before = [&](std::size_t end) { return text.substr(0, end).find_last_not_of(white); };
    const std::size_t colon = before(value.begin);
    if (colon == std::string_view::npos || text[colon] != ':') return std::nullopt;
    const std::size_t quote = before(colon);
    if (quote == std::string_view::npos || !text.substr(0, quote + 1).ends_with(key)) return std::nullopt;
    const std::size_t open = before(quote + 1 - key.size());
    const std::size_t close = text.find_first_not_of(white, value.end);
    if (open == std::string_view::npos || text[open] != '{') return std::nullopt;
    if (close == std::string_view::npos || text[close] != '}') return std::nullopt;
    return SourceRange{static_cast<std::uint32_t>(open), static_cast<std::uint32_t>(close + 1)};
}

/// Returns the range of a PROTO's declaration; for XML the tree only has the beginning of the tag.
std::optional<SourceRange> declaration_range(const SyntaxTree& tree, const Proto& proto, Encoding encoding) {
    if (encoding == Encoding::x3d_json) return json_declaration(tree.text, proto.range);
    if (encoding != Encoding::x3d_xml) return proto.range;
    constexpr std::string_view begins = "<ProtoDeclare";
    constexpr std::string_view ends = "</ProtoDeclare";
    int depth = 0;
    for (std::size_t i = tree.text.find('<', proto.range.begin); i != std::string_view::npos;
         i = tree.text.find('<', i + 1)) {
        const std::string_view rest = tree.text.substr(i);
        if (rest.starts_with(begins)) ++depth;
        if (!rest.starts_with(ends) || --depth > 0) continue;
        const std::size_t close = tree.text.find('>', i);
        if (close == std::string_view::npos) break;
        return SourceRange{proto.range.begin, static_cast<std::uint32_t>(close + 1)};
    }
    return std::nullopt;
}

/// In XML, and in JSON converted from it, DEF names have to be unique in the whole file (X3D's DEF is an ID),
/// including those in a PROTO.
std::string with_own_names(std::string text, std::string_view suffix, bool is_json) {
    constexpr std::array<std::string_view, 4> in_xml{{" DEF=", " USE=", " fromNode=", " toNode="}};
    constexpr std::array<std::string_view, 4> in_json{
        {"\"@DEF\"", "\"@USE\"", "\"@fromNode\"", "\"@toNode\""}};
    for (const std::string_view attribute : is_json ? in_json : in_xml) {
        for (std::size_t i = text.find(attribute); i != std::string::npos; i = text.find(attribute, i + 1)) {
            const std::size_t open = text.find_first_of("\"'", i + attribute.size());
            if (open == std::string::npos) break;
            const std::size_t close = text.find(text[open], open + 1);
            if (close == std::string::npos) break;
            text.insert(close, suffix);
        }
    }
    return text;
}

/// Returns a number to append to a PROTO's name that no other PROTO name and no DEF name ends with.
std::string free_suffix(const SyntaxTree& tree, std::string_view name) {
    for (int number = 2;; ++number) {
        std::string suffix = fmt::format("_{}", number);
        const bool taken =
            std::any_of(tree.protos.begin(), tree.protos.end(),
                        [&](const Proto& proto) { return proto.name == std::string(name) + suffix; }) ||
            std::any_of(tree.nodes.begin(), tree.nodes.end(),
                        [&](const SyntaxNode& node) { return node.def.ends_with(suffix); });
        if (!taken) return suffix;
    }
}

}  // namespace

std::vector<const Environment*> edited_instances(const OpenedWorld& opened, const Document& document,
                                                 std::span<const Difference> changes) {
    std::vector<const Environment*> out;
    if (opened.root->file->tree.protos.empty()) return out;
    const PlaceFinder places(opened, document);
    for (const Difference& d : changes) {
        const NodeRef node = places.find(d);
        for (const Environment* env = node.env; env != nullptr && env->proto != none;
             env = env->instance.env) {
            const bool shared = env->file == opened.root->file && opened.world.is_shared(*env);
            if (shared && std::find(out.begin(), out.end(), env) == out.end()) out.push_back(env);
        }
    }
    // Outer instances were created before inner ones.
    std::sort(out.begin(), out.end(),
              [](const Environment* a, const Environment* b) { return a->number < b->number; });
    return out;
}

std::optional<OwnProto> own_proto(const OpenedWorld& opened, const Environment& instance, Encoding encoding) {
    const SyntaxTree& tree = opened.root->file->tree;
    const Environment* around = instance.instance.env;
    const bool alone =
        around != nullptr && around->file == opened.root->file && !opened.world.is_shared(*around);
    if (!alone || instance.instance.id == none) return std::nullopt;
    const Proto& proto = tree.protos[instance.proto];
    const SyntaxNode& node = tree.nodes[instance.instance.id];
    const std::optional<SourceRange> all = declaration_range(tree, proto, encoding);
    const std::optional<SourceRange> name = name_range(tree, proto.name, proto.range, encoding);
    const std::optional<SourceRange> use = name_range(tree, node.type, node.range, encoding);
    if (!all || !name || !use || proto.external || node.type != proto.name) return std::nullopt;
    OwnProto out;
    const std::string suffix = free_suffix(tree, proto.name);
    out.name = std::string(proto.name) + suffix;
    std::string copy(tree.text.substr(all->begin, all->end - all->begin));
    copy.replace(name->begin - all->begin, name->end - name->begin, out.name);
    const bool is_json = encoding == Encoding::x3d_json;
    if (is_json || encoding == Encoding::x3d_xml) copy = with_own_names(std::move(copy), suffix, is_json);
    const std::size_t line = tree.text.rfind('\n', all->begin) + 1;
    const std::size_t word = tree.text.find_first_not_of(" \t", line);
    const std::string_view indent =
        word == all->begin ? tree.text.substr(line, word - line) : std::string_view();
    out.edits.insert(all->end, fmt::format("{}\n{}{}", is_json ? "," : "", indent, copy));
    if (!out.edits.replace(*use, out.name)) return std::nullopt;
    return out;
}

}  // namespace vitruvian::vrml
