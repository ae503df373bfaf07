// The inspector: everything that is known of what is selected, editable where a Command exists for it.
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

/// Text and angles while they are being edited.
struct InspectorState {
    std::string name;
    Selection name_of;
    std::string name_was;
    bool focus_name = false;  // the name is to be typed at next
    std::string displacer_filter;
    vec3 euler_degrees{0.0F};
    Selection euler_of;
    bool editing_euler = false;
    /// Of the humanoid looked at, while its figure is not edited.
    std::optional<ReferenceComparison> references;
    Selection references_of;
    std::uint64_t references_reading = 0;
    unsigned references_revision = 0;
};

void draw_inspector(const PanelContext& c, const Rect& area);

// Its parts, one per kind of thing.
void inspect_joint(const PanelContext& c, const Selection& what);
void inspect_segment(const PanelContext& c, const Selection& what);
void inspect_site(const PanelContext& c, const Selection& what);
void inspect_displacer(const PanelContext& c, const Selection& what);
void inspect_mesh(const PanelContext& c, const Selection& what);
/// The name of what is looked at, to be written over; one on a page.
void name_field(const PanelContext& c, const Selection& what, const std::string& name);
void inspect_clip(const PanelContext& c, const Selection& what);
/// A row whose value, when clicked, selects something else; `help` says what the row is.
void link_row(const PanelContext& c, const char* text, const std::string& name, const Selection& target,
              const char* help = nullptr);
/// The matrices of a joint's node as HumanIK has them.
void inspect_matrices(const PanelContext& c, const Selection& what, int node);
/// The table of the 55 bones: which joint each is, how sure that is, and why.
void inspect_bones(const PanelContext& c, const Document& document, const Selection& what);
/// The displacers of a humanoid with their weights.
void inspect_displacers(const PanelContext& c, const Selection& what);
void inspect_humanoid(const PanelContext& c, const Selection& what);
void inspect_references(const PanelContext& c, const Selection& what);
void inspect_carried_clip(const PanelContext& c, const Selection& what);
/// What the file's rig has to be looked at, each a click away.
void inspect_overview(const PanelContext& c, const OpenFigure& figure);
void inspect_file(const PanelContext& c, const OpenFigure& figure);

}  // namespace vitruvian
