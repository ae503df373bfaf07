// How far a person's joints turn, by H-Anim's joints and axes. Knows no documents.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace vitruvian {

/// At which levels of articulation a row counts: a coarse figure's joints do what several do in a finer one.
enum class LimitContext { any, loa1, loa2, loa2_up, loa3 };

/// A joint's range about X, Y and Z of its limit frame (swing about X and Z, twist about Y), in radians: recommended
/// values from public tables of human range of motion, some of them estimates.
struct AnatomicalLimits {
    std::string_view joint;  // in H-Anim 1.1's spelling, with its side
    LimitContext context = LimitContext::any;
    std::array<float, 3> low{};
    std::array<float, 3> high{};
};
[[nodiscard]] std::span<const AnatomicalLimits> anatomical_limits();

/// True where rows of `context` count for a figure of this level of articulation. Figures below level 1 count as 1.
[[nodiscard]] bool counts_at(LimitContext context, int level);

}  // namespace vitruvian
