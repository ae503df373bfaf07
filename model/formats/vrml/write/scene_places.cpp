#include "model/formats/vrml/write/scene_places.h"

#include "model/core/at.h"
#include "model/figure/dimmed_light.h"
#include "model/formats/vrml/write/clip_writer.h"
#include "model/formats/vrml/write/similarity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitruvian::vrml {

vec4 axis_angle_of(const quat& rotation) {
    glm::dquat q(rotation);
    if (q.w < 0.0) q = -q;
    const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(length > 0.0)) return {0.0F, 0.0F, 1.0F, 0.0F};
    const double angle = 2.0 * std::atan2(length, q.w);
    return vec4(glm::dvec4(q.x / length, q.y / length, q.z / length, angle));
}

OutputNode viewpoint_node(const Viewpoint& view, const glm::dmat4& file_from_node) {
    OutputNode out{"Viewpoint", {}, false, {}};
    const vec3 position(glm::dvec3(file_from_node * glm::dvec4(glm::dvec3(view.position), 1.0)));
    const bool turned = glm::dmat3(file_from_node) != glm::dmat3(1.0);
    const quat orientation =
        turned ? quat(similarity_of(file_from_node).rotation) * view.orientation : view.orientation;
    if (!view.name.empty()) out.set("description", view.name);
    out.set("position", position);
    if (orientation != identity_quat)
        out.set("orientation", axis_angle_of(normalized_or_identity(orientation)));
    out.set("fieldOfView", view.field_of_view);
    return out;
}

namespace {

/// The angles that SpotLight allows lie above 0 and up to a right angle, which X3D's schema gives six decimals of.
float cone_angle(float angle) {
    return std::clamp(angle, 1e-5F, 1.570796F);
}

}  // namespace

OutputNode light_node(SceneContext& scene, const Light& own, const glm::dmat4& file_from_node) {
    const Similarity frame = similarity_of(file_from_node);
    const glm::dmat4 world_from_node(own.node < 0 ? mat4(1.0F) : at(scene.world, own.node));
    const float unit =
        static_cast<float>(std::abs(frame.scale)) * unit_of_light(scene.document, world_from_node);
    const Light light = in_smaller_units(dimmed_light(own), unit);
    const bool directional = light.kind == Light::Kind::directional;
    OutputNode out{
        directional ? "DirectionalLight" : (light.kind == Light::Kind::point ? "PointLight" : "SpotLight"),
        {},
        false,
        {}};
    if (!light.name.empty()) {
        out.def = scene.names.make(light.name);
        if (out.def != light.name) scene.renamed.emplace_back(out.def, light.name);
    }
    if (!light.on) out.set("on", false);
    out.set("color", srgb_from_linear(light.color));
    if (own.intensity > 1.0F && dimmed_light(own).attenuation == own.attenuation) {
        scene.encoded.notes.warn("light-not-carried", "lights brighter than 1 are written with intensity 1");
    }
    out.set("intensity", std::max(light.intensity, 0.0F));
    if (light.ambient_intensity > 0.0F) out.set("ambientIntensity", std::min(light.ambient_intensity, 1.0F));
    const vec3 direction(frame.rotation * (glm::dquat(light.orientation) * glm::dvec3(0.0, 0.0, -1.0)));
    if (light.kind != Light::Kind::point) out.set("direction", direction);
    if (directional) return out;
    out.set("location", vec3(glm::dvec3(file_from_node * glm::dvec4(glm::dvec3(light.position), 1.0))));
    out.set("attenuation", light.attenuation);
    // VRML's lights always have a finite range.
    const float far_away = 1e6F;
    out.set("radius", light.radius.value_or(far_away));
    if (light.kind == Light::Kind::spot) {
        out.set("beamWidth", cone_angle(light.inner_cone));
        out.set("cutOffAngle", cone_angle(light.outer_cone));
    }
    return out;
}

OutputNode background_node(SceneContext& scene, const Sky& sky) {
    OutputNode out{"Background", {}, false, {}};
    const auto set = [&](const char* colors, const char* angles, const std::vector<vec3>& values,
                         const std::vector<float>& at_angles) {
        if (values.empty()) return;
        std::vector<float> numbers;
        for (const vec3& color : values) {
            const vec3 c = srgb_from_linear(color);
            numbers.insert(numbers.end(), {c.x, c.y, c.z});
        }
        out.set_list(colors, std::move(numbers), 3);
        if (!at_angles.empty()) out.set_list(angles, at_angles);
    };
    set("skyColor", "skyAngle", sky.sky_colors, sky.sky_angles);
    set("groundColor", "groundAngle", sky.ground_colors, sky.ground_angles);
    constexpr std::array sides{"frontUrl", "backUrl", "leftUrl", "rightUrl", "topUrl", "bottomUrl"};
    for (std::size_t side = 0; side < sides.size(); ++side) {
        const int picture = sky.pictures.at(side);
        if (picture < 0) continue;
        std::string url = scene.appearances.url_of(picture);
        if (!url.empty()) {
            out.set_list(sides.at(side), std::vector<std::string>{std::move(url)});
        } else {
            scene.encoded.notes.warn("vrml-not-carried", "a background's picture of bare pixels is left out");
        }
    }
    return out;
}

}  // namespace vitruvian::vrml
