// One figure of a scene: its document as it stands at this moment, and where it is among the others.
#pragma once

#include "app/scene/onion.h"
#include "model/figure/stance.h"
#include "model/io/image.h"
#include "model/pose/pose.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vitruvian {

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

/// A site where a joint's last bone ends: by the names of H-Anim (`_tip`) and of a BVH's End Sites.
[[nodiscard]] bool ends_bone(const Node& site);

/// Where the joints are that a picture of the figure shows, and where the last bones of a bare one end. `world` is
/// placed_world.
[[nodiscard]] std::vector<vec3> skeleton_points(const Figure& figure, std::span<const mat4> world);

/// World box of what mesh instance `index` shows in this pose, not smaller than it. `world` is placed_world.
[[nodiscard]] Bounds instance_bounds(const Figure& figure, std::span<const mat4> world, std::size_t index);

/// The first shown figure's stance where it stands (placement applied): what cameras and the floor go by.
[[nodiscard]] Stance scene_stance(std::span<const Figure> figures);

/// Where the shown figures stand as their files have them, in the scene, whatever their pose is now.
[[nodiscard]] Bounds standing_bounds(std::span<const Figure> figures);

}  // namespace vitruvian
