#include "app/scene/frame.h"

#include "app/scene/displaced.h"
#include "app/scene/frame_floor.h"
#include "app/scene/frame_overlay.h"
#include "app/scene/heat_map.h"
#include "app/scene/scenery.h"
#include "app/scene/standing_floor.h"
#include "model/core/at.h"
#include "model/core/check.h"
#include "model/document/file_format.h"
#include "model/figure/dimmed_light.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

void add_transformed(Bounds& bounds, const Bounds& box, const mat4& world_from_box) {
    if (box.empty()) return;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const vec3 point((corner & 1U) != 0 ? box.max.x : box.min.x,
                         (corner & 2U) != 0 ? box.max.y : box.min.y,
                         (corner & 4U) != 0 ? box.max.z : box.min.z);
        bounds.add(vec3(world_from_box * vec4(point, 1.0F)));
    }
}

Bounds instance_bounds(const Figure& figure, std::span<const mat4> world, std::size_t index) {
    Bounds bounds;
    const Skin& skin = *figure.document->meshes[index].skin;
    const std::vector<Bounds>& boxes = figure.shape->influence_bounds[index];
    for (std::size_t entry = 0; entry < boxes.size(); ++entry) {
        const auto node = static_cast<std::size_t>(skin.nodes[entry]);
        add_transformed(bounds, boxes[entry], world[node] * skin.inverse_bind[entry]);
    }
    return bounds;
}

bool is_selected(const ViewSettings& view, std::uint64_t figure, const MeshInstance& mesh, int index) {
    return view.is_selected({figure, {ItemKind::mesh, -1, index}}) ||
           (mesh.segment >= 0 &&
            view.is_selected({figure, {ItemKind::segment, mesh.humanoid, mesh.segment}}));
}

/// What a click on a mesh means.
Item item_of_mesh(const MeshInstance& mesh, int index) {
    return mesh.segment >= 0 ? Item{ItemKind::segment, mesh.humanoid, mesh.segment}
                             : Item{ItemKind::mesh, -1, index};
}

/// Adds the figure's images, as many as its document has, and returns where they begin.
int add_images(const Figure& figure, RenderScene& scene) {
    const std::size_t first = scene.images.size();
    scene.images.insert(scene.images.end(), figure.images.begin(), figure.images.end());
    scene.images.resize(first + figure.document->images.size());
    return static_cast<int>(first);
}

/// Part of no figure, and moved by one node alone.
bool is_scenery(const Document& document, const MeshInstance& mesh) {
    return !document.humanoids.empty() && mesh.humanoid < 0 && !mesh.mesh->is_skinned();
}

/// Where the figures are among what their files have around them.
struct Stage {
    Stance stance;
    Bounds standing;
    Bounds around;   // of scenery that surrounds them
    Bounds figures;  // in this pose
};

/// What of it throws shadows: all, but of scenery neither floors nor what surrounds the figures, which would leave them
/// in the dark.
void add_caster(const Document& document, const MeshInstance& mesh, const Bounds& box, Stage& stage,
                RenderItem& item, RenderScene& scene) {
    Bounds casting = box;
    if (is_scenery(document, mesh)) {
        const bool around = surrounds(box, stage.standing);
        if (around) stage.around.add(box);
        item.is_floor = is_floor_like(box, stage.stance) || (around && begins_at_feet(box, stage.stance));
        casting = item.is_floor || around ? Bounds{} : near_part(box, stage.standing);
    } else {
        stage.figures.add(box);
    }
    item.casts = !casting.empty();
    scene.casters.add(casting);
}

/// The mesh's material in a variant of the file.
int material_in(const MeshInstance& mesh, int variant) {
    const bool has_own = variant >= 0 && static_cast<std::size_t>(variant) < mesh.variant_materials.size() &&
                         at(mesh.variant_materials, variant) >= 0;
    return has_own ? at(mesh.variant_materials, variant) : mesh.material;
}

void add_items(const Figure& figure, std::span<const mat4> world, const ViewSettings& view, int first_image,
               Stage& stage, RenderScene& scene, Picks& picks) {
    const auto first_material = static_cast<int>(scene.materials.size());
    for (Material material : figure.document->materials) {
        for_each_texture(material, [&](TextureUse& use, const char*) {
            if (use.present()) use.image += first_image;
        });
        scene.materials.push_back(std::move(material));
    }

    const auto weight_material = static_cast<int>(scene.materials.size());
    const bool painted =
        view.show.weights || view.show.displacers || view.selected.item.kind == ItemKind::displacer;
    if (painted) scene.materials.push_back(heat_map_material());
    for (std::size_t i = 0; i < figure.document->meshes.size(); ++i) {
        const MeshInstance& mesh = figure.document->meshes[i];
        RenderItem item;
        item.mesh = mesh.mesh;
        const int material = material_in(mesh, figure.variant);
        item.material = material < 0 ? -1 : material + first_material;
        item.palette_begin = static_cast<std::uint32_t>(scene.palettes.size());
        item.palette_count = static_cast<std::uint32_t>(mesh.skin->nodes.size());
        scene.palettes.resize(scene.palettes.size() + item.palette_count);
        skin_matrices(*mesh.skin, world, std::span(scene.palettes).subspan(item.palette_begin));
        item.weights_begin = static_cast<std::uint32_t>(scene.weights.size());
        for (const int displacer : mesh.displacers) {
            scene.weights.push_back(at(figure.pose->weights, displacer));
        }
        if (view.show.weights) {
            item.mesh = weight_colored(
                mesh, weighed_node(*figure.document, mesh, selected_node(*figure.document, view.selected)));
            item.material = weight_material;
        } else if (const auto targets = shown_targets(figure, mesh, view); !targets.empty()) {
            if (auto colored = displacement_colored(mesh.mesh, targets)) {
                item.mesh = std::move(colored);
                item.material = weight_material;
            }
        }
        const auto index = static_cast<int>(i);
        item.pick_id = picks.add({figure.id, item_of_mesh(mesh, index)});
        item.highlighted = is_selected(view, figure.id, mesh, index);
        const Bounds box = instance_bounds(figure, world, i);
        add_caster(*figure.document, mesh, box, stage, item, scene);
        scene.bounds.add(box);
        scene.items.push_back(std::move(item));
    }
}

/// Where the shown figures stand as their files have them, whatever their pose is now.
Bounds standing_bounds(std::span<const Figure> figures) {
    Bounds bounds;
    for (const Figure& figure : figures) {
        if (figure.shown) add_transformed(bounds, figure.shape->standing, figure.placement);
    }
    return bounds;
}

void add_joints(const Figure& figure, std::span<const mat4> world, Bounds& bounds) {
    for (const Humanoid& humanoid : figure.document->humanoids) {
        for (const Joint& joint : humanoid.joints) bounds.add(vec3(at(world, joint.node)[3]));
    }
}

/// True where a figure's surface says little of its body: no meshes, or only marks much smaller than it is.
bool is_bare(const Document& document, std::span<const mat4> world, const FigureShape& shape) {
    if (document.humanoids.empty()) return false;
    float largest = 0.0F;
    for (std::size_t i = 0; i < document.meshes.size(); ++i) {
        const MeshInstance& mesh = document.meshes[i];
        if (mesh.humanoid < 0) continue;
        Bounds bounds;
        for (std::size_t entry = 0; entry < shape.influence_bounds[i].size(); ++entry) {
            const auto node = static_cast<std::size_t>(mesh.skin->nodes[entry]);
            add_transformed(bounds, shape.influence_bounds[i][entry],
                            world[node] * mesh.skin->inverse_bind[entry]);
        }
        if (!bounds.empty()) largest = std::max(largest, glm::length(bounds.size()));
    }
    return largest < 0.1F * shape.stance.height;
}

/// 1 left, -1 right, 0 middle: by the bone a node is, or the nearest above it; else by its place at rest.
std::vector<signed char> sides_of_nodes(const Document& document, std::span<const mat4> world,
                                        const Stance& stance) {
    std::vector<signed char> side(world.size());
    std::vector<bool> by_bone(world.size(), false);
    for (std::size_t i = 0; i < world.size(); ++i) {
        const float left = glm::dot(vec3(world[i][3]) - stance.ground, stance.left);
        const float middle = 0.015F * stance.height;
        side[i] = static_cast<signed char>(left > middle ? 1 : left < -middle ? -1 : 0);
    }
    for (const Humanoid& humanoid : document.humanoids) {
        for (std::size_t b = 0; b < bone_count; ++b) {
            if (humanoid.bones.node[b] < 0) continue;
            const std::string_view name = to_string(static_cast<Bone>(b));
            const auto node = static_cast<std::size_t>(humanoid.bones.node[b]);
            side[node] = static_cast<signed char>(name.starts_with("left")    ? 1
                                                  : name.starts_with("right") ? -1
                                                                              : 0);
            by_bone[node] = side[node] != 0;
        }
    }
    for (std::size_t i = 0; i < world.size(); ++i) {
        const int parent = document.nodes[i].parent;
        if (parent < 0 || by_bone[i] || !at(by_bone, parent)) continue;
        side[i] = at(side, parent);
        by_bone[i] = true;
    }
    return side;
}

/// The file's own sky and lights, where they are asked for; the first figure that has a sky gives it. The
/// figure's images begin at `first_image` of the scene's.
void add_surroundings(const Figure& figure, std::span<const mat4> world, const Show& show, int first_image,
                      RenderScene& scene) {
    if (show.sky && !scene.sky && figure.document->sky) {
        scene.sky = figure.document->sky;
        for (int& picture : scene.sky->pictures) picture += picture < 0 ? 0 : first_image;
    }
    if (!show.lights) return;
    for (const Light& own : figure.document->lights) {
        if (!own.on || scene.lights.size() >= max_scene_lights) continue;
        const mat4 frame = own.node < 0 ? figure.placement : at(world, own.node);
        const float placed = size_of(glm::dmat4(figure.placement));
        const float unit = is_gltf(figure.document->format) ? placed : size_of(glm::dmat4(frame));
        const Light light = in_smaller_units(dimmed_light(own), unit);
        const vec3 shines = mat3(frame) * (light.orientation * vec3(0.0F, 0.0F, -1.0F));
        SceneLight out;
        out.kind = light.kind;
        out.position = vec3(frame * vec4(light.position, 1.0F));
        if (glm::length(shines) > 0.0F) out.direction = glm::normalize(shines);
        out.color = light.color * light.intensity;
        out.ambient = light.ambient_intensity;
        out.radius = light.radius.value_or(0.0F);
        out.attenuation = light.attenuation;
        out.inner_cosine = std::cos(light.inner_cone);
        out.outer_cosine = std::cos(light.outer_cone);
        scene.lights.push_back(out);
    }
}

}  // namespace

std::vector<mat4> placed_world(const Figure& figure) {
    std::vector<mat4> world = world_matrices(*figure.skeleton, *figure.pose);
    if (figure.placement == mat4(1.0F)) return world;
    for (mat4& matrix : world) matrix = figure.placement * matrix;
    return world;
}

float placement_scale(const Figure& figure) {
    return glm::length(vec3(figure.placement[0]));
}

FigureShape make_figure_shape(const Document& document, const Skeleton& skeleton) {
    FigureShape shape;
    shape.influence_bounds.reserve(document.meshes.size());
    for (const MeshInstance& instance : document.meshes) {
        std::vector<Bounds> boxes(instance.skin->nodes.size());
        const Mesh& mesh = *instance.mesh;
        VT_CHECK(!boxes.empty());
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            if (!mesh.is_skinned()) {
                boxes[0].add(mesh.positions[v]);
                continue;
            }
            for (std::uint32_t row = mesh.influence_begin[v]; row < mesh.influence_begin[v + 1]; ++row) {
                boxes[mesh.influence_joint[row]].add(mesh.positions[v]);
            }
        }
        shape.influence_bounds.push_back(std::move(boxes));
    }
    const Pose pose = file_pose(skeleton);
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    shape.stance = find_stance(document, world, pose.weights, document.humanoids.empty() ? -1 : 0);
    shape.standing = shape.stance.bounds;
    for (std::size_t h = 1; h < document.humanoids.size(); ++h)
        shape.standing.add(find_stance(document, world, pose.weights, static_cast<int>(h)).bounds);
    if (!document.humanoids.empty()) {
        const std::optional<float> level = standing_level(document, skeleton, world, shape.stance, 0);
        if (level) {
            const vec3 up = shape.stance.up;
            shape.stance.ground += (*level - glm::dot(shape.stance.ground, up)) * up;
        }
    }
    shape.bare = is_bare(document, world, shape);
    shape.side = sides_of_nodes(document, world, shape.stance);
    return shape;
}

Stance scene_stance(std::span<const Figure> figures) {
    const auto first =
        std::find_if(figures.begin(), figures.end(), [](const Figure& figure) { return figure.shown; });
    if (first == figures.end()) return {};
    Stance stance = first->shape->stance;
    const mat4& placement = first->placement;
    if (placement == mat4(1.0F)) return stance;
    const float scale = placement_scale(*first);
    const auto turned = [&](const vec3& v) { return vec3(placement * vec4(v, 0.0F)) / scale; };
    stance.up = turned(stance.up);
    stance.front = turned(stance.front);
    stance.left = turned(stance.left);
    stance.ground = vec3(placement * vec4(stance.ground, 1.0F));
    stance.height *= scale;
    stance.metres_per_unit /= scale;
    Bounds bounds;
    add_transformed(bounds, stance.bounds, placement);
    stance.bounds = bounds;
    return stance;
}

Bounds scene_bounds(std::span<const Figure> figures) {
    Bounds bounds;
    for (const Figure& figure : figures) {
        if (!figure.shown) continue;
        const std::vector<mat4> world = placed_world(figure);
        const std::vector<float>& weights = figure.pose->weights;
        if (figure.document->humanoids.empty()) bounds.add(posed_bounds(*figure.document, world, weights));
        for (std::size_t h = 0; h < figure.document->humanoids.size(); ++h) {
            bounds.add(posed_bounds(*figure.document, world, weights, static_cast<int>(h)));
        }
        add_joints(figure, world, bounds);
    }
    return bounds;
}

Bounds selection_bounds(std::span<const Figure> figures, const Selection& selection) {
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const Figure& candidate) {
        return candidate.id == selection.figure;
    });
    if (selection.item.kind == ItemKind::none || found == figures.end()) return scene_bounds(figures);
    const Figure& figure = *found;
    const Document& document = *figure.document;
    const std::vector<mat4> world = placed_world(figure);
    Bounds bounds;
    for (std::size_t i = 0; i < document.meshes.size(); ++i) {
        const ViewSettings only{{}, {}, selection, {}, {}, 1.0F};
        if (is_selected(only, selection.figure, document.meshes[i], static_cast<int>(i))) {
            bounds.add(instance_bounds(figure, world, i));
        }
    }
    if (selection.item.kind == ItemKind::displacer)
        bounds = displacer_bounds(figure, world, selection.item.index);
    const int node = selected_node(document, selection);
    if (node >= 0 && bounds.empty()) {
        const vec3 centre(at(world, node)[3]);
        const float reach = std::max(0.12F * figure.shape->stance.height * placement_scale(figure), 1e-4F);
        bounds.add(centre - vec3(reach));
        bounds.add(centre + vec3(reach));
    }
    return bounds.empty() ? scene_bounds(figures) : bounds;
}

int selected_node(const Document& document, const Selection& selection) {
    const ItemKind kind = selection.item.kind;
    const bool is_part = kind == ItemKind::joint || kind == ItemKind::segment || kind == ItemKind::site;
    return is_part ? node_of(document, selection.item) : -1;
}

bool ViewSettings::is_selected(const Selection& what) const {
    return what == selected ||
           std::find(also_selected.begin(), also_selected.end(), what) != also_selected.end();
}

std::uint32_t Picks::add(const Selection& what) {
    if (selections_.empty() || selections_.back() != what) selections_.push_back(what);
    return static_cast<std::uint32_t>(selections_.size());
}

Selection Picks::at(std::uint32_t pick_id) const {
    return pick_id == 0 || pick_id > selections_.size() ? Selection{} : selections_[pick_id - 1];
}

RenderScene compose_frame(std::span<const Figure> figures, const ViewSettings& view, const Camera& camera,
                          Picks* picks) {
    RenderScene scene;
    Picks made;
    Stage stage{scene_stance(figures), standing_bounds(figures), {}, {}};
    scene.camera = camera;
    scene.background = view.background;
    scene.style = view.show.wireframe ? SurfaceStyle::wireframe
                  : view.show.normals ? SurfaceStyle::normals
                  : view.show.unlit   ? SurfaceStyle::unlit
                                      : SurfaceStyle::shaded;
    for (const Figure& figure : figures) {
        if (!figure.shown) continue;
        const std::vector<mat4> world = placed_world(figure);
        const int first_image = add_images(figure, scene);
        if (view.show.skin || view.show.wireframe || view.show.normals || view.show.unlit ||
            view.show.weights) {
            add_items(figure, world, view, first_image, stage, scene, made);
        }
        add_joints(figure, world, scene.bounds);
        add_overlay(figure, world, view, scene, made);
        scene.overlay_behind = view.show.depth_tested;
        add_surroundings(figure, world, view.show, first_image, scene);
    }
    if (picks != nullptr) *picks = std::move(made);
    scene.floor = floor_under(stage.stance, stage.standing, scene, view.show);
    scene.camera.opens_at = opening(camera, stage.around, stage.figures);
    for (const Figure& figure : figures) {
        if (figure.shown) add_onion(figure, view, scene);
    }
    return scene;
}

}  // namespace vitruvian
