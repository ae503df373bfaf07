// Text fields of one line, and the request that a field gets the keyboard.
#pragma once

#include <string>

namespace vitruvian {

struct PanelContext;

/// A field that shall get the keyboard. ImGui gives it only some frames after the field is drawn; until then typed
/// keys wait.
struct FocusRequest {
    std::string field;    // its name in the widget report
    int frames_left = 0;  // 0: nothing is requested
};

/// Requests the keyboard for the field of that name, wherever it is drawn in one of the next frames.
void request_focus(const PanelContext& c, std::string field);
/// True if the field waits for the keyboard.
[[nodiscard]] bool awaits_focus(const PanelContext& c, const std::string& field);

/// Call it before drawing an ImGui text field: gives it the keyboard if that was requested.
void focus_if_requested(const PanelContext& c, const std::string& field);
/// Call it after drawing the field: ends the request once the field has the keyboard. True if it still waited in this
/// frame.
bool follow_focus(const PanelContext& c, const std::string& field);

/// Draws a text field, as wide as set by ImGui::SetNextItemWidth. `id` is its name in the widget report, `hint` is
/// shown while it is empty. Returns as ImGui::InputText does for these flags.
bool text_field(const PanelContext& c, const std::string& id, const char* hint, std::string& text,
                int flags = 0);

}  // namespace vitruvian
