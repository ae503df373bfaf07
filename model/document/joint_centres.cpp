#include "model/document/joint_centres.h"

#include "model/core/at.h"

#include <cmath>

namespace vitruvian {

std::vector<glm::dmat4> world_at_rest(const Document& document) {
    std::vector<glm::dmat4> world(document.nodes.size());
    for (std::size_t n = 0; n < world.size(); ++n) {
        const glm::dmat4 local(to_matrix(document.nodes[n].rest));
        const int parent = document.nodes[n].parent;
        world[n] = parent < 0 ? local : at(world, parent) * local;
    }
    return world;
}

void place_joint_centres(const Document& document, std::span<const glm::dmat4> world, Humanoid& humanoid) {
    glm::dmat4 humanoid_from_world(1.0);
    vec3 offset(0.0F);
    if (humanoid.node >= 0) {
        const glm::dmat4& own = at(world, humanoid.node);
        if (std::abs(glm::determinant(own)) > 1e-30) humanoid_from_world = glm::inverse(own);
        offset = at(document.nodes, humanoid.node).frame_offset;
    }
    for (Joint& joint : humanoid.joints) {
        const glm::dvec4 place = humanoid_from_world * at(world, joint.node)[3];
        const vec3 centre = vec3(glm::dvec3(place)) + offset;
        joint.centre = is_finite(centre) ? centre : vec3(0.0F);
    }
}

}  // namespace vitruvian
