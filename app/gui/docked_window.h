// Windows that fill a fixed part of the layout: panels, bars, splitters.
#pragma once

#include <imgui.h>

namespace vitruvian {

struct Rect;

/// Flags of a docked window whose contents never scroll.
inline constexpr ImGuiWindowFlags docked_unscrolled =
    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

/// Begins the window `title`, which fills `area` (pixels of the display): without title bar, not to be moved,
/// resized or remembered, and never in front of windows that float. `extra` flags are added. To be ended with
/// ImGui::End.
void begin_docked(const char* title, const Rect& area, ImGuiWindowFlags extra = 0);

}  // namespace vitruvian
