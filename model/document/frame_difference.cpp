#include "model/document/frame_difference.h"

#include "model/core/at.h"

#include <algorithm>

namespace vitruvian {

namespace {

bool nearly_equal(const vec3& a, const vec3& b, float size) {
    const float scale = std::max({size, glm::length(a), glm::length(b)});
    return glm::all(glm::lessThanEqual(glm::abs(a - b), vec3(patch_tolerance * scale)));
}

}  // namespace

bool nearly_equal(const vec3& a, const vec3& b) {
    return nearly_equal(a, b, 1.0F);
}

int frame_of(const Difference& difference, const Document& document) {
    const bool is_frame =
        difference.part == Part::joint || difference.part == Part::site || difference.part == Part::node;
    return is_frame ? node_of(document, item_of(difference)) : -1;
}

bool same_local_frame(const Document& a, const Document& b, int node, float size) {
    const Node& first = at(a.nodes, node);
    const Node& second = at(b.nodes, node);
    const mat4 one = to_matrix(compose(first.rest, first.delta));
    const mat4 other = to_matrix(compose(second.rest, second.delta));
    for (int column = 0; column < 4; ++column) {
        if (!nearly_equal(vec3(one[column]), vec3(other[column]), column == 3 ? size : 1.0F)) return false;
    }
    return true;
}

}  // namespace vitruvian
