// Copies PROTO declarations and their instances from the source (VRML97 4.8, 4.9; ISO/IEC 19775-1, 4.4.4,
// 4.4.5); a document only holds them expanded.
#pragma once

#include "model/formats/vrml/world/world.h"
#include "model/formats/vrml/write/def_names.h"
#include "model/formats/vrml/write/field_copies.h"
#include "model/formats/vrml/write/output_node.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// Whether the node is an instance of a PROTO whose name is not an H-Anim node's.
[[nodiscard]] bool is_plain_instance(const SyntaxNode& node);

class ProtoCopier {
  public:
    ProtoCopier(World& world, bool vrml97, DefNames& names)
        : world_(&world), vrml97_(vrml97), names_(&names) {}

    /// Copies the instance with its field values, without a name; its PROTO is declared. nullopt where the
    /// target cannot store a part of either, or where other worlds would have to be copied too.
    [[nodiscard]] std::optional<OutputNode> instance(NodeRef node);
    /// Declares a PROTO of the source's own file; returns false as for `instance`.
    [[nodiscard]] bool declare(const Environment& root, ProtoId proto);
    /// The PROTOs that the instances need, each after those that it depends on. A PROTO of a library is
    /// declared here.
    [[nodiscard]] std::vector<OutputProto> take_declarations() { return std::move(declared_); }

  private:
    using Key = std::pair<const SyntaxTree*, ProtoId>;
    /// Names of the nodes of one body.
    struct Body {
        const Environment* env = nullptr;
        std::map<NodeId, std::pair<std::string_view, std::string>> written;  // type, DEF
    };
    struct Meant {
        const SyntaxTree* tree = nullptr;
        ProtoId proto = none;
        const Environment* body = nullptr;  // null: an EXTERNPROTO whose library is missing
    };

    [[nodiscard]] Meant meant_by(NodeRef node);
    [[nodiscard]] bool declare(const Meant& meant, std::string_view name);
    [[nodiscard]] bool fill_body(const Meant& meant, OutputProto& out);
    [[nodiscard]] std::optional<OutputNode> instance_in(NodeRef node, Body* body, int depth);
    [[nodiscard]] std::optional<OutputNode> node_in(NodeRef node, Body& body, int depth);
    [[nodiscard]] bool fill_fields(NodeRef node, const CopiedType& type, Body& body, int depth,
                                   OutputNode& out);
    [[nodiscard]] bool fill_script(NodeRef node, Body& body, int depth, OutputNode& out);
    /// A value for an interface field of that type; absent where it is an empty list of nodes.
    [[nodiscard]] bool value_in(const FieldType& type, const Value& value, Body* body, int depth,
                                std::optional<OutputField>& out);

    World* world_;
    bool vrml97_;
    DefNames* names_;
    std::vector<OutputProto> declared_;
    std::map<Key, bool> done_;  // whether they could be declared
    std::set<std::string, std::less<>> taken_;
    std::size_t count_ = 0;
};

}  // namespace vitruvian::vrml
