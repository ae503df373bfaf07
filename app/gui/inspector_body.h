// The parts of the inspector that go beyond the file's own fields: anatomical ranges, masses and statics,
// sites, and mixtures of displacers.
#pragma once

#include "app/scene/frame.h"
#include "app/session/lengths.h"
#include "model/figure/statics.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

struct OpenFigure;
struct PanelContext;

/// What the inspector computes for the selected item, cached until it changes.
struct BodyState {
    // The selected joint as ApplyAnatomicalLimits would make it; nullopt if its range is not known.
    Selection limits_of;
    unsigned limits_revision = 0;
    std::optional<Joint> anatomical;
    // The statics of the figure in its present pose.
    std::uint64_t statics_of = 0;  // OpenFigure::reading
    int humanoid = -1;
    unsigned revision = 0;
    std::vector<mat4> world;
    std::optional<BodyMass> mass;
    std::vector<vec3> torques;
    std::vector<vec3> support;
    std::string mixture_name = "new_action";
    std::string typed_tag;  // the info tag that is being edited, and its text
    std::string typed;
};

/// True if posing the figure sets keys of the displayed clip.
[[nodiscard]] bool posing_keys_clip(const PanelContext& c, const OpenFigure& figure);
/// The weight that a displacer's field shows: the file's, or the clip's where posing sets its keys.
[[nodiscard]] float weight_to_edit(const PanelContext& c, const OpenFigure& figure, int displacer);
/// A row of a list of weights: draws the name, cut to its column.
struct WeightRow {
    float slider_at = 0.0F;  // for SameLine
    float slider_width = 0.0F;
};
[[nodiscard]] WeightRow begin_weight_row(const PanelContext& c, const std::string& name);
void dim_paragraph(const PanelContext& c, const char* text);
/// Says why an edit of the file is not visible now, with the button that shows it.
void note_held_by_clip(const PanelContext& c, const OpenFigure& figure, const char* text);

/// A label and three number fields.
struct VectorRow {
    const char* id;
    const char* title;  // without the unit
    const char* help;
};
/// Draws the row for a position in this unit; `push` is called after each field, with whether it was changed.
void length_row(const PanelContext& c, const VectorRow& row, const LengthUnit& unit, vec3& values,
                const std::function<void(bool)>& push);
/// The number format of positions in the humanoid's frame and the step of a drag.
struct LengthStyle {
    const char* format;
    float step;
};
[[nodiscard]] LengthStyle length_style(const LengthUnit& unit);

/// Marks the joint's anatomical range on the limit bar that was drawn last.
void mark_anatomical_range(const PanelContext& c, const OpenFigure& figure, const Item& joint, int axis);
/// Below the bars: the Euler angles beside swing and twist, and the anatomical limits.
void inspect_anatomy(const PanelContext& c, const OpenFigure& figure, const Item& joint);
/// The field for the joint's limitOrientation.
void edit_limit_frame(const PanelContext& c, const Item& item, const Joint& joint);
/// The static torque at the joint in this pose.
void inspect_torque(const PanelContext& c, const OpenFigure& figure, const Item& joint);
/// Fields for a segment's mass and centre of mass.
void edit_segment_mass(const PanelContext& c, const OpenFigure& figure, const Item& segment);
/// Fields for a segment's inertia tensor.
void edit_inertia(const PanelContext& c, const OpenFigure& figure, const Item& segment);
inline constexpr const char* expressions_section = "Expressions";
/// Number of a humanoid's expressions that move displacers.
[[nodiscard]] std::size_t moving_expressions(const Humanoid& humanoid);
inline constexpr const char* new_displacer_section = "New displacer###displacers";
inline constexpr const char* body_mass_section = "Whole body";
/// A humanoid's total mass, and its centre of mass over the support polygon.
void inspect_body_mass(const PanelContext& c, const OpenFigure& figure, int humanoid);
/// Fields for a site's position and rotation, and the button that looks through it.
void edit_site(const PanelContext& c, const OpenFigure& figure, const Item& site);
/// Whether a displacer is a feature without offsets, whose weight means nothing.
[[nodiscard]] bool only_marks_vertices(const Document& document, int displacer);
/// Buttons for a humanoid's displacers: zero all, and a new displacer from the present mixture.
void inspect_mixture(const PanelContext& c, const OpenFigure& figure, int humanoid);
/// The button that applies this displacer in full and the humanoid's others not at all.
void solo_displacer(const PanelContext& c, const OpenFigure& figure, const Item& displacer);
/// Edits, adds and deletes info tags.
void edit_info(const PanelContext& c, const OpenFigure& figure, int humanoid);

}  // namespace vitruvian
