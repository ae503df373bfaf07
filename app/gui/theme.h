// The window's theme: colours with fixed meanings, spacing, and the embedded font. Independent of the
// session.
#pragma once

#include "app/gui/script_fonts.h"

#include <imgui.h>

#include <array>
#include <span>

namespace vitruvian {

/// Colours are sRGB with straight alpha. Sizes are in the window's coordinates, already scaled.
struct Theme {
    bool light = false;
    float scale = 1.0F;
    ImVec4 text;
    ImVec4 dim;    // labels and secondary text
    ImVec4 faint;  // marks, disabled
    ImVec4 window;
    ImVec4 panel;
    ImVec4 raised;  // buttons, inputs
    ImVec4 hover;
    ImVec4 border;
    ImVec4 accent;        // selection and focus, nothing else
    ImVec4 accent_quiet;  // background of a selected row
    ImVec4 error;
    ImVec4 warning;
    ImVec4 info;
    std::array<ImVec4, 3> axis;  // X red, Y green, Z blue
    ImFont* regular = nullptr;
    ImFont* strong = nullptr;
    ImFont* small = nullptr;

    /// A length of the design (at scale 1) in pixels, rounded.
    [[nodiscard]] float px(float length) const;
    /// The background of text over the picture.
    [[nodiscard]] ImVec4 over_picture() const;
};

/// Sets ImGui's style and returns the matching theme; its fonts are null.
[[nodiscard]] Theme make_theme(bool light, float scale);

/// The characters of the shipped font: pairs of first and last, terminated by 0.
[[nodiscard]] const ImWchar* shipped_characters();

/// Rebuilds ImGui's font atlas, with `others` for characters that the shipped font lacks. `scale` is the
/// interface's, `raster` the number of pixels in a unit of the window's coordinates. All digits get one
/// width, so that changing numbers do not move.
void build_fonts(Theme& theme, float raster, std::span<const ScriptFace> others);

[[nodiscard]] ImU32 color_of(const ImVec4& color, float alpha = 1.0F);

}  // namespace vitruvian
