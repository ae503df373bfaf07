// Anchors, Billboards, Collisions, LODs and Switches of a source: a document only holds their visible
// contents. They are written around the same children, with their own fields and with their hidden children
// (VRML97, 6.2, 6.6, 6.8, 6.26, 6.46; ISO/IEC 19775-1, 9.4, 10.4, 23.4), and Inlines whose files were not
// read keep their URLs (6.21; 9.4.2).
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/def_names.h"
#include "model/formats/vrml/write/kept_looks.h"
#include "model/formats/vrml/write/output_node.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace vitruvian::vrml {

struct OpenedWorld;
struct SceneContext;
struct SourceWorld;

struct SourceGroups {
    const OpenedWorld* world = nullptr;  // the source, read again; null where it has no such groups
    std::map<int, std::vector<int>>
        empty_below;          // groups without contents in the document, by their node (-1: the top level)
    bool is_changed = false;  // the document no longer corresponds to the source's nodes
    std::map<int, OutputNode>
        instances;  // instances of PROTOs, by their group: written instead of their contents
    std::set<NodeId> written_instances;  // the same, by the source's node ids
    std::map<int, KeptLook> looks;       // by material
    std::vector<OutputProto> protos;     // that the instances need
    std::vector<bool> hidden_nodes;      // contents of the instances, by the document's lists; empty: none
    std::vector<bool> hidden_meshes;
    std::vector<bool> hidden_lights;
    std::vector<bool> hidden_viewpoints;
};

/// `source` must outlive the result.
[[nodiscard]] SourceGroups read_groups(const Document& document, SourceWorld& source, bool vrml97,
                                       DefNames& names, Diagnostics& notes);
/// Whether the element is part of an instance of a PROTO.
[[nodiscard]] inline bool is_hidden(const std::vector<bool>& hidden, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < hidden.size() &&
           hidden[static_cast<std::size_t>(index)];
}

/// Marks where something is in a group but not written, until the groups are created.
[[nodiscard]] inline OutputNode group_mark() {
    return {{}, {}, false, {}};
}

/// Marks `out`, from `first` on, with the source's groups that contain a document's node or mesh.
void mark_node(const SceneContext& scene, int node, std::vector<OutputNode>& out, std::size_t first);
void mark_mesh(const SceneContext& scene, int mesh, std::vector<OutputNode>& out, std::size_t first);
/// Adds marks for the groups below a document's node (-1: at the top level) that contain nothing of the
/// document.
void add_empty_groups(const SceneContext& scene, int node, std::vector<OutputNode>& out);

/// Creates groups from the marks. A group that cannot be created is reported, and its children are kept.
void gather_groups(SceneContext& scene, std::vector<OutputNode>& roots);

}  // namespace vitruvian::vrml
