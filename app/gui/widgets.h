// Small controls shared by the panels, in the window's style.
#pragma once

#include "app/gui/icons.h"
#include "app/gui/number_field.h"
#include "app/gui/panel.h"

#include <array>
#include <string>
#include <string_view>

namespace vitruvian {

/// A square button with an icon. `id` is also its name in the widget report.
bool icon_button(const PanelContext& c, const std::string& id, Icon icon, const char* tooltip,
                 bool active = false, bool enabled = true, float size = 28.0F);

/// A button with text; `id` is its name in the widget report.
bool text_button(const PanelContext& c, const std::string& id, const char* label,
                 const char* tooltip = nullptr);

/// An invisible button under a row whose other buttons are drawn over it afterwards.
bool row_button(const char* id, ImVec2 size);

/// Stays on the line of the previous button if a button with this text still fits.
void same_line_if_fits(const char* label);

/// A toggle with text.
bool toggle_button(const PanelContext& c, const std::string& id, const char* label, const char* tooltip,
                   bool active, bool enabled = true);

/// Begins a tooltip with the same space around it in every panel, whatever the panel's own, and not faded for a
/// disabled control.
void begin_tooltip(const PanelContext& c);
void end_tooltip();
[[nodiscard]] ImVec2 tooltip_padding(const PanelContext& c);
/// Where the text of a tooltip wraps, in pixels: at `design` units, or at the window's width if that is less.
[[nodiscard]] float tooltip_width(const PanelContext& c, float design);

/// Shows the tooltip above the control, where the rows below must stay readable.
enum class TooltipPlace { at_pointer, above };
void tooltip(const PanelContext& c, const char* text, TooltipPlace place = TooltipPlace::at_pointer);

/// Moves the current window up or down so that its title bar and, if it fits, all of it is on the screen.
void keep_on_screen();
/// Keeps the current window above `bottom`, in pixels of the display, and its title bar on the screen.
void keep_above(float bottom);

/// A collapsible section of the inspector. True if it is open.
bool section(const PanelContext& c, const char* title, bool open_at_first = true);

/// A collapsible section within a section, with a count at its right. True if it is open.
bool fold(const PanelContext& c, const char* title, const std::string& count, bool open_at_first = true);

/// The x of the right column of labelled rows, in the window.
[[nodiscard]] float value_column(const PanelContext& c);
/// Draws a label in the left column and moves the cursor to the right one.
void label(const PanelContext& c, const char* text, const char* help = nullptr);
/// A label with a read-only value; an empty value says "not given".
void value_row(const PanelContext& c, const char* text, const std::string& value, const char* help = nullptr);

/// Call it after an editing control: begins a gesture when a drag begins, pushes the command if `changed`.
void push_edit(const PanelContext& c, bool changed, const Command& command);

/// A combo box in the window's style; if true, end it with ImGui::EndCombo.
bool begin_combo(const PanelContext& c, const std::string& id, const std::string& shown, float width);
/// A row of it; the arrow keys start at the one that is chosen. True if it was clicked.
bool combo_row(const char* title, bool chosen);

/// A bar of one axis' limit with draggable ends and a mark at the present angle. All in radians; the ends
/// cannot be dragged past each other. True if an end was moved.
bool limit_bar(const PanelContext& c, const std::string& id, int axis, float& lower, float& upper,
               float angle);

/// An icon in a line of text; moves the cursor after it.
void inline_icon(const PanelContext& c, Icon icon, const ImVec4& color);

/// Text in the dim colour.
void dim_text(const PanelContext& c, const std::string& text);

/// The labels of vector components.
inline constexpr std::array<const char*, 3> axis_names{"X", "Y", "Z"};

/// A name from a file as a label of a button or row: in one line, with "##" escaped, which ImGui would cut
/// off.
[[nodiscard]] std::string row_text(std::string_view name);

/// Draws text in one line, shortened with an ellipsis to `width`.
[[nodiscard]] std::string fitted(const std::string& text, float width);
/// A name in one line, shortened in its middle to `width`, since similar names differ at their ends.
[[nodiscard]] std::string fitted_middle(const std::string& given, float width);

[[nodiscard]] Icon icon_of(ItemKind kind);
[[nodiscard]] Icon icon_of(Severity severity);
[[nodiscard]] const ImVec4& color_of(const Theme& theme, Severity severity);

}  // namespace vitruvian
