#include "app/gui/bone_figure.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace vitruvian {
namespace {

/// In a part's own units: for the body its height, with X from its middle to the figure's left; for hands and
/// head their box, 0..1.
struct Spot {
    float x = 0.0F;
    float y = 0.0F;
};

constexpr float body_width = 0.70F;  // of its height

constexpr std::array<Spot, 6> trunk{{{0.0F, 0.425F},    // hips
                                     {0.0F, 0.355F},    // spine
                                     {0.0F, 0.29F},     // chest
                                     {0.0F, 0.225F},    // upper chest
                                     {0.0F, 0.152F},    // neck
                                     {0.0F, 0.072F}}};  // head
constexpr std::array<Spot, 4> arm{{{0.055F, 0.185F}, {0.112F, 0.208F}, {0.20F, 0.35F}, {0.277F, 0.475F}}};
constexpr std::array<Spot, 4> leg{{{0.058F, 0.47F}, {0.074F, 0.69F}, {0.086F, 0.905F}, {0.106F, 0.962F}}};
constexpr std::array<Spot, 3> face{
    {{0.5F, 0.80F}, {0.645F, 0.46F}, {0.355F, 0.46F}}};  // jaw, left and right eye

/// A left hand seen from its back, fingers up: thumb, index, middle, ring, little from the palm outwards.
constexpr std::array<std::array<Spot, 3>, 5> fingers{
    {{{{0.70F, 0.80F}, {0.83F, 0.665F}, {0.91F, 0.55F}}},
     {{{0.665F, 0.52F}, {0.70F, 0.345F}, {0.72F, 0.20F}}},
     {{{0.52F, 0.495F}, {0.525F, 0.30F}, {0.53F, 0.135F}}},
     {{{0.375F, 0.52F}, {0.355F, 0.335F}, {0.34F, 0.18F}}},
     {{{0.245F, 0.575F}, {0.20F, 0.435F}, {0.17F, 0.315F}}}}};
constexpr std::array<Spot, 5> tips{
    {{0.965F, 0.465F}, {0.735F, 0.09F}, {0.535F, 0.02F}, {0.325F, 0.065F}, {0.145F, 0.215F}}};

constexpr auto first_finger = static_cast<int>(Bone::left_thumb_metacarpal);

bool is_right(Bone bone) {
    return mirrored_bone(bone) < bone;
}
Bone left_of(Bone bone) {
    return is_right(bone) ? mirrored_bone(bone) : bone;
}

ImVec2 in_box(const FigureBox& box, FigurePart part, Spot place) {
    if (part == FigurePart::body)
        return {box.x + 0.5F * box.width + place.x * box.height, box.y + place.y * box.height};
    const float x = part == FigurePart::right_hand ? 1.0F - place.x : place.x;
    return {box.x + x * box.width, box.y + place.y * box.height};
}

/// A limb: two circles and the area between them. A thicker one drawn below gives the common outline.
struct Capsule {
    Spot from;
    Spot to;
    float from_radius;
    float to_radius;
};

constexpr std::array<Capsule, 15> body_shape{{{{0.0F, 0.062F}, {0.0F, 0.088F}, 0.052F, 0.043F},
                                              {{0.0F, 0.11F}, {0.0F, 0.17F}, 0.027F, 0.032F},
                                              {{-0.085F, 0.207F}, {0.085F, 0.207F}, 0.034F, 0.034F},
                                              {{-0.045F, 0.225F}, {-0.028F, 0.345F}, 0.058F, 0.046F},
                                              {{0.045F, 0.225F}, {0.028F, 0.345F}, 0.058F, 0.046F},
                                              {{-0.028F, 0.345F}, {-0.034F, 0.44F}, 0.046F, 0.05F},
                                              {{0.028F, 0.345F}, {0.034F, 0.44F}, 0.046F, 0.05F},
                                              {{0.108F, 0.208F}, {0.20F, 0.35F}, 0.034F, 0.024F},
                                              {{0.20F, 0.35F}, {0.277F, 0.475F}, 0.025F, 0.016F},
                                              {{0.281F, 0.483F}, {0.31F, 0.535F}, 0.020F, 0.014F},
                                              {{0.052F, 0.455F}, {0.074F, 0.69F}, 0.050F, 0.031F},
                                              {{0.074F, 0.69F}, {0.084F, 0.74F}, 0.031F, 0.034F},
                                              {{0.083F, 0.75F}, {0.086F, 0.905F}, 0.034F, 0.019F},
                                              {{0.087F, 0.915F}, {0.108F, 0.968F}, 0.021F, 0.021F},
                                              {{0.0F, 0.30F}, {0.0F, 0.40F}, 0.05F, 0.06F}}};
constexpr std::size_t first_limb = 7;  // from here on each has a counterpart on the other side
constexpr std::size_t last_limb = 13;

void draw_capsule(ImDrawList& list, ImVec2 a, float ra, ImVec2 b, float rb, ImU32 color) {
    list.AddCircleFilled(a, ra, color);
    list.AddCircleFilled(b, rb, color);
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    if (length < 1e-3F) return;
    const float nx = -(b.y - a.y) / length;
    const float ny = (b.x - a.x) / length;
    const std::array<ImVec2, 4> quad{{{a.x + nx * ra, a.y + ny * ra},
                                      {b.x + nx * rb, b.y + ny * rb},
                                      {b.x - nx * rb, b.y - ny * rb},
                                      {a.x - nx * ra, a.y - ny * ra}}};
    list.AddConvexPolyFilled(quad.data(), static_cast<int>(quad.size()), color);
}

void draw_body(ImDrawList& list, const FigureBox& box, float grow, ImU32 color) {
    const float unit = box.height;
    const auto draw = [&](const Capsule& c, float sign) {
        const Spot from{sign * c.from.x, c.from.y};
        const Spot to{sign * c.to.x, c.to.y};
        draw_capsule(list, in_box(box, FigurePart::body, from), c.from_radius * unit + grow,
                     in_box(box, FigurePart::body, to), c.to_radius * unit + grow, color);
    };
    for (std::size_t i = 0; i < body_shape.size(); ++i) {
        draw(body_shape[i], 1.0F);
        if (i >= first_limb && i <= last_limb) draw(body_shape[i], -1.0F);
    }
}

void draw_hand(ImDrawList& list, const FigureBox& box, FigurePart part, float grow, ImU32 color) {
    const float unit = std::min(box.width, box.height);
    const auto draw = [&](Spot from, float from_radius, Spot to, float to_radius) {
        draw_capsule(list, in_box(box, part, from), from_radius * unit + grow, in_box(box, part, to),
                     to_radius * unit + grow, color);
    };
    const Spot wrist{0.47F, 0.82F};
    draw(wrist, 0.14F, {0.47F, 0.90F}, 0.10F);
    for (std::size_t f = 0; f < fingers.size(); ++f) {
        const float thick = f == 0 ? 0.085F : 0.072F;
        draw(wrist, 0.14F, fingers[f][0], f == 0 ? 0.10F : 0.085F);
        draw(fingers[f][0], thick, fingers[f][2], 0.06F);
        draw(fingers[f][2], 0.06F, tips[f], 0.05F);
    }
}

void draw_head(ImDrawList& list, const FigureBox& box, float grow, ImU32 color) {
    const float unit = std::min(box.width, box.height);
    const auto draw = [&](Spot from, float from_radius, Spot to, float to_radius) {
        draw_capsule(list, in_box(box, FigurePart::head, from), from_radius * unit + grow,
                     in_box(box, FigurePart::head, to), to_radius * unit + grow, color);
    };
    draw({0.5F, 0.40F}, 0.38F, {0.5F, 0.66F}, 0.28F);
}

void draw_shapes(ImDrawList& list, const FigureLayout& layout, float grow, ImU32 color) {
    draw_body(list, layout.boxes[0], grow, color);
    draw_head(list, layout.boxes[1], grow, color);
    draw_hand(list, layout.boxes[2], FigurePart::left_hand, grow, color);
    draw_hand(list, layout.boxes[3], FigurePart::right_hand, grow, color);
}

}  // namespace

FigureLayout lay_out_figure(float x, float y, float width, float height) {
    FigureLayout out;
    constexpr float body_share = 0.60F;
    const float tall = std::min(height, body_share * width / body_width);
    const float body = body_width * tall;
    const float side = std::min(width - body, 0.62F * tall);
    const float left = x + std::max(0.0F, 0.5F * (width - body - side));
    out.height = tall;
    out.boxes[0] = {left, y, body, tall};
    // Head and hands share the height beside the body.
    const float inset = std::min(0.86F * side, 0.345F * tall);
    const float head = 0.68F * inset;
    const float middle = left + body + 0.5F * side;
    const float gap = (tall - head - 2.0F * inset) / 2.0F;
    out.boxes[1] = {middle - 0.5F * head, y, head, head};
    out.boxes[2] = {middle - 0.5F * inset, y + head + gap, inset, inset};
    out.boxes[3] = {middle - 0.5F * inset, y + head + inset + 2.0F * gap, inset, inset};
    return out;
}

FigurePart figure_part_of(Bone bone) {
    const Bone left = left_of(bone);
    if (left == Bone::jaw || left == Bone::left_eye) return FigurePart::head;
    if (!is_finger(left)) return FigurePart::body;
    return is_right(bone) ? FigurePart::right_hand : FigurePart::left_hand;
}

ImVec2 slot_place(const FigureLayout& layout, Bone bone) {
    const FigurePart part = figure_part_of(bone);
    const FigureBox& box = at(layout.boxes, part);
    const Bone left = left_of(bone);
    if (part == FigurePart::head) {
        const std::size_t which = left == Bone::jaw ? 0 : is_right(bone) ? 2 : 1;
        return in_box(box, part, face[which]);
    }
    if (part != FigurePart::body) {
        const auto place = static_cast<std::size_t>(static_cast<int>(left) - first_finger);
        return in_box(box, part, fingers[place / 3][place % 3]);
    }
    if (left <= Bone::head) return in_box(box, part, at(trunk, left));
    const float sign = is_right(bone) ? -1.0F : 1.0F;
    const bool is_arm = left <= Bone::left_hand;
    const auto first = static_cast<std::size_t>(is_arm ? Bone::left_shoulder : Bone::left_upper_leg);
    const Spot place = (is_arm ? arm : leg)[static_cast<std::size_t>(left) - first];
    return in_box(box, part, {sign * place.x, place.y});
}

void draw_figure(ImDrawList& list, const FigureLayout& layout, const Theme& theme) {
    draw_shapes(list, layout, theme.px(1.5F), color_of(theme.faint));
    draw_shapes(list, layout, 0.0F, color_of(theme.raised));
}

}  // namespace vitruvian
