// The inspector: all properties of the selected item, editable where a Command exists.
#pragma once

#include "app/scene/frame.h"
#include "model/figure/reference_pose.h"

#include <cstdint>
#include <optional>
#include <string>

namespace vitruvian {

struct OpenFigure;
struct PanelContext;
struct Rect;

/// Text and angles that are being edited.
struct InspectorState {
    ItemKind page = ItemKind::none;  // the kind of thing whose page was drawn last
    std::string name;
    Selection name_of;
    std::string name_was;
    std::string displacer_filter;
    vec3 euler_degrees{0.0F};
    Selection euler_of;
    bool editing_euler = false;
    /// Of the inspected humanoid, until its figure is edited.
    std::optional<ReferenceComparison> references;
    Selection references_of;
    std::uint64_t references_reading = 0;
    unsigned references_revision = 0;
};

void draw_inspector(const PanelContext& c, const Rect& area);

// Its parts, one for each kind of item.
void inspect_joint(const PanelContext& c, const Selection& what);
void inspect_segment(const PanelContext& c, const Selection& what);
void inspect_site(const PanelContext& c, const Selection& what);
void inspect_displacer(const PanelContext& c, const Selection& what);
void inspect_mesh(const PanelContext& c, const Selection& what);
/// The field for the name of the inspected item; one in the inspector.
void name_field(const PanelContext& c, const Selection& what, const std::string& name);
void inspect_clip(const PanelContext& c, const Selection& what);
/// A row whose value selects another item when clicked; `help` is the row's tooltip.
void link_row(const PanelContext& c, const char* text, const std::string& name, const Selection& target,
              const char* help = nullptr);
/// The matrices of a joint's node in HumanIK's terms.
void inspect_matrices(const PanelContext& c, const Selection& what, int node);
/// The table of the 55 bones: the joint of each, with confidence and reason.
void inspect_bones(const PanelContext& c, const Document& document, const Selection& what);
/// The expressions of a humanoid, each with how much of it shows.
void inspect_expressions(const PanelContext& c, const Selection& what);
/// The displacers of a humanoid with their weights.
void inspect_displacers(const PanelContext& c, const Selection& what);
void inspect_humanoid(const PanelContext& c, const Selection& what);
void inspect_references(const PanelContext& c, const Selection& what);
void inspect_carried_clip(const PanelContext& c, const Selection& what);
/// Overview of the file: links to what its rig contains. `is_low`: in two columns of icons and counts.
void inspect_overview(const PanelContext& c, const OpenFigure& figure, bool is_low);
void inspect_file(const PanelContext& c, const OpenFigure& figure);

}  // namespace vitruvian
