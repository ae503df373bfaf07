// Builds a RenderScene from documents, poses and view settings. The window and headless jobs both use
// compose_frame, so that screenshots match the window.
#pragma once

#include "app/scene/figure.h"
#include "model/document/item.h"
#include "renderer/scene.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

/// How bones are drawn.
enum class BoneStyle { octahedra, sticks, lines };

/// What is shown. Named as in `screenshot --show`.
struct Show {
    bool skin = true;
    bool wireframe = false;
    bool joints = false;
    bool bones = false;
    bool limits = false;
    bool stiffness = false;  // joints coloured from free (dark) to rigid (bright)
    bool weights = false;    // skin coloured by the selected joint's weight, else by the dominant joint
    bool labels = false;     // names of the joints
    bool sites = false;
    bool displacers = false;
    bool normals = false;
    bool unlit = false;  // skin in base colours only
    bool grid = true;
    bool bounds = false;
    bool centre_of_mass = false;
    bool sky = false;     // the file's own background
    bool lights = false;  // the file's own lights
    bool depth_tested =
        false;  // joints, bones and fans are hidden by what is before them, else seen through it
    BoneStyle bone_style = BoneStyle::octahedra;
};
/// Parses a list such as "skin,grid,bones"; the Error lists the valid names.
[[nodiscard]] Result<Show> show_from_string(const std::string& list);

/// A selected, hovered or picked item of a document.
struct Selection {
    std::uint64_t figure = 0;  // Figure::id
    Item item;                 // none: no item
    bool operator==(const Selection&) const = default;
};

struct ViewSettings {
    [[nodiscard]] bool is_selected(const Selection& what) const;
    /// Returns the figure's items that are selected, `selected` first.
    [[nodiscard]] std::vector<Item> selected_of(std::uint64_t figure) const;
    /// True if the mesh or its segment is selected. `index` is into the figure's meshes.
    [[nodiscard]] bool is_mesh_selected(std::uint64_t figure, const MeshInstance& mesh, int index) const;

    Show show;
    Background background;
    Selection selected;
    std::vector<Selection> also_selected;  // in addition to `selected`, of the same figure
    Selection hovered;
    float pixel_scale = 1.0F;  // HiDPI: overlay sizes are multiplied by it
};

/// Maps the pick ids of a composed scene to items. 0 is nothing. A rigid mesh of a segment maps to that
/// segment.
class Picks {
  public:
    /// Returns the id of `what`, for a RenderItem or a mark.
    [[nodiscard]] std::uint32_t add(const Selection& what);
    /// Returns the item of an id; nothing for 0 and for ids of another scene.
    [[nodiscard]] Selection at(std::uint32_t pick_id) const;

  private:
    std::vector<Selection> selections_;  // by id - 1
};

/// Builds a scene. `camera` is in world space; positions in the scene are relative to RenderScene::origin.
/// `picks` is refilled with the items of the scene's pick ids; may be null.
[[nodiscard]] RenderScene compose_frame(std::span<const Figure> figures, const ViewSettings& view,
                                        const Camera& camera, Picks* picks = nullptr);

/// Sets another camera, given in world space, on a composed scene.
void look_from(RenderScene& scene, const Camera& camera);

/// Returns the node of a selected joint, site or segment; -1 for anything else.
[[nodiscard]] int selected_node(const Document& document, const Selection& selection);

}  // namespace vitruvian
