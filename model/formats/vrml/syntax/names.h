// Resolves DEF names and PROTO names at a place in a file (VRML97 4.4.3, 4.6.2, 4.8.4). Filled by the parsers
// of the encodings while they read; every look-up is one hash. Knows nothing of node types.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitruvian::vrml {

/// Names of one file: a stack of scopes, the file's own at the bottom and one for each PROTO body being read.
/// USE and ROUTE bind to the closest preceding definition; if there is none, to the last one in the scope.
class NameScopes {
  public:
    NameScopes(SyntaxTree& tree, Reporter& reporter) : tree_(&tree), reporter_(&reporter) {
        scopes_.emplace_back();
    }

    void open(ProtoId proto);
    /// Binds names that were used before their definition, and closes the scope.
    void close();
    [[nodiscard]] ProtoId current() const { return scopes_.back().proto; }

    void define(std::string_view name, NodeId node);
    /// Sets `use_of` of the USE statement `use`, now or when the scope closes.
    void bind_use(NodeId use);
    /// Adds a ROUTE; its ends are bound immediately or when the scope closes.
    void add_route(const Route& route, std::string_view from, std::string_view to);

    /// Binds `name` to the node that the file of the Inline `inline_def` exports as `exported` (ISO/IEC
    /// 19775-1, 4.4.6).
    void import_node(std::string_view name, const Import& from, SourceRange range);

    void declare(std::string_view name, ProtoId proto) { scopes_.back().protos[name] = proto; }
    /// The declaration of `type` visible here, or none.
    [[nodiscard]] ProtoId find_proto(std::string_view type) const;

  private:
    struct PendingRoute {
        Route route;
        std::string_view from;
        std::string_view to;
    };
    struct Scope {
        ProtoId proto = none;
        std::unordered_map<std::string_view, NodeId> nodes;
        std::unordered_map<std::string_view, std::uint32_t> redefinitions;
        std::unordered_map<std::string_view, ProtoId> protos;
        std::vector<NodeId> pending_uses;
        std::vector<PendingRoute> pending_routes;
    };
    [[nodiscard]] NodeId find_node(std::string_view name) const;
    void close_route(const PendingRoute& pending);
    SyntaxTree* tree_;
    Reporter* reporter_;
    std::vector<Scope> scopes_;
};

}  // namespace vitruvian::vrml
