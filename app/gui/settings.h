// The window's settings, remembered between runs: layout, theme, recent files; in
// XDG_CONFIG_HOME/vitruvian/settings.json. Independent of ImGui.
#pragma once

#include "app/gui/kept_props.h"
#include "app/gui/layout_presets.h"
#include "model/core/result.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {

struct Settings {
    int window_width = 1440;
    int window_height = 900;
    bool maximized = false;
    bool show_tree = true;
    bool show_inspector = true;
    bool show_timeline = true;
    bool show_problems = false;
    bool show_toolbar = true;
    bool show_status = true;
    float tree_width = 256.0F;  // lengths at scale 1
    float inspector_width = 312.0F;
    float timeline_height = 112.0F;
    float problems_height = 176.0F;
    int timeline_tab = 0;        // see TimelineTab
    int side_tab = 0;            // see SideTab
    float keys_height = 248.0F;  // of the timeline with keys
    ViewSplit views;
    int layout = -1;  // the preset that was chosen last; -1: none
    std::array<PanelLayout, layout_count> layouts = first_layouts();
    bool light_theme = false;
    float scale = 1.0F;  // multiplies the monitor's
    std::string last_folder;
    std::vector<std::string> recent;  // newest first
    std::vector<KeptProp> props;      // newest first

    bool operator==(const Settings&) const = default;
    void add_recent(const std::filesystem::path& file);
};

/// XDG_CONFIG_HOME/vitruvian/settings.json, or ~/.config/...; empty if neither is known.
[[nodiscard]] std::filesystem::path settings_path();

/// Values out of range are clamped; a missing or broken file gives the defaults.
[[nodiscard]] Settings read_settings(const std::filesystem::path& path);
[[nodiscard]] Result<void> write_settings(const Settings& settings, const std::filesystem::path& path);

}  // namespace vitruvian
