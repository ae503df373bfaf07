// What every panel is given: const views of the session, an output list of intents, the theme, and the
// window's own state. Panels change nothing of the session themselves.
#pragma once

#include "app/gui/diff_panel.h"
#include "app/gui/file_browser.h"
#include "app/gui/inspector.h"
#include "app/gui/joint_drag.h"
#include "app/gui/key_panel.h"
#include "app/gui/keys.h"
#include "app/gui/list_box.h"
#include "app/gui/number_field.h"
#include "app/gui/palette.h"
#include "app/gui/pose_panel.h"
#include "app/gui/problems_panel.h"
#include "app/gui/report.h"
#include "app/gui/rom_panel.h"
#include "app/gui/save_dialog.h"
#include "app/gui/settings.h"
#include "app/gui/side_panels.h"
#include "app/gui/theme.h"
#include "app/gui/tree_panel.h"
#include "app/session/session.h"
#include "app/tools/toolbox.h"

#include <optional>
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

/// The window's own state: nothing of it is part of a document.
struct GuiState {
    Settings settings;
    TreeState tree;
    InspectorState inspector;
    ProblemsState problems;
    FieldState fields;
    ListState list;
    KeyPanelState keys_panel;
    PosePanelState poses;
    RomState rom;
    DiffState diff;
    SidePanels side;
    FileBrowser browser;
    Palette palette;
    Toolbox tools;
    bool help_open = false;
    bool about_open = false;
    bool messages_open = false;
    bool quit = false;
    Leaving leaving;
    std::vector<Rect> strips;             // over the pictures, in this frame
    std::optional<JointDrop> joint_drop;  // under the dragged joint, in this frame
    std::string pointed_at;               // the help of what is under the pointer, of this frame
    std::string helped_with;              // what was there when help was asked for
    std::optional<ImVec2> pressed_item;   // its corner: no tooltip until the pointer has left it
    bool take_screenshot = false;
    std::string device;  // what draws, for the status bar and About
    float frames_per_second = 0.0F;
    std::vector<KeyPress> keys;  // of this frame, not yet used up
    bool text_input = false;     // a text field has the keyboard
};

struct PanelContext {
    const Session& session;
    Intents& intents;
    const Theme& theme;
    Report& report;
    GuiState& gui;

    void push(Intent intent) const { intents.push_back(std::move(intent)); }
    /// Names the last ImGui item for the report, if it can be seen.
    void mark(const std::string& id) const;
    /// Takes a key press without modifiers, so that nobody else gets it.
    [[nodiscard]] bool take_key(Key key) const;
};

}  // namespace vitruvian
