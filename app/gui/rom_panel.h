// The range of motion of the selected joint: turned from limit to limit in the view, with heat where its skin gives way.
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
struct RomSubject;  // the figure as it is, made ready

struct RomState {
    bool open = false;
    std::shared_ptr<const RomSubject> subject;  // null: there is none, and `trouble` says why
    std::string trouble;
    int joint = -1;                    // into the subject's joints; -1: none is selected that turns
    int axis = 0;                      // of its limit frame
    float angle = 0.0F;                // radians from rest
    std::vector<RomExtreme> extremes;  // of the joint, worst first
    std::uint64_t revision = 0;        // grows whenever the picture changes
};

void draw_rom_panel(const PanelContext& c, const Rect& viewport);

/// The figure with the joint turned and its skin painted, alone; nullopt where the panel shows nothing.
[[nodiscard]] std::optional<RenderScene> compose_rom(const PanelContext& c, Picks& picks);

}  // namespace vitruvian
