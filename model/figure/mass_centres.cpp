#include "model/figure/mass_centres.h"

#include "model/core/at.h"
#include "model/figure/reference_pose.h"

namespace vitruvian {

std::vector<std::optional<vec3>> mass_centres(const Document& document, int humanoid,
                                              std::span<const mat4> world) {
    const Humanoid& figure = at(document.humanoids, humanoid);
    const bool is_hanim = figure.kind == HumanoidKind::hanim;
    std::vector<mat4> rest;
    if (is_hanim) {
        const Skeleton skeleton = make_skeleton(document);
        rest = world_matrices(skeleton, base_pose(document, skeleton));
    }
    std::vector<std::optional<vec3>> out(figure.segments.size());
    for (std::size_t s = 0; s < out.size(); ++s) {
        const Segment& segment = figure.segments[s];
        if (segment.joint < 0 || segment.mass <= 0.0F) continue;
        const int node = at(figure.joints, segment.joint).node;
        vec4 local(segment.centre_of_mass - at(document.nodes, node).frame_offset, 1.0F);
        if (is_hanim) {
            // In other formats the joint may have axes of its own at rest.
            const mat4 own = figure.node < 0 ? mat4(1.0F) : at(rest, figure.node);
            local = affine_inverse(at(rest, node)) * own * vec4(segment.centre_of_mass, 1.0F);
        }
        out[s] = vec3(at(world, node) * local);
    }
    return out;
}

}  // namespace vitruvian
