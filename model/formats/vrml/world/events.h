// Which events reach which nodes: ROUTEs, and the links that IS creates between a PROTO instance and its
// body.
#pragma once

#include "model/formats/vrml/world/world.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vitruvian::vrml {

/// An event or exposed field of a node, by its plain name: "set_" and "_changed" are optional in files.
struct Endpoint {
    NodeRef node;
    std::string_view field;
    bool operator==(const Endpoint&) const = default;
};

class EventGraph {
  public:
    explicit EventGraph(World& world) : world_(&world) {}
    /// Adds the ROUTEs in `env`, and its IS links where it is a PROTO instance; returns how many.
    std::size_t add(const Environment& env);
    /// Passes fractions, rotations and vectors through a Script, which is not run, where it has exactly one
    /// input event and one output event of their type.
    void add_script(NodeRef script);
    /// Adds the names that an H-Anim PROTO's interface gives to fields of its body's node (`rotation IS
    /// turn`): an event that reaches `turn` of the instance animates its `rotation`.
    std::size_t add_renames(NodeRef instance, const Environment& body);
    /// Returns everything that an event at `start` reaches, `start` itself first, each once.
    [[nodiscard]] std::vector<Endpoint> reach(const Endpoint& start) const;
    /// Returns keys of the nodes that some ROUTE animates: translation, rotation, scale, scaleOrientation or
    /// center.
    [[nodiscard]] std::unordered_set<std::uint64_t> moved() const;
    /// Returns the nodes whose `field` follows the same field of another node, by a ROUTE, and nothing else:
    /// that node by NodeRef::key of the one that follows.
    [[nodiscard]] std::unordered_map<std::uint64_t, NodeRef> leaders(std::string_view field) const;

  private:
    struct IsLink {
        NodeId node = none;
        std::string_view field;
        std::string_view interface;
    };
    struct Hash {
        std::size_t operator()(const Endpoint& e) const {
            return std::hash<std::uint64_t>()(e.node.key() * 0x9E3779B97F4A7C15ULL) ^
                   std::hash<std::string_view>()(e.field);
        }
    };
    /// The links of one file or PROTO body: equal for all its instances, so computed once.
    struct Links {
        std::vector<const Route*> routes;
        std::vector<IsLink> is;
    };
    struct FileLinks {
        std::unordered_map<ProtoId, Links> of_scope;
    };
    [[nodiscard]] const Links& links_of(const Environment& env);
    void connect(const Endpoint& from, const Endpoint& to) { edges_[from].push_back(to); }
    void walk(const Endpoint& start, std::unordered_set<Endpoint, Hash>& seen,
              std::vector<Endpoint>& order) const;
    World* world_;
    std::unordered_map<Endpoint, std::vector<Endpoint>, Hash> edges_;
    std::vector<Endpoint> destinations_;
    std::unordered_map<const SourceFile*, FileLinks> links_;
};

}  // namespace vitruvian::vrml
