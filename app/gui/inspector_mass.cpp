// The inspector's mass data: masses, moments of inertia, torques, and the body's balance.
#include "app/gui/checkbox.h"
#include "app/gui/inspector_body.h"
#include "app/gui/show_layer.h"
#include "app/gui/widgets.h"
#include "app/scene/balance.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

/// Returns masses, torques and support in the visible pose.
const BodyState& read_statics(const PanelContext& c, const OpenFigure& figure, int humanoid) {
    BodyState& state = c.gui.side.body;
    const bool same = state.statics_of == figure.reading && state.humanoid == humanoid &&
                      state.revision == figure.history.revision() && state.world == figure.world;
    if (same) return state;
    state.statics_of = figure.reading;
    state.humanoid = humanoid;
    state.revision = figure.history.revision();
    state.world = figure.world;
    const Document& document = figure.document();
    const Stance& stance = figure.shape.stance;
    state.mass = body_mass(document, humanoid, figure.world);
    state.torques = static_torques(document, humanoid, figure.world, stance.up, stance.metres_per_unit);
    state.support.clear();
    if (!state.mass) return state;
    state.support =
        standing_polygon(document, figure.shape, figure.world, humanoid, stance.up, stance.height);
    return state;
}

std::string balance_text(const BodyState& state, const Stance& stance, const LengthUnit& unit) {
    if (state.support.empty()) return {};
    const float inside =
        stance.metres_per_unit * distance_inside(state.support, state.mass->centre, stance.up);
    const std::string far = length_text(std::abs(inside), unit);
    return inside >= 0.0F ? "stands, " + far + " inside" : "falls, " + far + " outside";
}

}  // namespace

void inspect_torque(const PanelContext& c, const OpenFigure& figure, const Item& joint) {
    const BodyState& state = read_statics(c, figure, joint.humanoid);
    if (!state.mass) return;
    const vec3 torque = at(state.torques, joint.index);
    value_row(c, "Gravity torque", fmt::format("{:.1f} N\u00B7m", glm::length(torque)),
              "The torque in newton metres that this joint needs to hold its children against gravity, in "
              "this pose, at rest. From the segments' masses.");
}

void edit_segment_mass(const PanelContext& c, const OpenFigure& figure, const Item& segment) {
    const Segment& now = at(at(figure.document().humanoids, segment.humanoid).segments, segment.index);
    label(c, "Mass", "In kilograms; 0: not given.");
    float mass = now.mass;
    const bool changed = number_field(c, "inspector/mass", mass, -1, 1, 0.01F, 0.0F, 1e4F,
                                      now.mass > 0.0F ? "%.3f kg" : "not given");
    tooltip(c, "Its mass in kilograms; 0 says that it is not given.");
    push_edit(c, changed, SetSegment{segment, mass, std::nullopt, std::nullopt});
    vec3 centre = now.centre_of_mass;
    length_row(c,
               {"inspector/mass_centre", "Centre",
                "The segment's centre of mass, in the humanoid's frame, in the file's units."},
               length_unit(figure, segment.humanoid), centre, [&](bool moved) {
                   push_edit(c, moved, SetSegment{segment, std::nullopt, centre, std::nullopt});
               });
}

void edit_inertia(const PanelContext& c, const OpenFigure& figure, const Item& segment) {
    if (!section(c, "Moments of inertia", false)) return;
    const Segment& now = at(at(figure.document().humanoids, segment.humanoid).segments, segment.index);
    std::array<float, 9> moments = now.moments_of_inertia;
    const LengthUnit unit = length_unit(figure, segment.humanoid);
    const std::string help = fmt::format(
        "The inertia tensor about the segment's centre of mass, row by row, in kg {}\u00B2.", unit.symbol);
    if (std::all_of(moments.begin(), moments.end(), [](float moment) { return moment == 0.0F; })) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextDisabled("not given");
        tooltip(c, help.c_str());
        ImGui::SameLine();
        const std::string how =
            "Starts with those of a ball with the segment's mass (1 kg if it has none) and a radius of 10 "
            "cm. " +
            help;
        if (!text_button(c, "inspector/inertia/add", "Add moments", how.c_str())) return;
        const float radius = 0.1F / unit.metres;
        const float moment = 0.4F * (now.mass > 0.0F ? now.mass : 1.0F) * radius * radius;
        moments = {moment, 0.0F, 0.0F, 0.0F, moment, 0.0F, 0.0F, 0.0F, moment};
        return c.push(Edit{figure.id, SetSegment{segment, std::nullopt, std::nullopt, moments}});
    }
    for (std::size_t row = 0; row < 3; ++row) {
        label(c, fmt::format("{}, kg\u00B7{}\u00B2", axis_names[row], unit.symbol).c_str(), help.c_str());
        for (std::size_t column = 0; column < 3; ++column) {
            if (column > 0) ImGui::SameLine(0.0F, c.theme.px(4));
            const bool changed =
                number_field(c, fmt::format("inspector/inertia/{}{}", axis_names[row], axis_names[column]),
                             moments[row * 3 + column], -1, 3, 0.001F, -1e6F, 1e6F, "%.4f", 0.0F);
            if (changed) moments[column * 3 + row] = moments[row * 3 + column];  // tensors are symmetric
            push_edit(c, changed, SetSegment{segment, std::nullopt, std::nullopt, moments});
            tooltip(c, help.c_str());
        }
    }
}

void inspect_body_mass(const PanelContext& c, const OpenFigure& figure, int humanoid) {
    const bool any = std::any_of(at(figure.document().humanoids, humanoid).segments.begin(),
                                 at(figure.document().humanoids, humanoid).segments.end(),
                                 [](const Segment& segment) { return segment.mass > 0.0F; });
    if (!any || !section(c, body_mass_section)) return;
    const BodyState& state = read_statics(c, figure, humanoid);
    if (!state.mass) return;
    const Stance& stance = figure.shape.stance;
    value_row(c, "Total mass",
              state.mass->without == 0
                  ? fmt::format("{:.2f} kg", state.mass->mass)
                  : fmt::format("{:.2f} kg, {} segments without mass", state.mass->mass, state.mass->without),
              "Of all segments together.");
    const LengthUnit unit = length_unit(figure, humanoid);
    const vec3 centre = state.mass->centre * stance.metres_per_unit;
    value_row(c, "Mass centre", lengths_text(centre, unit),
              "Of the whole body, in this pose, in the file's world.");
    value_row(c, "Balance", balance_text(state, stance, unit),
              "Whether the body's centre of mass is over its support: the convex hull of the skin within 0.8 "
              "% of the height above the lowest point.");
    bool shown = c.session.view().show.centre_of_mass;
    if (checkbox(c, "Show masses and balance", &shown)) {
        show_layer(c, &Show::centre_of_mass, shown);
    }
    c.mark("inspector/show_mass");
    tooltip(
        c, "Shows each segment's centre of mass and inertia, and the body's centre of mass over its support");
}

}  // namespace vitruvian
