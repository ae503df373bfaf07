#include "model/formats/vrml/read/surroundings.h"

#include "model/figure/dimmed_light.h"
#include "model/formats/vrml/read/frames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

constexpr float pi = 3.14159265F;
constexpr std::size_t max_lights = 1000;

/// Returns the rotation from -Z to `direction`.
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

/// Reads angles that ascend within [0, most], and one more colour than angles, if the file has as many.
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

void visit_viewpoint(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (!is_first(build, node)) return;
    Viewpoint view;
    view.name = read_string(build.world, node, "description");
    if (view.name.empty()) view.name = at.name.empty() ? build.world.syntax(node).def : at.name;
    view.node = at.node;
    view.humanoid = at.humanoid;
    const glm::dmat4 node_from_here = node_from(at);
    const vec3 position = read_vec3(build.world, node, "position", vec3(0.0F, 0.0F, 10.0F));
    view.position = vec3(node_from_here * glm::dvec4(glm::dvec3(position), 1.0));
    if (!is_finite(view.position)) view.position = vec3(0.0F, 0.0F, 10.0F);
    const quat turned =
        at.baked == glm::dmat4(1.0) ? identity_quat : to_transform(mat4(node_from_here)).rotation;
    view.orientation = normalized_or_identity(turned * read_rotation(build.world, node, "orientation"));
    const float lens = read_angle(build.world, node, "fieldOfView", 0.785398F);
    if (lens > 0.0F && lens < 3.14159265F) view.field_of_view = lens;
    build.document.viewpoints.push_back(std::move(view));
    build.built.viewpoints.push_back({node, node_from_here});
}

void visit_light(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (build.document.lights.size() >= max_lights) return;
    const std::string_view type = build.world.syntax(node).type;
    Light light;
    light.kind = type == "PointLight"  ? Light::Kind::point
                 : type == "SpotLight" ? Light::Kind::spot
                                       : Light::Kind::directional;
    light.name = at.name.empty() ? build.world.syntax(node).def : at.name;
    light.node = at.node;
    light.on = read_bool(build.world, node, "on", true);
    light.color = linear_from_srgb(read_vec3(build.world, node, "color", vec3(1.0F)));
    light.intensity = std::clamp(read_float(build.world, node, "intensity", 1.0F), 0.0F, 1e6F);
    light.ambient_intensity = std::clamp(read_float(build.world, node, "ambientIntensity", 0.0F), 0.0F, 1.0F);
    const glm::dmat4 node_from_here = node_from(at);
    const auto inside = [&](const vec3& v, double w) {
        const vec3 out(glm::dvec3(node_from_here * glm::dvec4(glm::dvec3(v), w)));
        return is_finite(out) ? out : vec3(0.0F);
    };
    light.orientation =
        aimed(inside(read_vec3(build.world, node, "direction", vec3(0.0F, 0.0F, -1.0F)), 0.0));
    if (light.kind != Light::Kind::directional) {
        light.position = inside(read_vec3(build.world, node, "location", vec3(0.0F)), 1.0);
        light.attenuation =
            glm::max(read_vec3(build.world, node, "attenuation", vec3(1.0F, 0.0F, 0.0F)), vec3(0.0F));
        light.radius = std::abs(read_float(build.world, node, "radius", 100.0F));
        light = in_smaller_units(std::move(light), size_of(node_from_here));
        if (!std::isfinite(*light.radius)) light.radius = 1e12F;
        if (!is_finite(light.attenuation)) light.attenuation = vec3(1.0F, 0.0F, 0.0F);
    }
    if (light.kind == Light::Kind::spot) {
        light.outer_cone =
            std::clamp(read_angle(build.world, node, "cutOffAngle", 0.785398F), 0.0F, 0.5F * pi);
        const float beam = read_angle(build.world, node, "beamWidth", 1.570796F);
        light.inner_cone = std::clamp(beam, 0.0F, light.outer_cone);
    }
    build.document.lights.push_back(std::move(light));
    build.built.lights.push_back({node, node_from_here});
}

void warn_of_fog(BuildContext& build, NodeRef node) {
    const std::string_view type = build.world.syntax(node).type;
    if (type == "Fog" || type == "LocalFog") build.world.warn(node, "vrml-fog-not-shown", "fog is not shown");
}

void visit_background(BuildContext& build, NodeRef node) {
    if (build.document.sky) return;
    Sky sky;
    sky.sky_colors.clear();
    read_bands(build.world, node, "skyColor", "skyAngle", pi, sky.sky_colors, sky.sky_angles);
    read_bands(build.world, node, "groundColor", "groundAngle", 0.5F * pi, sky.ground_colors,
               sky.ground_angles);
    if (sky.sky_colors.empty()) sky.sky_colors.emplace_back(0.0F);
    constexpr std::array<std::pair<const char*, const char*>, 6> sides{{{"frontUrl", "frontTexture"},
                                                                        {"backUrl", "backTexture"},
                                                                        {"leftUrl", "leftTexture"},
                                                                        {"rightUrl", "rightTexture"},
                                                                        {"topUrl", "topTexture"},
                                                                        {"bottomUrl", "bottomTexture"}}};
    for (std::size_t side = 0; side < sides.size(); ++side) {
        const auto& [url, texture] = sides.at(side);
        const NodeRef node_there = build.world.node(node, texture);
        if (node_there.valid()) {
            sky.pictures.at(side) = build.appearance.image(node_there);
        } else if (!read_strings(build.world, node, url).empty()) {
            sky.pictures.at(side) = build.appearance.image_at(node, url);
        }
    }
    build.document.sky = std::move(sky);
    build.built.background = node;
}

}  // namespace vitruvian::vrml
