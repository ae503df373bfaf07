// Two open figures against each other: as ghosts in two colours in the view, with the list of what differs.
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
    unsigned first_revision = 0;  // of their histories, that `changes` is of
    unsigned second_revision = 0;
    bool is_compared = false;
    std::vector<RigChange> changes;
    int selected = -1;           // into `changes`
    std::uint64_t revision = 0;  // grows whenever the picture changes
};

void draw_diff_panel(const PanelContext& c, const Rect& viewport);

/// Both figures over each other; nullopt where the panel shows nothing.
[[nodiscard]] std::optional<RenderScene> compose_diff(const PanelContext& c, Picks& picks);

}  // namespace vitruvian
