#include "app/tools/transform_drag.h"

#include "app/scene/limit_fan.h"
#include "app/tools/gizmo.h"
#include "model/core/at.h"
#include "model/edit/edit_parts.h"
#include "model/edit/frames.h"
#include "model/edit/mirror.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

constexpr float turn_step = 0.0872664626F;  // 5 degrees
constexpr float length_step = 0.01F;        // metres
constexpr float factor_step = 0.1F;
constexpr float finely = 0.1F;  // factor of pointer movement and snapping step with Shift
constexpr float smallest_factor = 1e-3F;

float snapped(float value, float step) {
    return std::round(value / step) * step;
}

bool hangs_on(const Skeleton& skeleton, int node, int ancestor) {
    for (int up = at(skeleton.parent, node); up >= 0; up = at(skeleton.parent, up)) {
        if (up == ancestor) return true;
    }
    return false;
}

const char* verb(TransformKind kind) {
    switch (kind) {
        case TransformKind::move:
            return "Move";
        case TransformKind::rotate:
            return "Rotate";
        default:
            return "Scale";
    }
}

constexpr std::array axis_letters = {"X", "Y", "Z"};

}  // namespace

TransformDrag::TransformDrag(TransformKind kind, SeizedFigure figure, std::vector<Item> items,
                             Constraint constraint, const TransformOptions& options, const ToolInput& input)
    : kind_(kind),
      figure_(std::move(figure)),
      constraint_(constraint),
      options_(options),
      view_(input.view),
      start_(input.at),
      last_(input.at),
      now_(input.at) {
    for (const Item& item : items) subjects_.push_back({item, gizmo_node(figure_.document, item)});
    pivot_ = figure_.position(subjects_.front().node);
    // The descendants of what is moved move with it.
    if (kind_ == TransformKind::move) {
        std::erase_if(subjects_, [&](const Subject& subject) {
            return std::any_of(subjects_.begin(), subjects_.end(), [&](const Subject& other) {
                return hangs_on(figure_.skeleton, subject.node, other.node);
            });
        });
    }
}

mat3 TransformDrag::axes() const {
    if (constraint_.kind == Constraint::Kind::none) return {view_.right(), view_.up(), view_.back()};
    return figure_.axes(subjects_.front().item, constraint_.frame);
}

vec3 TransformDrag::rotation_axis() const {
    if (constraint_.kind == Constraint::Kind::none) return view_.towards_eye(pivot_);
    return axes()[constraint_.axis];
}

void TransformDrag::measure(const vec2& from, const vec2& to) {
    const bool freely = constraint_.kind == Constraint::Kind::none;
    turned_ += freely ? turn_in_picture(view_, pivot_, from, to)
                      : turn_about_axis(view_, pivot_, rotation_axis(), turn_radius, from, to);
    if (const std::optional<vec2> middle = view_.place(pivot_)) {
        const float before = std::max(glm::length(start_ - *middle), view_.px(8.0F));
        factor_ = std::max(glm::length(now_ - *middle) / before, smallest_factor);
    }
    const mat3 frame = axes();
    offset_ = vec3(0.0F);
    if (constraint_.kind == Constraint::Kind::axis) {
        const vec3 axis = frame[constraint_.axis];
        const std::optional<float> a = nearest_on_axis(view_.ray(start_), pivot_, axis);
        const std::optional<float> b = nearest_on_axis(view_.ray(now_), pivot_, axis);
        if (a && b) offset_[constraint_.axis] = *b - *a;
        return;
    }
    const int across = freely ? 2 : constraint_.axis;
    const std::optional<vec3> a = meet_plane(view_.ray(start_), pivot_, frame[across]);
    const std::optional<vec3> b = meet_plane(view_.ray(now_), pivot_, frame[across]);
    if (a && b) offset_ = glm::transpose(frame) * (*b - *a);
    offset_[across] = 0.0F;
}

void TransformDrag::follow(const ToolInput& input) {
    view_ = input.view;
    snaps_ = input.ctrl;
    fine_ = input.shift;
    const vec2 way = (input.at - last_) * (fine_ ? finely : 1.0F);
    last_ = input.at;
    if (way == vec2(0.0F)) return;
    moved_ = true;
    const vec2 before = now_;
    now_ += way;
    measure(before, now_);
}

void TransformDrag::constrain(int axis, bool plane) {
    const Constraint::Kind kind =
        plane && kind_ != TransformKind::rotate ? Constraint::Kind::plane : Constraint::Kind::axis;
    const GizmoFrame first = kind_ == TransformKind::scale ? GizmoFrame::local : options_.frame;
    const GizmoFrame second = first == GizmoFrame::world ? GizmoFrame::local : GizmoFrame::world;
    const bool same = constraint_.kind == kind && constraint_.axis == axis;
    if (!same) {
        constraint_ = {kind, axis, first};
    } else if (constraint_.frame == first && kind_ != TransformKind::scale) {
        constraint_.frame = second;
    } else {
        constraint_ = {};
    }
    turned_ = 0.0F;
    measure(start_, now_);
}

bool TransformDrag::type(const ToolKey& key) {
    if (key.key >= 'X' && key.key <= 'Z') {
        constrain(key.key - 'X', key.shift);
        return true;
    }
    if (!number_.type(key)) return false;
    // A length needs a direction.
    if (kind_ == TransformKind::move && constraint_.kind == Constraint::Kind::none && number_.value())
        constrain(0, false);
    return true;
}

float TransformDrag::angle() const {
    if (const std::optional<float> typed = number_.value()) return glm::radians(*typed);
    return snaps_ ? snapped(turned_, fine_ ? 0.2F * turn_step : turn_step) : turned_;
}

vec3 TransformDrag::offset() const {
    if (const std::optional<float> typed = number_.value()) {
        vec3 out(0.0F);
        const int axis =
            constraint_.kind == Constraint::Kind::plane ? (constraint_.axis + 1) % 3 : constraint_.axis;
        out[axis] = *typed * figure_.unit.metres / figure_.metres;
        return out;
    }
    if (!snaps_) return offset_;
    const float step = (fine_ ? finely : 1.0F) * length_step / figure_.metres;
    return {snapped(offset_.x, step), snapped(offset_.y, step), snapped(offset_.z, step)};
}

vec3 TransformDrag::factors() const {
    float factor = snaps_ ? snapped(factor_, fine_ ? finely * factor_step : factor_step) : factor_;
    factor = number_.value().value_or(factor);
    if (std::abs(factor) < smallest_factor) factor = smallest_factor;
    vec3 out(factor);
    for (int axis = 0; axis < 3; ++axis) {
        const bool is_named = axis == constraint_.axis;
        if (constraint_.kind == Constraint::Kind::axis && !is_named) out[axis] = 1.0F;
        if (constraint_.kind == Constraint::Kind::plane && is_named) out[axis] = 1.0F;
    }
    return out;
}

bool TransformDrag::is_subject(const Item& item) const {
    return std::any_of(subjects_.begin(), subjects_.end(), [&](const Subject& s) { return s.item == item; });
}

/// In the file's form: see SetSite.
void TransformDrag::add_site(const Item& site, const Transform& local, std::vector<Command>& out) const {
    if (kind_ == TransformKind::rotate) {
        const SetJointRotation words(site, local.rotation);
        out.emplace_back(SetSite{site, std::nullopt, words.axis, words.angle});
        return;
    }
    const vec3 from = said_translation(figure_.document, site);
    const vec3 to = said_translation(figure_.document, site, local.translation);
    out.emplace_back(SetSite{site, moved_translation(from, to - from, figure_.unit), std::nullopt, 0.0F});
}

void TransformDrag::add_other_side(const Subject& subject, const Transform& local,
                                   std::vector<Command>& out) const {
    if (!options_.symmetric) return;
    if (subject.item.kind == ItemKind::site) {
        const auto other = mirrored_site(figure_.document, subject.item, local);
        if (other && !is_subject(other->site)) add_site(other->site, other->local, out);
        return;
    }
    const std::optional<Transform> delta = delta_to(at(figure_.skeleton.rest, subject.node), local);
    if (!delta) return;
    const auto other = mirrored_delta(figure_.document, subject.item, *delta);
    if (!other || is_subject(other->joint)) return;
    if (kind_ == TransformKind::rotate) {
        out.emplace_back(SetJointRotation(other->joint, other->delta.rotation));
        return;
    }
    const int node = gizmo_node(figure_.document, other->joint);
    out.emplace_back(ApplyPose{{{node, compose(at(figure_.skeleton.rest, node), other->delta)}}});
}

void TransformDrag::add_rotation(const Subject& subject, std::vector<Command>& out) const {
    const bool freely = constraint_.kind == Constraint::Kind::none;
    const vec3 axis =
        freely ? rotation_axis() : figure_.axes(subject.item, constraint_.frame)[constraint_.axis];
    const mat3 parent = unit_axes(figure_.parent_world(subject.node));
    Transform local = at(figure_.pose.local, subject.node);
    local.rotation =
        normalized_or_identity(axis_angle(glm::transpose(parent) * axis, angle()) * local.rotation);
    if (subject.item.kind == ItemKind::humanoid) {
        out.emplace_back(ApplyPose{{{subject.node, local}}});
        return;
    }
    if (subject.item.kind == ItemKind::site) {
        add_site(subject.item, local, out);
    } else {
        const quat rest = at(figure_.skeleton.rest, subject.node).rotation;
        out.emplace_back(
            SetJointRotation(subject.item, normalized_or_identity(glm::conjugate(rest) * local.rotation)));
    }
    add_other_side(subject, local, out);
}

void TransformDrag::add_placing(const Subject& subject, std::vector<Command>& out) const {
    Transform local = at(figure_.pose.local, subject.node);
    if (kind_ == TransformKind::scale) {
        if (subject.item.kind == ItemKind::site) return;  // files store no scale for sites
        local.scale *= factors();
    } else {
        const mat4 parent = figure_.parent_world(subject.node);
        const vec3 by(affine_inverse(parent) * vec4(axes() * offset(), 0.0F));
        local.translation = moved_translation(local.translation, by, figure_.unit);
    }
    if (subject.item.kind == ItemKind::site) {
        add_site(subject.item, local, out);
    } else {
        out.emplace_back(ApplyPose{{{subject.node, local}}});
    }
    if (subject.item.kind != ItemKind::humanoid) add_other_side(subject, local, out);
}

std::optional<Command> TransformDrag::command() const {
    if (!moved_ && !number_.value()) return std::nullopt;
    std::vector<Command> changes;
    for (const Subject& subject : subjects_) {
        if (kind_ == TransformKind::rotate) {
            add_rotation(subject, changes);
        } else {
            add_placing(subject, changes);
        }
    }
    if (changes.empty()) return std::nullopt;
    const std::string first = label_of(figure_.document, subjects_.front().item);
    const std::string whom =
        subjects_.size() == 1 ? first : fmt::format("{} and {} more", first, subjects_.size() - 1);
    return figure_.edit(fmt::format("{} {}", verb(kind_), whom), std::move(changes));
}

std::string TransformDrag::axis_name() const {
    if (constraint_.kind == Constraint::Kind::none) return {};
    const char* letter = at(axis_letters, constraint_.axis);
    const char* across = constraint_.kind == Constraint::Kind::plane ? "across " : "";
    if (kind_ == TransformKind::scale) return fmt::format("{}{}  ", across, letter);
    return fmt::format("{}{} {}  ", across, letter, to_string(constraint_.frame));
}

std::string TransformDrag::readout() const {
    const std::string axis = axis_name();
    const bool typed = number_.value().has_value();
    switch (kind_) {
        case TransformKind::rotate:
            if (typed) return fmt::format("{}[{}]\u00B0", axis, number_.text());
            return fmt::format("{}{:.1f}\u00B0", axis, glm::degrees(angle()) + 0.0F);
        case TransformKind::scale:
            if (typed) return fmt::format("{}\u00D7 [{}]", axis, number_.text());
            return fmt::format(
                "{}\u00D7 {:.3f}", axis,
                factors()[constraint_.kind == Constraint::Kind::plane ? (constraint_.axis + 1) % 3
                                                                      : constraint_.axis]);
        default:
            break;
    }
    const LengthUnit& unit = figure_.unit;
    if (typed) return fmt::format("{}[{}] {}", axis, number_.text(), unit.symbol);
    const vec3 moved = offset() * (figure_.metres / unit.metres);
    const float length =
        constraint_.kind == Constraint::Kind::axis ? moved[constraint_.axis] + 0.0F : glm::length(moved);
    return fmt::format("{}{:.{}f} {}", axis, length, unit.decimals, unit.symbol);
}

void TransformDrag::draw_rotation(MarkPen& pen) const {
    const bool freely = constraint_.kind == Constraint::Kind::none;
    const vec3 axis = rotation_axis();
    const vec4 color = freely ? vec4(0.92F, 0.92F, 0.92F, 1.0F) : axis_color(constraint_.axis);
    const float radius = turn_radius * view_.length_of_px(pivot_);
    vec3 start = glm::cross(axis, view_.towards_eye(pivot_));
    const std::optional<vec3> seized = meet_plane(view_.ray(start_), pivot_, axis);
    const bool seen = std::abs(glm::dot(axis, view_.towards_eye(pivot_))) > edge_on_cosine;
    if (seized && seen) start = *seized - pivot_;
    if (glm::length(start) < 1e-9F) start = view_.right();
    start = glm::normalize(start) * radius;
    const float turn = angle();
    const float shown = std::clamp(turn, -glm::two_pi<float>(), glm::two_pi<float>());
    const std::vector<vec3> sector = arc_points(pivot_, axis, start, 0.0F, shown);
    pen.fan(pivot_, sector, vec4(vec3(color), 0.22F));
    pen.path(arc_points(pivot_, axis, start, 0.0F, glm::two_pi<float>()), vec4(vec3(color), 0.55F), 1.5F);
    for (int i = 0; snaps_ && i < 72; ++i) {
        const vec3 out = glm::angleAxis(static_cast<float>(i) * turn_step, axis) * start;
        const float inner = i % 9 == 0 ? 0.90F : 0.95F;
        pen.line(pivot_ + inner * out, pivot_ + out, vec4(vec3(color), 0.8F), 1.0F);
    }
    pen.line(pivot_, pivot_ + start, vec4(vec3(color), 0.6F), 1.0F);
    pen.line(pivot_, pivot_ + glm::angleAxis(turn, axis) * start, color, 2.0F);
    pen.path(sector, color, 3.0F);
}

void TransformDrag::draw(MarkPen& pen) const {
    const mat3 frame = axes();
    const float far = 900.0F * view_.length_of_px(pivot_);
    for (int axis = 0; axis < 3; ++axis) {
        const bool is_named = axis == constraint_.axis;
        const bool shown = (constraint_.kind == Constraint::Kind::axis && is_named) ||
                           (constraint_.kind == Constraint::Kind::plane && !is_named);
        if (!shown) continue;
        const vec4 color(vec3(axis_color(axis)), 0.7F);
        pen.line(pivot_ - far * frame[axis], pivot_, color, 1.0F);
        pen.line(pivot_, pivot_ + far * frame[axis], color, 1.0F);
    }
    if (kind_ == TransformKind::rotate) {
        draw_rotation(pen);
        return;
    }
    const vec3 now = kind_ == TransformKind::move ? pivot_ + frame * offset() : pivot_;
    const vec4 quiet(0.92F, 0.92F, 0.92F, 0.6F);
    if (kind_ == TransformKind::move) pen.line(pivot_, now, quiet, 1.5F);
    pen.disc(pivot_, 3.0F, quiet);
    pen.disc(now, 4.5F, vec4(1.0F));
}

}  // namespace vitruvian
