// The window of the program: GLFW, and the Gui in it. Without GLFW: the same Gui drawn into a picture.
//
// Environment:
//   VITRUVIAN_SCALE=FACTOR   interface scale, instead of the monitor's
//   VITRUVIAN_REPORT=PATH    what the window did, as JSON lines (see app/gui/report.h)
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

/// Opens the window and returns when it is closed. Error "no-opengl" where no window or no OpenGL 4.1 could be had.
[[nodiscard]] Result<void> run_window(const WindowOptions& options);

/// A picture of the whole window. Always the same for the same input: no settings are read, nothing is
/// remembered.
struct GuiShot {
    std::vector<std::filesystem::path> files;  // none: the built-in figure
    int width = 1280;                          // pixels
    int height = 720;
    float scale = 1.0F;
    bool light = false;
    std::optional<Show> show;
    std::string view = "best";        // as camera_for_view knows it
    int variant = -1;                 // into the first figure's Document::variants
    std::string select;               // name of a joint of the first figure; empty: nothing
    std::filesystem::path clip_file;  // which has the clip; empty: the first figure's own
    int clip = -1;                    // -1: the pose that the file stores
    RemapOptions remap;               // of a clip of another file
    double time = 0.0;                // seconds
};

/// Errors: of the first file that cannot be read, "no-such-joint", "no-such-view", "no-opengl".
[[nodiscard]] Result<Image> render_gui_offscreen(const GuiShot& shot);

}  // namespace vitruvian
