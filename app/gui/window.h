// The program's window: GLFW with the Gui in it. Also the same Gui drawn into a picture without GLFW.
//
// Environment:
//   VITRUVIAN_SCALE=FACTOR   interface scale, instead of the monitor's
//   VITRUVIAN_REPORT=PATH    log of what the window does, as JSON lines (see app/gui/report.h)
//   XDG_CONFIG_HOME          where settings are kept (vitruvian/settings.json)
#pragma once

#include "app/scene/frame.h"
#include "model/io/image.h"
#include "model/remap/remap.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

struct WindowOptions {
    std::vector<std::filesystem::path> files;  // none: the built-in figure
};

/// Opens the window and returns when it is closed. Error "no-opengl" if no window or no OpenGL 4.1 is
/// available.
[[nodiscard]] Result<void> run_window(const WindowOptions& options);

/// A picture of the whole window. Deterministic: no settings are read or written.
struct GuiShot {
    std::vector<std::filesystem::path> files;  // none: the built-in figure
    int width = 1280;                          // pixels
    int height = 720;
    float scale = 1.0F;
    bool light = false;
    std::optional<Show> show;
    std::string view = "best";        // a name of camera_for_view
    int variant = -1;                 // index into the first figure's Document::variants
    std::string select;               // name of a joint of the first figure; empty: nothing
    std::filesystem::path clip_file;  // the file of the clip; empty: the first figure's own
    int clip = -1;                    // -1: the pose that the file stores
    RemapOptions remap;               // for a clip of another file
    double time = 0.0;                // seconds
};

/// Errors: that of the first file that cannot be read, "no-such-joint", "no-such-view", "no-opengl".
[[nodiscard]] Result<Image> render_gui_offscreen(const GuiShot& shot);

}  // namespace vitruvian
