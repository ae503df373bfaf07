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

/// One line of the tree: an item that can be selected, or a heading.
struct TreeRow {
    Selection what;  // of a heading: the kind and humanoid of the items below it, and index -1
    bool heading = false;
    int depth = 0;
    float indent = 0.0F;  // at scale 1
    bool has_children = false;
    bool open = false;
    bool is_hit = false;    // its label contains the searched text
    std::uint64_t key = 0;  // identifies it in `toggled`
    std::string label;
    std::string detail;  // a count, or the bone's name
};

/// Rows are rebuilt only when the documents, the search or the open rows change.
struct TreeState {
    std::string search;
    std::string searched;
    std::unordered_set<std::uint64_t> toggled;  // rows that have been opened or closed since the start
    std::vector<TreeRow> rows;
    std::size_t figures = 0;    // that the rows were built for
    std::uint64_t rows_of = 0;  // Session::structure_revision that the rows were built for
    bool stale = true;
    Selection shown_selection;  // the selection that the tree has scrolled to
    bool focused = false;
    bool focus_rows = false;
    bool scrolls = false;  // because a joint is dragged to its edge
};

/// The visible rows, top to bottom. With `search`, only rows whose label contains it (ignoring case), and
/// their ancestors.
[[nodiscard]] std::vector<TreeRow> tree_rows(const Session& session,
                                             const std::unordered_set<std::uint64_t>& toggled,
                                             const std::string& search);

/// Returns the items of the rows from one to another, `from` first and only those of the kind of `to`; `to` alone
/// where `from` has no row, or is of another figure.
[[nodiscard]] std::vector<Selection> items_between(const std::vector<TreeRow>& rows, const Selection& from,
                                                   const Selection& to);

void draw_tree_panel(const PanelContext& c, const Rect& area);

}  // namespace vitruvian
