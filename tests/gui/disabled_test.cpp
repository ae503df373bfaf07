// What is drawn for controls that cannot be used now; in ImGui without a display.
#include "app/gui/number_field.h"
#include "app/gui/panel.h"
#include "app/gui/widgets.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>

namespace vitruvian {
namespace {

/// The largest alpha of what a slider adds to its window, 0 to 255.
unsigned alpha_of_slider(const PanelContext& c, bool disabled) {
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const int before = list.VtxBuffer.Size;
    float value = 0.5F;
    ImGui::BeginDisabled(disabled);
    EXPECT_FALSE(slider(c, disabled ? "disabled" : "enabled", value, 0.0F, 1.0F, "%.2f"));
    ImGui::EndDisabled();
    EXPECT_GT(list.VtxBuffer.Size, before);
    unsigned most = 0;
    for (int i = before; i < list.VtxBuffer.Size; ++i) most = std::max(most, list.VtxBuffer[i].col >> 24U);
    return most;
}

TEST(Disabled, SlidersAreFadedAndTheirTooltipsAreNot) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = ImVec2(800.0F, 600.0F);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    const Theme theme = make_theme(false, 1.0F);
    const Session session;
    Intents intents;
    Report report;
    GuiState state;
    const PanelContext c{session, intents, theme, report, state};
    ImGui::NewFrame();
    ImGui::Begin("panel");
    EXPECT_EQ(alpha_of_slider(c, false), 255U);
    EXPECT_LT(alpha_of_slider(c, true), 200U);
    ImGui::BeginDisabled();
    begin_tooltip(c);
    EXPECT_EQ(ImGui::GetStyle().Alpha, 1.0F);
    end_tooltip();
    EXPECT_LT(ImGui::GetStyle().Alpha, 1.0F);
    ImGui::EndDisabled();
    ImGui::End();
    ImGui::Render();
    ImGui::DestroyContext();
}

}  // namespace
}  // namespace vitruvian
