// One figure of a scene: the current state of its document, and its placement.
#pragma once

#include "app/scene/onion.h"
#include "model/document/item.h"
#include "model/figure/stance.h"
#include "model/io/image.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vitruvian {

/// Data that depends only on a document's rest shape; computed once per loaded or edited document.
struct FigureShape {
    /// Stance of the first humanoid (or the whole file) in the file's pose; its ground is that of a standing
    /// pose.
    Stance stance;
    /// Bounds of all humanoids (or the whole file) in the file's pose, in document world space.
    Bounds standing;
    /// Per MeshInstance and entry of its Skin: the box, in mesh space, of the vertices that the entry moves.
    std::vector<std::vector<Bounds>> influence_bounds;
    /// True if the file has joints but hardly any body (a study skeleton): bones are shown instead of skin.
    bool bare = false;
    /// Per node: 1 on the figure's left, -1 on its right, 0 in the middle.
    std::vector<signed char> side;
};
[[nodiscard]] FigureShape make_figure_shape(const Document& document, const Skeleton& skeleton);
/// As FigureShape::influence_bounds.
[[nodiscard]] std::vector<std::vector<Bounds>> influence_bounds(const Document& document);

/// The current state of one open document.
struct Figure {
    const Document* document = nullptr;
    const Skeleton* skeleton = nullptr;
    const FigureShape* shape = nullptr;
    const Pose* pose = nullptr;
    std::span<const std::shared_ptr<const Image>> images;  // decoded so far, like Document::images
    mat4 placement{1.0F};                                  // from document world space to the scene
    bool shown = true;
    std::uint64_t id = 0;  // its id in selections; may be 0 if there is only one figure
    int variant = -1;      // index into Document::variants; -1: the default materials
    std::span<const Ghost> ghosts = {};
    std::span<const Trail> trails = {};
    std::span<const Item> hidden = {};  // meshes, joints and sites

    [[nodiscard]] bool hides(const Item& item) const {
        return std::find(hidden.begin(), hidden.end(), item) != hidden.end();
    }
};

/// Returns the node matrices of a figure in the scene.
[[nodiscard]] std::vector<mat4> placed_world(const Figure& figure);

/// Returns the scale of the figure's placement.
[[nodiscard]] float placement_scale(const Figure& figure);

/// Returns the positions of the joints that a picture of the figure shows, and of the ends of the last bones
/// of a bare one. `world` is placed_world.
[[nodiscard]] std::vector<vec3> skeleton_points(const Figure& figure, std::span<const mat4> world);

/// Returns a world box that encloses mesh instance `index` in this pose. `world` is placed_world.
[[nodiscard]] Bounds instance_bounds(const Figure& figure, std::span<const mat4> world, std::size_t index);

/// Returns the placed stance of the first shown figure, which cameras and the floor use.
[[nodiscard]] Stance scene_stance(std::span<const Figure> figures);

/// Returns the scene bounds of the shown figures in their files' poses, independent of the current pose.
[[nodiscard]] Bounds standing_bounds(std::span<const Figure> figures);

}  // namespace vitruvian
