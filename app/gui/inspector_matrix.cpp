// The inspector's matrices of a joint in HumanIK's form: named axes, derived values, and text to copy.
#include "app/gui/widgets.h"
#include "model/humanik/pose_matrices.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace vitruvian {
namespace {

void heading(const PanelContext& c, const char* text) {
    dim_text(c, text);
}

/// Replaces -0.000 by 0.000.
float plain(float value) {
    return std::abs(value) < 5e-5F ? 0.0F : value;
}

std::string three(const vec3& v) {
    return fmt::format("{:.3f}  {:.3f}  {:.3f}", plain(v.x), plain(v.y), plain(v.z));
}

void axis_row(const PanelContext& c, std::size_t axis, const char* name, const vec3& direction, float scale) {
    static constexpr std::array<const char*, 3> help{
        "The joint's X axis in world space, times the scale along it: numbers 0 to 2 of the matrix.",
        "The joint's Y axis in world space, times the scale along it: numbers 4 to 6 of the matrix.",
        "The joint's Z axis in world space, times the scale along it: numbers 8 to 10 of the matrix."};
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(c.theme.axis[axis], "%s", name);
    tooltip(c, help[axis]);
    ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + c.theme.px(72));
    ImGui::TextUnformatted(three(direction).c_str());
    ImGui::SameLine();
    ImGui::TextDisabled("scale %.4g", static_cast<double>(scale));
}

void grid(const PanelContext& c, const mat4& m) {
    const float left = ImGui::GetWindowContentRegionMin().x;
    const float column = (ImGui::GetWindowContentRegionMax().x - left) / 4.0F;
    for (int row = 0; row < 4; ++row) {
        for (int i = 0; i < 4; ++i) {
            const std::string number = fmt::format("{:.3f}", plain(m[i][row]));
            const float end = left + column * static_cast<float>(i + 1) - c.theme.px(4);
            const float x = end - ImGui::CalcTextSize(number.c_str()).x;
            if (i == 0) {
                ImGui::SetCursorPosX(x);
            } else {
                ImGui::SameLine(x);
            }
            ImGui::TextUnformatted(number.c_str());
        }
    }
}

void implied(const PanelContext& c, const MatrixFacts& facts) {
    const ImVec4& bad = color_of(c.theme, Severity::error);
    if (facts.left_handed) {
        inline_icon(c, icon_of(Severity::error), bad);
        ImGui::TextColored(bad, "left-handed: the joint is mirrored");
    } else {
        ImGui::TextDisabled("right-handed");
    }
    if (facts.shear > 1e-3F) {
        inline_icon(c, icon_of(Severity::warning), color_of(c.theme, Severity::warning));
        ImGui::TextColored(color_of(c.theme, Severity::warning), "sheared: axes %.1f degrees off square",
                           static_cast<double>(facts.shear * 57.29578F));
    }
}

std::string sixteen(const mat4& m) {
    std::string out;
    for (int i = 0; i < 16; ++i) out += fmt::format("{}{}", i == 0 ? "" : " ", m[i / 4][i % 4]);
    return out;
}

}  // namespace

void inspect_matrices(const PanelContext& c, const Selection& what, int node) {
    const OpenFigure& figure = *c.session.active_figure();
    const auto at = static_cast<std::size_t>(node);
    const mat4& world = figure.world[at];
    const MatrixFacts facts = facts_of(world);
    ImGui::PushFont(c.theme.small);
    heading(c, "Global: the joint's axes in world space, in the current pose");
    axis_row(c, 0, "Right (X)", facts.right, facts.scale.x);
    axis_row(c, 1, "Up (Y)", facts.up, facts.scale.y);
    axis_row(c, 2, "Front (Z)", facts.front, facts.scale.z);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("At");
    ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + c.theme.px(72));
    ImGui::TextUnformatted(three(vec3(world[3])).c_str());
    implied(c, facts);
    ImGui::PopFont();
    if (text_button(c, "inspector/matrix/copy", "Copy",
                    "Copies the joint's global matrix in HumanIK's order, 16 numbers: right, up, front and "
                    "position.")) {
        ImGui::SetClipboardText(sixteen(world).c_str());
        c.push(ShowMessage{Severity::info, "Copied", "The joint's 16 numbers are on the clipboard."});
    }
    ImGui::SameLine();
    if (text_button(c, "inspector/matrix/copy-all", "Copy all joints",
                    "Copies a CSV table of all joints with HumanIK's names and ids. Saved as a file and "
                    "dropped on the window, it poses a figure.")) {
        const std::string table = to_csv(pose_matrices(figure.document(), what.item.humanoid, figure.world));
        ImGui::SetClipboardText(table.c_str());
        c.push(ShowMessage{Severity::info, "Copied", "The table of all joints is on the clipboard."});
    }
    ImGui::PushFont(c.theme.small);
    heading(c, "Local: in its parent's frame");
    grid(c, to_matrix(figure.pose.local[at]));
    ImGui::PopFont();
}

}  // namespace vitruvian
