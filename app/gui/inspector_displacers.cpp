// The inspector's list of a humanoid's displacers and morph targets: searchable, grouped, each with its
// weight.
#include "app/gui/context_menu.h"
#include "app/gui/inspector_body.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

/// Returns the prefix that related names share: "viseme" for "viseme_aa", "eye" for "eyeBlinkLeft".
std::string family_of(const std::string& name) {
    const std::size_t separator = name.find_first_of("_.:- ");
    if (separator != std::string::npos && separator > 0) return name.substr(0, separator);
    std::size_t end = 1;
    while (end < name.size() && std::isupper(static_cast<unsigned char>(name[end])) == 0 &&
           std::isdigit(static_cast<unsigned char>(name[end])) == 0)
        ++end;
    return name.substr(0, end);
}

struct Group {
    std::string title;
    std::vector<int> displacers;
};

const char* title_of_kind(DisplacerKind kind) {
    switch (kind) {
        case DisplacerKind::feature:
            return "Features";
        case DisplacerKind::action:
            return "Actions";
        case DisplacerKind::config:
            return "Configurations";
        case DisplacerKind::morph:
            return "Morph targets";
    }
    return "";
}

/// Groups by kind and by segment; morph targets by the prefix of their names, if several share it.
std::vector<Group> groups_of(const Document& document, int humanoid, const std::vector<int>& own) {
    std::vector<Group> groups;
    std::map<std::string, std::size_t> sizes;
    for (const int i : own) ++sizes[family_of(at(document.displacers, i).name)];
    for (const int i : own) {
        const Displacer& displacer = at(document.displacers, i);
        std::string title = title_of_kind(displacer.kind);
        const std::string family = family_of(displacer.name);
        if (displacer.segment >= 0) {
            title += " of " + at(at(document.humanoids, humanoid).segments, displacer.segment).name;
        } else if (displacer.kind == DisplacerKind::morph) {
            title = sizes[family] > 1 ? family : "Others";
        }
        const auto known = std::find_if(groups.begin(), groups.end(),
                                        [&](const Group& group) { return group.title == title; });
        if (known == groups.end()) {
            groups.push_back({title, {i}});
        } else {
            known->displacers.push_back(i);
        }
    }
    return groups;
}

void displacer_row(const PanelContext& c, const Selection& what, const OpenFigure& figure, int index) {
    const Document& document = figure.document();
    const Displacer& displacer = at(document.displacers, index);
    ImGui::PushID(index);
    const WeightRow row = begin_weight_row(c, displacer.name);
    menu_on_last_item(c, {what.figure, displacer_item(index)});
    tooltip(c, displacer.name.c_str());
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) c.push(Select{{what.figure, displacer_item(index)}, false});
    ImGui::SameLine(row.slider_at);
    if (only_marks_vertices(document, index)) {
        dim_text(c, fitted("marks vertices only", row.slider_width));
    } else {
        float weight = weight_to_edit(c, figure, index);
        ImGui::SetNextItemWidth(row.slider_width);
        const bool changed =
            slider(c, fmt::format("inspector/displacer/{}", index), weight, 0.0F, 1.0F, "%.2f", 0.0F);
        tooltip(c, "Its weight: 0 not applied, 1 in full", TooltipPlace::above);
        push_edit(c, changed, SetDisplacerWeight{displacer_item(index), weight});
    }
    ImGui::PopID();
}

}  // namespace

WeightRow begin_weight_row(const PanelContext& c, const std::string& name) {
    const float left = ImGui::GetWindowContentRegionMin().x;
    const float width = ImGui::GetWindowContentRegionMax().x - left;
    const float column = std::floor(0.52F * width);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(fitted_middle(name, column - c.theme.px(8)).c_str());
    return {left + column, width - column};
}

bool only_marks_vertices(const Document& document, int displacer) {
    const auto moves = [displacer](const MeshInstance& mesh) {
        for (std::size_t i = 0; i < mesh.displacers.size(); ++i) {
            if (mesh.displacers[i] == displacer && !mesh.mesh->targets[i].positions.empty()) return true;
        }
        return false;
    };
    return at(document.displacers, displacer).kind == DisplacerKind::feature &&
           std::none_of(document.meshes.begin(), document.meshes.end(), moves);
}

void inspect_displacers(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Document& document = figure.document();
    std::vector<int> own;
    for (int i = 0; i < static_cast<int>(document.displacers.size()); ++i) {
        const Displacer& displacer = at(document.displacers, i);
        if (std::max(displacer.humanoid, 0) == what.item.index && is_in_file(displacer)) own.push_back(i);
    }
    constexpr std::size_t few = 12;
    if (own.empty()) return;
    if (!section(c, fmt::format("Displacers: {}###displacers", own.size()).c_str(), own.size() <= few))
        return;
    std::string& filter = c.gui.inspector.displacer_filter;
    if (own.size() > few) {
        ImGui::SetNextItemWidth(-1.0F);
        text_field(c, "inspector/displacers/search", "Search displacers", filter);
        std::erase_if(own, [&](int i) { return !contains_text(at(document.displacers, i).name, filter); });
        if (own.empty()) ImGui::TextWrapped("No displacer has \u201C%s\u201D in its name.", filter.c_str());
    }
    const bool held = std::any_of(own.begin(), own.end(), [&](int i) { return figure.clip_holds_weight(i); });
    if (held && !posing_keys_clip(c, figure))
        note_held_by_clip(
            c, figure, "The clip holds some: the weights below are the file's own, and are seen without it.");
    const std::vector<Group> groups = groups_of(document, what.item.index, own);
    for (const Group& group : groups) {
        const bool open = !filter.empty() || group.displacers.size() <= few;
        const std::string count = std::to_string(group.displacers.size());
        const bool plain = groups.size() == 1 && group.displacers.size() <= few;
        if (!plain && !fold(c, group.title.c_str(), count, open)) continue;
        for (const int i : group.displacers) displacer_row(c, what, figure, i);
    }
}

}  // namespace vitruvian
