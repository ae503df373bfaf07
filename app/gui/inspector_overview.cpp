// Overview of a rig's parts on the page of its file, each a click away; and how to add missing ones.
#include "app/gui/inspector.h"
#include "app/gui/inspector_body.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace vitruvian {
namespace {

/// A kind of part that rigs have.
struct Sight {
    const char* id;
    Icon icon;
    const char* title;
    std::string count;       // empty: the file has none
    const char* help;        // description, and effect of a click
    const char* otherwise;   // what to do if there is none
    bool Show::*layer;       // the layer that shows it; null: none
    std::optional<Item> at;  // what a click selects
    SideTab tab = SideTab::inspector;
    bool is_near = false;  // too small to be visible from afar
    std::optional<ToolKind> tool = {};
    const char* section = "";       // of the page that a click opens
    std::optional<Item> adds = {};  // if there is none: the item whose page adds one
    const char* adding_section = "";
};

/// Opens the page where one can be added.
void lead_to_adding(const PanelContext& c, const OpenFigure& figure, const Sight& sight) {
    if (sight.adds) c.push(Select{{figure.id, *sight.adds}, false});
    c.gui.settings.side_tab = static_cast<int>(sight.tab);
    c.gui.side.asked_section = sight.adding_section;
}

/// Shows only its layer, and selects its item.
void show(const PanelContext& c, const OpenFigure& figure, const Sight& sight) {
    if (sight.count.empty()) return lead_to_adding(c, figure, sight);
    if (sight.layer != nullptr) {
        Show layers = c.session.view().show;
        for (bool Show::*layer : {&Show::limits, &Show::stiffness, &Show::weights, &Show::sites,
                                  &Show::displacers, &Show::centre_of_mass})
            layers.*layer = layer == sight.layer;
        c.push(SetShow{layers});
    }
    if (sight.at) c.push(Select{{figure.id, *sight.at}, sight.is_near});
    if (sight.tool) c.gui.tools.kind = *sight.tool;
    c.gui.settings.side_tab = static_cast<int>(sight.tab);
    c.gui.side.asked_section = sight.section;
}

/// A cell of `width` with the icon and the count, and the title where there is room for it.
void draw_sight(const PanelContext& c, const OpenFigure& figure, const Sight& sight, float width,
                bool with_title) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 size(width, c.theme.px(with_title ? 24 : 20));
    const ImVec2 to(from.x + size.x, from.y + size.y);
    const bool any = !sight.count.empty();
    const bool clicked = ImGui::InvisibleButton(sight.id, size);
    const std::string id = std::string("inspector/overview/") + sight.id;
    c.mark(id);
    const std::string count = any ? sight.count : "none";
    const char* help = any ? sight.help : sight.otherwise;
    tooltip(c, with_title ? help : fmt::format("{}: {}. {}", sight.title, count, help).c_str());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool leads_on = any || sight.adds || sight.tab == SideTab::bones;
    const bool hovered = leads_on && ImGui::IsItemHovered();
    if (hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        list.AddRectFilled(from, to, color_of(c.theme.hover), c.theme.px(4));
    }
    const float middle = std::floor(0.5F * (from.y + to.y));
    const float text_y = middle - std::floor(0.5F * ImGui::GetTextLineHeight());
    draw_icon(list, sight.icon, ImVec2(from.x + c.theme.px(12), middle), c.theme.px(14),
              color_of(hovered ? c.theme.accent : c.theme.dim));
    const float text_x = from.x + c.theme.px(26);
    if (with_title) {
        const float right = to.x - ImGui::CalcTextSize(count.c_str()).x - c.theme.px(8);
        list.AddText(ImVec2(text_x, text_y), color_of(any ? c.theme.text : c.theme.dim),
                     fitted(sight.title, right - text_x - c.theme.px(4)).c_str());
        list.AddText(ImVec2(right, text_y), color_of(c.theme.dim), count.c_str());
    } else {
        list.AddText(ImVec2(text_x, text_y), color_of(any ? c.theme.text : c.theme.dim),
                     count.substr(0, count.find(' ')).c_str());
    }
    if (clicked && leads_on) show(c, figure, sight);
}

std::string of_all(std::ptrdiff_t count, std::size_t all) {
    return count == 0 ? std::string() : fmt::format("{} of {}", count, all);
}

/// Returns a joint to begin with, among those for which `has` is true: one with much to show, otherwise the
/// first.
template <class Has>
std::optional<Item> example_joint(const Humanoid& humanoid, int index, Has has) {
    for (const Bone bone :
         {Bone::left_lower_leg, Bone::left_lower_arm, Bone::left_upper_arm, Bone::left_upper_leg}) {
        const int node = humanoid.bones[bone];
        const int joint = node < 0 ? -1 : joint_at(humanoid, node);
        if (joint >= 0 && has(at(humanoid.joints, joint))) return joint_item(index, joint);
    }
    const auto first = std::find_if(humanoid.joints.begin(), humanoid.joints.end(), has);
    if (first == humanoid.joints.end()) return std::nullopt;
    return joint_item(index, static_cast<int>(first - humanoid.joints.begin()));
}

/// Returns the humanoid with the most joints.
int main_humanoid(const Document& document) {
    const auto& list = document.humanoids;
    const auto most = std::max_element(list.begin(), list.end(), [](const Humanoid& a, const Humanoid& b) {
        return a.joints.size() < b.joints.size();
    });
    return static_cast<int>(most - list.begin());
}

std::array<Sight, 3> joint_sights(const Humanoid& humanoid, int index) {
    const auto has_limits = [](const Joint& joint) { return joint.lower_limit || joint.upper_limit; };
    const auto has_stiffness = [](const Joint& joint) { return joint.stiffness.has_value(); };
    const auto count = [&](auto has) {
        return of_all(std::count_if(humanoid.joints.begin(), humanoid.joints.end(), has),
                      humanoid.joints.size());
    };
    const std::optional<Item> any = example_joint(humanoid, index, [](const Joint&) { return true; });
    const auto mapped = std::count_if(humanoid.bones.node.begin(), humanoid.bones.node.end(),
                                      [](int node) { return node >= 0; });
    return {Sight{"bones", Icon::humanoid, "Bone map", of_all(mapped, bone_count),
                  "Which joints are mapped to the 55 humanoid bones, by which animations are retargeted. "
                  "Click for the bone map.",
                  "No joint is mapped to a humanoid bone yet. Click for the bone map; Auto-map finds them.",
                  nullptr, std::nullopt, SideTab::bones},
            Sight{"limits", Icon::limits, "Joint limits", count(has_limits),
                  "Joints with limits. Click to see and edit those of one joint.",
                  "The file has no joint limits. Click for the page of a joint, where you can add anatomical "
                  "limits to it or to all.",
                  &Show::limits, example_joint(humanoid, index, has_limits), SideTab::inspector, true,
                  ToolKind::limits, "", any},
            Sight{"stiffness", Icon::stiffness, "Stiffness", count(has_stiffness),
                  "Joints with a stiffness. Click to see it as colours, and that of one joint.",
                  "The file gives no stiffness. Click for the page of a joint, where you can add it.",
                  &Show::stiffness, example_joint(humanoid, index, has_stiffness), SideTab::inspector, false,
                  std::nullopt, "", any}};
}

Sight weights_sight(const Document& document, const Humanoid& humanoid, int index) {
    const auto skins = std::count_if(document.meshes.begin(), document.meshes.end(),
                                     [](const MeshInstance& mesh) { return mesh.mesh->is_skinned(); });
    const auto moves_skin = [&](const Joint& joint) {
        return std::any_of(document.meshes.begin(), document.meshes.end(), [&](const MeshInstance& mesh) {
            const std::vector<int>& nodes = mesh.skin->nodes;
            return mesh.mesh->is_skinned() &&
                   std::find(nodes.begin(), nodes.end(), joint.node) != nodes.end();
        });
    };
    return {"weights",
            Icon::weights,
            "Skin weights",
            skins == 0 ? std::string() : counted(skins, "mesh", "meshes"),
            "Skinned meshes. Click to see a joint's weights as colours.",
            "No mesh is skinned: each part moves rigidly with one joint.",
            &Show::weights,
            example_joint(humanoid, index, moves_skin),
            SideTab::weights};
}

/// Only VRM has expressions: other figures need not be told that they have none.
Sight expressions_sight(const Humanoid& humanoid, int index) {
    return {"expressions",
            Icon::humanoid,
            "Expressions",
            std::to_string(moving_expressions(humanoid)),
            "Expressions of a VRM's face: mixtures of displacers. Click to see their sliders.",
            "",
            nullptr,
            Item{ItemKind::humanoid, -1, index},
            SideTab::inspector,
            false,
            std::nullopt,
            expressions_section};
}

std::array<Sight, 3> body_sights(const Document& document, const Humanoid& humanoid, int index) {
    const auto masses = std::count_if(humanoid.segments.begin(), humanoid.segments.end(),
                                      [](const Segment& segment) { return segment.mass > 0.0F; });
    const auto is_own = [&](const Displacer& displacer) {
        return std::max(displacer.humanoid, 0) == index && is_in_file(displacer);
    };
    const auto& displacers = document.displacers;
    const auto moves = [&](const Displacer& displacer) {
        return is_own(displacer) && displacer.kind != DisplacerKind::feature;
    };
    auto first = std::find_if(displacers.begin(), displacers.end(), moves);
    if (first == displacers.end()) first = std::find_if(displacers.begin(), displacers.end(), is_own);
    const auto shapes = static_cast<std::size_t>(std::count_if(displacers.begin(), displacers.end(), is_own));
    const bool has_shape = std::any_of(document.meshes.begin(), document.meshes.end(),
                                       [index](const MeshInstance& mesh) { return mesh.humanoid == index; });
    const std::optional<Item> made_at =
        has_shape ? std::optional(Item{ItemKind::humanoid, -1, index}) : std::nullopt;
    const std::optional<Item> segment =
        humanoid.segments.empty() ? std::nullopt : std::optional(Item{ItemKind::segment, index, 0});
    const auto number = [](std::size_t count) { return count == 0 ? std::string() : std::to_string(count); };
    return {
        Sight{"sites", Icon::site, "Sites", number(humanoid.sites.size()),
              "Named points: end effectors, cameras and attachment points. Click to see them.",
              "The file has no sites. Click for a joint; its menu (right-click) or the Rig menu adds one.",
              &Show::sites, Item{ItemKind::site, index, 0}, SideTab::inspector, false, std::nullopt, "",
              example_joint(humanoid, index, [](const Joint&) { return true; })},
        Sight{"displacers", Icon::displacer, "Displacers", number(shapes),
              "Displacers and morph targets, which move vertices, for example of a face. Click to see one "
              "and its slider.",
              has_shape ? "The file has no H-Anim displacers and no morph targets. Click for the place where "
                          "a pose can become one."
                        : "The file has no displacers, and no mesh for them.",
              &Show::displacers, displacer_item(static_cast<int>(first - displacers.begin())),
              SideTab::inspector, true, std::nullopt, "", made_at, new_displacer_section},
        Sight{"masses", Icon::mass, "Masses", of_all(masses, humanoid.segments.size()),
              "Segments with a mass. Click to see them, and the body's balance.",
              humanoid.segments.empty()
                  ? "No segment has a mass: only H-Anim segments can."
                  : "No segment has a mass. Click for the page of one, where you can enter it.",
              &Show::centre_of_mass, Item{ItemKind::humanoid, -1, index}, SideTab::inspector, false,
              std::nullopt, body_mass_section, segment}};
}

}  // namespace

void inspect_overview(const PanelContext& c, const OpenFigure& figure, bool is_low) {
    const Document& document = figure.document();
    if (document.humanoids.empty() || figure.clips_only) return;
    if (!is_low && !section(c, "In this rig")) return;
    const int index = main_humanoid(document);
    const Humanoid& humanoid = at(document.humanoids, index);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(4), 0.0F));
    const float columns = is_low ? 2.0F : 1.0F;
    const float width =
        std::floor((ImGui::GetContentRegionAvail().x - (columns - 1.0F) * c.theme.px(4)) / columns);
    int drawn = 0;
    const auto draw = [&](const Sight& sight) {
        if (is_low && drawn++ % 2 == 1) ImGui::SameLine();
        draw_sight(c, figure, sight, width, !is_low);
    };
    for (const Sight& sight : joint_sights(humanoid, index)) draw(sight);
    draw(weights_sight(document, humanoid, index));
    for (const Sight& sight : body_sights(document, humanoid, index)) draw(sight);
    if (moving_expressions(humanoid) > 0) draw(expressions_sight(humanoid, index));
    ImGui::PopStyleVar();
}

}  // namespace vitruvian
