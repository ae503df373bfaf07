// The inspector's pages of a humanoid and of a whole file, with what is to be said about it.
#include "app/gui/widgets.h"
#include "model/humanoid/bone_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace vitruvian {
namespace {

void bone_rows(const PanelContext& c, const Document& document, const Selection& what) {
    const Humanoid& humanoid = document.humanoids[static_cast<std::size_t>(what.humanoid)];
    for (std::size_t i = 0; i < bone_count; ++i) {
        const int node = humanoid.bones.node[i];
        if (node < 0) continue;
        const std::string bone(to_string(static_cast<Bone>(i)));
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        ImGui::TextUnformatted(bone.c_str());
        ImGui::PopStyleColor();
        ImGui::SameLine(ImGui::GetWindowContentRegionMin().x + c.theme.px(152));
        const std::string& name = document.nodes[static_cast<std::size_t>(node)].name;
        ImGui::TextUnformatted(fitted(name, ImGui::GetContentRegionAvail().x).c_str());
        if (!ImGui::IsItemHovered()) continue;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        const auto joint = std::find_if(humanoid.joints.begin(), humanoid.joints.end(),
                                        [&](const Joint& candidate) { return candidate.node == node; });
        if (joint == humanoid.joints.end()) continue;
        const auto index = static_cast<int>(joint - humanoid.joints.begin());
        if (ImGui::IsItemClicked()) {
            c.push(Select{{Selection::Kind::joint, what.figure, what.humanoid, index}, false});
        }
    }
}

void diagnostics_part(const PanelContext& c, const Document& document) {
    const std::vector<Diagnostic>& list = document.diagnostics.list();
    if (list.empty()) return;
    if (!section(c, "Remarks on the file")) return;
    constexpr std::size_t most_shown = 200;
    for (std::size_t i = 0; i < std::min(list.size(), most_shown); ++i) {
        const Diagnostic& diagnostic = list[i];
        inline_icon(c, icon_of(diagnostic.severity), color_of(c.theme, diagnostic.severity));
        ImGui::TextColored(color_of(c.theme, diagnostic.severity), "%s",
                           to_string(diagnostic.severity).data());
        if (diagnostic.count > 1) {
            ImGui::SameLine();
            ImGui::TextDisabled("%d times", diagnostic.count);
        }
        ImGui::TextWrapped("%s", diagnostic.message.c_str());
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        Location where = diagnostic.where;
        where.file = std::filesystem::path(where.file).filename().string();
        ImGui::TextWrapped("%s", where.text().c_str());
        ImGui::PopStyleColor();
        ImGui::Spacing();
    }
    if (list.size() > most_shown) ImGui::TextDisabled("and %zu more", list.size() - most_shown);
}

const char* kind_text(HumanoidKind kind) {
    switch (kind) {
        case HumanoidKind::hanim:
            return "H-Anim";
        case HumanoidKind::ext_skeleton_humanoid:
            return "EXT_skeleton_humanoid";
        case HumanoidKind::vrm0:
            return "VRM 0";
        case HumanoidKind::vrm1:
            return "VRM 1.0";
        case HumanoidKind::inferred:
            return "found by joint names";
    }
    return "";
}

}  // namespace

void inspect_humanoid(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Document& document = figure.document();
    const Humanoid& humanoid = document.humanoids[static_cast<std::size_t>(what.humanoid)];
    value_row(c, "Described by", kind_text(humanoid.kind),
              "Where the map from joints to humanoid bones comes from.");
    value_row(c, "Version", humanoid.version, "Of the specification that the file follows.");
    if (humanoid.kind == HumanoidKind::hanim) {
        const int level = level_of_articulation(document, humanoid);
        value_row(
            c, "Articulation", level < 0 ? "less than 0" : fmt::format("level {}", level),
            "Level of articulation: 0 only a root, 1 limbs and head, 2 and 3 ever more of spine and hands.");
    }
    const auto bones = std::count_if(humanoid.bones.node.begin(), humanoid.bones.node.end(),
                                     [](int node) { return node >= 0; });
    value_row(c, "Joints", fmt::format("{}", humanoid.joints.size()));
    value_row(c, "Segments", fmt::format("{}", humanoid.segments.size()));
    value_row(c, "Sites", fmt::format("{}", humanoid.sites.size()));
    value_row(c, "Bones", fmt::format("{} of {}", bones, bone_count),
              "How many of the 55 common humanoid bones it has.");
    const float height = figure.shape.stance.height;
    value_row(c, "Height", fmt::format("{:.3f} m", height * figure.shape.stance.metres_per_unit),
              "Along the figure's own up, in the pose the file stores.");
    if (!humanoid.info.empty() && section(c, "Info")) {
        for (const auto& [tag, value] : humanoid.info) value_row(c, tag.c_str(), value);
    }
    if (section(c, "Bones", false)) bone_rows(c, document, what);
}

void inspect_file(const PanelContext& c, int figure_index) {
    const OpenFigure& figure = c.session.figures()[static_cast<std::size_t>(figure_index)];
    const Document& document = figure.document();
    inline_icon(c, Icon::file, c.theme.accent);
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::TextUnformatted(figure.path.empty() ? "Built in" : "File");
    ImGui::PopStyleColor();
    ImGui::PushFont(c.theme.strong);
    ImGui::TextWrapped("%s", figure.name().c_str());
    ImGui::PopFont();
    ImGui::Spacing();
    if (!figure.path.empty()) {
        value_row(c, "Format", std::string(to_string(document.format)));
        value_row(c, "Folder", figure.path.parent_path().string());
    }
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    for (const MeshInstance& mesh : document.meshes) {
        vertices +=
            mesh.mesh->source_vertex_count ? mesh.mesh->source_vertex_count : mesh.mesh->positions.size();
        if (mesh.mesh->topology == Topology::triangles) triangles += mesh.mesh->indices.size() / 3;
    }
    std::size_t joints = 0;
    for (const Humanoid& humanoid : document.humanoids) joints += humanoid.joints.size();
    value_row(c, "Humanoids", fmt::format("{}", document.humanoids.size()));
    value_row(c, "Joints", fmt::format("{}", joints));
    value_row(c, "Meshes", fmt::format("{}", document.meshes.size()));
    value_row(c, "Vertices", fmt::format("{}", vertices));
    value_row(c, "Triangles", fmt::format("{}", triangles));
    value_row(c, "Materials", fmt::format("{}", document.materials.size()));
    value_row(c, "Images", fmt::format("{}", document.images.size()));
    value_row(c, "Clips", fmt::format("{}", document.clips.size()));
    diagnostics_part(c, document);
}

}  // namespace vitruvian
