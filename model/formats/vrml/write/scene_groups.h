// Anchors, Billboards, Collisions, LODs and Switches of a source: a document has only what they show. They come out again
// around the same children, with their own fields and with the children that nobody sees (VRML97, 6.2, 6.6, 6.8, 6.26,
// 6.46; ISO/IEC 19775-1, 9.4, 10.4, 23.4), and Inlines whose files were not read keep their addresses (6.21; 9.4.2).
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
        empty_below;          // groups without anything of the document, by their node (-1: the top)
    bool is_changed = false;  // the document is no longer made of the source's nodes
    std::map<int, OutputNode>
        instances;  // of PROTOs, by the group that each is: written instead of what they show
    std::set<NodeId> written_instances;  // the same, in the source's syntax
    std::map<int, KeptLook> looks;       // by material
    std::vector<OutputProto> protos;     // which they need
    std::vector<bool> hidden_nodes;      // what they show, by the document's lists; empty: nothing
    std::vector<bool> hidden_meshes;
    std::vector<bool> hidden_lights;
    std::vector<bool> hidden_viewpoints;
};

/// `source` outlives what is returned.
[[nodiscard]] SourceGroups read_groups(const Document& document, SourceWorld& source, bool vrml97,
                                       DefNames& names, Diagnostics& notes);
/// True for what comes with an instance of a PROTO.
[[nodiscard]] inline bool is_hidden(const std::vector<bool>& hidden, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < hidden.size() &&
           hidden[static_cast<std::size_t>(index)];
}

/// Stands for what is in a group and not written, until groups are gathered.
[[nodiscard]] inline OutputNode group_mark() {
    return {{}, {}, false, {}};
}

/// Marks `out`, from `first` on, with the groups in which a document's node or mesh stands in the source.
void mark_node(const SceneContext& scene, int node, std::vector<OutputNode>& out, std::size_t first);
void mark_mesh(const SceneContext& scene, int mesh, std::vector<OutputNode>& out, std::size_t first);
/// Adds marks for the groups below a document's node (-1: at the top) in which nothing of the document stands.
void add_empty_groups(const SceneContext& scene, int node, std::vector<OutputNode>& out);

/// Makes groups of what is marked. What cannot be one is reported, and its children stay.
void gather_groups(SceneContext& scene, std::vector<OutputNode>& roots);

}  // namespace vitruvian::vrml
