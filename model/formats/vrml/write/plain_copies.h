// Copies groups, shapes and lights of a source's syntax tree that a document does not hold because they are
// not visible (the far levels of a LOD, the hidden children of a Switch). VRML97, 6; ISO/IEC 19775-1, 10 to
// 18, 23.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/def_names.h"
#include "model/formats/vrml/write/field_copies.h"
#include "model/formats/vrml/write/output_node.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// Groups with fields that a document does not have.
inline constexpr std::array<std::string_view, 6> own_groups{"Anchor", "Billboard", "Collision",
                                                            "LOD",    "Switch",    "Inline"};
/// True for Anchor, Billboard, Collision, LOD, Switch and Inline.
[[nodiscard]] bool is_group_of_its_own(std::string_view type);

/// Returns which fields of a group, shape or light are copied; nullopt for nodes of other types, and those
/// that the target lacks.
[[nodiscard]] std::optional<CopiedType> plain_type(std::string_view type, bool vrml97);

class PlainCopier {
  public:
    PlainCopier(const SyntaxTree& tree, bool vrml97, DefNames& names)
        : tree_(&tree), vrml97_(vrml97), names_(&names) {}

    /// Copies the node with its contents; the definition of a USE is copied the first time. nullopt where the
    /// target or this copier cannot store a part of it.
    [[nodiscard]] std::optional<OutputNode> copy(NodeId id);
    /// Copies the node's own fields only, without child nodes and without a name.
    [[nodiscard]] std::optional<OutputNode> copy_head(NodeId id) const;
    /// Copies a node whose shapes are not shown.
    [[nodiscard]] std::optional<OutputNode> copy_hidden(NodeId id);

  private:
    [[nodiscard]] std::optional<OutputNode> copy_inside(NodeId id, int depth);
    [[nodiscard]] std::optional<OutputNode> copy_shown(NodeId id, int depth);
    [[nodiscard]] OutputNode hidden(OutputNode node) const;
    [[nodiscard]] std::optional<std::vector<OutputNode>> copies(const Value& value, int depth);

    const SyntaxTree* tree_;
    bool vrml97_;
    DefNames* names_;
    std::map<NodeId, std::string> written_;  // names of copies
    std::vector<NodeId> fresh_;              // those of the current copy
    std::size_t count_ = 0;
};

}  // namespace vitruvian::vrml
