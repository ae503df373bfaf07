#include "app/gui/weights_panel.h"

#include "app/gui/checkbox.h"
#include "app/gui/empty_panel.h"
#include "app/gui/heat_ramp.h"
#include "app/gui/inspector_body.h"
#include "app/gui/show_layer.h"
#include "app/gui/widgets.h"
#include "app/tools/tool_view.h"
#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/standard/mirrored_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

bool is_in_front(const PanelContext& c) {
    return c.gui.settings.show_inspector && c.gui.settings.side_tab == static_cast<int>(SideTab::weights);
}

/// Returns the joint that is painted: the selected one.
std::optional<Item> painted_joint(const PanelContext& c) {
    const Selection& selected = c.session.selection();
    const bool is_joint = selected.item.kind == ItemKind::joint && selected.figure == c.session.active_id();
    return is_joint ? std::optional(selected.item) : std::nullopt;
}

float figure_height(const OpenFigure& figure) {
    return figure.shape.stance.height * placement_scale(figure.frame());
}

std::vector<vec3> posed_places(const OpenFigure& figure, int mesh) {
    return skinned_positions(at(figure.document().meshes, mesh), placed_world(figure.frame()),
                             figure.pose.weights);
}

Item mesh_item(int mesh) {
    return {ItemKind::mesh, -1, mesh};
}

/// The first hit of the ray on the skinned meshes; -1 as the mesh: none.
struct Met {
    int mesh = -1;
    SurfaceHit hit;
};

Ray mouse_ray(const StageView& view, const Rect& area) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return pixel_ray(view.camera, (mouse.x - area.x) / area.width * 2.0F - 1.0F,
                     1.0F - (mouse.y - area.y) / area.height * 2.0F, area.width / area.height);
}

Met meet(const OpenFigure& figure, const Ray& ray) {
    Met out;
    const std::vector<MeshInstance>& meshes = figure.document().meshes;
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        if (!meshes[m].mesh->is_skinned()) continue;
        const auto places = posed_places(figure, static_cast<int>(m));
        const auto hit = hit_surface(*meshes[m].mesh, places, ray.origin, ray.direction);
        if (hit && (out.mesh < 0 || hit->distance < out.hit.distance)) out = {static_cast<int>(m), *hit};
    }
    return out;
}

BrushStroke begin_stroke(const PanelContext& c, const OpenFigure& figure, const Item& joint) {
    BrushStroke stroke;
    stroke.figure = figure.id;
    stroke.joint = joint;
    const ImGuiIO& io = ImGui::GetIO();
    stroke.mode = io.KeyShift  ? BrushMode::smooth
                  : io.KeyCtrl ? BrushMode::take_away
                               : c.gui.side.weights.mode;
    const int node = node_of(figure.document(), joint);
    const std::vector<MeshInstance>& meshes = figure.document().meshes;
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        if (!meshes[m].mesh->is_skinned()) continue;
        BrushStroke::Part part;
        part.mesh = static_cast<int>(m);
        part.entry = skin_entry(*meshes[m].skin, node);
        part.before = meshes[m].mesh;
        part.places = posed_places(figure, part.mesh);
        part.amounts.assign(part.places.size(), 0.0F);
        stroke.parts.push_back(std::move(part));
    }
    return stroke;
}

/// Returns where the ray hits the stroke's meshes; nullopt: it misses.
std::optional<vec3> point_of(const BrushStroke& stroke, const Ray& ray) {
    std::optional<SurfaceHit> nearest;
    for (const BrushStroke::Part& part : stroke.parts) {
        const auto hit = hit_surface(*part.before, part.places, ray.origin, ray.direction);
        if (hit && (!nearest || hit->distance < nearest->distance)) nearest = hit;
    }
    return nearest ? std::optional(nearest->point) : std::nullopt;
}

/// Returns the whole stroke as one command; nullopt where it changes nothing.
std::optional<Command> command_of(const BrushStroke& stroke, const std::string& joint) {
    Batch batch{"Paint weights of " + joint, {}};
    for (const BrushStroke::Part& part : stroke.parts) {
        if (part.entry < 0) continue;
        auto weights = stroke_weights(*part.before, part.entry, stroke.mode, part.amounts);
        if (!weights.empty())
            batch.commands.emplace_back(PaintWeights{mesh_item(part.mesh), stroke.joint, std::move(weights)});
    }
    if (batch.commands.empty()) return std::nullopt;
    if (batch.commands.size() == 1) return batch.commands.front();
    return Command(std::move(batch));
}

void paint(const PanelContext& c, const OpenFigure& figure, const Rect& area, const StageView& view) {
    WeightsState& state = c.gui.side.weights;
    BrushStroke& stroke = *state.stroke;
    const std::optional<vec3> point = point_of(stroke, mouse_ray(view, area));
    if (!point) return;
    const float radius = state.radius * figure_height(figure);
    for (BrushStroke::Part& part : stroke.parts)
        add_to_stroke(part.amounts, dab_at(part.places, *point, radius, state.strength));
    const std::optional<Command> command = command_of(stroke, label_of(figure.document(), stroke.joint));
    if (!command) return;
    if (!stroke.has_painted) c.push(BeginGesture{figure.id});
    stroke.has_painted = true;
    c.push(Edit{figure.id, *command});
}

/// Draws a ring of the brush's size at the mouse.
void draw_ring(const PanelContext& c, const OpenFigure& figure, const Rect& area, const StageView& view) {
    const float pixels = c.gui.side.weights.radius * figure_height(figure) /
                         view.camera.vertical_extent_at_target() * area.height;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircle(ImGui::GetIO().MousePos, std::max(pixels, c.theme.px(3)), color_of(c.theme.panel, 0.7F), 0,
                   c.theme.px(3));
    list.AddCircle(ImGui::GetIO().MousePos, std::max(pixels, c.theme.px(3)), color_of(c.theme.text), 0,
                   c.theme.px(1.5F));
}

bool left_goes_down() {
    const ImGuiIO& io = ImGui::GetIO();
    return ImGui::IsItemActivated() && ImGui::IsMouseDown(ImGuiMouseButton_Left) && !io.KeyAlt;
}

const MeshInstance* probed_mesh(const PanelContext& c, const OpenFigure& figure) {
    const std::optional<ProbedVertex>& probed = c.gui.side.weights.probed;
    if (!probed || probed->figure != figure.id) return nullptr;
    const std::vector<MeshInstance>& meshes = figure.document().meshes;
    if (probed->mesh < 0 || static_cast<std::size_t>(probed->mesh) >= meshes.size()) return nullptr;
    const MeshInstance& mesh = at(meshes, probed->mesh);
    return mesh.mesh->is_skinned() && probed->vertex < mesh.mesh->positions.size() ? &mesh : nullptr;
}

/// A joint of the figure that has a weight on the probed vertex, or may get one.
void influence_row(const PanelContext& c, const OpenFigure& figure, const MeshInstance& mesh, int entry,
                   float weight) {
    const ProbedVertex& probed = *c.gui.side.weights.probed;
    const Document& document = figure.document();
    const int node = at(mesh.skin->nodes, entry);
    std::optional<Item> joint;
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const int index = joint_at(document.humanoids[h], node);
        if (index >= 0) joint = joint_item(static_cast<int>(h), index);
    }
    const std::string name = label_of_node(document, node);
    ImGui::TextUnformatted(fitted_middle(name, ImGui::GetContentRegionAvail().x).c_str());
    if (joint && ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        c.push(Hover{{figure.id, *joint}});
        if (ImGui::IsItemClicked()) c.push(Select{{figure.id, *joint}, false});
    }
    ImGui::SetNextItemWidth(-1.0F);
    const bool changed = slider(c, "weights/influence/" + name, weight, 0.0F, 1.0F, "%.3f");
    tooltip(c, "How far this joint moves the vertex, 0 to 1; the other joints share the rest.");
    if (!joint) return;
    PaintWeights paint{mesh_item(probed.mesh), *joint, {}};
    if (changed) {
        for (const int vertex : vertices_at(*mesh.mesh, probed.vertex))
            paint.weights.emplace_back(vertex, weight);
    }
    push_edit(c, changed, std::move(paint));
    tooltip(c,
            "Weight of this joint at the vertex: 0 does not move it, 1 moves it alone. The other joints "
            "share the rest.");
}

void draw_probe(const PanelContext& c, const OpenFigure& figure) {
    if (!section(c, "Vertex")) return;
    const MeshInstance* mesh = probed_mesh(c, figure);
    if (mesh == nullptr) {
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        ImGui::TextWrapped("%s",
                           c.gui.side.weights.brush
                               ? "Switch the brush off and click the skin to see the weights of a vertex."
                               : "Click the skin to see the weights of the vertex there.");
        ImGui::PopStyleColor();
        return;
    }
    const std::uint32_t vertex = c.gui.side.weights.probed->vertex;
    value_row(c, "Vertex", fmt::format("{} of {}", file_vertex(*mesh->mesh, vertex), mesh->name),
              "The vertex's number in the file, and its mesh");
    const std::uint32_t begin = mesh->mesh->influence_begin[vertex];
    const std::uint32_t end = mesh->mesh->influence_begin[vertex + 1];
    if (begin == end) ImGui::TextColored(c.theme.warning, "No joint has a weight here.");
    for (std::uint32_t i = begin; i < end; ++i)
        influence_row(c, figure, *mesh, static_cast<int>(mesh->mesh->influence_joint[i]),
                      mesh->mesh->influence_weight[i]);
    // The selected joint gets a weight here with its slider, too.
    const std::optional<Item> joint = painted_joint(c);
    const int entry = joint ? skin_entry(*mesh->skin, node_of(figure.document(), *joint)) : -1;
    if (entry >= 0 && weight_of(*mesh->mesh, vertex, entry) == 0.0F)
        influence_row(c, figure, *mesh, entry, 0.0F);
}

/// Draws the brush's radius in the unit of the humanoid (-1: of the file).
void edit_radius(const PanelContext& c, const OpenFigure& figure, int humanoid) {
    WeightsState& state = c.gui.side.weights;
    const char* help = "Of the brush, on the figure, in the file's units";
    label(c, "Radius", help);
    const LengthUnit unit = length_unit(figure, humanoid);
    const float height = figure.shape.stance.height * figure.shape.stance.metres_per_unit / unit.metres;
    const std::string format = length_style(unit).format + std::string(" ") + unit.symbol;
    float radius = state.radius * height;
    ImGui::SetNextItemWidth(-1.0F);
    // From a finger to half the trunk, whatever size the figure has.
    if (slider(c, "weights/radius", radius, 0.003F * height, 0.17F * height, format.c_str()) && height > 0.0F)
        state.radius = radius / height;
    tooltip(c, help);
}

void draw_brush(const PanelContext& c, const OpenFigure& figure) {
    WeightsState& state = c.gui.side.weights;
    const std::optional<Item> joint = painted_joint(c);
    label(c, "Joint", "The joint whose weight is shown and painted: the selected one");
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(
        joint ? fitted_middle(label_of(figure.document(), *joint), ImGui::GetContentRegionAvail().x).c_str()
              : "select one");
    bool heat = c.session.view().show.weights;
    if (checkbox(c, "Show as colours", &heat)) show_layer(c, &Show::weights, heat);
    c.mark("weights/show");
    tooltip(c,
            "Colours the skin by the joint's weight, dark 0 to bright 1; with no joint selected, by the "
            "joint with the largest weight. Vertices without weights are magenta.");
    if (heat && joint) draw_heat_ramp(c);
    ImGui::BeginDisabled(!joint);
    const bool switched = checkbox(c, "Brush", &state.brush);
    ImGui::EndDisabled();
    if (switched && state.brush && !heat) show_layer(c, &Show::weights, true);
    c.mark("weights/brush");
    tooltip(c, joint ? "Drag on the skin to paint (Ctrl: subtract, Shift: smooth, Alt or the middle button: "
                       "orbit). One stroke is one undo step."
                     : "Select the joint to paint first.");
    constexpr std::array modes{
        std::tuple{BrushMode::add, "Add", "A stroke increases the joint's weight."},
        std::tuple{BrushMode::take_away, "Subtract", "A stroke decreases the joint's weight (Ctrl)."},
        std::tuple{BrushMode::smooth, "Smooth",
                   "A stroke averages each vertex's weight with its neighbours' (Shift)."}};
    for (const auto& [mode, name, help] : modes) {
        if (mode != BrushMode::add) same_line_if_fits(name);
        const bool chosen = state.mode == mode;
        if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, c.theme.accent_quiet);
        if (text_button(c, std::string("weights/mode/") + name, name, help)) state.mode = mode;
        if (chosen) ImGui::PopStyleColor();
    }
    edit_radius(c, figure, joint ? joint->humanoid : -1);
    label(c, "Strength", "How much a stroke changes the weight at its centre, 0 to 1");
    ImGui::SetNextItemWidth(-1.0F);
    slider(c, "weights/strength", state.strength, 0.01F, 1.0F, "%.2f");
    tooltip(c, "How much a stroke changes the weight at its centre, 0 to 1");
}

/// Returns the joint's counterpart on the other side: by bone, otherwise by name.
std::optional<Item> counterpart(const Document& document, const Item& joint) {
    const Humanoid& humanoid = at(document.humanoids, joint.humanoid);
    const int node = node_of(document, joint);
    int other = -1;
    if (const std::optional<Bone> bone = humanoid.bones.bone_of(node); bone && mirrored_bone(*bone) != *bone)
        other = humanoid.bones[mirrored_bone(*bone)];
    const auto mirrored = mirrored_name(at(document.nodes, node).name);
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const int candidate = humanoid.joints[j].node;
        const bool is_named = other < 0 && mirrored && at(document.nodes, candidate).name == mirrored->name;
        if (candidate == other || is_named) return joint_item(joint.humanoid, static_cast<int>(j));
    }
    return std::nullopt;
}

/// Returns the joint's weights for its counterpart, on the mirrored vertices; nullopt where there are none.
std::optional<Command> mirrored_command(const OpenFigure& figure, const Item& joint, const Item& other) {
    const Document& document = figure.document();
    const Stance& stance = figure.shape.stance;
    const std::vector<mat4> world = world_matrices(figure.skeleton, rest_pose(figure.skeleton));
    const std::vector<float> no_weights(document.displacers.size(), 0.0F);
    // The plane between the joint and its counterpart, perpendicular to the figure's left axis.
    const vec3 middle =
        0.5F * (vec3(at(world, node_of(document, joint))[3]) + vec3(at(world, node_of(document, other))[3]));
    const mat3 turn = mat3(1.0F) - 2.0F * glm::outerProduct(stance.left, stance.left);
    mat4 flip(turn);
    flip[3] = vec4(middle - turn * middle, 1.0F);
    Batch batch{"Mirror weights to " + label_of(document, other), {}};
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        const MeshInstance& mesh = document.meshes[m];
        if (!mesh.mesh->is_skinned()) continue;
        const int from = skin_entry(*mesh.skin, node_of(document, joint));
        if (from < 0 || skin_entry(*mesh.skin, node_of(document, other)) < 0) continue;
        const std::vector<vec3> places = skinned_positions(mesh, world, no_weights);
        const std::vector<int> pairs = mirrored_vertices(places, flip, 0.004F * stance.height);
        auto weights = mirrored_weights(*mesh.mesh, from, pairs);
        if (!weights.empty())
            batch.commands.emplace_back(
                PaintWeights{mesh_item(static_cast<int>(m)), other, std::move(weights)});
    }
    return batch.commands.empty() ? std::nullopt : std::optional(Command(std::move(batch)));
}

void draw_mend(const PanelContext& c, const OpenFigure& figure) {
    const std::optional<Item> joint = painted_joint(c);
    const std::optional<Item> other = joint ? counterpart(figure.document(), *joint) : std::nullopt;
    if (other) {
        const std::string title =
            fitted("Mirror to " + label_of(figure.document(), *other), ImGui::GetContentRegionAvail().x);
        if (text_button(c, "weights/mirror", title.c_str(),
                        "Copies the joint's weights to its counterpart, on the vertices of the other side")) {
            if (std::optional<Command> command = mirrored_command(figure, *joint, *other))
                c.push(Edit{figure.id, std::move(*command)});
        }
    }
    if (text_button(c, "weights/normalise", "Normalise",
                    "Keeps at most 4 joints per vertex and makes their weights sum to 1"))
        c.push(Edit{figure.id, NormaliseWeights{4, 0.0F}});
    same_line_if_fits("Prune under 1 %");
    if (text_button(c, "weights/prune", "Prune under 1 %",
                    "Removes weights under 0.01 and normalises the rest"))
        c.push(Edit{figure.id, NormaliseWeights{255, 0.01F}});
}

}  // namespace

void draw_weights_panel(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    const bool has_skin =
        figure != nullptr && std::any_of(figure->document().meshes.begin(), figure->document().meshes.end(),
                                         [](const MeshInstance& mesh) { return mesh.mesh->is_skinned(); });
    if (!has_skin) {
        return empty_panel(c, figure == nullptr
                                  ? nothing_is_open
                                  : "The file has no skin: each part moves rigidly with one joint.");
    }
    draw_brush(c, *figure);
    draw_mend(c, *figure);
    draw_probe(c, *figure);
}

bool has_brush(const PanelContext& c) {
    return is_in_front(c) && c.gui.side.weights.brush && painted_joint(c).has_value();
}

bool follow_brush(const PanelContext& c, const Rect& area, const StageView& view) {
    WeightsState& state = c.gui.side.weights;
    const OpenFigure* figure = c.session.active_figure();
    const bool in_front = is_in_front(c);
    if (state.stroke && (figure == nullptr || figure->id != state.stroke->figure || !ImGui::IsItemActive()))
        state.stroke.reset();
    if (state.stroke && c.take_key(Key::escape)) {
        if (state.stroke->has_painted) c.push(CancelGesture{});
        state.stroke.reset();
        return true;
    }
    if (!in_front || figure == nullptr || (view.figure != 0 && view.figure != figure->id)) return false;
    const std::optional<Item> joint = painted_joint(c);
    if (state.stroke) {
        paint(c, *figure, area, view);
        draw_ring(c, *figure, area, view);
        return true;
    }
    if (state.brush && joint) {
        if (ImGui::IsItemHovered()) draw_ring(c, *figure, area, view);
        if (!left_goes_down() || meet(*figure, mouse_ray(view, area)).mesh < 0) return false;
        state.stroke = begin_stroke(c, *figure, *joint);
        paint(c, *figure, area, view);
        return true;
    }
    if (left_goes_down()) {
        const Met met = meet(*figure, mouse_ray(view, area));
        if (met.mesh >= 0) state.probed = ProbedVertex{figure->id, met.mesh, met.hit.vertex};
        // The current joint stays selected.
        return met.mesh >= 0 && joint.has_value();
    }
    return false;
}

void draw_probed_vertex(const PanelContext& c, const Rect& area, const StageView& view) {
    const OpenFigure* figure = c.session.active_figure();
    if (figure == nullptr || !figure->shown || !is_in_front(c)) return;
    if (view.figure != 0 && view.figure != figure->id) return;
    const MeshInstance* mesh = probed_mesh(c, *figure);
    if (mesh == nullptr) return;
    const MeshInstance vertex = vertex_alone(*mesh, c.gui.side.weights.probed->vertex);
    const std::vector<vec3> places =
        skinned_positions(vertex, placed_world(figure->frame()), figure->pose.weights);
    const ToolView there(view.camera, vec2(area.width, area.height), 1.0F);
    const std::optional<vec2> at = there.place(places.front());
    if (!at) return;
    const ImVec2 place(area.x + at->x, area.y + at->y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.min(), area.max(), true);
    list.AddCircleFilled(place, c.theme.px(3.5F), color_of(c.theme.accent));
    list.AddCircle(place, c.theme.px(4.5F), color_of(c.theme.panel), 0, c.theme.px(2));
    list.PopClipRect();
    c.report.widget("weights/probed", place, place);
}

}  // namespace vitruvian
