#include "model/formats/vrml/world/events.h"

#include "model/formats/vrml/syntax/known_fields.h"

#include <utility>

namespace vitruvian::vrml {

const EventGraph::Links& EventGraph::links_of(const Environment& env) {
    const auto [place, fresh] = links_.try_emplace(env.file);
    auto& of_scope = place->second.of_scope;
    if (!fresh) return of_scope[env.proto];
    const SyntaxTree& tree = env.file->tree;
    for (const Route& route : tree.routes) of_scope[route.scope].routes.push_back(&route);
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        const SyntaxNode& node = tree.nodes[id];
        if (node.scope == none) continue;
        for (const Field& field : node.fields) {
            if (const auto* is = std::get_if<IsName>(&field.value))
                of_scope[node.scope].is.push_back({id, field.name, is->name});
        }
        for (const InterfaceField& field : node.interface) {
            if (const auto* is = std::get_if<IsName>(&field.value))
                of_scope[node.scope].is.push_back({id, field.name, is->name});
        }
    }
    return of_scope[env.proto];
}

std::size_t EventGraph::add(const Environment& env) {
    const Links& links = links_of(env);
    for (const Route* route : links.routes) {
        const NodeRef source = world_->imported({&env, route->from});
        const Endpoint to{world_->imported({&env, route->to}), plain_event_name(route->to_field)};
        if (!source.valid() || !to.node.valid()) continue;
        connect({source, plain_event_name(route->from_field)}, to);
        destinations_.push_back(to);
    }
    for (const IsLink& link : links.is) {
        const Endpoint inner{{&env, link.node}, plain_event_name(link.field)};
        const Endpoint outer{env.instance, plain_event_name(link.interface)};
        connect(inner, outer);
        connect(outer, inner);
    }
    return links.routes.size() + links.is.size();
}

std::size_t EventGraph::add_renames(NodeRef instance, const Environment& body) {
    const SyntaxTree& tree = body.file->tree;
    const std::vector<NodeId>& roots = tree.protos[body.proto].roots;
    if (roots.empty()) return 0;
    const std::vector<Field>& fields = tree.nodes[roots.front()].fields;
    for (const Field& field : fields) {
        const auto* is = std::get_if<IsName>(&field.value);
        if (is == nullptr) continue;
        const std::string_view inner = plain_event_name(field.name);
        const std::string_view outer = plain_event_name(is->name);
        if (inner != outer) connect({instance, outer}, {instance, inner});
    }
    return fields.size();
}

void EventGraph::add_script(NodeRef script) {
    for (const std::string_view type : {"SFFloat", "SFRotation", "SFVec3f"}) {
        const InterfaceField* in = nullptr;
        const InterfaceField* out = nullptr;
        bool several = false;
        for (const InterfaceField& field : world_->syntax(script).interface) {
            if (field.type != type) continue;
            if (field.access == Access::event_in) several = std::exchange(in, &field) != nullptr || several;
            if (field.access == Access::event_out) several = std::exchange(out, &field) != nullptr || several;
        }
        if (in == nullptr || out == nullptr || several) continue;
        connect({script, plain_event_name(in->name)}, {script, plain_event_name(out->name)});
    }
}

void EventGraph::walk(const Endpoint& start, std::unordered_set<Endpoint, Hash>& seen,
                      std::vector<Endpoint>& order) const {
    if (!seen.insert(start).second) return;
    std::size_t next = order.size();
    order.push_back(start);
    for (; next < order.size(); ++next) {
        const auto found = edges_.find(order[next]);
        if (found == edges_.end()) continue;
        for (const Endpoint& to : found->second) {
            if (seen.insert(to).second) order.push_back(to);
        }
    }
}

std::vector<Endpoint> EventGraph::reach(const Endpoint& start) const {
    std::unordered_set<Endpoint, Hash> seen;
    std::vector<Endpoint> order;
    walk(start, seen, order);
    return order;
}

std::unordered_set<std::uint64_t> EventGraph::moved() const {
    std::unordered_set<Endpoint, Hash> seen;
    std::vector<Endpoint> order;
    for (const Endpoint& to : destinations_) walk(to, seen, order);
    std::unordered_set<std::uint64_t> out;
    for (const Endpoint& e : order) {
        const bool moves = e.field == "translation" || e.field == "rotation" || e.field == "scale" ||
                           e.field == "scaleOrientation" || e.field == "center";
        if (moves) out.insert(e.node.key());
    }
    return out;
}

std::unordered_map<std::uint64_t, NodeRef> EventGraph::leaders(std::string_view field) const {
    std::unordered_map<std::uint64_t, NodeRef> out;
    for (const auto& [from, all] : edges_) {
        for (const Endpoint& to : all) {
            if (to.field != field || to.node == from.node) continue;
            const NodeRef leader = from.field == field ? from.node : NodeRef{};
            const auto [known, fresh] = out.try_emplace(to.node.key(), leader);
            if (!fresh && known->second != leader) known->second = {};
        }
    }
    std::erase_if(out, [](const auto& entry) { return !entry.second.valid(); });
    return out;
}

}  // namespace vitruvian::vrml
