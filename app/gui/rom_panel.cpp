#include "app/gui/rom_panel.h"

#include "app/gui/empty_panel.h"
#include "app/gui/pointed_help.h"
#include "app/gui/widgets.h"
#include "app/scene/heat_map.h"
#include "app/scene/skin_heat.h"
#include "app/tools/tool_view.h"
#include "model/core/at.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace vitruvian {

struct RomSubject {
    std::uint64_t figure = 0;
    unsigned revision = 0;  // of the figure's history
    Document document;
    RomFigure rom;  // of `document`
};

namespace {

constexpr float degree = std::numbers::pi_v<float> / 180.0F;

bool is_of(const RomSubject& subject, const OpenFigure& figure) {
    return subject.figure == figure.id && subject.revision == figure.history.revision();
}

/// Prepares the active figure, again after each edit.
void follow_figure(RomState& state, const OpenFigure& figure) {
    if (state.subject && is_of(*state.subject, figure)) return;
    auto subject = std::make_shared<RomSubject>();
    subject->figure = figure.id;
    subject->revision = figure.history.revision();
    subject->document = figure.document();
    state.joint = -1;
    ++state.revision;
    Result<RomFigure> made =
        fail("rom-no-humanoid", "The figure has no humanoid: its joints cannot be turned to their limits.");
    if (!subject->document.humanoids.empty()) made = make_rom_figure(subject->document, 0);
    state.trouble = made ? std::string() : made.error().message;
    if (made) subject->rom = std::move(*made);
    state.subject = std::move(subject);
}

void choose_joint(RomState& state, int joint) {
    if (state.joint == joint) return;
    state.joint = joint;
    state.angle = 0.0F;
    state.extremes.clear();
    ++state.revision;
    if (joint < 0) return;
    const TurningJoint& turning = at(state.subject->rom.joints, joint);
    state.axis = 0;
    while (state.axis < 2 && !turning.turns_about(state.axis)) ++state.axis;
    state.extremes = measure_limits(state.subject->rom, std::span(&joint, 1));
}

/// The selected joint, or that of a selected bone.
void follow_selection(const PanelContext& c, RomState& state) {
    const Selection& selection = c.session.selection();
    const Document& document = state.subject->document;
    const bool is_here = selection.figure == state.subject->figure && exists(document, selection.item);
    const int node = is_here ? node_of(document, selection.item) : -1;
    const std::vector<TurningJoint>& joints = state.subject->rom.joints;
    const auto found = std::find_if(joints.begin(), joints.end(),
                                    [node](const TurningJoint& joint) { return joint.node == node; });
    choose_joint(state, node < 0 || found == joints.end() ? -1 : static_cast<int>(found - joints.begin()));
}

void set_angle(RomState& state, int axis, float angle) {
    if (state.axis == axis && state.angle == angle) return;
    state.axis = axis;
    state.angle = angle;
    ++state.revision;
}

void draw_axes(const PanelContext& c, RomState& state, const TurningJoint& joint) {
    for (int axis = 0; axis < 3; ++axis) {
        const bool is_chosen = axis == state.axis;
        ImGui::BeginDisabled(!joint.turns_about(axis));
        if (is_chosen) ImGui::PushStyleColor(ImGuiCol_Button, c.theme.accent_quiet);
        if (text_button(c, fmt::format("rom/axis/{}", at(axis_names, axis)), at(axis_names, axis),
                        fmt::format("About {} of the joint's limit frame", at(axis_names, axis)).c_str()))
            set_angle(state, axis, 0.0F);
        if (is_chosen) ImGui::PopStyleColor();
        ImGui::EndDisabled();
        ImGui::SameLine(0.0F, c.theme.px(4));
    }
    float degrees = state.angle / degree;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    if (slider(c, "rom/angle", degrees, joint.lower[state.axis] / degree, joint.upper[state.axis] / degree,
               "%.1f\u00B0"))
        set_angle(state, state.axis, degrees * degree);
    tooltip(c, "The joint's angle about this axis, in degrees, from its lower to its upper limit",
            TooltipPlace::above);
}

/// Draws five cells of a table line, from `from` on.
void draw_cells(const PanelContext& c, ImVec2 from, const std::array<std::string, 5>& cells,
                const ImVec4& color) {
    constexpr std::array<float, 5> columns{0.0F, 92.0F, 150.0F, 204.0F, 262.0F};
    for (int i = 0; i < 5; ++i) {
        ImGui::GetWindowDrawList()->AddText(ImVec2(from.x + c.theme.px(at(columns, i)), from.y),
                                            color_of(color), at(cells, i).c_str());
    }
}

/// Draws a line for each limit, worst first; a click rotates the joint there.
void draw_extremes(const PanelContext& c, RomState& state) {
    const float height = ImGui::GetTextLineHeight();
    draw_cells(c, ImGui::GetCursorScreenPos(), {"Limit", "Volume", "Area", "Stretch", "Intersections"},
               c.theme.dim);
    ImGui::Dummy(ImVec2(ImGui::GetContentRegionAvail().x, height));
    tooltip(c,
            "Volume and area of the skin around the joint as a share of those at rest; the largest stretch "
            "of an edge relative to rest; pairs of triangles that intersect");
    for (int i = 0; i < static_cast<int>(state.extremes.size()); ++i) {
        const RomExtreme& extreme = at(state.extremes, i);
        const SkinChange& change = extreme.change;
        ImGui::PushID(i);
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const bool is_here = state.axis == extreme.axis && state.angle == extreme.angle;
        if (ImGui::Selectable("##extreme", is_here, 0, ImVec2(0.0F, height)))
            set_angle(state, extreme.axis, extreme.angle);
        ImGui::PopID();
        c.mark(fmt::format("rom/extreme/{}", i));
        draw_cells(c, from,
                   {fmt::format("{} {:+.0f}\u00B0", at(axis_names, extreme.axis),
                                static_cast<double>(extreme.angle / degree)),
                    std::isfinite(change.volume) ? fmt::format("{:.2f}", change.volume) : std::string("none"),
                    fmt::format("{:.2f}", change.area), fmt::format("{:.2f}", change.stretch),
                    std::to_string(change.intersections)},
                   c.theme.text);
    }
}

void draw_scale(const PanelContext& c) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    constexpr int steps = 24;
    for (int i = 0; i < steps; ++i) {
        const vec3 color = heat_color((static_cast<float>(i) + 0.5F) / steps);
        const float x = from.x + width * static_cast<float>(i) / steps;
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x, from.y),
                                                  ImVec2(x + width / steps + 1.0F, from.y + c.theme.px(8)),
                                                  color_of(ImVec4(color.x, color.y, color.z, 1.0F)));
    }
    ImGui::Dummy(ImVec2(width, c.theme.px(10)));
    dim_text(c, "Half the skin's area");
    constexpr const char* twice = "Twice";
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(twice).x);
    dim_text(c, twice);
}

void draw_joint(const PanelContext& c, RomState& state) {
    const TurningJoint& joint = at(state.subject->rom.joints, state.joint);
    ImGui::PushFont(c.theme.strong);
    ImGui::TextUnformatted(label_of_node(state.subject->document, joint.node).c_str());
    ImGui::PopFont();
    ImGui::SameLine(0.0F, c.theme.px(8));
    dim_text(c, joint.limits == LimitSource::file ? "limits of the file" : "anatomical limits");
    draw_axes(c, state, joint);
    ImGui::Dummy(ImVec2(0.0F, c.theme.px(4)));
    draw_extremes(c, state);
    ImGui::Dummy(ImVec2(0.0F, c.theme.px(4)));
    draw_scale(c);
}

/// Whether the panel would hide most of the picture.
bool is_low(const PanelContext& c, const Rect& viewport) {
    return viewport.height < c.theme.px(440);
}

/// In a lower corner of the picture, away from the joint; beside the picture, over the panels there, if it is
/// low. Never over the timeline: what has no room is scrolled.
void place_at_first(const PanelContext& c, const RomState& state, const OpenFigure* figure,
                    const Rect& viewport, float width) {
    const Rect area = is_low(c, viewport)
                          ? Rect{0.0F, viewport.y, ImGui::GetIO().DisplaySize.x, viewport.height}
                          : viewport;
    bool at_right = false;
    if (figure != nullptr && state.subject && state.joint >= 0) {
        const int node = at(state.subject->rom.joints, state.joint).node;
        const ToolView view(c.session.camera(), vec2(viewport.width, viewport.height), 1.0F);
        const auto joint = view.place(vec3(figure->placement * at(figure->world, node)[3]));
        at_right = joint && joint->x < 0.5F * viewport.width;
    }
    const float margin = c.theme.px(12);
    ImGui::SetNextWindowPos(
        ImVec2(at_right ? area.x + area.width - margin : area.x + margin, area.y + area.height - margin),
        ImGuiCond_Appearing, ImVec2(at_right ? 1.0F : 0.0F, 1.0F));
    const float room = std::max(area.height - 2.0F * margin, c.theme.px(120));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0F), ImVec2(width, room));
    ImGui::SetNextWindowSize(ImVec2(width, 0.0F));
}

}  // namespace

void draw_rom_panel(const PanelContext& c, const Rect& viewport) {
    RomState& state = c.gui.rom;
    if (!state.open) return;
    const OpenFigure* figure = c.session.active_figure();
    if (figure == nullptr) {
        state.subject.reset();
        state.joint = -1;
    } else if (!c.session.in_gesture()) {
        follow_figure(state, *figure);
        if (state.trouble.empty()) follow_selection(c, state);
    }
    const float width = c.theme.px(376) + (is_low(c, viewport) ? ImGui::GetStyle().ScrollbarSize : 0.0F);
    place_at_first(c, state, figure, viewport, width);
    bool open = true;
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings;
    if (ImGui::Begin("Range of motion", &open, flags)) {
        keep_above(viewport.y + viewport.height);
        if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && c.take_key(Key::escape))
            open = false;
        c.report.widget(
            "rom", ImGui::GetWindowPos(),
            ImVec2(ImGui::GetWindowPos().x + width, ImGui::GetWindowPos().y + ImGui::GetWindowHeight()));
        if (figure == nullptr) {
            empty_panel(c, nothing_is_open);
        } else if (!state.trouble.empty()) {
            dim_text(c, state.trouble);
        } else if (state.joint < 0) {
            dim_text(c, "Select a joint that has limits and skin.");
        } else {
            draw_joint(c, state);
        }
    }
    help_of_window(c,
                   "The limits of the selected joint, worst first: click one to see the skin there, coloured "
                   "where it collapses or stretches, or drag the angle.");
    ImGui::End();
    const bool turns = state.subject && state.joint >= 0;
    const int node = turns ? at(state.subject->rom.joints, state.joint).node : -1;
    c.report.state("rom", {{"joint", turns ? at(state.subject->document.nodes, node).name : std::string()},
                           {"axis", at(axis_names, state.axis)},
                           {"angle", state.angle / degree}});
    if (open) return;
    state.open = false;
    state.subject.reset();
    ++state.revision;
}

std::optional<RenderScene> compose_rom(const PanelContext& c, Picks& picks) {
    const RomState& state = c.gui.rom;
    if (!state.open || !state.subject || state.joint < 0) return std::nullopt;
    const OpenFigure* figure = c.session.figure(state.subject->figure);
    if (figure == nullptr || !is_of(*state.subject, *figure)) return std::nullopt;
    const RomFigure& rom = state.subject->rom;
    const Pose pose = turned_pose(rom, at(rom.joints, state.joint), state.axis, state.angle);
    Figure shown = figure->frame();
    shown.pose = &pose;
    shown.shown = true;
    RenderScene scene = compose_frame(std::span(&shown, 1), c.session.view(), c.session.camera(), &picks);
    paint_area_change(rom, pose, scene);
    return scene;
}

}  // namespace vitruvian
