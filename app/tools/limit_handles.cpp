#include "app/tools/limit_handles.h"

#include "app/tools/gizmo.h"
#include "model/core/at.h"
#include "model/edit/mirror.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

constexpr float fan_radius = 96.0F;  // in design units
constexpr float ring_share = 1.17F;  // radius of the stiffness ring, relative to a swing's fan
constexpr float twist_share = 1.36F;
constexpr float handle_radius = 6.0F;
constexpr float knob_reach = 9.0F;
constexpr float ring_reach = 6.0F;
constexpr float outward_least = 12.0F;  // pointer distance from the ring's middle that gives a direction
constexpr float stiffness_way = 70.0F;  // pointer distance from 0 to 1
constexpr float pi = glm::pi<float>();
constexpr float full_turn = 2.0F * pi;
constexpr float angle_step = 0.0872664626F;  // 5 degrees
constexpr float stiffness_step = 0.05F;

using Kind = LimitPart::Kind;

float share_of_ring(const LimitFan& fan) {
    return fan.twist ? twist_share : ring_share;
}

/// Returns the stiffness ring; it begins 90 degrees from the bone, where no other ring crosses it.
std::vector<vec3> stiffness_ring(const LimitFan& fan) {
    const vec3 start = fan.place(fan.angle + 0.5F * pi, share_of_ring(fan)) - fan.middle;
    return arc_points(fan.middle, fan.direction, start, 0.0F, full_turn);
}

std::vector<vec3> fan_rim(const LimitFan& fan, float share) {
    const vec3 start = fan.place(0.0F, share) - fan.middle;
    return arc_points(fan.middle, fan.direction, start, fan.lower,
                      std::min(fan.upper, fan.lower + full_turn));
}

/// Coincident ends, as of a free joint, are drawn slightly apart.
float shown_end(const LimitFan& fan, Kind kind) {
    const bool touch = fan.upper - fan.lower > full_turn - 0.1F;
    const float apart = touch ? 0.07F : 0.0F;
    return kind == Kind::lower ? fan.lower + apart : fan.upper - apart;
}

float stiffness_of(const LimitHandles& handles, int axis) {
    return handles.stiffness ? (*handles.stiffness)[axis] : 0.0F;
}

const char* name_of(Kind kind) {
    return kind == Kind::lower ? "lower" : kind == Kind::upper ? "upper" : "stiffness";
}

void draw_fan(const LimitFan& fan, MarkPen& pen) {
    const vec4 color = fan.outside() ? limit_error_color : axis_color(fan.axis);
    const std::vector<vec3> rim = fan_rim(fan, 1.0F);
    if (fan.given && fan.twist) {
        pen.strip(fan_rim(fan, fan.hole()), rim, vec4(vec3(color), 0.26F));
    } else if (fan.given) {
        pen.fan(fan.middle, rim, vec4(vec3(color), 0.20F));
        pen.line(fan.middle, rim.front(), vec4(vec3(color), 0.5F), 1.0F);
        pen.line(fan.middle, rim.back(), vec4(vec3(color), 0.5F), 1.0F);
    }
    pen.path(rim, vec4(vec3(color), fan.given ? 0.95F : 0.35F), fan.given ? 2.0F : 1.0F);
    pen.line(fan.place(fan.angle, fan.hole()), fan.place(fan.angle, 1.0F), vec4(0.0F, 0.0F, 0.0F, 0.3F),
             4.5F);
    pen.line(fan.place(fan.angle, fan.hole()), fan.place(fan.angle, 1.0F), lit_color(color), 2.5F);
}

}  // namespace

std::optional<LimitHandles> limit_handles(const OpenFigure& figure, const Item& item, const ToolView& view) {
    const Document& document = figure.document();
    const Item joint = joint_of_item(document, item);
    if (joint.kind == ItemKind::none) return std::nullopt;
    std::vector<mat4> world = figure.world;
    for (mat4& frame : world) frame = figure.placement * frame;
    const vec3 centre(at(world, node_of(document, joint))[3]);
    const float radius = fan_radius * view.length_of_px(centre);
    const Joint& data = at(at(document.humanoids, joint.humanoid).joints, joint.index);
    return LimitHandles{joint, limit_fans(figure.frame(), world, joint.humanoid, joint.index, radius),
                        data.stiffness};
}

vec3 place_of_part(const LimitHandles& handles, const LimitPart& part) {
    const LimitFan& fan = at(handles.fans, part.axis);
    if (part.kind == Kind::stiffness) return stiffness_ring(fan).front();
    return fan.place(shown_end(fan, part.kind), 1.0F);
}

std::optional<LimitPart> limit_part_at(const LimitHandles& handles, const ToolView& view, const vec2& at) {
    std::optional<LimitPart> out;
    float nearest = view.px(knob_reach);
    for (const LimitFan& fan : handles.fans) {
        for (const Kind kind : {Kind::upper, Kind::lower}) {
            const LimitPart part{kind, fan.axis};
            const std::optional<vec2> place = view.place(place_of_part(handles, part));
            if (!place || glm::length(*place - at) >= nearest) continue;
            nearest = glm::length(*place - at);
            out = part;
        }
    }
    if (out) return out;
    nearest = view.px(ring_reach);
    for (const LimitFan& fan : handles.fans) {
        const std::vector<vec3> ring = stiffness_ring(fan);
        for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
            const std::optional<vec2> a = view.place(ring[i]);
            const std::optional<vec2> b = view.place(ring[i + 1]);
            if (!a || !b || distance_to_segment(at, *a, *b) >= nearest) continue;
            nearest = distance_to_segment(at, *a, *b);
            out = LimitPart{Kind::stiffness, fan.axis};
        }
    }
    return out;
}

void draw_limits(const LimitHandles& handles, const std::optional<LimitPart>& lit, MarkPen& pen) {
    for (const LimitFan& fan : handles.fans) {
        const bool is_lit = lit == LimitPart{Kind::stiffness, fan.axis};
        const float stiff = stiffness_of(handles, fan.axis);
        const vec4 color = is_lit ? lit_color(axis_color(fan.axis)) : axis_color(fan.axis);
        const float alpha = is_lit ? 1.0F : handles.stiffness ? 0.30F + 0.35F * stiff : 0.18F;
        std::vector<vec3> ring = stiffness_ring(fan);
        ring.pop_back();  // it is closed
        pen.path(ring, vec4(vec3(color), alpha), 1.0F + 5.0F * stiff + (is_lit ? 1.5F : 0.0F), true);
    }
    for (const LimitFan& fan : handles.fans) draw_fan(fan, pen);
    for (const LimitFan& fan : handles.fans) {
        for (const Kind kind : {Kind::lower, Kind::upper}) {
            const LimitPart part{kind, fan.axis};
            const bool is_lit = lit == part;
            const vec4 color = fan.outside() ? limit_error_color : axis_color(fan.axis);
            pen.disc(place_of_part(handles, part), handle_radius + (is_lit ? 2.0F : 0.0F),
                     is_lit ? lit_color(color) : color, vec4(0.07F, 0.08F, 0.09F, 0.9F));
        }
    }
}

std::string value_of_part(const LimitHandles& handles, const LimitPart& part) {
    constexpr std::array letters = {"X", "Y", "Z"};
    const LimitFan& fan = at(handles.fans, part.axis);
    const char* letter = at(letters, part.axis);
    if (part.kind == Kind::stiffness) {
        if (!handles.stiffness) return fmt::format("{} stiffness  not given", letter);
        return fmt::format("{} stiffness  {:.2f}", letter, stiffness_of(handles, part.axis));
    }
    const float angle = part.kind == Kind::lower ? fan.lower : fan.upper;
    return fmt::format("{} {}  {:.1f}\u00B0{}", letter, name_of(part.kind), glm::degrees(angle) + 0.0F,
                       fan.given ? "" : " (free)");
}

LimitDrag::LimitDrag(const OpenFigure& figure, LimitHandles handles, LimitPart part, bool symmetric,
                     const ToolInput& input)
    : document_(figure.document()),
      handles_(std::move(handles)),
      part_(part),
      symmetric_(symmetric),
      view_(input.view),
      last_(input.at) {
    const LimitFan& fan = at(handles_.fans, part_.axis);
    value_ = part_.kind == Kind::lower   ? fan.lower
             : part_.kind == Kind::upper ? fan.upper
                                         : stiffness_of(handles_, part_.axis);
    const std::optional<vec2> middle = view_.place(fan.middle);
    const vec2 out = middle ? input.at - *middle : vec2(0.0F);
    // A ring seen edge-on has its handle over its middle: then up is outwards.
    outward_ = glm::length(out) > view_.px(outward_least) ? glm::normalize(out) : vec2(0.0F, -1.0F);
}

void LimitDrag::follow(const ToolInput& input) {
    view_ = input.view;
    snaps_ = input.ctrl;
    const vec2 before = last_;
    last_ = input.at;
    if (before == last_) return;
    moved_ = true;
    const float share = input.shift ? 0.1F : 1.0F;
    const LimitFan& fan = at(handles_.fans, part_.axis);
    if (part_.kind == Kind::stiffness) {
        value_ += share * glm::dot(last_ - before, outward_) / view_.px(stiffness_way);
        return;
    }
    value_ += share * turn_about_axis(view_, fan.middle, fan.direction, fan_radius, before, last_);
}

bool LimitDrag::type(const ToolKey& key) {
    return number_.type(key);
}

float LimitDrag::value() const {
    const LimitFan& fan = at(handles_.fans, part_.axis);
    const std::optional<float> typed = number_.value();
    if (part_.kind == Kind::stiffness) {
        const float dragged = snaps_ ? std::round(value_ / stiffness_step) * stiffness_step : value_;
        return std::clamp(typed.value_or(dragged), 0.0F, 1.0F);
    }
    const float dragged = snaps_ ? std::round(value_ / angle_step) * angle_step : value_;
    const float wanted = typed ? glm::radians(*typed) : dragged;
    // Each end stays on its side of the other, unless the limits are inverted.
    const auto [low, high] = std::minmax({fan.lower, fan.upper});
    return part_.kind == Kind::lower ? std::clamp(wanted, std::min(-pi, low), high)
                                     : std::clamp(wanted, low, std::max(pi, high));
}

LimitHandles LimitDrag::present() const {
    LimitHandles out = handles_;
    LimitFan& fan = at(out.fans, part_.axis);
    if (part_.kind == Kind::stiffness) {
        if (!out.stiffness) out.stiffness = vec3(0.0F);
        (*out.stiffness)[part_.axis] = value();
        return out;
    }
    (part_.kind == Kind::lower ? fan.lower : fan.upper) = value();
    for (LimitFan& each : out.fans) each.given = true;
    return out;
}

Command LimitDrag::stiffness_command(const LimitHandles& now) const {
    const SetJointStiffness own{now.joint, now.stiffness};
    const std::optional<Item> other = symmetric_ ? counterpart(document_, now.joint) : std::nullopt;
    if (!other) return own;
    return Batch{title_of(Command(own), document_), {own, SetJointStiffness{*other, now.stiffness}}};
}

std::optional<Command> LimitDrag::command() const {
    if (!moved_ && !number_.value()) return std::nullopt;
    const LimitHandles now = present();
    if (part_.kind == Kind::stiffness) return stiffness_command(now);
    vec3 lower(0.0F);
    vec3 upper(0.0F);
    for (int axis = 0; axis < 3; ++axis) {
        lower[axis] = at(now.fans, axis).lower;
        upper[axis] = at(now.fans, axis).upper;
    }
    // The fan may be limited to a full turn; axes that are not dragged keep the file's values.
    const Joint& joint = at(at(document_.humanoids, now.joint.humanoid).joints, now.joint.index);
    for (int axis = 0; axis < 3; ++axis) {
        if (joint.lower_limit && (axis != part_.axis || part_.kind == Kind::upper))
            lower[axis] = (*joint.lower_limit)[axis];
        if (joint.upper_limit && (axis != part_.axis || part_.kind == Kind::lower))
            upper[axis] = (*joint.upper_limit)[axis];
    }
    const SetJointLimits own{now.joint, lower, upper};
    if (!symmetric_) return own;
    const std::optional<MirroredLimits> other = mirrored_limits(document_, now.joint, lower, upper);
    if (!other) return own;
    return Batch{title_of(Command(own), document_),
                 {own, SetJointLimits{other->joint, other->lower, other->upper}}};
}

void LimitDrag::draw(MarkPen& pen) const {
    draw_limits(present(), part_, pen);
}

std::string LimitDrag::readout() const {
    if (!number_.value()) return value_of_part(present(), part_);
    constexpr std::array letters = {"X", "Y", "Z"};
    const bool is_angle = part_.kind != Kind::stiffness;
    const float value = is_angle ? glm::degrees(this->value()) : this->value();
    const float typed = *number_.value();
    std::string bound;
    if (std::abs(value - typed) > 1e-3F) {
        const char* side = typed < value ? "at least" : "at most";
        bound = is_angle ? fmt::format("   {} {:.1f}\u00B0", side, value)
                         : fmt::format("   {} {:.2f}", side, value);
    }
    return fmt::format("{} {}  [{}]{}{}", at(letters, part_.axis), name_of(part_.kind), number_.text(),
                       is_angle ? "\u00B0" : "", bound);
}

}  // namespace vitruvian
