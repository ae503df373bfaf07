// Handles in the picture, and how they are drawn when none is grabbed.
#include "app/tools/toolbox.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vitruvian {
namespace {

constexpr float effector_reach = 13.0F;  // picking distance of the pointer, in design units
constexpr float joint_reach = 9.0F;
constexpr vec4 accent{1.0F, 0.80F, 0.25F, 1.0F};
constexpr vec4 seam{0.07F, 0.08F, 0.09F, 0.9F};

std::optional<TransformKind> transform_of(ToolKind kind) {
    switch (kind) {
        case ToolKind::move:
            return TransformKind::move;
        case ToolKind::rotate:
            return TransformKind::rotate;
        case ToolKind::scale:
            return TransformKind::scale;
        default:
            return std::nullopt;
    }
}

std::optional<vec3> position_of(const Session& session, const Selection& what) {
    const OpenFigure* figure = session.figure(what.figure);
    if (figure == nullptr || !figure->shown) return std::nullopt;
    const int node = gizmo_node(figure->document(), what.item);
    if (node < 0) return std::nullopt;
    return vec3(figure->placement * at(figure->world, node)[3]);
}

/// Returns the gizmo of a selected item that has a node.
Gizmo gizmo_of(const Session& session, const Item& item, TransformKind transform, GizmoFrame frame) {
    const OpenFigure& figure = *session.figure(session.selection().figure);
    const int node = gizmo_node(figure.document(), item);
    const int parent = at(figure.skeleton.parent, node);
    const mat4 above = parent < 0 ? figure.placement : figure.placement * at(figure.world, parent);
    return {transform, frame, gizmo_axes(figure.document(), figure.skeleton, figure.pose, above, item, frame),
            vec3(figure.placement * at(figure.world, node)[3])};
}

/// Returns every joint of the active figure that is not hidden, and its sites if they are shown.
std::vector<Selection> all_effectors(const Session& session) {
    std::vector<Selection> out;
    const OpenFigure* figure = session.active_figure();
    if (figure == nullptr || !figure->shown) return out;
    for (const Item& item : items_of(figure->document(), ItemKind::joint)) out.push_back({figure->id, item});
    if (session.view().show.sites) {
        for (const Item& item : items_of(figure->document(), ItemKind::site))
            out.push_back({figure->id, item});
    }
    std::erase_if(out, [figure](const Selection& what) { return hides(*figure, what.item); });
    return out;
}

/// Returns the visible item nearest to the pointer, within `reach` in design units; empty if there is none.
Selection nearest_of(const std::vector<Selection>& things, float reach, const ToolInput& input,
                     const Session& session) {
    Selection out;
    float nearest = input.view.px(reach);
    for (const Selection& what : things) {
        const std::optional<vec3> position = position_of(session, what);
        const std::optional<vec2> place = position ? input.view.place(*position) : std::nullopt;
        if (!place || glm::length(*place - input.at) >= nearest) continue;
        nearest = glm::length(*place - input.at);
        out = what;
    }
    return out;
}

}  // namespace

std::optional<Gizmo> Toolbox::gizmo(const Session& session) const {
    const std::optional<TransformKind> transform = transform_of(kind);
    if (!is_seen(session.selection().figure)) return std::nullopt;
    const std::vector<Item> items = gizmo_items(session);
    if (!transform || items.empty()) return std::nullopt;
    const Item& item = items.front();
    // Files store no scale for sites.
    if (*transform == TransformKind::scale && item.kind == ItemKind::site) return std::nullopt;
    return gizmo_of(session, item, *transform,
                    *transform == TransformKind::scale ? GizmoFrame::local : frame);
}

std::optional<Gizmo> Toolbox::own_frame(const Session& session) const {
    if (!is_seen(session.selection().figure)) return std::nullopt;
    const std::vector<Item> items = gizmo_items(session);
    if (items.empty() || items.front().kind == ItemKind::humanoid) return std::nullopt;
    const std::optional<Gizmo> shown = gizmo(session);
    // Its arrows are these axes.
    if (shown && shown->kind != TransformKind::rotate && shown->frame == GizmoFrame::local)
        return std::nullopt;
    return gizmo_of(session, items.front(), TransformKind::rotate, GizmoFrame::local);
}

const WeightHandle* Toolbox::weight(const Session& session) const {
    const Selection& selected = session.selection();
    if (selected.item.kind != ItemKind::displacer || !is_seen(selected.figure)) return nullptr;
    const std::pair key{selected, session.picture_revision()};
    if (weight_of_ != key) {
        weight_ = weight_handle(*session.figure(selected.figure), selected.item);
        weight_of_ = key;
    }
    return weight_ ? &*weight_ : nullptr;
}

std::vector<Selection> Toolbox::effectors(const Session& session) const {
    std::vector<Selection> out;
    const OpenFigure* figure = session.active_figure();
    if (figure == nullptr || !figure->shown || !is_seen(figure->id)) return out;
    for (int h = 0; h < static_cast<int>(figure->document().humanoids.size()); ++h) {
        for (const Item& item : common_effectors(figure->document(), h)) out.push_back({figure->id, item});
    }
    for (const Item& item : gizmo_items(session)) {
        const Selection what{session.selection().figure, item};
        const bool moves = humanoid_of(session.figure(what.figure)->document(), item) >= 0;
        if (moves && std::find(out.begin(), out.end(), what) == out.end()) out.push_back(what);
    }
    return out;
}

Toolbox::Under Toolbox::look_under(const ToolInput& input, const Session& session) const {
    Under out;
    if (!input.over) return out;
    if (const WeightHandle* handle = weight(session)) {
        const std::optional<vec2> place =
            input.view.place(place_of_weight(*handle, input.view, handle->weight));
        out.weight = place && glm::length(*place - input.at) < input.view.px(effector_reach);
        return out;
    }
    if (const std::optional<Gizmo> shown = gizmo(session)) {
        out.part = gizmo_part_at(*shown, input.view, input.at);
    } else if (kind == ToolKind::limits) {
        const OpenFigure* figure = session.figure(session.selection().figure);
        if (figure == nullptr || !is_seen(figure->id)) return out;
        if (const auto handles = limit_handles(*figure, session.selection().item, input.view))
            out.limit = limit_part_at(*handles, input.view, input.at);
    } else if (kind == ToolKind::reach) {
        out.effector = nearest_of(effectors(session), effector_reach, input, session);
        if (out.effector.item.kind == ItemKind::none && is_seen(session.active_id()))
            out.effector = nearest_of(all_effectors(session), joint_reach, input, session);
    }
    return out;
}

std::vector<std::pair<std::string, vec2>> Toolbox::handles(const ToolView& view,
                                                           const Session& session) const {
    std::vector<std::pair<std::string, vec2>> out;
    constexpr std::array letters = {"x", "y", "z"};
    const auto add = [&](const std::string& name, const std::optional<vec2>& place) {
        if (place) out.emplace_back(name, *place);
    };
    if (const WeightHandle* handle = weight(session)) {
        add("tool/weight", view.place(place_of_weight(*handle, view, handle->weight)));
        return out;
    }
    if (const std::optional<Gizmo> shown = gizmo(session)) {
        for (int axis = 0; axis < 3; ++axis) {
            const Constraint part{Constraint::Kind::axis, axis, shown->frame};
            add(std::string("tool/gizmo/") + at(letters, axis), place_of_part(*shown, view, part));
        }
        add("tool/gizmo/free", place_of_part(*shown, view, Constraint{}));
        add("tool/pivot", view.place(shown->pivot));
    }
    const OpenFigure* figure = session.figure(session.selection().figure);
    if (kind == ToolKind::limits && figure != nullptr && is_seen(figure->id)) {
        const auto limits = limit_handles(*figure, session.selection().item, view);
        for (int axis = 0; limits && axis < 3; ++axis) {
            const std::string name = std::string("tool/limit/") + at(letters, axis);
            add(name + "/lower", view.place(place_of_part(*limits, {LimitPart::Kind::lower, axis})));
            add(name + "/upper", view.place(place_of_part(*limits, {LimitPart::Kind::upper, axis})));
            add(name + "/stiffness", view.place(place_of_part(*limits, {LimitPart::Kind::stiffness, axis})));
        }
    }
    for (const Selection& what : kind == ToolKind::reach ? effectors(session) : std::vector<Selection>()) {
        const std::optional<vec3> position = position_of(session, what);
        if (position) add("tool/reach/" + name_of(session, what), view.place(*position));
    }
    return out;
}

void Toolbox::draw_handles(const Under& under, const ToolInput& input, const Session& session,
                           ToolOutput& out) {
    MarkPen pen(out.marks, input.view);
    if (kind == ToolKind::reach) {
        for (const Selection& what : effectors(session)) {
            const std::optional<vec3> position = position_of(session, what);
            if (!position) continue;
            const bool lit = under.effector == what;
            pen.disc(*position, lit ? 9.5F : 7.0F, seam);  // otherwise it is invisible on light skin
            pen.disc(*position, lit ? 8.0F : 5.5F, vec4(vec3(accent), lit ? 0.95F : 0.60F),
                     vec4(vec3(accent), 1.0F));
        }
    }
    for (const Selection& pin : pins_) {
        const std::optional<vec3> position = position_of(session, pin);
        if (!position || !is_seen(pin.figure)) continue;
        pen.square(*position, 6.5F, seam);
        pen.square(*position, 5.0F, accent);
        pen.square(*position, 2.0F, seam);
    }
    if (const WeightHandle* handle = weight(session)) {
        draw_weight(*handle, under.weight, pen);
        if (under.weight)
            pen.readout(input.at, fmt::format("weight  {:.2f}", handle->weight), tool_readout_color);
        return;
    }
    if (const std::optional<Gizmo> own = own_frame(session)) draw_axes(*own, pen);
    if (const std::optional<Gizmo> shown = gizmo(session)) draw_gizmo(*shown, under.part, pen);
    const OpenFigure* figure = session.figure(session.selection().figure);
    if (kind != ToolKind::limits || figure == nullptr || !is_seen(figure->id)) return;
    const auto limits = limit_handles(*figure, session.selection().item, input.view);
    if (!limits) return;
    draw_limits(*limits, under.limit, pen);
    if (under.limit) pen.readout(input.at, value_of_part(*limits, *under.limit), tool_readout_color);
}

}  // namespace vitruvian
