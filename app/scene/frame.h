// From documents, poses and a view to a RenderScene: the one place where what is known becomes what is drawn.
// The window and headless jobs both call compose_frame, so a screenshot shows what a person sees.
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

/// What is shown. Names as in `screenshot --show`.
struct Show {
    bool skin = true;
    bool wireframe = false;
    bool joints = false;
    bool bones = false;
    bool limits = false;
    bool stiffness = false;  // joints coloured from free (dark) to rigid (bright)
    bool weights = false;    // skin coloured by the selected joint's weight, or by the joint that leads
    bool labels = false;     // names of the joints
    bool sites = false;
    bool displacers = false;
    bool normals = false;
    bool unlit = false;  // skin in its base colours alone
    bool grid = true;
    bool bounds = false;
    bool centre_of_mass = false;
    bool sky = false;     // the file's own background
    bool lights = false;  // the file's own lights
    bool depth_tested =
        false;  // joints, bones and fans are hidden by what is before them, else seen through it
    BoneStyle bone_style = BoneStyle::octahedra;
};
/// "skin,grid,bones" to flags; the Error lists the valid names.
[[nodiscard]] Result<Show> show_from_string(const std::string& list);

/// What of a document is selected or pointed at. Also what a pick answers.
struct Selection {
    std::uint64_t figure = 0;  // Figure::id
    Item item;                 // none: nothing of it
    bool operator==(const Selection&) const = default;
};

struct ViewSettings {
    [[nodiscard]] bool is_selected(const Selection& what) const;
    /// By itself or as part of its segment. `index` of the figure's meshes.
    [[nodiscard]] bool is_mesh_selected(std::uint64_t figure, const MeshInstance& mesh, int index) const;

    Show show;
    Background background;
    Selection selected;
    std::vector<Selection> also_selected;  // beside `selected`, of the same figure
    Selection hovered;
    float pixel_scale = 1.0F;  // HiDPI: overlay sizes are multiplied by it
};

/// What the pick ids of a composed scene represent. 0 is nothing. A rigid mesh of a segment answers as that
/// segment.
class Picks {
  public:
    /// The id of `what`, for a RenderItem or a mark.
    [[nodiscard]] std::uint32_t add(const Selection& what);
    /// Nothing for 0 and for ids of another scene.
    [[nodiscard]] Selection at(std::uint32_t pick_id) const;

  private:
    std::vector<Selection> selections_;  // by id less one
};

/// `camera` is in the world; what the scene has is taken from RenderScene::origin.
/// `picks`: refilled with what the scene's pick ids represent; null where nobody will pick.
[[nodiscard]] RenderScene compose_frame(std::span<const Figure> figures, const ViewSettings& view,
                                        const Camera& camera, Picks* picks = nullptr);

/// Turns a composed scene to another camera, given in the world.
void look_from(RenderScene& scene, const Camera& camera);

/// The node that a selected joint, site or segment represents; -1 for anything else.
[[nodiscard]] int selected_node(const Document& document, const Selection& selection);

}  // namespace vitruvian
