// What surrounds a figure in its file: lights and the background (VRML97 6.5, 6.15, 6.34, 6.45).
#include "model/formats/vrml/read/builder.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitruvian::vrml {
namespace {

constexpr float pi = 3.14159265F;
constexpr std::size_t most_lights = 1000;

/// The rotation that takes -Z to `direction`.
quat aimed(const vec3& direction) {
    const float length = glm::length(direction);
    if (!(length > 0.0F) || !std::isfinite(length)) return identity_quat;
    const vec3 from(0.0F, 0.0F, -1.0F);
    const vec3 to = direction / length;
    const float cosine = glm::dot(from, to);
    if (cosine < -0.999999F) return axis_angle({0.0F, 1.0F, 0.0F}, pi);
    const vec3 axis = glm::cross(from, to);
    return normalized_or_identity(quat(1.0F + cosine, axis.x, axis.y, axis.z));
}

/// Angles that ascend within [0, most], and a colour more than angles where there are so many.
void read_bands(World& world, NodeRef node, std::string_view colors, std::string_view angles, float most,
                std::vector<vec3>& out_colors, std::vector<float>& out_angles) {
    for (const vec3& color : read_vec3s(world, node, colors)) out_colors.push_back(linear_from_srgb(color));
    float last = 0.0F;
    for (const float angle : read_angles(world, node, angles)) {
        last = std::clamp(std::isfinite(angle) ? angle : last, last, most);
        out_angles.push_back(last);
    }
    if (out_colors.empty()) out_angles.clear();
    if (!out_colors.empty()) out_angles.resize(std::min(out_angles.size(), out_colors.size() - 1));
    if (!out_colors.empty()) out_colors.resize(out_angles.size() + 1);
}

}  // namespace

void Builder::visit_light(NodeRef node, const Context& at) {
    if (document_->lights.size() >= most_lights) return;
    const std::string_view type = world_->syntax(node).type;
    Light light;
    light.kind = type == "PointLight"  ? Light::Kind::point
                 : type == "SpotLight" ? Light::Kind::spot
                                       : Light::Kind::directional;
    light.name = at.name.empty() ? world_->syntax(node).def : at.name;
    light.node = at.node;
    light.on = read_bool(*world_, node, "on", true);
    light.color = linear_from_srgb(read_vec3(*world_, node, "color", vec3(1.0F)));
    light.intensity = std::clamp(read_float(*world_, node, "intensity", 1.0F), 0.0F, 1e6F);
    light.ambient_intensity = std::clamp(read_float(*world_, node, "ambientIntensity", 0.0F), 0.0F, 1.0F);
    const glm::dmat4 node_from_here = glm::translate(glm::dmat4(1.0), -glm::dvec3(at.offset)) * at.baked;
    const auto inside = [&](const vec3& v, double w) {
        const vec3 out(glm::dvec3(node_from_here * glm::dvec4(glm::dvec3(v), w)));
        return is_finite(out) ? out : vec3(0.0F);
    };
    light.orientation = aimed(inside(read_vec3(*world_, node, "direction", vec3(0.0F, 0.0F, -1.0F)), 0.0));
    if (light.kind != Light::Kind::directional) {
        light.position = inside(read_vec3(*world_, node, "location", vec3(0.0F)), 1.0);
        light.attenuation =
            glm::max(read_vec3(*world_, node, "attenuation", vec3(1.0F, 0.0F, 0.0F)), vec3(0.0F));
        const auto scale =
            static_cast<float>(std::cbrt(std::abs(glm::determinant(glm::dmat3(node_from_here)))));
        const float radius = std::abs(read_float(*world_, node, "radius", 100.0F)) * scale;
        light.radius = std::isfinite(radius) ? radius : 1e12F;
    }
    if (light.kind == Light::Kind::spot) {
        light.outer_cone = std::clamp(read_angle(*world_, node, "cutOffAngle", 0.785398F), 0.0F, 0.5F * pi);
        const float beam = read_angle(*world_, node, "beamWidth", 1.570796F);
        light.inner_cone = std::clamp(beam, 0.0F, light.outer_cone);
    }
    document_->lights.push_back(std::move(light));
    built_.lights.push_back({node, node_from_here});
}

void Builder::visit_background(NodeRef node) {
    if (document_->sky) return;
    Sky sky;
    sky.sky_colors.clear();
    read_bands(*world_, node, "skyColor", "skyAngle", pi, sky.sky_colors, sky.sky_angles);
    read_bands(*world_, node, "groundColor", "groundAngle", 0.5F * pi, sky.ground_colors, sky.ground_angles);
    if (sky.sky_colors.empty()) sky.sky_colors.emplace_back(0.0F);
    constexpr std::array<std::pair<const char*, const char*>, 6> sides{{{"frontUrl", "frontTexture"},
                                                                        {"backUrl", "backTexture"},
                                                                        {"leftUrl", "leftTexture"},
                                                                        {"rightUrl", "rightTexture"},
                                                                        {"topUrl", "topTexture"},
                                                                        {"bottomUrl", "bottomTexture"}}};
    for (std::size_t side = 0; side < sides.size(); ++side) {
        const auto& [url, texture] = sides.at(side);
        const NodeRef node_there = world_->node(node, texture);
        if (node_there.valid()) {
            sky.pictures.at(side) = appearance_.image(node_there);
        } else if (!read_strings(*world_, node, url).empty()) {
            sky.pictures.at(side) = appearance_.image_at(node, url);
        }
    }
    document_->sky = std::move(sky);
    built_.background = node;
}

}  // namespace vitruvian::vrml
