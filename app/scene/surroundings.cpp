#include "app/scene/surroundings.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/figure/dimmed_light.h"

#include <glm/geometric.hpp>

#include <cmath>

namespace vitruvian {

void add_surroundings(const Figure& figure, std::span<const mat4> world, const Show& show, int first_image,
                      RenderScene& scene) {
    if (show.sky && !scene.sky && figure.document->sky) {
        scene.sky = figure.document->sky;
        for (int& picture : scene.sky->pictures) picture += picture < 0 ? 0 : first_image;
    }
    if (!show.lights) return;
    for (const Light& own : figure.document->lights) {
        if (!own.on || scene.lights.size() >= max_scene_lights) continue;
        const mat4 frame = own.node < 0 ? figure.placement : at(world, own.node);
        const float placed = size_of(glm::dmat4(figure.placement));
        const float unit = is_gltf(figure.document->format) ? placed : size_of(glm::dmat4(frame));
        const Light light = in_smaller_units(dimmed_light(own), unit);
        const vec3 shines = mat3(frame) * (light.orientation * vec3(0.0F, 0.0F, -1.0F));
        SceneLight out;
        out.kind = light.kind;
        out.position = vec3(frame * vec4(light.position, 1.0F));
        if (glm::length(shines) > 0.0F) out.direction = glm::normalize(shines);
        out.color = light.color * light.intensity;
        out.ambient = light.ambient_intensity;
        out.radius = light.radius.value_or(0.0F);
        out.attenuation = light.attenuation;
        out.inner_cosine = std::cos(light.inner_cone);
        out.outer_cosine = std::cos(light.outer_cone);
        scene.lights.push_back(out);
    }
}

}  // namespace vitruvian
