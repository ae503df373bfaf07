// From documents, poses and a view to a RenderScene: the one place where what is known becomes what is drawn.
// The window and headless jobs both call compose_frame, so a screenshot shows what a person sees.
#pragma once

#include "model/pose/pose.h"
#include "renderer/scene.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

/// What is shown. Names as in `screenshot --show`.
struct Show {
    bool skin = true;
    bool wireframe = false;
    bool joints = false;
    bool bones = false;
    bool limits = false;
    bool sites = false;
    bool displacers = false;
    bool normals = false;
    bool grid = true;
    bool bounds = false;
    bool centre_of_mass = false;
};
/// "skin,grid,bones" to flags; the Error lists the valid names.
[[nodiscard]] Result<Show> show_from_string(const std::string& list);

/// What of a document is selected or pointed at. Also what a pick answers.
struct Selection {
    enum class Kind { none, humanoid, joint, segment, site, displacer, mesh, clip };
    Kind kind = Kind::none;
    int figure = 0;    // which open document
    int humanoid = 0;  // into Document::humanoids
    int index = 0;     // into the list of that kind
    bool operator==(const Selection&) const = default;
};

/// One open document as it stands at this moment.
struct Figure {
    const Document* document = nullptr;
    const Skeleton* skeleton = nullptr;
    const Pose* pose = nullptr;
    std::span<const std::shared_ptr<const Image>> images;  // decoded so far, like Document::images
    vec3 offset{0.0F};                                     // where it stands beside the others
};

struct ViewSettings {
    Show show;
    Background background;
    Selection selected;
    Selection hovered;
    float pixel_scale = 1.0F;  // HiDPI: overlay sizes are multiplied by it
};

/// The stance of a figure's first humanoid in its file pose, shifted by its offset.
[[nodiscard]] Stance figure_stance(const Figure& figure);

[[nodiscard]] RenderScene compose_frame(std::span<const Figure> figures, const ViewSettings& view,
                                        const Camera& camera);

/// RenderItem and overlay pick ids back to what they stand for.
[[nodiscard]] Selection selection_of_pick(std::span<const Figure> figures, std::uint32_t pick_id);

}  // namespace vitruvian
