#include "model/formats/vrml/x3d/x3d_tree.h"

#include "model/core/utf8.h"
#include "model/formats/vrml/syntax/known_fields.h"
#include "model/formats/vrml/syntax/names.h"
#include "model/formats/vrml/syntax/parser.h"
#include "model/formats/vrml/x3d/x3d_containers.h"
#include "model/formats/vrml/x3d/x3d_elements.h"
#include "model/formats/vrml/x3d/x3d_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Collects the fields of a node: children go to one list per container.
class FieldList {
  public:
    void add(Field field) { fields_.push_back(std::move(field)); }
    void add_node(std::string_view container, NodeId node, SourceRange range) {
        const auto [known, fresh] = lists_.try_emplace(container, fields_.size());
        if (fresh) fields_.push_back({container, std::vector<NodeId>(), range});
        Field& field = fields_[known->second];
        std::get<std::vector<NodeId>>(field.value).push_back(node);
        field.range.end = std::max(field.range.end, range.end);
    }
    std::vector<Field> take() { return std::move(fields_); }

  private:
    std::vector<Field> fields_;
    std::unordered_map<std::string_view, std::size_t> lists_;
};

class TreeMaker {
  public:
    TreeMaker(SyntaxTree& tree, Encoding encoding, Reporter& reporter, const LoadOptions& options)
        : tree_(&tree),
          reporter_(&reporter),
          options_(&options),
          names_(tree, reporter),
          xml_(encoding == Encoding::x3d_xml) {}

    std::optional<Error> make(const Element& root) {
        add_scene(root, tree_->roots);
        if (!error_) names_.close();
        return std::move(error_);
    }

  private:
    void add_scene(const Element& element, std::vector<NodeId>& roots);
    void add_units(const Element& head);
    bool add_statement(const Element& element);
    NodeId add_node(const Element& element);
    void add_use(NodeId id, const Element& element, std::string_view name);
    void add_children(const Element& element, std::string_view type, FieldList& fields);
    void add_field_value(const Element& element, ProtoId proto, FieldList& fields);
    void add_route(const Element& element);
    void add_proto(const Element& element, bool external);
    [[nodiscard]] InterfaceField interface_field(const Element& element);
    [[nodiscard]] Value nodes_in(const Element& element);
    [[nodiscard]] Value value_of(const ElementAttribute& attribute, TextKind kind);
    [[nodiscard]] std::string_view container(const Element& child, NodeId id, std::string_view parent) const;
    bool enter(const Element& element);
    void warn(const SourceRange& at, std::string code, std::string message) {
        reporter_->warn(*tree_, at.begin, std::move(code), std::move(message));
    }
    void abort(const Element& element, std::string code, std::string message) {
        if (!error_)
            error_ = Error{std::move(code), std::move(message), tree_->location(element.range.begin)};
    }

    SyntaxTree* tree_;
    Reporter* reporter_;
    const LoadOptions* options_;
    NameScopes names_;
    bool xml_;
    std::optional<Error> error_;
    std::size_t depth_ = 0;
};

std::string_view type_of(const Element& element) {
    return element.name == "ProtoInstance" ? element.text("name") : element.name;
}

bool TreeMaker::enter(const Element& element) {
    if (depth_ >= options_->limits.max_depth + shape_levels) {
        abort(element, "vrml-too-deep", fmt::format("nodes nest deeper than {}", options_->limits.max_depth));
    } else if (tree_->nodes.size() >= options_->limits.max_nodes) {
        abort(element, "vrml-too-many-nodes",
              fmt::format("the file has more than {} nodes", options_->limits.max_nodes));
    } else if (tree_->nodes.size() % 256 == 0 && options_->cancel != nullptr &&
               options_->cancel->load(std::memory_order_relaxed)) {
        abort(element, "cancelled", "reading was cancelled");
    }
    return !error_;
}

/// Adds the nodes and statements of the file, or of a PROTO's body. X3D and Scene are only wrappers.
void TreeMaker::add_scene(const Element& element, std::vector<NodeId>& roots) {
    if (!enter(element)) return;
    ++depth_;
    for (const Element& child : element.children) {
        if (error_) break;
        if (child.name == "head") add_units(child);
        if (child.name == "Scene" || child.name == "X3D") {
            add_scene(child, roots);
        } else if (!add_statement(child)) {
            const NodeId node = add_node(child);
            if (node != none) roots.push_back(node);
        }
    }
    --depth_;
}

void TreeMaker::add_units(const Element& head) {
    for (const Element& unit : head.children) {
        const ElementAttribute* factor = unit.name == "unit" ? unit.find("conversionFactor") : nullptr;
        if (factor == nullptr) continue;
        const Value value = value_of(*factor, TextKind::numbers);
        if (const auto* number = std::get_if<double>(&value))
            set_unit(*tree_, unit.text("category"), *number);
    }
}

/// Adds statements that may occur among nodes.
bool TreeMaker::add_statement(const Element& element) {
    const std::string_view name = element.name;
    if (name == "ROUTE") {
        add_route(element);
    } else if (name == "ProtoDeclare" || name == "ExternProtoDeclare") {
        add_proto(element, name == "ExternProtoDeclare");
    } else if (name == "EXPORT") {
        const std::string_view alias = element.text("AS");
        tree_->exports.try_emplace(alias.empty() ? element.text("localDEF") : alias,
                                   element.text("localDEF"));
    } else if (name == "IMPORT") {
        const Import from{element.text("inlineDEF"), element.text("importedDEF")};
        const std::string_view alias = element.text("AS");
        names_.import_node(alias.empty() ? from.exported : alias, from, element.range);
    } else {
        return name == "head" || name == "meta" || name == "component" || name == "unit" || name == "IS" ||
               name == "field" || name == "fieldValue" || name.starts_with('#');
    }
    return true;
}

NodeId TreeMaker::add_node(const Element& element) {
    if (!enter(element)) return none;
    const auto id = static_cast<NodeId>(tree_->nodes.size());
    SyntaxNode& node = tree_->nodes.emplace_back();
    node.type = type_of(element);
    node.scope = names_.current();
    node.range = element.range;
    if (const std::string_view use = element.text("USE"); !use.empty()) {
        add_use(id, element, use);
        return id;
    }
    if (element.name == "ProtoInstance") {
        node.proto = names_.find_proto(node.type);
        if (node.proto == none) {
            warn(element.range, "x3d-proto-unknown",
                 fmt::format("no ProtoDeclare names \"{}\"", node.type.substr(0, 60)));
        }
    }
    const ProtoId proto = node.proto;
    const std::string_view type = node.type;
    node.def = element.text("DEF");
    if (!node.def.empty()) names_.define(node.def, id);
    FieldList fields;
    std::vector<InterfaceField> interface;
    for (const Element& child : element.children) {
        // A value from a PROTO's interface takes precedence over one in the body.
        if (child.name != "IS") continue;
        for (const Element& link : child.children) {
            fields.add({link.text("nodeField"), IsName{link.text("protoField")}, link.range});
        }
    }
    const bool instance = element.name == "ProtoInstance";
    for (const ElementAttribute& a : element.attributes) {
        const bool own = a.name != "DEF" && a.name != "containerField" && a.name != "class" && a.name != "id";
        if (own && !(instance && a.name == "name")) {
            fields.add({a.name, value_of(a, text_kind_of_field(a.name)), a.range});
        }
    }
    ++depth_;
    for (const Element& child : element.children) {
        if (error_) break;
        if (child.name == "field") interface.push_back(interface_field(child));
        if (child.name == "fieldValue") add_field_value(child, proto, fields);
    }
    add_children(element, type, fields);
    --depth_;
    tree_->nodes[id].fields = fields.take();
    tree_->nodes[id].interface = std::move(interface);
    return id;
}

void TreeMaker::add_use(NodeId id, const Element& element, std::string_view name) {
    SyntaxNode& node = tree_->nodes[id];
    node.is_use = true;
    node.def = name;
    names_.bind_use(id);
    if (!element.children.empty()) {
        warn(element.range, "x3d-use-with-content", "a USE has content of its own, which is left out");
    }
}

void TreeMaker::add_children(const Element& element, std::string_view type, FieldList& fields) {
    for (const Element& child : element.children) {
        if (error_) return;
        if (add_statement(child)) continue;
        const NodeId id = add_node(child);
        if (id != none) fields.add_node(container(child, id, type), id, child.range);
    }
}

/// An instance of a PROTO goes where its body's first node would go.
std::string_view TreeMaker::container(const Element& child, NodeId id, std::string_view parent) const {
    const std::string_view written = child.container.empty() ? child.text("containerField") : child.container;
    std::string_view type = child.name;
    ProtoId proto = tree_->nodes[id].proto;
    const int max_steps = 16;
    for (int step = 0; proto != none && step < max_steps; ++step) {
        if (tree_->protos[proto].roots.empty()) break;
        const SyntaxNode& root = tree_->nodes[tree_->protos[proto].roots.front()];
        type = root.type;
        proto = root.proto;
    }
    return container_of(type, parent, written, tree_->nodes[id].is_use);
}

void TreeMaker::add_field_value(const Element& element, ProtoId proto, FieldList& fields) {
    const std::string_view name = element.text("name");
    TextKind kind = text_kind_of_field(name);
    if (proto != none) {
        const std::vector<InterfaceField>& declared = tree_->protos[proto].interface;
        const auto found = std::find_if(declared.begin(), declared.end(),
                                        [name](const InterfaceField& f) { return f.name == name; });
        if (found != declared.end()) kind = text_kind_of_type(found->type);
    }
    const ElementAttribute* value = element.find("value");
    if (value != nullptr) {
        fields.add({name, value_of(*value, kind), value->range});
    } else {
        fields.add({name, nodes_in(element), element.range});
    }
}

Value TreeMaker::nodes_in(const Element& element) {
    std::vector<NodeId> nodes;
    for (const Element& child : element.children) {
        if (error_) break;
        if (add_statement(child)) continue;
        const NodeId node = add_node(child);
        if (node != none) nodes.push_back(node);
    }
    if (nodes.empty()) return std::monostate{};
    return nodes;
}

InterfaceField TreeMaker::interface_field(const Element& element) {
    InterfaceField out;
    out.access = access_named(element.text("accessType")).value_or(Access::exposed_field);
    out.type = element.text("type");
    out.name = element.text("name");
    out.range = element.range;
    const bool is_node = out.type == "SFNode" || out.type == "MFNode";
    if (const ElementAttribute* value = element.find("value")) {
        out.value = value_of(*value, text_kind_of_type(out.type));
        out.has_value = true;
    } else if (is_node) {
        out.value = nodes_in(element);
        out.has_value = out.access == Access::field || out.access == Access::exposed_field;
    }
    return out;
}

Value TreeMaker::value_of(const ElementAttribute& attribute, TextKind kind) {
    if (const auto* value = std::get_if<Value>(&attribute.value)) return *value;
    const std::string_view text = std::get<std::string_view>(attribute.value);
    // JSON has real lists: a text there is one string, unless a number was expected.
    if (!xml_ && kind != TextKind::numbers) return std::vector<std::string>{std::string(text)};
    const float in_place = in_place_of_absurd(attribute.name);
    TextValue out = parse_text(text, kind, in_place);
    const std::string_view name = attribute.name.substr(0, 60);
    if (out.fault == TextFault::not_numbers) {
        warn(attribute.range, "x3d-not-a-number",
             fmt::format("\"{}\" contains something that is not a number; what precedes it is used", name));
    } else if (out.fault == TextFault::not_finite) {
        warn(attribute.range, "vrml-number-not-finite",
             in_place == 0.0F ? "a number is not finite or too large; it is read as 0"
                              : "a number is not finite or too large; its key is left out");
    } else if (out.fault == TextFault::no_quotes) {
        reporter_->note(*tree_, attribute.range.begin, "x3d-string-quotes",
                        fmt::format("the strings of \"{}\" are not in quotes; they are read as one", name));
    }
    return std::move(out.value);
}

void TreeMaker::add_route(const Element& element) {
    Route route;
    route.from_field = element.text("fromField");
    route.to_field = element.text("toField");
    route.range = element.range;
    const std::string_view from = element.text("fromNode");
    const std::string_view to = element.text("toNode");
    if (from.empty() || to.empty() || route.from_field.empty() || route.to_field.empty()) {
        warn(element.range, "vrml-route-syntax",
             "a ROUTE needs fromNode, fromField, toNode and toField; this one is left out");
        return;
    }
    names_.add_route(route, from, to);
}

void TreeMaker::add_proto(const Element& element, bool external) {
    if (!enter(element)) return;
    const auto id = static_cast<ProtoId>(tree_->protos.size());
    tree_->protos.emplace_back();
    const ProtoId outer = names_.current();
    const auto first = static_cast<NodeId>(tree_->nodes.size());
    std::vector<InterfaceField> interface;
    std::vector<NodeId> roots;
    names_.open(id);
    ++depth_;
    for (const Element& child : element.children) {
        if (child.name == "field") interface.push_back(interface_field(child));
        if (child.name == "ProtoInterface") {
            for (const Element& field : child.children) interface.push_back(interface_field(field));
        }
    }
    for (const Element& child : element.children) {
        if (child.name == "ProtoBody") add_scene(child, roots);
    }
    --depth_;
    if (error_) return;
    names_.close();
    Proto& proto = tree_->protos[id];
    proto.name = element.text("name");
    proto.external = external;
    proto.scope = outer;
    proto.interface = std::move(interface);
    proto.roots = std::move(roots);
    proto.first_node = first;
    proto.last_node = static_cast<NodeId>(tree_->nodes.size());
    proto.range = element.range;
    const ElementAttribute* url = element.find("url");
    if (external && url != nullptr) {
        Value list = value_of(*url, TextKind::strings);
        if (auto* strings = std::get_if<std::vector<std::string>>(&list))
            tree_->protos[id].urls = std::move(*strings);
    }
    names_.declare(tree_->protos[id].name, id);
}

}  // namespace

Encoding encoding_of(std::string_view text) {
    text = without_bom(text);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return Encoding::vrml97;
    text.remove_prefix(first);
    if (text.front() == '<') return Encoding::x3d_xml;
    if (text.front() == '{') return Encoding::x3d_json;
    return text.starts_with("#X3D") ? Encoding::x3d_classic : Encoding::vrml97;
}

Result<SyntaxTree> parse_world(std::string_view text, const std::string& file, Reporter& reporter,
                               const LoadOptions& options) {
    const Encoding encoding = encoding_of(text);
    if (encoding == Encoding::vrml97 || encoding == Encoding::x3d_classic) {
        return parse_vrml(text, file, reporter, options);
    }
    SyntaxTree tree;
    tree.file = file;
    tree.text = without_bom(text);
    if (tree.text.size() >= none) {
        return fail("file-too-large", "an X3D file may not exceed 4 GB", {file, 0, 0, ""});
    }
    Result<ElementFile> elements = encoding == Encoding::x3d_xml
                                       ? read_xml_elements(tree.text, file, options)
                                       : read_json_elements(tree.text, file, options);
    if (!elements) return tl::unexpected(std::move(elements.error()));
    tree.storage = elements->storage;
    for (const auto& [name, offset] : elements->repeated) {
        const char* which = name.starts_with('@')
                                ? "the last one is used"
                                : "what both hold is read, but other programs use the last one";
        reporter.warn(tree, offset, "x3d-repeated-key",
                      fmt::format("an object has the key \"{}\" twice; {}", name, which));
    }
    TreeMaker maker(tree, encoding, reporter, options);
    if (std::optional<Error> error = maker.make(elements->root)) return tl::unexpected(std::move(*error));
    if (elements->damage) {
        if (tree.nodes.empty()) return tl::unexpected(std::move(*elements->damage));
        reporter.damaged(*elements->damage);
    }
    return tree;
}

}  // namespace vitruvian::vrml
