// The range of motion of the selected joint: rotated from limit to limit in the view, with a heat map of the
// skin's deformation.
#pragma once

#include "app/scene/frame.h"
#include "model/rom/range_of_motion.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

struct PanelContext;
struct Rect;
struct RomSubject;  // the figure, prepared for measuring

struct RomState {
    bool open = false;
    std::shared_ptr<const RomSubject> subject;  // null if there is none; `trouble` says why
    std::string trouble;
    int joint = -1;      // index into the subject's joints; -1: no joint that rotates is selected
    int axis = 0;        // of its limit frame
    float angle = 0.0F;  // radians from rest
    std::vector<RomExtreme> extremes;  // of the joint, worst first
    std::uint64_t revision = 0;        // increased whenever the picture changes
};

void draw_rom_panel(const PanelContext& c, const Rect& viewport);

/// The figure alone, with the joint rotated and its skin coloured; nullopt if the panel shows nothing.
[[nodiscard]] std::optional<RenderScene> compose_rom(const PanelContext& c, Picks& picks);

}  // namespace vitruvian
