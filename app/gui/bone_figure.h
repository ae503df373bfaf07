// The drawing of a human body with the 55 slots of the bone map: the geometry of its outlines and slots.
// Independent of figures, the state of their bones and the session.
#pragma once

#include "app/gui/theme.h"
#include "model/standard/bone.h"

#include <array>
#include <optional>

namespace vitruvian {

/// The parts of the drawing, each in a box of its own.
enum class FigurePart { body, head, left_hand, right_hand };

struct FigureBox {
    float x = 0.0F;
    float y = 0.0F;
    float width = 0.0F;
    float height = 0.0F;
};

/// The layout of the parts in a panel: the body on the left, head and hands beside it.
struct FigureLayout {
    std::array<FigureBox, 4> boxes;  // by FigurePart
    float height = 0.0F;             // of the whole drawing
};
/// The layout within `width` and at most `height`, with its upper left corner at `x`, `y`.
[[nodiscard]] FigureLayout lay_out_figure(float x, float y, float width, float height);

/// The figure faces the viewer, so its left side is on the right.
[[nodiscard]] FigurePart figure_part_of(Bone bone);
[[nodiscard]] ImVec2 slot_place(const FigureLayout& layout, Bone bone);

/// Draws the outlines of body, head and hands.
void draw_figure(ImDrawList& list, const FigureLayout& layout, const Theme& theme);

}  // namespace vitruvian
