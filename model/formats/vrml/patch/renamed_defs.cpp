#include "model/formats/vrml/patch/renamed_defs.h"

#include "model/core/at.h"
#include "model/formats/vrml/patch/statements.h"
#include "model/formats/vrml/write/def_names.h"
#include "model/standard/hanim_joints.h"

#include <algorithm>
#include <optional>

namespace vitruvian::vrml {
namespace {

bool is_exported(const SyntaxTree& tree, std::string_view def) {
    return std::any_of(tree.exports.begin(), tree.exports.end(),
                       [def](const auto& shared) { return shared.second == def; });
}

bool is_taken(const SyntaxTree& tree, std::string_view def) {
    return std::any_of(tree.nodes.begin(), tree.nodes.end(),
                       [def](const SyntaxNode& node) { return node.def == def; });
}

/// Whether the node can be given the DEF name `def`.
bool is_free(const SyntaxTree& tree, NodeId id, const std::string& def) {
    const bool is_legal = DefNames().make(def) == def;
    return is_legal && !is_taken(tree, def) && !is_exported(tree, tree.nodes[id].def);
}

/// Whether the node is in the file itself, and only once.
bool is_own(const OpenedWorld& opened, NodeRef node) {
    return node.valid() && node.env->file == opened.root->file && !opened.world.is_shared(*node.env);
}

/// Whether both are names for the same joint in different H-Anim versions.
bool is_same_joint(std::string_view one, std::string_view other) {
    const auto a = hanim_joint_from_name(one);
    const auto b = hanim_joint_from_name(other);
    return a && b && a->fact == b->fact && a->side == b->side;
}

/// Returns the node's new DEF name; nullopt where it stays.
std::optional<std::string> new_def(const SyntaxTree& tree, NodeId id, const std::string& from,
                                   const std::string& to) {
    const SyntaxNode& node = tree.nodes[id];
    const std::string_view def = node.def;
    if (!is_same_joint(from, to) || !def.ends_with(from) || value_of(node, "name") == nullptr)
        return std::nullopt;
    std::string out = std::string(def.substr(0, def.size() - from.size())) + to;
    return is_free(tree, id, out) ? std::optional(out) : std::nullopt;
}

}  // namespace

Result<TextEdits> renamed_def_edits(const OpenedWorld& opened, Encoding encoding, const Document& document,
                                    std::span<const Difference> changes) {
    const auto is_name = [](const Difference& d) { return d.field == "name" && d.change == Change::changed; };
    if (std::none_of(changes.begin(), changes.end(), is_name)) return TextEdits{};
    const SyntaxTree& tree = opened.root->file->tree;
    Statements statements(tree, encoding);
    DefNames names;
    for (const SyntaxNode& node : tree.nodes) {
        if (!node.def.empty() && !node.is_use) static_cast<void>(names.make(node.def));
    }
    for (const Difference& d : changes) {
        if (!is_name(d)) continue;
        Result<void> done;
        if (d.part == Part::joint) {
            const int node = at(at(document.humanoids, d.humanoid).joints, d.index).node;
            const NodeRef ref = at(opened.built.nodes, node);
            const auto def = is_own(opened, ref) ? new_def(tree, ref.id, at(opened.document.nodes, node).name,
                                                           at(document.nodes, node).name)
                                                 : std::nullopt;
            if (def) done = statements.rename_def(ref.id, *def);
        } else if (d.part == Part::material || d.part == Part::node) {
            const bool is_node = d.part == Part::node;
            const NodeRef ref =
                is_node ? at(opened.built.nodes, d.index) : at(opened.built.materials, d.index).node;
            const auto name_in = [&](const Document& of) {
                return is_node ? at(of.nodes, d.index).name : at(of.materials, d.index).name;
            };
            if (!is_own(opened, ref)) continue;
            done = statements.call(ref.id, name_in(opened.document), name_in(document), names);
        }
        if (!done) return tl::unexpected(done.error());
    }
    if (Result<void> done = statements.finish(); !done) return tl::unexpected(done.error());
    return statements.edits();
}

}  // namespace vitruvian::vrml
