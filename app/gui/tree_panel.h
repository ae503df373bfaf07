// The scene tree: files, humanoids, joints, segments, sites, displacers, meshes and clips, with a search.
#pragma once

#include "app/scene/frame.h"

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

namespace vitruvian {

class Session;
struct PanelContext;
struct Rect;

/// One line of the tree: something that can be selected, or a heading over such.
struct TreeRow {
    Selection what;  // of a heading: the kind and humanoid of what stands below it, and index -1
    bool heading = false;
    int depth = 0;
    float indent = 0.0F;  // a length of the design
    bool has_children = false;
    bool open = false;
    bool is_hit = false;    // what was searched for is in its label
    std::uint64_t key = 0;  // for opening and closing
    std::string label;
    std::string detail;  // a count, or the bone
};

/// Rows are made anew only when the documents, the search or what is open change.
struct TreeState {
    std::string search;
    std::string searched;
    std::unordered_set<std::uint64_t> toggled;  // rows whose openness is not what they start with
    std::vector<TreeRow> rows;
    std::uint64_t rows_of = 0;  // Session::structure_revision the rows were made for
    bool stale = true;
    Selection shown_selection;  // the one the tree has scrolled to
    bool focused = false;
    bool focus_rows = false;
    bool focus_search = false;
    bool scrolls = false;  // because a joint is dragged to its edge
};

/// Every row that is to be seen, top to bottom. With `search`, only rows whose label contains it (in any
/// case), and what they hang on.
[[nodiscard]] std::vector<TreeRow> tree_rows(const Session& session,
                                             const std::unordered_set<std::uint64_t>& toggled,
                                             const std::string& search);

void draw_tree_panel(const PanelContext& c, const Rect& area);

}  // namespace vitruvian
