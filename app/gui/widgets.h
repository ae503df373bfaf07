// Small controls that several panels share, in the window's style.
#pragma once

#include "app/gui/icons.h"
#include "app/gui/number_field.h"
#include "app/gui/panel.h"

#include <array>
#include <string>
#include <string_view>

namespace vitruvian {

/// A square button with an icon. `id` is also its name in the report.
bool icon_button(const PanelContext& c, const std::string& id, Icon icon, const char* tooltip,
                 bool active = false, bool enabled = true, float size = 28.0F);

/// A button with words; `id` is its name in the report.
bool text_button(const PanelContext& c, const std::string& id, const char* label,
                 const char* tooltip = nullptr);

/// On the line of the button before it, where a button with these words still fits.
void same_line_if_fits(const char* label);

/// A switch with words.
bool toggle_button(const PanelContext& c, const std::string& id, const char* label, const char* tooltip,
                   bool active, bool enabled = true);

/// Above the control where what follows below is to be read while it is pointed at.
enum class TooltipPlace { at_pointer, above };
void tooltip(const PanelContext& c, const char* text, TooltipPlace place = TooltipPlace::at_pointer);

/// A foldable part of the inspector. True where it is open.
bool section(const PanelContext& c, const char* title, bool open_at_first = true);

/// A foldable part within such a part, with a count at its right. True where it is open.
bool fold(const PanelContext& c, const char* title, const std::string& count, bool open_at_first = true);

/// Where the right column of labelled rows begins, in the window.
[[nodiscard]] float value_column(const PanelContext& c);
/// Writes a label in the left column and puts the cursor into the right one.
void label(const PanelContext& c, const char* text, const char* help = nullptr);
/// A label with a read-only value; an empty value says "not given".
void value_row(const PanelContext& c, const char* text, const std::string& value, const char* help = nullptr);

/// After an editing control: opens a gesture when a drag begins, pushes the command when `changed`.
void push_edit(const PanelContext& c, bool changed, const Command& command);

/// A combo box in the window's style; close it with ImGui::EndCombo where it answers true.
bool begin_combo(const PanelContext& c, const std::string& id, const std::string& shown, float width);

/// A bar of one axis with draggable ends and the present angle marked. All in radians; ends may be swapped
/// past each other only up to touching. True where an end was moved.
bool limit_bar(const PanelContext& c, const std::string& id, int axis, float& lower, float& upper,
               float angle);

/// An icon in a line of text; moves the cursor behind it.
void inline_icon(const PanelContext& c, Icon icon, const ImVec4& color);

/// Words that matter less.
void dim_text(const PanelContext& c, const std::string& text);

/// The labels of components.
inline constexpr std::array<const char*, 3> axis_names{"X", "Y", "Z"};

/// A name from a file as a button or a row of a menu or list takes it: in one line, and ImGui cuts nothing off at "##".
[[nodiscard]] std::string row_text(std::string_view name);

/// Text in one line, cut with an ellipsis to `width`.
[[nodiscard]] std::string fitted(const std::string& text, float width);
/// A name in one line, cut to `width` in its middle: names that begin alike differ at their ends.
[[nodiscard]] std::string fitted_middle(const std::string& given, float width);

[[nodiscard]] Icon icon_of(ItemKind kind);
[[nodiscard]] Icon icon_of(Severity severity);
[[nodiscard]] const ImVec4& color_of(const Theme& theme, Severity severity);

}  // namespace vitruvian
