#include "model/formats/vrml/world/world.h"

#include "model/formats/vrml/world/given_names.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// How many names may be followed before it counts as a cycle.
constexpr int max_steps = 64;

bool is_is(const Value& value) {
    return std::holds_alternative<IsName>(value);
}

}  // namespace

std::uint64_t NodeRef::key() const {
    return (std::uint64_t{env->number} << 32U) | id;
}

void World::warn(NodeRef at, std::string code, std::string message) {
    reporter_.warn(tree(at), syntax(at).range.begin, std::move(code), std::move(message));
}

void World::warn(const Found& at, std::string code, std::string message) {
    if (!warned_.insert(at.value).second) return;
    reporter_.warn(at.env->file->tree, at.offset, std::move(code), std::move(message));
}

void World::note(NodeRef at, std::string code, std::string message) {
    reporter_.note(tree(at), syntax(at).range.begin, std::move(code), std::move(message));
}

const Environment* World::make_environment(const SourceFile* file, ProtoId proto, NodeRef instance) {
    const auto number = static_cast<std::uint32_t>(environments_.size());
    environments_.push_back({file, proto, instance, number});
    return &environments_.back();
}

Result<const Environment*> World::open(std::string_view text, const std::string& name) {
    SourceFile& file = files_.emplace_back();
    Result<SyntaxTree> tree = parse_world(text, name, reporter_, *options_);
    if (!tree) return tl::unexpected(tree.error());
    file.tree = std::move(*tree);
    has_angle_units_ = file.tree.angle_unit != 1.0;
    keep_given_names(file);
    nodes_written_ += file.tree.nodes.size();
    bytes_written_ += text.size();
    const Environment* root = make_environment(&file, none, {});
    if (!folder_.empty()) {
        std::error_code error;
        const std::filesystem::path own = std::filesystem::path(name).filename();
        loaded_[std::filesystem::weakly_canonical(folder_ / own, error)] = root;
    }
    return root;
}

void World::refuse(std::string message) {
    if (refusal_) return;
    const SyntaxTree& tree = files_.front().tree;
    refusal_ = Error{"vrml-expansion-limit", std::move(message), {tree.file, 0, 0, ""}};
}

bool World::allows_nodes(std::size_t count, std::size_t per_node) {
    const std::size_t limit = options_->limits.max_expanded_nodes;
    if (count > nodes_written_ * per_node + limit) {
        refuse(
            fmt::format("PROTO, USE or Inline expand the {} nodes that are written here to more than {}; "
                        "the world is not read",
                        nodes_written_, nodes_written_ + limit));
    }
    return !refusal_;
}

bool World::spend_values(std::size_t count) {
    values_made_ += count;
    // Each walk reads a list again, and every value takes at least two bytes of text.
    const std::size_t often = 8;
    const std::size_t limit = options_->limits.max_expanded_values;
    if (values_made_ > bytes_written_ * often + limit) {
        refuse(fmt::format("PROTO, USE or shapes expand this world to more than {} numbers; it is not read",
                           limit));
    }
    return !refusal_;
}

void World::keep_given_names(SourceFile& file) {
    file.given_names = read_given_names(file.tree);
}

std::string World::given_name(NodeRef node) const {
    const std::string_view def = syntax(node).def;
    if (node.env->proto == none) {
        const auto known = node.env->file->given_names.find(def);
        if (known != node.env->file->given_names.end()) return known->second;
    }
    return std::string(def);
}

NodeRef World::definition(NodeRef node) const {
    if (!node.valid()) return {};
    const SyntaxNode& s = syntax(node);
    if (!s.is_use) return node;
    const bool imported = s.use_of != none && tree(node).nodes[s.use_of].is_use;
    return imported ? NodeRef{} : NodeRef{node.env, s.use_of};
}

/// Returns the node with that name in a file, not in a PROTO body.
NodeRef World::find_def(const Environment& env, std::string_view def) {
    const SyntaxTree& tree = env.file->tree;
    const auto [index, fresh] = definitions_.try_emplace(&tree);
    for (NodeId id = 0; fresh && id < tree.nodes.size(); ++id) {
        const SyntaxNode& node = tree.nodes[id];
        const bool has_name = !node.def.empty() && node.scope == none;
        if (has_name && (!node.is_use || tree.imports.contains(id))) index->second[node.def] = id;
    }
    const auto found = index->second.find(def);
    return found == index->second.end() ? NodeRef{} : NodeRef{&env, found->second};
}

NodeRef World::imported(NodeRef node) {
    for (int step = 0; step < max_steps && node.valid(); ++step) {
        const SyntaxTree& own = tree(node);
        const auto import = own.imports.find(node.id);
        if (import == own.imports.end()) return node;
        const NodeRef shown = find_def(*node.env, import->second.inline_def);
        if (!shown.valid() || kind(shown) != WorldNode::inline_) break;
        std::string fragment;
        const Environment* file = load(shown, read_strings(*this, shown, "url"), fragment);
        if (file == nullptr) return {};
        const auto exported = file->file->tree.exports.find(import->second.exported);
        const NodeRef target = find_def(
            *file, exported == file->file->tree.exports.end() ? import->second.exported : exported->second);
        if (!target.valid()) break;
        node = target;
    }
    if (node.valid())
        warn(node, "x3d-import", "an IMPORT names an Inline, or a node in it, that there is not");
    return {};
}

WorldNode World::kind(NodeRef node) const {
    const SyntaxNode& s = syntax(node);
    const WorldNode by_name = node_kind(s.type);
    return s.proto == none || is_hanim(by_name) ? by_name : WorldNode::unknown;
}

World::Declaration World::declaration(NodeRef node) {
    const ProtoId id = syntax(node).proto;
    if (id == none) return {};
    if (tree(node).protos[id].external) return external_declaration(node, id);
    return {node.env->file, id};
}

/// Returns an EXTERNPROTO's PROTO in its own file: the one after '#', or the first (VRML97 4.9.2).
World::Declaration World::external_declaration(NodeRef node, ProtoId proto) {
    const auto key = std::pair(node.env->file, proto);
    const auto known = externals_.find(key);
    if (known != externals_.end()) return known->second;
    externals_[key] = {};  // also the result for a library that declares itself through itself
    std::string fragment;
    const Environment* library = load(node, tree(node).protos[proto].urls, fragment);
    if (library == nullptr) return {};
    const std::vector<Proto>& protos = library->file->tree.protos;
    for (ProtoId id = 0; id < protos.size(); ++id) {
        const Proto& candidate = protos[id];
        if (candidate.scope != none || candidate.external) continue;
        if (!fragment.empty() && candidate.name != fragment) continue;
        return externals_[key] = {library->file, id};
    }
    warn(node, "vrml-externproto-missing", fmt::format("the library holds no PROTO \"{}\"", fragment));
    return {};
}

const Environment* World::body(NodeRef node) {
    const auto known = bodies_.find(node.key());
    if (known != bodies_.end()) return known->second;
    const Declaration found = declaration(node);
    const bool allowed = allows_nodes(environments_.size(), 1);
    const Environment* made =
        found.proto == none || !allowed ? nullptr : make_environment(found.file, found.proto, node);
    bodies_[node.key()] = made;
    return made;
}

bool World::is_shared(const Environment& env) const {
    if (env.proto == none) return false;
    const auto same = [&](const Environment& e) { return e.file == env.file && e.proto == env.proto; };
    const auto instance = [&](const SyntaxNode& node) { return node.proto == env.proto && !node.is_use; };
    const std::vector<SyntaxNode>& nodes = env.file->tree.nodes;
    return std::count_if(environments_.begin(), environments_.end(), same) > 1 ||
           std::count_if(nodes.begin(), nodes.end(), instance) > 1;
}

bool World::is_first_instance(const Environment& env) const {
    const auto same = [&](const Environment& e) { return e.file == env.file && e.proto == env.proto; };
    const auto first = std::find_if(environments_.begin(), environments_.end(), same);
    if (first == environments_.end() || &*first != &env) return false;
    const std::vector<SyntaxNode>& nodes = env.file->tree.nodes;
    for (NodeId id = 0; id < nodes.size(); ++id) {
        if (nodes[id].proto != env.proto || nodes[id].is_use) continue;
        const bool met = std::any_of(environments_.begin(), environments_.end(), [&](const Environment& e) {
            return same(e) && e.instance.id == id && e.instance.env->file == env.file;
        });
        if (!met) return false;
    }
    return true;
}

std::vector<NodeRef> World::roots(const Environment& env) const {
    const SyntaxTree& tree = env.file->tree;
    const std::vector<NodeId>& ids = env.proto == none ? tree.roots : tree.protos[env.proto].roots;
    std::vector<NodeRef> out;
    out.reserve(ids.size());
    for (const NodeId id : ids) out.push_back({&env, id});
    return out;
}

NodeRef World::first_root(const Environment& env) const {
    const SyntaxTree& tree = env.file->tree;
    const std::vector<NodeId>& ids = env.proto == none ? tree.roots : tree.protos[env.proto].roots;
    return ids.empty() ? NodeRef{} : NodeRef{&env, ids.front()};
}

NodeRef World::concrete(NodeRef node) {
    for (int step = 0; step < max_steps; ++step) {
        node = definition(node);
        if (!node.valid()) return {};
        if (syntax(node).proto == none || is_hanim(kind(node))) return node;
        const Environment* inside = body(node);
        if (inside == nullptr) return {};
        node = first_root(*inside);
    }
    return {};
}

/// Returns the first element of `list` with that name. Short lists are searched linearly, long ones get an
/// index.
template <class Named>
const Named* World::find_named(const std::vector<Named>& list, std::string_view name) {
    const std::size_t few = 24;
    if (list.size() <= few) {
        const auto found =
            std::find_if(list.begin(), list.end(), [name](const Named& n) { return n.name == name; });
        return found == list.end() ? nullptr : &*found;
    }
    const auto [index, fresh] = places_.try_emplace(&list);
    if (fresh) {
        for (std::uint32_t i = 0; i < list.size(); ++i) index->second.try_emplace(list[i].name, i);
    }
    const auto found = index->second.find(name);
    return found == index->second.end() ? nullptr : &list[found->second];
}

Found World::follow_value(const Value& value, const Environment* env, std::uint32_t offset, int depth) {
    if (!is_is(value)) return {&value, env, false, offset};
    if (env->proto == none || depth > max_steps) return {};
    return find_at(env->instance, std::get<IsName>(value).name, depth + 1);
}

Found World::follow(const Field& field, NodeRef node) {
    return follow_value(field.value, node.env, field.range.begin, 0);
}

/// Returns what the PROTO gives for a field that the instance does not set: the interface's default, or, for
/// an H-Anim PROTO whose interface renames a field, the value of the body's own node (`center IS pivot`).
Found World::find_in_declaration(NodeRef node, std::string_view name, int depth) {
    const Environment* inside = body(node);
    if (inside == nullptr) return {};
    const Proto& proto = inside->file->tree.protos[inside->proto];
    Found found;
    if (const InterfaceField* declared = find_named(proto.interface, name)) {
        if (declared->has_value) found = follow_value(declared->value, inside, declared->range.begin, depth);
    } else if (!proto.roots.empty()) {
        const SyntaxNode& root = inside->file->tree.nodes[proto.roots.front()];
        if (const Field* field = find_named(root.fields, name))
            found = follow_value(field->value, inside, field->range.begin, depth);
    }
    found.by_default = found.env == inside;
    return found;
}

Found World::find_at(NodeRef node, std::string_view name, int depth) {
    if (depth > max_steps) return {};
    const SyntaxNode& s = syntax(node);
    if (const Field* field = find_named(s.fields, name))
        return follow_value(field->value, node.env, field->range.begin, depth);
    if (s.proto == none) return {};
    return find_in_declaration(node, name, depth + 1);
}

Found World::find(NodeRef node, std::string_view name) {
    return find_at(node, name, 0);
}

std::vector<NodeRef> World::nodes(NodeRef node, std::string_view field) {
    std::vector<NodeRef> out;
    const Found found = find(node, field);
    if (!found) return out;
    if (const auto* ids = std::get_if<std::vector<NodeId>>(found.value)) {
        out.reserve(ids->size());
        for (const NodeId id : *ids) out.push_back({found.env, id});
    } else if (!std::holds_alternative<std::monostate>(*found.value)) {
        warn(found, "vrml-field-type", fmt::format("the field \"{}\" is to hold nodes", field.substr(0, 60)));
    }
    return out;
}

NodeRef World::node(NodeRef node, std::string_view field) {
    const Found found = find(node, field);
    const auto* ids = found ? std::get_if<std::vector<NodeId>>(found.value) : nullptr;
    if (found && ids == nullptr && !std::holds_alternative<std::monostate>(*found.value))
        warn(found, "vrml-field-type",
             fmt::format("the field \"{}\" is to hold a node", field.substr(0, 60)));
    return ids == nullptr || ids->empty() ? NodeRef{} : concrete({found.env, ids->front()});
}

}  // namespace vitruvian::vrml
