// The inspector's table of the 55 humanoid bones.
#include "app/gui/context_menu.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace vitruvian {
namespace {

/// Certain, fair and doubtful, in the theme's colours.
const ImVec4& color_of_confidence(const Theme& theme, float confidence) {
    if (confidence >= 0.85F) return theme.accent;
    return color_of(theme, confidence >= 0.5F ? Severity::info : Severity::warning);
}

void confidence_bar(const PanelContext& c, float confidence) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 size(c.theme.px(26), c.theme.px(4));
    const float y = from.y + 0.5F * (ImGui::GetFrameHeight() - size.y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ImVec2(from.x, y), ImVec2(from.x + size.x, y + size.y),
                       ImGui::GetColorU32(ImGuiCol_FrameBg), 0.5F * size.y);
    if (confidence > 0.0F) {
        list.AddRectFilled(ImVec2(from.x, y), ImVec2(from.x + size.x * confidence, y + size.y),
                           ImGui::GetColorU32(color_of_confidence(c.theme, confidence)), 0.5F * size.y);
    }
    ImGui::Dummy(ImVec2(size.x, ImGui::GetFrameHeight()));
}

/// Draws the row of a bone.
void bone_row(const PanelContext& c, const Document& document, const Selection& what, std::size_t bone) {
    const Humanoid& humanoid = at(document.humanoids, what.item.index);
    const int node = humanoid.bones.node[bone];
    const std::string name(to_string(static_cast<Bone>(bone)));
    const float width = ImGui::GetContentRegionAvail().x;
    const float bar = c.theme.px(30);
    const float column = std::floor(0.44F * (width - bar));
    const std::string joint_name = node < 0 ? "none" : label_of_node(document, node);
    ImGui::BeginGroup();
    ImGui::AlignTextToFramePadding();
    dim_text(c, fitted_middle(name, column - c.theme.px(6)));
    ImGui::SameLine(column);
    const std::string shown = fitted_middle(joint_name, width - bar - column - c.theme.px(6));
    ImGui::PushStyleColor(ImGuiCol_Text, node < 0 ? c.theme.dim : c.theme.text);
    ImGui::TextUnformatted(shown.c_str());
    ImGui::PopStyleColor();
    ImGui::SameLine(width - bar);
    const BoneEvidence* why = bone < humanoid.bone_evidence.size() ? &humanoid.bone_evidence[bone] : nullptr;
    confidence_bar(c, node < 0 ? 0.0F : (why == nullptr ? 1.0F : why->confidence));
    ImGui::EndGroup();
    c.mark("inspector/bone/" + name);
    const int joint = node < 0 ? -1 : joint_at(humanoid, node);
    const Selection target{what.figure, joint_item(what.item.index, joint)};
    ImGui::PushID(static_cast<int>(bone));
    if (joint >= 0) menu_on_last_item(c, target);
    ImGui::PopID();
    if (!ImGui::IsItemHovered()) return;
    std::string text = fmt::format("{}: {}", name, joint_name);
    if (node >= 0 && why != nullptr)
        text += fmt::format("\n{:.0f} %: {}", 100.0F * why->confidence, why->reason);
    tooltip(c, text.c_str());
    if (joint < 0) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    c.push(Hover{target});
    if (ImGui::IsItemClicked()) c.push(Select{target, false});
}

struct BodyPart {
    const char* title;
    bool open;
    std::vector<std::size_t> bones;
};

bool has_any(std::string_view name, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

/// Returns the body parts with their bones, torso first, fingers last.
std::vector<BodyPart> parts_of_body() {
    std::vector<BodyPart> parts{
        {"Torso and head", true, {}}, {"Arms", true, {}}, {"Legs", true, {}}, {"Fingers", false, {}}};
    for (std::size_t bone = 0; bone < bone_count; ++bone) {
        const std::string_view name = to_string(static_cast<Bone>(bone));
        const bool finger = has_any(name, {"Thumb", "Index", "Middle", "Ring", "Little"});
        const bool leg = has_any(name, {"Leg", "Foot", "Toes"});
        const bool arm = has_any(name, {"Shoulder", "Arm", "Hand"});
        parts[finger ? 3 : leg ? 2 : arm ? 1 : 0].bones.push_back(bone);
    }
    return parts;
}

}  // namespace

void inspect_bones(const PanelContext& c, const Document& document, const Selection& what) {
    static const std::vector<BodyPart> parts = parts_of_body();
    const auto& nodes = at(document.humanoids, what.item.index).bones.node;
    for (const BodyPart& part : parts) {
        const auto known = std::count_if(part.bones.begin(), part.bones.end(),
                                         [&](std::size_t bone) { return nodes[bone] >= 0; });
        const std::string count = fmt::format("{} of {}", known, part.bones.size());
        if (!fold(c, part.title, count, part.open && known > 0)) continue;
        for (const std::size_t bone : part.bones) bone_row(c, document, what, bone);
    }
}

}  // namespace vitruvian
