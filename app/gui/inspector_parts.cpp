// The inspector's pages of segments, sites, displacers, meshes and clips.
#include "app/gui/context_menu.h"
#include "app/gui/inspector_body.h"
#include "app/gui/widgets.h"
#include "app/session/key_sheet.h"
#include "model/core/at.h"
#include "model/core/counted.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace vitruvian {
namespace {

const Humanoid& humanoid_of(const PanelContext& c, const Selection& what) {
    return at(c.session.active_figure()->document().humanoids, what.item.humanoid);
}

void joint_link(const PanelContext& c, const char* text, const Selection& what, int joint) {
    if (joint < 0) return value_row(c, text, "");
    const Selection target{what.figure, joint_item(what.item.humanoid, joint)};
    link_row(c, text, label_of(c.session, target), target);
}

const char* kind_of_site(const std::string& name) {
    const auto ends = [&](const char* end) {
        const std::string_view suffix(end);
        return name.size() >= suffix.size() &&
               name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
    };
    if (ends("_tip")) return "end effector (_tip)";
    if (ends("_view")) return "camera (_view)";
    if (ends("_pt")) return "feature point (_pt)";
    return "attachment";
}

const char* kind_of_displacer(DisplacerKind kind) {
    switch (kind) {
        case DisplacerKind::feature:
            return "feature: marks vertices";
        case DisplacerKind::action:
            return "action: moves in one direction";
        case DisplacerKind::config:
            return "config: a complete shape";
        case DisplacerKind::morph:
            return "morph target";
    }
    return "";
}

}  // namespace

void link_row(const PanelContext& c, const char* text, const std::string& name, const Selection& target,
              const char* help) {
    label(c, text, help);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(fitted_middle(name, ImGui::GetContentRegionAvail().x).c_str());
    c.mark(std::string("inspector/link/") + text);
    ImGui::PushID(text);
    menu_on_last_item(c, target);
    ImGui::PopID();
    if (!ImGui::IsItemHovered()) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddLine(ImVec2(from.x, to.y), to, color_of(c.theme.accent));
    tooltip(c, fmt::format("{}: click to select it", name).c_str());
    c.push(Hover{target});
    if (ImGui::IsItemClicked()) c.push(Select{target, false});
}

void inspect_segment(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Document& document = figure.document();
    const Segment& segment = at(humanoid_of(c, what).segments, what.item.index);
    joint_link(c, "Joint", what, segment.joint);
    edit_segment_mass(c, figure, what.item);
    std::size_t vertices = 0;
    int meshes = 0;
    for (const MeshInstance& mesh : document.meshes) {
        if (mesh.humanoid != what.item.humanoid || mesh.segment != what.item.index) continue;
        vertices +=
            mesh.mesh->source_vertex_count ? mesh.mesh->source_vertex_count : mesh.mesh->positions.size();
        ++meshes;
    }
    value_row(c, "Geometry", fmt::format("{}, {} vertices", counted(meshes, "mesh", "meshes"), vertices));
    const LengthUnit unit = length_unit(figure, what.item.humanoid);
    value_row(c, "Box size",
              segment.bounding_box ? lengths_text(segment.bounding_box->size() * unit.metres, unit) : "",
              "The bounding box as the file gives it.");
    edit_inertia(c, figure, what.item);
    inspect_body_mass(c, figure, what.item.humanoid);
}

void inspect_site(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Humanoid& humanoid = humanoid_of(c, what);
    const Site& site = at(humanoid.sites, what.item.index);
    const Node& node = at(figure.document().nodes, site.node);
    value_row(c, "Kind", kind_of_site(node.name),
              "Given by the end of its name: _tip is an end effector, _view a camera, _pt a feature point; "
              "anything else is an attachment point.");
    if (site.segment >= 0) {
        const Selection target{what.figure, {ItemKind::segment, what.item.humanoid, site.segment}};
        link_row(c, "Segment", label_of(c.session, target), target);
    } else {
        joint_link(c, "Joint", what, joint_above(figure.document(), what.item.humanoid, site.node));
    }
    value_row(c, "World position",
              lengths_text(vec3(at(figure.world, site.node)[3]) * figure.shape.stance.metres_per_unit,
                           length_unit(figure, what.item.humanoid)),
              "World position in this pose, in the file's units.");
    edit_site(c, figure, what.item);
}

namespace {

/// Returns how many vertices of the file these are: readers may split one into several.
std::size_t vertices_of_file(const Mesh& mesh, const std::vector<std::uint32_t>& vertices) {
    if (mesh.source_vertex.empty()) return vertices.size();
    std::set<std::uint32_t> distinct;
    for (const std::uint32_t vertex : vertices) distinct.insert(mesh.source_vertex[vertex]);
    return distinct.size();
}

void edit_displacer_weight(const PanelContext& c, const OpenFigure& figure, const Item& displacer) {
    const char* help = "The displacer's weight: 0 not applied, 1 in full. Saved with the file.";
    label(c, "Weight", help);
    float weight = weight_to_edit(c, figure, displacer.index);
    ImGui::SetNextItemWidth(-1.0F);
    const bool changed = slider(c, "inspector/weight", weight, 0.0F, 1.0F, "%.2f", 0.0F);
    push_edit(c, changed, SetDisplacerWeight{displacer, weight});
    tooltip(c, help);
    solo_displacer(c, figure, displacer);
    if (posing_keys_clip(c, figure)) {
        dim_paragraph(c,
                      "Automatic keys are on: changing the weight inserts a key in the clip at this time.");
    } else if (figure.clip_holds_weight(displacer.index)) {
        value_row(c, "Now", fmt::format("{:.2f}, by the clip", at(figure.pose.weights, displacer.index)));
        note_held_by_clip(
            c, figure,
            "The clip animates this weight: the one above is the file's own, and shows without the clip.");
    }
}

}  // namespace

void inspect_displacer(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Document& document = figure.document();
    const Displacer& displacer = at(document.displacers, what.item.index);
    value_row(c, "Kind", kind_of_displacer(displacer.kind));
    if (!only_marks_vertices(document, what.item.index)) edit_displacer_weight(c, figure, what.item);
    std::size_t moved = 0;
    int meshes = 0;
    for (const MeshInstance& mesh : document.meshes) {
        for (std::size_t i = 0; i < mesh.displacers.size(); ++i) {
            if (mesh.displacers[i] != what.item.index) continue;
            moved += vertices_of_file(*mesh.mesh, mesh.mesh->targets[i].vertices);
            ++meshes;
        }
    }
    value_row(c, only_marks_vertices(document, what.item.index) ? "Marks" : "Moves",
              fmt::format("{} vertices of {}", moved, counted(meshes, "mesh", "meshes")));
    c.report.state("displacer", {{"name", displacer.name}, {"vertices", moved}});
    if (displacer.segment >= 0 && displacer.humanoid >= 0) {
        const Selection target{what.figure, {ItemKind::segment, displacer.humanoid, displacer.segment}};
        link_row(c, "Segment", label_of(c.session, target), target);
    }
}

void inspect_mesh(const PanelContext& c, const Selection& what) {
    const Document& document = c.session.active_figure()->document();
    const MeshInstance& instance = at(document.meshes, what.item.index);
    const Mesh& mesh = *instance.mesh;
    const std::size_t vertices = mesh.source_vertex_count ? mesh.source_vertex_count : mesh.positions.size();
    value_row(c, "Vertices", fmt::format("{}", vertices));
    const bool triangles = mesh.topology == Topology::triangles;
    value_row(c, triangles ? "Triangles" : "Indices",
              fmt::format("{}", mesh.indices.size() / (triangles ? 3U : 1U)));
    if (mesh.is_skinned()) {
        value_row(
            c, "Moved by",
            fmt::format("{} joints, {} weights", instance.skin->nodes.size(), mesh.influence_weight.size()),
            "A skinned mesh: each vertex follows several joints by weight.");
    } else {
        const int node = instance.skin->nodes.empty() ? -1 : instance.skin->nodes.front();
        value_row(c, "Moved by", node < 0 ? "the world" : label_of_node(document, node),
                  "A rigid mesh: all of it moves with one joint or node.");
    }
    value_row(c, "Displacers", mesh.targets.empty() ? "none" : fmt::format("{}", mesh.targets.size()));
    std::string has;
    if (!mesh.normals.empty()) has += "normals ";
    if (!mesh.uv0.empty()) has += "uv ";
    if (!mesh.colors.empty()) has += "colours ";
    if (!mesh.tangents.empty()) has += "tangents";
    value_row(c, "Attributes", has.empty() ? "positions only" : has);
    if (instance.material < 0) return value_row(c, "Material", "default");
    const Material& material = at(document.materials, instance.material);
    if (!section(c, "Material")) return;
    label(c, "Name", "Must be unique. Rig > Tidy materials gives each material a unique name.");
    name_field(c, {what.figure, {ItemKind::material, -1, instance.material}}, material.name);
    label(c, "Colour", "Base colour, before its texture.");
    ImVec4 color(material.base_color.x, material.base_color.y, material.base_color.z, material.base_color.w);
    ImGui::ColorButton("##color", color, ImGuiColorEditFlags_NoTooltip,
                       ImVec2(c.theme.px(48), c.theme.px(20)));
    value_row(c, "Roughness", fmt::format("{:.2f}", material.roughness), "0 is a mirror, 1 is matt.");
    value_row(c, "Metallic", fmt::format("{:.2f}", material.metallic));
    if (material.base_color_texture.present()) {
        const auto& image = at(document.images, material.base_color_texture.image);
        value_row(c, "Texture", image && !image->name.empty() ? image->name : "embedded");
    }
}

void inspect_clip(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    const Clip& clip = *at(figure.document().clips, what.item.index);
    value_row(c, "Length",
              fmt::format("{:.2f} s, {:.0f} frames", clip.duration,
                          std::round(clip.duration * frame_rate_of(clip))),
              "Seconds, and frames of 1/30 s.");
    value_row(c, "Channels", fmt::format("{}", clip.channels.size()),
              "Keyed properties: one per joint and path.");
    std::size_t keys = 0;
    for (const Channel& channel : clip.channels) keys += channel.times.size();
    value_row(c, "Keys", fmt::format("{}", keys));
    value_row(c, "Moves", clip.targets_bones() ? "humanoid bones" : "this file's joints");
    value_row(c, "Repeats", clip.loop ? "yes" : "no",
              "What the file asks for; the timeline's loop button overrides it.");
    ImGui::Spacing();
    if (const OpenFigure* target = c.session.clip_target(what.figure)) {
        if (text_button(c, "inspector/clip/play_on", fmt::format("Play on {}", target->name()).c_str(),
                        "Retargets the clip to that figure.")) {
            c.push(ChooseClip{target->id, what.item.index, what.figure});
            c.push(SetPlaying{true});
        }
    }
    if (!figure.shown) return;
    const bool chosen = figure.clip_file == 0 && figure.clip == what.item.index;
    if (chosen && c.session.playback().playing) {
        if (text_button(c, "inspector/clip/pause", "Pause", "Pauses at this time (Space)"))
            c.push(SetPlaying{false});
    } else if (text_button(c, "inspector/clip/play", "Play this clip",
                           "On the figure of its file (Space pauses)")) {
        if (!chosen) c.push(ChooseClip{what.figure, what.item.index});
        c.push(SetPlaying{true});
    }
}

}  // namespace vitruvian
