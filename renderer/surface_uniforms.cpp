#include "renderer/surface_uniforms.h"

#include "renderer/surface_textures.h"

#include <glm/common.hpp>
#include <glm/exponential.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

/// Reflectance of a dielectric at normal incidence (KHR_materials_ior, KHR_materials_specular); w: at grazing
/// incidence.
vec4 dielectric_of(const SurfaceLayers& layers) {
    // An index of 0 means infinite.
    const float ratio = layers.ior <= 0.0F ? 1.0F : (layers.ior - 1.0F) / (layers.ior + 1.0F);
    const vec3 front = glm::min(ratio * ratio * layers.specular_color, vec3(1.0F));
    return {front * layers.specular, layers.specular};
}

}  // namespace

void set_lights(const RenderScene& scene, const Program& program) {
    std::array<vec4, max_scene_lights> place{}, aim{}, color{}, fall{}, cone{};
    const std::size_t count = std::min(scene.lights.size(), max_scene_lights);
    for (std::size_t i = 0; i < count; ++i) {
        const SceneLight& light = scene.lights[i];
        const bool spot = light.kind == Light::Kind::spot;
        place.at(i) = vec4(light.position, light.kind == Light::Kind::directional ? 0.0F : 1.0F);
        aim.at(i) = vec4(light.direction, light.radius);
        color.at(i) = vec4(light.color, light.ambient);
        fall.at(i) = vec4(light.attenuation, spot ? light.outer_cosine : -2.0F);
        cone.at(i) = vec4(spot ? light.inner_cosine : -1.5F, 0.0F, 0.0F, 0.0F);
    }
    const auto n = static_cast<GLsizei>(max_scene_lights);
    glUniform1i(program.at("light_count"), static_cast<GLint>(count));
    glUniform4fv(program.at("light_place"), n, &place[0][0]);
    glUniform4fv(program.at("light_aim"), n, &aim[0][0]);
    glUniform4fv(program.at("light_color"), n, &color[0][0]);
    glUniform4fv(program.at("light_fall"), n, &fall[0][0]);
    glUniform4fv(program.at("light_cone"), n, &cone[0][0]);
}

void set_layers(const RenderScene& scene, const DrawItem& item, const SurfaceLayers& layers,
                const Program& program) {
    const vec4 dielectric = dielectric_of(layers);
    glUniform4fv(program.at("dielectric"), 1, &dielectric[0]);
    if (!has_layers(layers)) return;
    glUniform3f(program.at("coat"), layers.clearcoat, layers.clearcoat_roughness,
                layers.clearcoat_normal_scale);
    const vec3& sheen = layers.sheen_color;
    glUniform4f(program.at("sheen"), sheen.x, sheen.y, sheen.z, layers.sheen_roughness);
    const float turn = layers.anisotropy_rotation;
    glUniform3f(program.at("grain"), std::cos(turn), std::sin(turn), std::min(layers.anisotropy, 1.0F));
    float scale = 1.0F;
    if (item.item->palette_count > 0) scale = glm::length(vec3(scene.palettes[item.item->palette_begin][0]));
    glUniform4f(program.at("glass"), layers.transmission, layers.thickness * scale, layers.ior, 0.0F);
    vec3 absorbs(0.0F);
    if (layers.attenuation_distance > 0.0F) {
        absorbs = -glm::log(glm::clamp(layers.attenuation_color, vec3(1e-4F), vec3(1.0F))) /
                  (layers.attenuation_distance * scale);
    }
    glUniform3fv(program.at("glass_absorbs"), 1, &absorbs[0]);
}

void set_toon(const RenderScene& scene, const ToonSurface& toon, const Program& program) {
    const vec3& shade = toon.shade_color;
    glUniform4f(program.at("toon_shade"), shade.x, shade.y, shade.z, toon.shading_toony);
    const vec3& rim = toon.rim_color;
    glUniform4f(program.at("toon_rim"), rim.x, rim.y, rim.z, toon.rim_fresnel_power);
    glUniform3f(program.at("toon_more"), toon.shading_shift, toon.shading_shift_scale, toon.rim_lift);
    glUniform3fv(program.at("matcap_color"), 1, &toon.matcap_color[0]);
    const mat4 view = scene.camera.view();
    glUniform3f(program.at("picture_up"), view[0][1], view[1][1], view[2][1]);
    const vec3& line = toon.outline_color;
    glUniform4f(program.at("outline"), line.x, line.y, line.z, toon.outline_lighting_mix);
    const bool on_screen = toon.outline_mode == OutlineWidth::screen;
    glUniform2f(program.at("outline_width"), toon.outline_width * (on_screen ? 1.0F : scene.floor.unit),
                on_screen ? 1.0F : 0.0F);
}

}  // namespace vitruvian
