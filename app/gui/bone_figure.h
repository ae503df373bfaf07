// The drawing of a human body with the 55 slots of the bone map: where its lines and slots lie. Knows nothing of figures,
// of their bones' state or of the session.
#pragma once

#include "app/gui/theme.h"
#include "model/standard/bone.h"

#include <array>
#include <optional>

namespace vitruvian {

/// The parts that are drawn apart, each in a box of its own.
enum class FigurePart { body, head, left_hand, right_hand };

struct FigureBox {
    float x = 0.0F;
    float y = 0.0F;
    float width = 0.0F;
    float height = 0.0F;
};

/// Where the parts stand in a panel: the body on the left, head and hands beside it.
struct FigureLayout {
    std::array<FigureBox, 4> boxes;  // by FigurePart
    float height = 0.0F;             // of all together
};
/// Within `width` and at most `height`, from `x`, `y` on.
[[nodiscard]] FigureLayout lay_out_figure(float x, float y, float width, float height);

/// The figure faces the viewer: its left is on the right.
[[nodiscard]] FigurePart figure_part_of(Bone bone);
[[nodiscard]] ImVec2 slot_place(const FigureLayout& layout, Bone bone);

/// The outlines of body, head and hands.
void draw_figure(ImDrawList& list, const FigureLayout& layout, const Theme& theme);

}  // namespace vitruvian
