#include "model/formats/vrml/syntax/names.h"

#include <fmt/format.h>

namespace vitruvian::vrml {

void NameScopes::open(ProtoId proto) {
    scopes_.emplace_back();
    scopes_.back().proto = proto;
}

void NameScopes::define(std::string_view name, NodeId node) {
    Scope& scope = scopes_.back();
    const auto [known, fresh] = scope.nodes.try_emplace(name, node);
    if (fresh) return;
    tree_->nodes[known->second].redefined = ++scope.redefinitions[name];
    known->second = node;
}

void NameScopes::import_node(std::string_view name, const Import& from, SourceRange range) {
    const auto id = static_cast<NodeId>(tree_->nodes.size());
    SyntaxNode& node = tree_->nodes.emplace_back();
    node.is_use = true;
    node.def = name;
    node.scope = current();
    node.range = range;
    tree_->imports.emplace(id, from);
    define(name, id);
}

NodeId NameScopes::find_node(std::string_view name) const {
    const auto found = scopes_.back().nodes.find(name);
    return found == scopes_.back().nodes.end() ? none : found->second;
}

void NameScopes::bind_use(NodeId use) {
    SyntaxNode& node = tree_->nodes[use];
    node.use_of = find_node(node.def);
    if (node.use_of == none) scopes_.back().pending_uses.push_back(use);
}

void NameScopes::add_route(const Route& route, std::string_view from, std::string_view to) {
    PendingRoute bound{route, from, to};
    bound.route.scope = current();
    bound.route.from = find_node(from);
    bound.route.to = find_node(to);
    if (bound.route.from == none || bound.route.to == none) {
        scopes_.back().pending_routes.push_back(bound);
    } else {
        tree_->routes.push_back(bound.route);
    }
}

void NameScopes::close_route(const PendingRoute& pending) {
    Route route = pending.route;
    if (route.from == none) route.from = find_node(pending.from);
    if (route.to == none) route.to = find_node(pending.to);
    if (route.from != none && route.to != none) {
        tree_->routes.push_back(route);
        return;
    }
    reporter_->warn(*tree_, route.range.begin, "vrml-route-unbound",
                    fmt::format("this ROUTE names \"{}\", which is not defined; the ROUTE is left out",
                                route.from == none ? pending.from : pending.to));
}

void NameScopes::close() {
    Scope& scope = scopes_.back();
    for (const NodeId use : scope.pending_uses) {
        SyntaxNode& node = tree_->nodes[use];
        node.use_of = find_node(node.def);
        if (node.use_of == none) {
            reporter_->warn(*tree_, node.range.begin, "vrml-use-unbound",
                            fmt::format("USE {} names no node; it is left out", node.def));
        } else {
            reporter_->warn(*tree_, node.range.begin, "vrml-use-before-def",
                            "a USE comes before the DEF of its name");
        }
    }
    for (const PendingRoute& pending : scope.pending_routes) close_route(pending);
    scopes_.pop_back();
}

ProtoId NameScopes::find_proto(std::string_view type) const {
    for (std::size_t i = scopes_.size(); i-- > 0;) {
        const auto found = scopes_[i].protos.find(type);
        if (found != scopes_[i].protos.end()) return found->second;
    }
    return none;
}

}  // namespace vitruvian::vrml
