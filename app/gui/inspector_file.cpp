// The inspector's pages of a humanoid and of a whole file, with what is to be said about it.
#include "app/gui/widgets.h"
#include "model/figure/articulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace vitruvian {
namespace {

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

/// A heading and names that flow below it.
void name_list(const PanelContext& c, const std::string& title, const std::vector<std::string>& names,
               const char* help) {
    if (names.empty()) return;
    ImGui::TextUnformatted(title.c_str());
    tooltip(c, help);
    std::string text;
    for (const std::string& name : names) {
        if (!text.empty()) text += ", ";
        text += name.empty() ? "(no name)" : name;
    }
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
    ImGui::Spacing();
}

bool moves_vertices(const Document& document, int displacer) {
    for (const MeshInstance& mesh : document.meshes) {
        for (std::size_t i = 0; i < mesh.displacers.size(); ++i) {
            if (mesh.displacers[i] == displacer && !mesh.mesh->targets[i].positions.empty()) return true;
        }
    }
    return false;
}

/// A slider for each displacer of the humanoid, live in the picture.
void displacers_part(const PanelContext& c, const Selection& what, const Document& document) {
    std::vector<int> own;
    for (std::size_t i = 0; i < document.displacers.size(); ++i) {
        const Displacer& displacer = document.displacers[i];
        const bool here = std::max(displacer.humanoid, 0) == what.item.index;
        if (here && !displacer.keyed_shape) own.push_back(static_cast<int>(i));
    }
    constexpr std::size_t most_shown = 100;
    if (own.empty() || !section(c, "Displacers")) return;
    for (std::size_t i = 0; i < std::min(own.size(), most_shown); ++i) {
        const Displacer& displacer = document.displacers[static_cast<std::size_t>(own[i])];
        ImGui::PushID(own[i]);
        ImGui::TextUnformatted(fitted(displacer.name, ImGui::GetContentRegionAvail().x).c_str());
        tooltip(c, displacer.name.c_str());
        if (ImGui::IsItemClicked()) c.push(Select{{what.figure, displacer_item(own[i])}, false});
        if (displacer.kind == DisplacerKind::feature && !moves_vertices(document, own[i])) {
            ImGui::SameLine();
            ImGui::TextDisabled("marks vertices only");
        } else {
            float weight = displacer.weight;
            ImGui::SetNextItemWidth(-1.0F);
            const bool changed =
                slider(c, fmt::format("inspector/displacer/{}", own[i]), weight, 0.0F, 1.0F, "%.2f");
            push_edit(c, changed, SetDisplacerWeight{displacer_item(own[i]), weight});
        }
        ImGui::PopID();
    }
    if (own.size() > most_shown)
        ImGui::TextDisabled("and %zu more in the scene tree", own.size() - most_shown);
}

std::string unit_text(const Stance& stance, bool declared) {
    const char* how = declared ? "as the file says" : "by the size";
    if (stance.unit.empty()) return fmt::format("1 unit = {:.4g} m, {}", stance.metres_per_unit, how);
    return fmt::format("{}, {}", stance.unit, how);
}

std::string names_text(const Articulation& a) {
    switch (a.names) {
        case NameVersion::none:
            return "no standard ones";
        case NameVersion::either:
            return "the same in 1.1 and 2.0";
        case NameVersion::v1_1:
            return "H-Anim 1.1";
        case NameVersion::iso_2006:
            return "ISO 19774:2006";
        case NameVersion::v2_0:
            return "H-Anim 2.0";
        case NameVersion::mixed:
            return fmt::format("mixed: {} of 1.1, {} of 2.0", a.names_1_1.size(), a.names_2_0.size());
    }
    return {};
}

void articulation_part(const PanelContext& c, const Articulation& a) {
    value_row(
        c, "Level", a.level < 0 ? "none" : fmt::format("{}", a.level),
        "Level of articulation: 0 only a root, 1 limbs and head, 2 and 3 ever more of spine and hands, 4 all "
        "joints of version 2.0.");
    value_row(c, "File says", a.declared ? fmt::format("{}", *a.declared) : std::string(),
              "The level that the file's loa field claims.");
    value_row(c, "Names", names_text(a), "Which version's joint names the figure has.");
    const std::size_t most_named = 40;
    std::vector<std::string> missing = a.missing;
    if (missing.size() > most_named) {
        missing.resize(most_named);
        missing.push_back(fmt::format("and {} more", a.missing.size() - most_named));
    }
    name_list(c, fmt::format("Missing for level {}", a.level + 1), missing,
              "Joints that the next level asks for and this figure does not have.");
    name_list(c, "Own joints", a.extra,
              "Joints with the prefix x_, as H-Anim asks for what it does not name.");
    name_list(c, "Not standard", a.non_standard, "Joint names that neither H-Anim 1.1 nor 2.0 knows.");
    std::vector<std::string> slips;
    for (const MisspeltName& m : a.misspelt) slips.push_back(fmt::format("{} (meant {}?)", m.name, m.meant));
    name_list(c, "Misspelt", slips, "Names that come close to a standard one.");
    name_list(c, "Repeated", a.repeated, "Standard joints that the figure has more than once.");
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
        case HumanoidKind::khr_character:
            return "KHR_character";
        case HumanoidKind::inferred:
            return "found by names and shape";
    }
    return "";
}

}  // namespace

void inspect_humanoid(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Document& document = figure.document();
    const Humanoid& humanoid = document.humanoids[static_cast<std::size_t>(what.item.index)];
    const auto& nodes = humanoid.bones.node;
    const bool is_skeleton = humanoid.kind == HumanoidKind::inferred &&
                             std::all_of(nodes.begin(), nodes.end(), [](int node) { return node < 0; });
    value_row(c, "Described by", is_skeleton ? "nothing: a skeleton, no humanoid" : kind_text(humanoid.kind),
              "Where the map from joints to humanoid bones comes from.");
    value_row(c, "Version", humanoid.version, "Of the specification that the file follows.");
    const auto bones = std::count_if(humanoid.bones.node.begin(), humanoid.bones.node.end(),
                                     [](int node) { return node >= 0; });
    value_row(c, "Joints", fmt::format("{}", humanoid.joints.size()));
    value_row(c, "Segments", fmt::format("{}", humanoid.segments.size()));
    value_row(c, "Sites", fmt::format("{}", humanoid.sites.size()));
    value_row(c, "Bones", fmt::format("{} of {}", bones, bone_count),
              "How many of the 55 common humanoid bones it has.");
    const Stance& stance = figure.shape.stance;
    value_row(c, "Height", fmt::format("{:.3f} m", stance.height * stance.metres_per_unit),
              "Along the figure's own up, in the pose the file stores.");
    value_row(c, "Units", unit_text(stance, document.metres_per_unit.has_value()),
              "What one unit of the file is: as it says, or by the figure's size. The file is not changed; "
              "figures of different units stand side by side at their true sizes.");
    if (!humanoid.skeletal_configuration.empty())
        value_row(c, "Configuration", humanoid.skeletal_configuration, "H-Anim 2.0 skeletalConfiguration.");
    if (humanoid.bounding_box) {
        const vec3 size = humanoid.bounding_box->size();
        value_row(c, "Box", fmt::format("{:.3f} x {:.3f} x {:.3f}", size.x, size.y, size.z),
                  "The bounding box that the file gives, in the file's units.");
    }
    displacers_part(c, what, document);
    inspect_mixture(c, figure, what.item.index);
    inspect_body_mass(c, figure, what.item.index);
    if (humanoid.kind == HumanoidKind::hanim && section(c, "Articulation"))
        articulation_part(c, articulation_of(document, humanoid));
    inspect_carried_clip(c, what);
    inspect_references(c, what);
    edit_info(c, figure, what.item.index);
    if (section(c, "Bones", false)) inspect_bones(c, document, what);
}

void inspect_file(const PanelContext& c, const OpenFigure& figure) {
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
