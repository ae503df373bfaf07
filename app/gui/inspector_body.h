// What the inspector says of bodies beside the file's own fields: what people's joints reach, masses and how they stand,
// places and mixtures.
#pragma once

#include "app/scene/frame.h"
#include "model/figure/statics.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

struct OpenFigure;
struct PanelContext;

/// Worked out once for what is looked at, as it is.
struct BodyState {
    // The selected joint as ApplyAnatomicalLimits would make it; nullopt: nothing is known of it.
    Selection limits_of;
    unsigned limits_revision = 0;
    std::optional<Joint> anatomical;
    // How the figure stands.
    std::uint64_t statics_of = 0;  // OpenFigure::reading
    int humanoid = -1;
    unsigned revision = 0;
    std::vector<mat4> world;
    std::optional<BodyMass> mass;
    std::vector<vec3> torques;
    std::vector<vec3> support;
    std::string mixture_name = "new_action";
    std::string typed_tag;  // of the info tag that is being typed at, and what was typed
    std::string typed;
};

/// Posing the figure keys the clip that is seen.
[[nodiscard]] bool posing_keys_clip(const PanelContext& c, const OpenFigure& figure);
/// Of a displacer, what its field is to show: the file's, or where posing keys the clip, that one's.
[[nodiscard]] float weight_to_edit(const PanelContext& c, const OpenFigure& figure, int displacer);
void dim_paragraph(const PanelContext& c, const char* text);
/// Why an edit of the file is not seen now, and the button that shows it.
void say_held_by_clip(const PanelContext& c, const OpenFigure& figure, const char* text);

/// Three numbers in a row; `push` is called after each, with whether it was changed.
void vector_row(const PanelContext& c, const std::string& id, vec3& values, float speed, float most,
                const char* format, const std::function<void(bool)>& push);
/// What a unit of the humanoid's frame is in metres: files have humanoids in inches under a scale of 0.0254.
[[nodiscard]] float metres_per_unit(const OpenFigure& figure, int humanoid);
/// The same as a word: "m", "cm", "mm" or "in"; "units" of any other size.
[[nodiscard]] const char* unit_of_length(const OpenFigure& figure, int humanoid);

/// How places in the humanoid's frame are written, and the step of a drag: figures of a millimetre have more digits.
struct LengthStyle {
    const char* format;
    float step;
};
[[nodiscard]] LengthStyle length_style(const OpenFigure& figure, int humanoid);

/// Over the limit bar that was drawn last: the range that this joint has in people.
void mark_anatomical_range(const PanelContext& c, const OpenFigure& figure, const Item& joint, int axis);
/// Below the bars: the Euler angles beside swing and twist, and limits from people.
void inspect_anatomy(const PanelContext& c, const OpenFigure& figure, const Item& joint);
/// Turns the frame that the limits are about.
void edit_limit_frame(const PanelContext& c, const Item& item, const Joint& joint);
/// What the joint must hold in this pose.
void inspect_torque(const PanelContext& c, const OpenFigure& figure, const Item& joint);
/// Mass and centre of mass of a segment, to be changed.
void edit_segment_mass(const PanelContext& c, const OpenFigure& figure, const Item& segment);
/// Its inertia tensor, to be changed.
void edit_inertia(const PanelContext& c, const OpenFigure& figure, const Item& segment);
inline constexpr const char* new_displacer_section = "New displacer###displacers";
inline constexpr const char* body_mass_section = "Whole body";
/// Totals of a humanoid, and its centre of mass over what it stands on.
void inspect_body_mass(const PanelContext& c, const OpenFigure& figure, int humanoid);
/// A site's place and direction, to be changed; and a look through it.
void edit_site(const PanelContext& c, const OpenFigure& figure, const Item& site);
/// Of a humanoid's displacers: all to zero, one alone, a new one of the present mixture.
void inspect_mixture(const PanelContext& c, const OpenFigure& figure, int humanoid);
void solo_displacer(const PanelContext& c, const OpenFigure& figure, const Item& displacer);
/// Info tags, to be changed, added and deleted.
void edit_info(const PanelContext& c, const OpenFigure& figure, int humanoid);

}  // namespace vitruvian
