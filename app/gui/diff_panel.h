// Compares two open figures: as ghosts in two colours in the view, with a list of the differences.
#pragma once

#include "app/scene/frame.h"
#include "model/rig_diff/rig_diff.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace vitruvian {

struct PanelContext;
struct Rect;

struct DiffState {
    bool open = false;
    std::uint64_t first = 0;  // the figures, by id
    std::uint64_t second = 0;
    unsigned first_revision = 0;  // of their histories, for which `changes` was computed
    unsigned second_revision = 0;
    bool is_compared = false;
    std::vector<RigChange> changes;
    int selected = -1;            // index into `changes`
    std::uint64_t laid_over = 0;  // the figure that was placed on `laid_under`; 0: none
    std::uint64_t laid_under = 0;
    std::uint64_t revision = 0;  // increased whenever the picture changes
};

void draw_diff_panel(const PanelContext& c, const Rect& viewport);

/// The overlay of both figures; nullopt if the panel shows nothing.
[[nodiscard]] std::optional<RenderScene> compose_diff(const PanelContext& c, Picks& picks);

}  // namespace vitruvian
