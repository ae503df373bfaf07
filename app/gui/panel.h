// The context that every panel gets: the session (const), a list for its intents, the theme, and the window's
// own state. Panels do not change the session themselves.
#pragma once

#include "app/gui/diff_panel.h"
#include "app/gui/file_browser.h"
#include "app/gui/focus.h"
#include "app/gui/inspector.h"
#include "app/gui/joint_drag.h"
#include "app/gui/key_panel.h"
#include "app/gui/keys.h"
#include "app/gui/list_box.h"
#include "app/gui/menu_keys.h"
#include "app/gui/number_field.h"
#include "app/gui/palette.h"
#include "app/gui/pose_panel.h"
#include "app/gui/problems_panel.h"
#include "app/gui/report.h"
#include "app/gui/rom_panel.h"
#include "app/gui/save_dialog.h"
#include "app/gui/settings.h"
#include "app/gui/side_panels.h"
#include "app/gui/text_field.h"
#include "app/gui/theme.h"
#include "app/gui/tree_panel.h"
#include "app/session/session.h"
#include "app/tools/toolbox.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

struct Rect {
    float x = 0.0F;
    float y = 0.0F;
    float width = 0.0F;
    float height = 0.0F;
    [[nodiscard]] ImVec2 min() const { return {x, y}; }
    [[nodiscard]] ImVec2 max() const { return {x + width, y + height}; }
    [[nodiscard]] ImVec2 size() const { return {width, height}; }
    [[nodiscard]] bool contains(ImVec2 p) const {
        return p.x >= x && p.y >= y && p.x < x + width && p.y < y + height;
    }
};

/// The window's own state; no part of a document.
struct GuiState {
    Settings settings;
    TreeState tree;
    InspectorState inspector;
    ProblemsState problems;
    FieldState fields;
    FocusRequest focus;
    ClosableWindows closable;
    ListState list;
    KeyPanelState keys_panel;
    PosePanelState poses;
    RomState rom;
    DiffState diff;
    SidePanels side;
    MenuKeys menus;
    FileBrowser browser;
    Palette palette;
    Toolbox tools;
    bool help_open = false;
    bool about_open = false;
    bool messages_open = false;
    bool quit = false;
    Leaving leaving;
    std::vector<Rect> strips;              // the strips over the pictures in this frame
    std::optional<JointDrop> joint_drop;   // the drop target under the dragged joint in this frame
    std::string pointed_at;                // the help of the item under the pointer in this frame
    std::string helped_with;               // `pointed_at` when help was asked for
    std::optional<ImVec2> pressed_item;    // its corner; it has no tooltip until the pointer has left it
    std::set<std::string> missing_recent;  // of the recent files, when their menu was opened
    bool take_screenshot = false;
    std::string device;  // the name of the renderer, for About
    float frames_per_second = 0.0F;
    std::vector<KeyPress> keys;  // pressed in this frame and not used yet
    bool text_input = false;     // a text field has the keyboard
};

struct PanelContext {
    const Session& session;
    Intents& intents;
    const Theme& theme;
    Report& report;
    GuiState& gui;

    void push(Intent intent) const { intents.push_back(std::move(intent)); }
    /// Reports the last ImGui item under this name, if it is visible.
    void mark(const std::string& id) const;
    /// Removes a key press without modifiers from `keys`, if there is one.
    [[nodiscard]] bool take_key(Key key) const;
};

}  // namespace vitruvian
