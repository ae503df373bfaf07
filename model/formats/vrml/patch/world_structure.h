// Elements that were added, removed or reparented since the document's world was read, as edits of whole
// statements in the world's text: nodes of joints, sites and displacers with the USEs and ROUTEs that refer
// to them, and clips. WorldEdits handles the contents of fields.
#pragma once

#include "model/formats/vrml/patch/shared_protos.h"
#include "model/formats/vrml/patch/skin_points.h"
#include "model/formats/vrml/patch/statements.h"
#include "model/formats/vrml/patch/structure_match.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/write/def_names.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace vitruvian::vrml {

/// Returns the names of nodes with a USE before their definition, an error that a file may have (VRML97
/// 4.6.2).
[[nodiscard]] std::set<std::string> names_used_early(const SyntaxTree& tree);

class WorldStructure {
  public:
    /// `opened` is the world as in the text, `document` the edited document. `used_early`: names that the
    /// file as read uses before they are defined.
    WorldStructure(OpenedWorld& opened, Encoding encoding, const Document& document, SharedText shared,
                   const std::set<std::string>& used_early);

    /// Returns the edits of the next step: removals first, then additions, then moves, then clips. The text
    /// has to be read again between two steps; when there are no edits, all steps are done. Errors:
    /// "save-structure" where only rewriting the file can store the change, "save-other-file" where an added
    /// or removed element is in an Inline.
    [[nodiscard]] Result<TextEdits> step();

  private:
    [[nodiscard]] const Document& from() const { return opened_->document; }
    [[nodiscard]] const SyntaxTree& tree() const { return opened_->root->file->tree; }
    [[nodiscard]] const SyntaxNode& syntax(NodeId node) const { return tree().nodes[node]; }
    /// Returns the node's id where it is in the file itself, also in a PROTO with one instance, or with
    /// several that get the same change. Errors: "save-other-file", "save-structure".
    [[nodiscard]] Result<NodeId> own(NodeRef node) const;
    /// Whether another instance of its PROTO makes the change for all of them.
    [[nodiscard]] bool is_made_elsewhere(NodeRef node) const;
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view what) const;
    static constexpr std::string_view instances_differ =
        "the instances of a PROTO that were to change as one differ";

    // world_structure.cpp: removals and moves
    [[nodiscard]] Result<void> remove();
    [[nodiscard]] Result<void> remove_clips();
    [[nodiscard]] Result<void> remove_mentions(const std::set<NodeId>& gone);
    [[nodiscard]] std::size_t place_of(NodeId joint, NodeId holder) const;
    [[nodiscard]] Result<void> move();
    [[nodiscard]] Result<void> define_first();
    [[nodiscard]] Result<void> rename_clips();

    // world_structure_displacers.cpp
    [[nodiscard]] Result<void> keep_displacers(const std::map<NodeId, int>& gone);
    [[nodiscard]] Result<void> add_displacers();
    [[nodiscard]] Result<NodeId> holder_of_new(int displacer, int joint) const;
    [[nodiscard]] std::vector<NodeId> holders_of_new(NodeId first,
                                                     const std::vector<DisplacerPart>& parts) const;
    [[nodiscard]] Result<void> add_displacer(NodeId holder, const Displacer& displacer,
                                             const std::string& def, const DisplacerOffsets& offsets);

    // world_structure_looks.cpp
    [[nodiscard]] Result<void> merge_materials();

    // world_structure_new.cpp: additions
    [[nodiscard]] Result<void> add_nodes();
    [[nodiscard]] Result<void> add_node(int node);
    /// Returns the world's segment that corresponds to one of the document; -1 if there is none.
    [[nodiscard]] int earlier_segment(int humanoid, int segment) const;
    [[nodiscard]] Result<NodeId> parent_of_new(int node, std::string_view& type) const;
    [[nodiscard]] Result<std::string> type_like(NodeId holder, std::string_view type);
    [[nodiscard]] std::string def_like(NodeId relative, const std::string& its_name, const std::string& name);
    void list_node(int humanoid, std::string_view list, const std::string& def, ProtoId scope);
    [[nodiscard]] Result<void> change_tracks();
    [[nodiscard]] Result<void> add_tracks(const Clip& clip, const std::string& timer,
                                          const std::vector<const Channel*>& channels);
    [[nodiscard]] Result<std::string> target_of(const Channel& channel, vec3& base);
    [[nodiscard]] Result<std::string> def_of(NodeRef node, const std::string& wanted);
    [[nodiscard]] Result<std::string> def_for_route(NodeRef node, const std::string& wanted);
    [[nodiscard]] bool same_target(const Channel& before, const Channel& after) const;

    OpenedWorld* opened_;
    Encoding encoding_;
    SharedText shared_;
    const Document* to_;
    const std::set<std::string>* used_early_;
    ListMatch nodes_;
    ListMatch displacers_;
    ListMatch clips_;
    Statements statements_;
    DefNames names_;
    std::map<NodeId, std::string> defined_;
    std::set<std::string> declared_;  // PROTOs that are added to the file
};

}  // namespace vitruvian::vrml
