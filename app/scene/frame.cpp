#include "app/scene/frame.h"

#include "app/scene/displaced.h"
#include "app/scene/frame_floor.h"
#include "app/scene/frame_overlay.h"
#include "app/scene/heat_map.h"
#include "app/scene/scenery.h"
#include "app/scene/surroundings.h"
#include "model/core/at.h"
#include "model/pose/changed_materials.h"

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

/// Returns what a click on a mesh selects.
Item item_of_mesh(const MeshInstance& mesh, int index) {
    return mesh.segment >= 0 ? Item{ItemKind::segment, mesh.humanoid, mesh.segment}
                             : Item{ItemKind::mesh, -1, index};
}

/// Adds the figure's images, as many as its document has, and returns the index of the first.
int add_images(const Figure& figure, RenderScene& scene) {
    const std::size_t first = scene.images.size();
    scene.images.insert(scene.images.end(), figure.images.begin(), figure.images.end());
    scene.images.resize(first + figure.document->images.size());
    return static_cast<int>(first);
}

/// Whether the mesh belongs to no figure and is moved by a single node.
bool is_scenery(const Document& document, const MeshInstance& mesh) {
    return !document.humanoids.empty() && mesh.humanoid < 0 && !mesh.mesh->is_skinned();
}

/// A mesh of the scenery: its scene item and its box.
struct SceneryPiece {
    std::size_t item = 0;
    Bounds box;
};

/// The figures, and the scenery of their files.
struct Stage {
    Stance stance;
    Bounds standing;
    std::vector<SceneryPiece> scenery;
};

/// Determines which scenery casts shadows: all except floors and pieces that enclose the figures,
/// individually or together, which would leave them in the dark. Records the walls.
void settle_scenery(const Stage& stage, RenderScene& scene) {
    Bounds room;
    for (const SceneryPiece& piece : stage.scenery) {
        if (is_wall(piece.box, stage.standing)) room.add(piece.box);
    }
    const bool walled = surrounds(room, stage.standing);
    for (const auto& [index, box] : stage.scenery) {
        RenderItem& item = scene.items[index];
        const bool around = surrounds(box, stage.standing);
        const bool wall = around || is_wall(box, stage.standing);
        item.is_floor = is_floor_like(box, stage.stance) || (around && begins_at_feet(box, stage.stance));
        const bool encloses = around || (wall && walled);
        if (around || (wall && !item.is_floor && (encloses || !is_within(stage.standing.centre(), box))))
            scene.walls.push_back(box);
        const Bounds casting = item.is_floor || encloses ? Bounds{} : near_part(box, stage.standing);
        item.casts = !casting.empty();
        scene.casters.add(casting);
    }
}

/// Returns the origin for positions: the camera's target if it is so far away that floats are imprecise
/// there.
vec3 origin_for(const Camera& camera) {
    constexpr float far_away = 1000.0F;
    return glm::length(camera.target) > far_away * camera.distance ? camera.target : vec3(0.0F);
}

/// Returns the mesh's material in a variant of the file.
int material_in(const MeshInstance& mesh, int variant) {
    const bool has_own = variant >= 0 && static_cast<std::size_t>(variant) < mesh.variant_materials.size() &&
                         at(mesh.variant_materials, variant) >= 0;
    return has_own ? at(mesh.variant_materials, variant) : mesh.material;
}

void add_items(const Figure& figure, std::span<const mat4> world, const ViewSettings& view, int first_image,
               Stage& stage, RenderScene& scene, Picks& picks) {
    const auto first_material = static_cast<int>(scene.materials.size());
    for (Material& material : changed_materials(*figure.document, figure.pose->weights)) {
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
        const auto index = static_cast<int>(i);
        if (figure.hides({ItemKind::mesh, -1, index})) continue;
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
        item.pick_id = picks.add({figure.id, item_of_mesh(mesh, index)});
        item.highlighted = view.is_mesh_selected(figure.id, mesh, index);
        const Bounds box = instance_bounds(figure, world, i);
        if (is_scenery(*figure.document, mesh)) {
            stage.scenery.push_back({scene.items.size(), box});
        } else {
            item.casts = !box.empty();
            scene.casters.add(box);
            scene.figures.add(box);
        }
        scene.bounds.add(box);
        scene.items.push_back(std::move(item));
    }
}

}  // namespace

int selected_node(const Document& document, const Selection& selection) {
    const ItemKind kind = selection.item.kind;
    const bool is_part = kind == ItemKind::joint || kind == ItemKind::segment || kind == ItemKind::site;
    return is_part ? node_of(document, selection.item) : -1;
}

bool ViewSettings::is_selected(const Selection& what) const {
    return what == selected ||
           std::find(also_selected.begin(), also_selected.end(), what) != also_selected.end();
}

std::vector<Item> ViewSettings::selected_of(std::uint64_t figure) const {
    if (selected.figure != figure || selected.item.kind == ItemKind::none) return {};
    std::vector<Item> out{selected.item};
    for (const Selection& what : also_selected) out.push_back(what.item);
    return out;
}

bool ViewSettings::is_mesh_selected(std::uint64_t figure, const MeshInstance& mesh, int index) const {
    return is_selected({figure, {ItemKind::mesh, -1, index}}) ||
           (mesh.segment >= 0 && is_selected({figure, {ItemKind::segment, mesh.humanoid, mesh.segment}}));
}

std::uint32_t Picks::add(const Selection& what) {
    if (selections_.empty() || selections_.back() != what) selections_.push_back(what);
    return static_cast<std::uint32_t>(selections_.size());
}

Selection Picks::at(std::uint32_t pick_id) const {
    return pick_id == 0 || pick_id > selections_.size() ? Selection{} : selections_[pick_id - 1];
}

void look_from(RenderScene& scene, const Camera& camera) {
    scene.camera = camera;
    scene.camera.target -= scene.origin;
    scene.camera.opens_at = opening(scene.camera, scene.walls, scene.figures);
}

RenderScene compose_frame(std::span<const Figure> in_world, const ViewSettings& view, const Camera& camera,
                          Picks* picks) {
    RenderScene scene;
    Picks made;
    scene.origin = origin_for(camera);
    std::vector<Figure> figures(in_world.begin(), in_world.end());
    for (Figure& figure : figures) figure.placement[3] -= vec4(scene.origin, 0.0F);
    Stage stage{scene_stance(figures), standing_bounds(figures), {}};
    look_from(scene, camera);
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
        for (const vec3& point : skeleton_points(figure, world)) scene.bounds.add(point);
        add_overlay(figure, world, view, scene, made);
        scene.overlay_behind = view.show.depth_tested;
        add_surroundings(figure, world, view.show, first_image, scene);
    }
    if (picks != nullptr) *picks = std::move(made);
    settle_scenery(stage, scene);
    scene.floor = floor_under(stage.stance, stage.standing, scene, view.show);
    look_from(scene, camera);
    for (const Figure& figure : figures) {
        if (figure.shown) add_onion(figure, view, scene);
    }
    return scene;
}

}  // namespace vitruvian
