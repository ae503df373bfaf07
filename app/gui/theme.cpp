#include "app/gui/theme.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vitruvian {

std::span<const std::byte> embedded_font(std::string_view name);

namespace {

ImVec4 rgb(std::uint32_t hex, float alpha = 1.0F) {
    const auto channel = [&](unsigned shift) { return static_cast<float>((hex >> shift) & 0xFFU) / 255.0F; };
    return {channel(16), channel(8), channel(0), alpha};
}

void set_dark(Theme& theme) {
    theme.text = rgb(0xE6E6E8);
    theme.dim = rgb(0xABABB1);
    theme.faint = rgb(0x8A8A91);
    theme.window = rgb(0x161618);
    theme.panel = rgb(0x212124);
    theme.raised = rgb(0x303035);
    theme.hover = rgb(0x3C3C42);
    theme.border = rgb(0x39393E);
    theme.accent = rgb(0xFFCC40);
    theme.accent_quiet = rgb(0xFFCC40, 0.16F);
    theme.error = rgb(0xFF82AA);  // differs from the red of axes and limits
    theme.warning = rgb(0xF0A04B);
    theme.info = rgb(0x8FB7DD);
    theme.axis = {rgb(0xEE8E85), rgb(0x86C166), rgb(0x80AAF5)};
}

void set_light(Theme& theme) {
    theme.text = rgb(0x1F1F22);
    theme.dim = rgb(0x56565D);
    theme.faint = rgb(0x6C6C73);
    theme.window = rgb(0xD3D3D6);
    theme.panel = rgb(0xF3F3F4);
    theme.raised = rgb(0xE2E2E5);
    theme.hover = rgb(0xD6D6DB);
    theme.border = rgb(0xCFCFD4);
    theme.accent = rgb(0x744C00);
    theme.accent_quiet = rgb(0xE0A010, 0.25F);
    theme.error = rgb(0xB3004F);
    theme.warning = rgb(0x8A4B00);
    theme.info = rgb(0x22578A);
    theme.axis = {rgb(0xA8352C), rgb(0x2C6618), rgb(0x2A55B0)};
}

void set_colors(const Theme& theme, ImGuiStyle& style) {
    const ImVec4 clear(0.0F, 0.0F, 0.0F, 0.0F);
    // Colours that are not set below must not fall back to ImGui's blue.
    std::fill(std::begin(style.Colors), std::end(style.Colors), theme.raised);
    const auto set = [&](ImGuiCol index, const ImVec4& color) { style.Colors[index] = color; };
    set(ImGuiCol_Text, theme.text);
    set(ImGuiCol_TextDisabled, theme.dim);
    set(ImGuiCol_WindowBg, theme.panel);
    set(ImGuiCol_ChildBg, clear);
    set(ImGuiCol_PopupBg, theme.panel);
    set(ImGuiCol_Border, theme.border);
    set(ImGuiCol_BorderShadow, clear);
    set(ImGuiCol_FrameBg, theme.raised);
    set(ImGuiCol_FrameBgHovered, theme.hover);
    set(ImGuiCol_FrameBgActive, theme.hover);
    set(ImGuiCol_TitleBg, theme.panel);
    set(ImGuiCol_TitleBgActive, theme.panel);
    set(ImGuiCol_TitleBgCollapsed, theme.panel);
    set(ImGuiCol_MenuBarBg, theme.panel);
    set(ImGuiCol_ScrollbarBg, clear);
    set(ImGuiCol_ScrollbarGrab, theme.hover);
    set(ImGuiCol_ScrollbarGrabHovered, theme.faint);
    set(ImGuiCol_ScrollbarGrabActive, theme.dim);
    set(ImGuiCol_CheckMark, theme.accent);
    set(ImGuiCol_SliderGrab, theme.dim);
    set(ImGuiCol_SliderGrabActive, theme.accent);
    set(ImGuiCol_Button, theme.raised);
    set(ImGuiCol_ButtonHovered, theme.hover);
    set(ImGuiCol_ButtonActive, theme.border);
    set(ImGuiCol_Header, theme.accent_quiet);
    set(ImGuiCol_HeaderHovered, theme.hover);
    set(ImGuiCol_HeaderActive, theme.accent_quiet);
    set(ImGuiCol_Separator, theme.border);
    set(ImGuiCol_SeparatorHovered, theme.accent);
    set(ImGuiCol_SeparatorActive, theme.accent);
    set(ImGuiCol_ResizeGrip, clear);
    set(ImGuiCol_ResizeGripHovered, theme.hover);
    set(ImGuiCol_ResizeGripActive, theme.accent);
    set(ImGuiCol_TableHeaderBg, theme.panel);
    set(ImGuiCol_TableBorderStrong, theme.border);
    set(ImGuiCol_TableBorderLight, theme.border);
    set(ImGuiCol_TableRowBg, clear);
    set(ImGuiCol_TableRowBgAlt, clear);
    set(ImGuiCol_TextSelectedBg, theme.accent_quiet);
    set(ImGuiCol_DragDropTarget, theme.accent);
    set(ImGuiCol_NavHighlight, theme.accent);
    set(ImGuiCol_ModalWindowDimBg, rgb(0x000000, 0.4F));
}

ImFont* add_font(ImFontAtlas& atlas, std::string_view file, float pixels) {
    const std::span<const std::byte> bytes = embedded_font(file);
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 2;
    config.OversampleV = 1;
    config.SizePixels = pixels;
    if (bytes.empty()) return atlas.AddFontDefault();
    // ImGui takes a mutable pointer but does not write through it while it does not own the data.
    return atlas.AddFontFromMemoryTTF(const_cast<std::byte*>(bytes.data()), static_cast<int>(bytes.size()),
                                      pixels, &config, shipped_characters());
}

/// Merges into the font that was added last.
void merge_face(ImFontAtlas& atlas, const ScriptFace& face, float pixels) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.MergeMode = true;
    config.FontNo = face.face.index;
    config.OversampleH = 1;  // there are many such characters
    config.OversampleV = 1;
    atlas.AddFontFromMemoryTTF(const_cast<std::byte*>(face.face.bytes->data()),
                               static_cast<int>(face.face.bytes->size()), pixels, &config,
                               face.ranges.data());
}

void make_figures_tabular(ImFont& font) {
    float widest = 0.0F;
    for (ImWchar c = '0'; c <= '9'; ++c) widest = std::max(widest, font.GetCharAdvance(c));
    for (ImFontGlyph& glyph : font.Glyphs) {
        if (glyph.Codepoint < '0' || glyph.Codepoint > '9') continue;
        const float shift = std::floor(0.5F * (widest - glyph.AdvanceX) + 0.5F);
        glyph.X0 += shift;
        glyph.X1 += shift;
        glyph.AdvanceX = widest;
        font.IndexAdvanceX[static_cast<int>(glyph.Codepoint)] = widest;
    }
}

}  // namespace

float Theme::px(float length) const {
    return std::floor(length * scale + 0.5F);
}

ImVec4 Theme::over_picture() const {
    constexpr float enough = 0.92F;  // for text on it, whatever is behind
    return {panel.x, panel.y, panel.z, enough};
}

ImU32 color_of(const ImVec4& color, float alpha) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.x, color.y, color.z, color.w * alpha));
}

Theme make_theme(bool light, float scale) {
    Theme theme;
    theme.light = light;
    theme.scale = scale;
    if (light) {
        set_light(theme);
    } else {
        set_dark(theme);
    }
    ImGuiStyle style;
    set_colors(theme, style);
    const float s = scale;
    style.WindowPadding = ImVec2(theme.px(12), theme.px(8));
    style.FramePadding = ImVec2(theme.px(8), theme.px(4));
    style.ItemSpacing = ImVec2(theme.px(8), theme.px(8));
    style.ItemInnerSpacing = ImVec2(theme.px(8), theme.px(4));
    style.CellPadding = ImVec2(theme.px(4), theme.px(2));
    style.IndentSpacing = theme.px(16);
    style.ScrollbarSize = theme.px(10);
    style.GrabMinSize = theme.px(10);
    style.WindowBorderSize = 0.0F;
    style.PopupBorderSize = 1.0F;
    style.FrameBorderSize = 0.0F;
    style.WindowRounding = 0.0F;
    style.ChildRounding = theme.px(4);
    style.FrameRounding = theme.px(4);
    style.PopupRounding = theme.px(4);
    style.ScrollbarRounding = theme.px(5);
    style.GrabRounding = theme.px(4);
    style.TabRounding = theme.px(4);
    style.WindowTitleAlign = ImVec2(0.0F, 0.5F);
    style.WindowMenuButtonPosition = ImGuiDir_None;
    // Disabled items stay readable: "This file has no clips".
    style.DisabledAlpha = light ? 0.65F : 0.58F;
    style.MouseCursorScale = s;
    ImGui::GetStyle() = style;
    return theme;
}

const ImWchar* shipped_characters() {
    // Latin with its extensions, Greek, Cyrillic, spaces, punctuation, arrows and mathematical signs: names
    // in files may contain any.
    static constexpr ImWchar ranges[] = {0x0020, 0x024F, 0x0370, 0x052F, 0x1E00, 0x1EFF, 0x2000, 0x200A,
                                         0x2010, 0x2044, 0x2190, 0x2199, 0x2202, 0x2265, 0,      0};
    return ranges;
}

void build_fonts(Theme& theme, float raster, std::span<const ScriptFace> others) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    const auto pixels = [&](float size) { return std::round(size * theme.scale * raster); };
    const auto add = [&](std::string_view file, float size) {
        ImFont* font = add_font(atlas, file, pixels(size));
        for (const ScriptFace& face : others) merge_face(atlas, face, pixels(size));
        return font;
    };
    theme.regular = add("Inter-Regular.otf", 15.0F);
    theme.strong = add("Inter-SemiBold.otf", 15.0F);
    theme.small = add("Inter-Regular.otf", 13.0F);
    atlas.Build();
    for (ImFont* font : {theme.regular, theme.strong, theme.small}) make_figures_tabular(*font);
    ImGui::GetIO().FontGlobalScale = 1.0F / raster;
}

}  // namespace vitruvian
