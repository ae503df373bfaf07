// The inspector's pages of a humanoid and of a whole file, with remarks about them.
#include "app/gui/inspector_body.h"
#include "app/gui/list_box.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"
#include "model/core/counted.h"
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
    constexpr std::size_t max_shown = 200;
    for (std::size_t i = 0; i < std::min(list.size(), max_shown); ++i) {
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
    if (list.size() > max_shown) ImGui::TextDisabled("and %zu more", list.size() - max_shown);
}

/// A heading with wrapped names below it.
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
    value_row(c, "Names", names_text(a), "The H-Anim version whose joint names the figure uses.");
    const std::size_t max_named = 40;
    std::vector<std::string> missing = a.missing;
    if (missing.size() > max_named) {
        missing.resize(max_named);
        missing.push_back(fmt::format("and {} more", a.missing.size() - max_named));
    }
    name_list(c, fmt::format("Missing for level {}", a.level + 1), missing,
              "Joints that the next level asks for and this figure does not have.");
    name_list(c, "Custom joints", a.extra,
              "Joints with the prefix x_, which H-Anim requires for names outside the standard.");
    name_list(c, "Not standard", a.non_standard, "Joint names that are in neither H-Anim 1.1 nor 2.0.");
    std::vector<std::string> slips;
    for (const MisspeltName& m : a.misspelt) slips.push_back(fmt::format("{} ({}?)", m.name, m.meant));
    name_list(c, "Misspelt", slips, "Names that are close to a standard one, which follows in brackets.");
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

/// Whether the joints were not recognised as a humanoid.
bool is_skeleton(const Humanoid& humanoid) {
    return humanoid.kind == HumanoidKind::inferred &&
           std::none_of(humanoid.bones.node.begin(), humanoid.bones.node.end(),
                        [](int node) { return node >= 0; });
}

void summary_line(const PanelContext& c, const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

/// Shows the problems found when the file was read here too.
void remarks_link(const PanelContext& c, const OpenFigure& figure) {
    const std::vector<Diagnostic>& list = figure.document().diagnostics.list();
    if (list.empty()) return;
    const auto gravest =
        std::max_element(list.begin(), list.end(), [](const Diagnostic& a, const Diagnostic& b) {
            return a.severity < b.severity;
        })->severity;
    inline_icon(c, icon_of(gravest), color_of(c.theme, gravest));
    const std::string text = counted(list.size(), "remark", "remarks") + " on the file";
    ImGui::TextUnformatted(text.c_str());
    c.mark("inspector/remarks");
    tooltip(c, "What was repaired, ignored or not understood when the file was read. Click to read it.");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) c.push(Select{{figure.id, {}}, false});
}

/// "94 joints, 85 segments, 187 sites, 1.78 m tall".
std::string summary_of(const Humanoid& humanoid, const Stance& stance) {
    std::string text = counted(humanoid.joints.size(), "joint", "joints");
    if (!humanoid.segments.empty()) text += ", " + counted(humanoid.segments.size(), "segment", "segments");
    if (!humanoid.sites.empty()) text += ", " + counted(humanoid.sites.size(), "site", "sites");
    return text + fmt::format(", {:.2f} m tall", stance.height * stance.metres_per_unit);
}

void description_part(const PanelContext& c, const OpenFigure& figure, int index) {
    const Humanoid& humanoid = at(figure.document().humanoids, index);
    value_row(c, "Described by",
              is_skeleton(humanoid) ? "nothing: a skeleton, not a humanoid" : kind_text(humanoid.kind),
              "Where the map from joints to humanoid bones comes from.");
    value_row(c, "Version", humanoid.version, "Version of the specification that the file follows.");
    const Stance& stance = figure.shape.stance;
    value_row(c, "Height", fmt::format("{:.3f} m", stance.height * stance.metres_per_unit),
              "Along the figure's up axis, in the pose stored in the file.");
    std::string units = unit_text(stance, figure.document().metres_per_unit.has_value());
    const LengthUnit inside = length_unit(figure, index);
    if (inside.metres != length_unit(figure, -1).metres)
        units += fmt::format("; {} in the humanoid, by its scale", inside.symbol);
    value_row(c, "Units", units,
              "The length of one unit of the file: as the file says, or guessed from the figure's size. The "
              "file is not changed.");
    if (!humanoid.skeletal_configuration.empty())
        value_row(c, "Configuration", humanoid.skeletal_configuration, "H-Anim 2.0 skeletalConfiguration.");
    if (humanoid.bounding_box) {
        const vec3 size = humanoid.bounding_box->size();
        value_row(c, "Box",
                  fmt::format("{:.3f} x {:.3f} x {:.3f} {}", size.x, size.y, size.z,
                              length_unit(figure, index).symbol),
                  "The bounding box that the file gives, in the file's units.");
    }
}

/// Shows the active material variant of the file.
void variants_row(const PanelContext& c, const OpenFigure& figure) {
    const std::vector<std::string>& variants = figure.document().variants;
    if (variants.empty()) return;
    label(c, "Variant",
          "The file's material variants (KHR_materials_variants). The choice affects only the view; the file "
          "is not changed.");
    const bool chosen = figure.variant >= 0 && figure.variant < static_cast<int>(variants.size());
    const std::string none = "default materials";
    const std::string& shown = chosen ? at(variants, figure.variant) : none;
    const float width = ImGui::GetContentRegionAvail().x;
    if (!begin_combo(c, "inspector/variant", shown, width)) return;
    begin_list(c, "inspector/variant", variants.size(), width);
    for (int i = -1; i < static_cast<int>(variants.size()); ++i) {
        const std::string& name = i < 0 ? none : at(variants, i);
        ImGui::PushID(i);
        if (list_row(c, "inspector/variant/" + name, name, i == figure.variant))
            c.push(ChooseVariant{figure.id, i});
        ImGui::PopID();
    }
    end_list(c);
    ImGui::EndCombo();
}

/// Returns the display name of a format.
std::string format_name(FileFormat format) {
    switch (format) {
        case FileFormat::vrml97:
            return "VRML97";
        case FileFormat::x3d_xml:
            return "X3D, XML encoding";
        case FileFormat::x3d_classic:
            return "X3D, classic encoding";
        case FileFormat::x3d_json:
            return "X3D, JSON encoding";
        case FileFormat::gltf:
            return "glTF";
        case FileFormat::glb:
            return "glTF, binary";
        case FileFormat::vrm:
            return "VRM";
        case FileFormat::bvh:
            return "BVH, motion capture";
        default:
            return std::string(to_string(format));
    }
}

/// "1 humanoid, 94 joints, 10 meshes of 42200 vertices and 43100 triangles".
std::string contents_of(const Document& document) {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    for (const MeshInstance& mesh : document.meshes) {
        vertices +=
            mesh.mesh->source_vertex_count ? mesh.mesh->source_vertex_count : mesh.mesh->positions.size();
        if (mesh.mesh->topology == Topology::triangles) triangles += mesh.mesh->indices.size() / 3;
    }
    std::size_t joints = 0;
    for (const Humanoid& humanoid : document.humanoids) joints += humanoid.joints.size();
    const auto skeletons = static_cast<std::size_t>(
        std::count_if(document.humanoids.begin(), document.humanoids.end(), is_skeleton));
    const std::size_t humanoids = document.humanoids.size() - skeletons;
    std::string text;
    const auto add = [&text](std::size_t count, const char* one, const char* many) {
        if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, one, many);
    };
    add(humanoids, "humanoid", "humanoids");
    add(skeletons, "skeleton", "skeletons");
    add(joints, "joint", "joints");
    add(document.meshes.size(), "mesh", "meshes");
    if (vertices > 0) text += " of " + counted(vertices, "vertex", "vertices");
    if (triangles > 0) text += " and " + counted(triangles, "triangle", "triangles");
    add(document.materials.size(), "material", "materials");
    add(document.images.size(), "image", "images");
    add(document.clips.size(), "clip", "clips");
    return text;
}

}  // namespace

void inspect_humanoid(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Document& document = figure.document();
    const Humanoid& humanoid = at(document.humanoids, what.item.index);
    const auto& nodes = humanoid.bones.node;
    const auto bones = std::count_if(nodes.begin(), nodes.end(), [](int node) { return node >= 0; });
    summary_line(c, summary_of(humanoid, figure.shape.stance));
    remarks_link(c, figure);
    if (!is_skeleton(humanoid) &&
        section(c, fmt::format("Bones: {} of {}###bones", bones, bone_count).c_str()))
        inspect_bones(c, document, what);
    inspect_carried_clip(c, what);
    inspect_expressions(c, what);
    inspect_displacers(c, what);
    inspect_mixture(c, figure, what.item.index);
    inspect_body_mass(c, figure, what.item.index);
    if (section(c, "Description")) description_part(c, figure, what.item.index);
    if (humanoid.kind == HumanoidKind::hanim && section(c, "Articulation", false))
        articulation_part(c, articulation_of(document, humanoid));
    inspect_references(c, what);
    edit_info(c, figure, what.item.index);
}

void inspect_file(const PanelContext& c, const OpenFigure& figure) {
    const Document& document = figure.document();
    inline_icon(c, Icon::file, c.theme.accent);
    dim_text(c, figure.path.empty() ? "Built in" : "File");
    ImGui::PushFont(c.theme.strong);
    ImGui::TextWrapped("%s", figure.name().c_str());
    ImGui::PopFont();
    ImGui::Spacing();
    // The overview is reached without scrolling in a low panel too.
    const bool is_low = ImGui::GetWindowHeight() < c.theme.px(250);
    if (is_low) inspect_overview(c, figure, true);
    const std::string contents = contents_of(document);
    summary_line(c, contents.empty() ? "Nothing visible" : contents);
    variants_row(c, figure);
    if (!is_low) inspect_overview(c, figure, false);
    constexpr std::size_t max_linked = 6;
    ImGui::Spacing();
    for (std::size_t h = 0; h < std::min(document.humanoids.size(), max_linked); ++h) {
        const Humanoid& humanoid = document.humanoids[h];
        const bool has_bones = !is_skeleton(humanoid);
        const std::string name = humanoid.name.empty() ? "the humanoid" : humanoid.name;
        const std::string title =
            (has_bones ? "Bones of " : "Joints of ") + fitted_middle(name, c.theme.px(180));
        if (text_button(c, fmt::format("inspector/humanoid/{}", h), title.c_str(),
                        "Its bone map, displacers and articulation"))
            c.push(Select{{figure.id, {ItemKind::humanoid, -1, static_cast<int>(h)}}, false});
    }
    if (!figure.path.empty()) {
        value_row(c, "Format", format_name(figure.format));
        value_row(c, "Folder", figure.path.parent_path().string());
    }
    diagnostics_part(c, document);
}

}  // namespace vitruvian
