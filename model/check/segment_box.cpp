#include "model/check/segment_box.h"

namespace vitruvian::check {

Bounds segment_box(const Subject& subject, const Figure& figure, int segment) {
    Bounds out;
    for (std::size_t i = 0; i < figure.meshes.size(); ++i) {
        if (at(subject.document().meshes, figure.meshes[i]).segment != segment) continue;
        for (const vec3& vertex : figure.posed[i]) out.add(vertex);
    }
    return out;
}

float distance_to_box(const Bounds& box, const vec3& point) {
    return glm::length(glm::max(glm::max(box.min - point, point - box.max), vec3(0.0F)));
}

}  // namespace vitruvian::check
