// From documents, poses and a view to a RenderScene: the one place where what is known becomes what is drawn.
// The window and headless jobs both call compose_frame, so a screenshot shows what a person sees.
#pragma once

#include "app/scene/onion.h"
#include "model/document/item.h"
#include "model/pose/pose.h"
#include "renderer/scene.h"

#include <cstdint>
#include <memory>
#include <optional>
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

/// What stays the same while a document's rest shape does; made once per loaded or edited document.
struct FigureShape {
    /// Of the first humanoid (or the whole file) in its file pose; its ground is that of a standing pose.
    Stance stance;
    /// Of all its humanoids (or the whole file) in the file pose, in the document's world.
    Bounds standing;
    /// Per MeshInstance and entry of its Skin: the box, in mesh space, of the vertices that entry moves.
    std::vector<std::vector<Bounds>> influence_bounds;
    /// The file gives it joints but hardly a body (a skeleton for study): its bones are shown instead of a
    /// skin.
    bool bare = false;
    /// Per node: 1 on the figure's left, -1 on its right, 0 in the middle.
    std::vector<signed char> side;
};
[[nodiscard]] FigureShape make_figure_shape(const Document& document, const Skeleton& skeleton);

/// One open document as it stands at this moment.
struct Figure {
    const Document* document = nullptr;
    const Skeleton* skeleton = nullptr;
    const FigureShape* shape = nullptr;
    const Pose* pose = nullptr;
    std::span<const std::shared_ptr<const Image>> images;  // decoded so far, like Document::images
    mat4 placement{1.0F};  // from the document's world to the scene's: where it stands beside the others
    bool shown = true;
    std::uint64_t id = 0;  // what selections call it; 0 will do where there is one figure alone
    int variant = -1;      // into Document::variants; -1: the materials that meshes have by themselves
    std::span<const Ghost> ghosts = {};
    std::span<const Trail> trails = {};
};

/// World matrices of a figure's nodes where it stands in the scene.
[[nodiscard]] std::vector<mat4> placed_world(const Figure& figure);

/// How much larger the figure is shown than its document has it.
[[nodiscard]] float placement_scale(const Figure& figure);

struct ViewSettings {
    [[nodiscard]] bool is_selected(const Selection& what) const;

    Show show;
    Background background;
    Selection selected;
    std::vector<Selection> also_selected;  // beside `selected`, of the same figure
    Selection hovered;
    float pixel_scale = 1.0F;  // HiDPI: overlay sizes are multiplied by it
};

/// The first shown figure's stance where it stands (placement applied): what cameras and the floor go by.
[[nodiscard]] Stance scene_stance(std::span<const Figure> figures);

/// World bounds of the figures in their present poses, without stage or props where there are humanoids.
/// This is what views frame; it poses every vertex, so it is not for every frame.
[[nodiscard]] Bounds scene_bounds(std::span<const Figure> figures);

/// What a picture of the figures has to hold: their vertices in the present poses, and their joints, in the
/// scene; what reaches far beyond a hand (a staff, a sword) apart. Poses every vertex, as scene_bounds does.
[[nodiscard]] FramedPoints framed_points(std::span<const Figure> figures);

/// World bounds of what is selected, for "frame selection"; of everything where nothing is.
[[nodiscard]] Bounds selection_bounds(std::span<const Figure> figures, const Selection& selection);

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

/// `picks`: refilled with what the scene's pick ids represent; null where nobody will pick.
[[nodiscard]] RenderScene compose_frame(std::span<const Figure> figures, const ViewSettings& view,
                                        const Camera& camera, Picks* picks = nullptr);

/// The node that a selected joint, site or segment represents; -1 for anything else.
[[nodiscard]] int selected_node(const Document& document, const Selection& selection);

}  // namespace vitruvian
