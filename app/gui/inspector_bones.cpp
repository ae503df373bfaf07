// The inspector's table of the 55 humanoid bones.
#include "app/gui/widgets.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

/// Certain, fair and doubtful, in the theme's own colours.
const ImVec4& color_of_confidence(const Theme& theme, float confidence) {
    if (confidence >= 0.85F) return theme.accent;
    return color_of(theme, confidence >= 0.5F ? Severity::info : Severity::warning);
}

void confidence_bar(const PanelContext& c, float confidence) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size(c.theme.px(26), c.theme.px(4));
    const float y = at.y + 0.5F * (ImGui::GetTextLineHeight() - size.y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ImVec2(at.x, y), ImVec2(at.x + size.x, y + size.y),
                       ImGui::GetColorU32(ImGuiCol_FrameBg), 0.5F * size.y);
    if (confidence > 0.0F) {
        list.AddRectFilled(ImVec2(at.x, y), ImVec2(at.x + size.x * confidence, y + size.y),
                           ImGui::GetColorU32(color_of_confidence(c.theme, confidence)), 0.5F * size.y);
    }
    ImGui::Dummy(ImVec2(size.x, ImGui::GetTextLineHeight()));
}

/// The place of `node` among the humanoid's joints, or -1.
int joint_of(const Humanoid& humanoid, int node) {
    const auto found = std::find_if(humanoid.joints.begin(), humanoid.joints.end(),
                                    [node](const Joint& joint) { return joint.node == node; });
    return found == humanoid.joints.end() ? -1 : static_cast<int>(found - humanoid.joints.begin());
}

void bone_row(const PanelContext& c, const Document& document, const Selection& what, std::size_t bone) {
    const Humanoid& humanoid = document.humanoids[static_cast<std::size_t>(what.item.index)];
    const int node = humanoid.bones.node[bone];
    const std::string name(to_string(static_cast<Bone>(bone)));
    const float left = ImGui::GetWindowContentRegionMin().x;
    ImGui::BeginGroup();
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::TextUnformatted(name.c_str());
    ImGui::PopStyleColor();
    ImGui::SameLine(left + c.theme.px(152));
    const BoneEvidence* why = bone < humanoid.bone_evidence.size() ? &humanoid.bone_evidence[bone] : nullptr;
    confidence_bar(c, node < 0 ? 0.0F : (why == nullptr ? 1.0F : why->confidence));
    ImGui::SameLine(left + c.theme.px(186));
    if (node < 0) {
        ImGui::TextDisabled("none");
    } else {
        const std::string& joint = document.nodes[static_cast<std::size_t>(node)].name;
        ImGui::TextUnformatted(fitted(joint, ImGui::GetContentRegionAvail().x).c_str());
    }
    ImGui::EndGroup();
    c.mark("inspector/bone/" + name);
    if (node < 0 || !ImGui::IsItemHovered()) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const int joint = joint_of(humanoid, node);
    if (joint >= 0 && ImGui::IsItemClicked()) {
        c.push(Select{{what.figure, joint_item(what.item.index, joint)}, false});
    }
    if (why == nullptr) return;
    const std::string text = fmt::format("{:.0f} %: {}", 100.0F * why->confidence, why->reason);
    tooltip(c, text.c_str());
}

}  // namespace

void inspect_bones(const PanelContext& c, const Document& document, const Selection& what) {
    for (std::size_t bone = 0; bone < bone_count; ++bone) bone_row(c, document, what, bone);
}

}  // namespace vitruvian
