#include "model/formats/vrml/write/proto_copies.h"

#include "model/formats/vrml/world/world_node.h"
#include "model/formats/vrml/write/carried_types.h"
#include "model/formats/vrml/write/carry_media.h"
#include "model/formats/vrml/write/plain_copies.h"

#include <algorithm>

namespace vitruvian::vrml {
namespace {

constexpr std::size_t max_in_protos = 20'000;
constexpr int deepest_in_protos = 48;

/// Returns an empty value of the type (VRML97, 5).
OutputField nothing_of(const FieldType& type) {
    OutputField out;
    out.stride = type.width;
    switch (type.holds) {
        case Holds::truth:
            out.value = false;
            break;
        case Holds::text:
            out.value = std::string();
            break;
        case Holds::whole:
            out.value = std::int32_t{0};
            break;
        case Holds::number:
            out.value = 0.0F;
            break;
        case Holds::time:
            out.value = 0.0;
            break;
        case Holds::vector:
            out.value = std::vector<float>(type.width, 0.0F);
            break;
        case Holds::texts:
            out.many = true;
            out.value = std::vector<std::string>();
            break;
        case Holds::wholes:
            out.many = true;
            out.value = std::vector<std::int32_t>();
            break;
        default:
            out.many = true;
            out.value = std::vector<float>();
            break;
    }
    return out;
}

bool holds_nodes(const FieldType& type) {
    return type.holds == Holds::node || type.holds == Holds::nodes;
}

/// Whether the field holds URLs of files that are not copied (see carry_media.h).
bool is_address(std::string_view type, std::string_view field) {
    return field == "url" && type != "Script" && type != "Anchor" && !refers_to_media(type);
}

bool is_of_nodes(const Value& value) {
    return std::holds_alternative<std::vector<NodeId>>(value);
}

/// Whether the URLs are absolute.
bool are_everywhere(const Value& value) {
    const auto* urls = std::get_if<std::vector<std::string>>(&value);
    return urls == nullptr || std::all_of(urls->begin(), urls->end(), [](const std::string& url) {
               return url.find("://") != std::string::npos || url.starts_with("urn:");
           });
}

/// Looks up a field by either of its names.
const CopiedField* field_named(const CopiedType& type, std::string_view name) {
    const auto found = std::find_if(type.fields.begin(), type.fields.end(), [name](const CopiedField& f) {
        return f.type.name == name || (!f.other.empty() && f.other == name);
    });
    return found == type.fields.end() ? nullptr : &*found;
}

}  // namespace

bool is_plain_instance(const SyntaxNode& node) {
    return node.proto != none && node_kind(node.type) == WorldNode::unknown;
}

std::optional<OutputNode> ProtoCopier::instance(NodeRef node) {
    return instance_in(node, nullptr, 0);
}

bool ProtoCopier::declare(const Environment& root, ProtoId proto) {
    const SyntaxTree& tree = root.file->tree;
    const Proto& source = tree.protos[proto];
    // The nodes of a body without an instance are in the file itself.
    return declare({&tree, proto, source.external ? nullptr : &root}, source.name);
}

ProtoCopier::Meant ProtoCopier::meant_by(NodeRef node) {
    if (const Environment* body = world_->body(node)) return {&body->file->tree, body->proto, body};
    return {&world_->tree(node), world_->syntax(node).proto, nullptr};
}

bool ProtoCopier::declare(const Meant& meant, std::string_view name) {
    const Key key{meant.tree, meant.proto};
    if (const auto known = done_.find(key); known != done_.end()) return known->second;
    done_[key] = false;  // a PROTO that contains itself is invalid
    const Proto& proto = meant.tree->protos[meant.proto];
    const bool is_here = meant.body == nullptr || meant.body->file->folder.empty();
    const bool is_plain = meant.tree->angle_unit == 1.0 && meant.tree->length_unit == 1.0;
    if (!is_here || !is_plain || proto.scope != none || taken_.contains(name)) return false;
    OutputProto out;
    out.name = name;
    out.is_external = meant.body == nullptr;
    if (out.is_external && !proto.external) return false;
    if (out.is_external) out.urls = proto.urls;
    Body body{meant.body, {}};
    for (const InterfaceField& field : proto.interface) {
        const FieldType* type = interface_type(field.type, vrml97_);
        if (type == nullptr) return false;
        OutputInterface line{access_word(field.access), type->name, std::string(field.name), {}};
        const bool has_value =
            !out.is_external && (field.access == Access::field || field.access == Access::exposed_field);
        if (has_value && field.has_value && !value_in(*type, field.value, &body, 0, line.value)) return false;
        if (has_value && !line.value && !holds_nodes(*type)) line.value = nothing_of(*type);
        out.interface.push_back(std::move(line));
    }
    if (!out.is_external && !fill_body(meant, out)) return false;
    taken_.insert(out.name);
    declared_.push_back(std::move(out));
    done_[key] = true;
    return true;
}

bool ProtoCopier::fill_body(const Meant& meant, OutputProto& out) {
    Body body{meant.body, {}};
    for (const NodeId root : meant.tree->protos[meant.proto].roots) {
        std::optional<OutputNode> node = node_in({meant.body, root}, body, 0);
        if (!node) return false;
        out.body.push_back(std::move(*node));
    }
    for (const Route& route : meant.tree->routes) {
        if (route.scope != meant.proto) continue;
        const auto named = [&](NodeId id) {
            const SyntaxNode& node = meant.tree->nodes[id];
            return body.written.find(node.is_use ? node.use_of : id);
        };
        const auto from = named(route.from);
        const auto to = named(route.to);
        if (from == body.written.end() || to == body.written.end()) return false;
        out.routes.push_back({from->second.second, std::string(route.from_field), to->second.second,
                              std::string(route.to_field)});
    }
    return !out.body.empty();
}

std::optional<OutputNode> ProtoCopier::instance_in(NodeRef node, Body* body, int depth) {
    const SyntaxNode& source = world_->syntax(node);
    if (!is_plain_instance(source) || depth > deepest_in_protos || ++count_ > max_in_protos)
        return std::nullopt;
    const Meant meant = meant_by(node);
    if (!declare(meant, source.type)) return std::nullopt;
    OutputNode out{"ProtoInstance", {}, false, {}};
    out.proto = source.type;
    const std::vector<InterfaceField>& lines = meant.tree->protos[meant.proto].interface;
    for (const Field& field : source.fields) {
        const auto line = std::find_if(lines.begin(), lines.end(),
                                       [&field](const InterfaceField& l) { return l.name == field.name; });
        if (line == lines.end()) continue;
        if (const auto* is = std::get_if<IsName>(&field.value)) {
            out.connects.push_back({std::string(field.name), std::string(is->name)});
            continue;
        }
        const FieldType* type = interface_type(line->type, vrml97_);
        OutputInterface given{access_word(line->access), type->name, std::string(field.name), {}};
        Body own{node.env, {}};
        if (!value_in(*type, field.value, body != nullptr ? body : &own, depth + 1, given.value))
            return std::nullopt;
        out.interface.push_back(std::move(given));
    }
    return out;
}

std::optional<OutputNode> ProtoCopier::node_in(NodeRef node, Body& body, int depth) {
    const SyntaxNode& source = world_->syntax(node);
    if (depth > deepest_in_protos || ++count_ > max_in_protos || source.redefined != 0) return std::nullopt;
    if (source.is_use) {
        const auto known = body.written.find(source.use_of);
        if (known == body.written.end()) return std::nullopt;
        return use_of(known->second.first, known->second.second);
    }
    std::optional<OutputNode> out;
    if (is_plain_instance(source)) {
        out = instance_in(node, &body, depth + 1);
        if (!out) return std::nullopt;
    } else {
        std::optional<CopiedType> type = plain_type(source.type, vrml97_);
        if (!type) type = carried_fields(source.type, vrml97_);
        if (!type || source.proto != none) return std::nullopt;
        out = OutputNode{type->name, {}, false, {}};
        if (!fill_fields(node, *type, body, depth, *out) || !fill_script(node, body, depth, *out))
            return std::nullopt;
    }
    if (!source.def.empty()) {
        out->def = names_->make(source.def);
        body.written[node.id] = {out->type, out->def};
    }
    return out;
}

bool ProtoCopier::fill_fields(NodeRef node, const CopiedType& type, Body& body, int depth, OutputNode& out) {
    const SyntaxNode& source = world_->syntax(node);
    for (const Field& given : source.fields) {
        const CopiedField* field = field_named(type, given.name);
        if (const auto* is = std::get_if<IsName>(&given.value)) {
            if (is_address(type.name, given.name)) return false;
            out.connects.push_back(
                {std::string(field != nullptr ? field->written : given.name), std::string(is->name)});
            continue;
        }
        if (field == nullptr) {
            if (is_of_nodes(given.value)) return false;
            continue;
        }
        if (is_address(type.name, given.name) && !are_everywhere(given.value)) return false;
        std::optional<OutputField> made;
        if (!value_in(field->type, given.value, &body, depth + 1, made)) return false;
        if (!made) continue;
        made->name = field->written;
        if (auto* urls = std::get_if<std::vector<std::string>>(&made->value);
            urls != nullptr && type.name == "Script") {
            for (std::string& url : *urls) url = with_scheme_of(url, vrml97_);
        }
        out.fields.push_back(std::move(*made));
    }
    return true;
}

bool ProtoCopier::fill_script(NodeRef node, Body& body, int depth, OutputNode& out) {
    for (const InterfaceField& field : world_->syntax(node).interface) {
        const FieldType* type = interface_type(field.type, vrml97_);
        if (type == nullptr || (field.access == Access::exposed_field && vrml97_)) return false;
        OutputInterface line{access_word(field.access), type->name, std::string(field.name), {}};
        if (const auto* is = std::get_if<IsName>(&field.value)) {
            out.connects.push_back({line.name, std::string(is->name)});
        } else if (field.has_value && !value_in(*type, field.value, &body, depth + 1, line.value)) {
            return false;
        }
        out.interface.push_back(std::move(line));
    }
    return true;
}

bool ProtoCopier::value_in(const FieldType& type, const Value& value, Body* body, int depth,
                           std::optional<OutputField>& out) {
    if (!holds_nodes(type)) {
        out = copied_value(type, value);
        return out.has_value();
    }
    if (std::holds_alternative<std::monostate>(value)) return true;
    const auto* ids = std::get_if<std::vector<NodeId>>(&value);
    if (ids == nullptr || body->env == nullptr) return false;
    std::vector<OutputNode> nodes;
    for (const NodeId id : *ids) {
        std::optional<OutputNode> node = node_in({body->env, id}, *body, depth + 1);
        if (!node) return false;
        nodes.push_back(std::move(*node));
    }
    if (nodes.empty()) return true;
    out.emplace();
    out->many = type.holds == Holds::nodes;
    out->value = std::move(nodes);
    return true;
}

}  // namespace vitruvian::vrml
