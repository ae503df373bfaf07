// Edits of a figure's surroundings: cameras, lights, the background, and material colours.
#include "model/core/at.h"
#include "model/figure/dimmed_light.h"
#include "model/formats/vrml/patch/world_edits.h"
#include "model/formats/vrml/write/appearance_writer.h"

#include <algorithm>
#include <cmath>

namespace vitruvian::vrml {

/// Returns the frame of the world's node relative to the document's, whose centre may have moved.
glm::dmat4 WorldEdits::here_from_node(const BuiltPlace& place, int node) const {
    glm::dmat4 node_from_here = place.node_from_here;
    if (node >= 0) {
        const vec3 moved = at(to_->nodes, node).frame_offset - at(from_->nodes, node).frame_offset;
        node_from_here[3] -= glm::dvec4(glm::dvec3(moved), 0.0);
    }
    return glm::inverse(node_from_here);
}

Result<void> WorldEdits::edit_viewpoint(const Difference& d) {
    const Viewpoint& view = at(to_->viewpoints, d.index);
    const BuiltPlace& place = at(opened_->built.viewpoints, d.index);
    if (d.field == "name") return fields_.set(place.node, "description", {"SFString", {}, view.name});
    if (d.field == "field_of_view") {
        return set_number(place.node, "fieldOfView", in_file_units(view.field_of_view));
    }
    const glm::dmat4 here = here_from_node(place, view.node);
    if (d.field == "position") {
        const vec3 position(here * glm::dvec4(glm::dvec3(view.position), 1.0));
        const vec3 old = read_vec3(opened_->world, place.node, "position", vec3(0.0F, 0.0F, 10.0F));
        // The centre moved with it: it has moved in its node's frame but not in the file's.
        if (glm::distance(old, position) <= 1e-6F * (1.0F + glm::length(position))) return {};
        return set_vector(place.node, "position", position);
    }
    if (d.field == "orientation") {
        const quat turned =
            glm::dmat3(here) == glm::dmat3(1.0) ? identity_quat : to_transform(mat4(here)).rotation;
        return set_rotation(place.node, "orientation", normalized_or_identity(turned * view.orientation));
    }
    return anew(d);
}

Result<void> WorldEdits::edit_light(const Difference& d) {
    const Light& light = at(to_->lights, d.index);
    const NodeRef node = at(opened_->built.lights, d.index).node;
    if (d.field == "on") return fields_.set(node, "on", {"SFBool", {light.on ? 1.0F : 0.0F}, {}});
    if (d.field == "color") return set_vector(node, "color", srgb_from_linear(light.color), "SFColor");
    if (d.field == "intensity") return set_number(node, "intensity", light.intensity);
    if (d.field == "ambient_intensity") return set_number(node, "ambientIntensity", light.ambient_intensity);
    if (d.field == "inner_cone" && light.kind == Light::Kind::spot)
        return set_number(node, "beamWidth", in_file_units(light.inner_cone));
    if (d.field == "outer_cone" && light.kind == Light::Kind::spot)
        return set_number(node, "cutOffAngle", in_file_units(light.outer_cone));
    return edit_light_place(d);
}

Result<void> WorldEdits::edit_light_place(const Difference& d) {
    const Light& light = at(to_->lights, d.index);
    const BuiltPlace& place = at(opened_->built.lights, d.index);
    const glm::dmat4 here = here_from_node(place, light.node);
    if (d.field == "orientation" && light.kind != Light::Kind::point) {
        const glm::dvec3 along = glm::dquat(light.orientation) * glm::dvec3(0.0, 0.0, -1.0);
        return set_vector(place.node, "direction", vec3(glm::normalize(glm::dmat3(here) * along)));
    }
    // Directional lights have no position.
    if (light.kind == Light::Kind::directional) return d.field == "position" ? Result<void>() : anew(d);
    if (d.field == "position")
        return set_vector(place.node, "location", vec3(here * glm::dvec4(glm::dvec3(light.position), 1.0)));
    const Light in_file = in_smaller_units(light, size_of(here));
    if (d.field == "radius" && light.radius) return set_number(place.node, "radius", *in_file.radius);
    if (d.field == "attenuation") return set_vector(place.node, "attenuation", in_file.attenuation);
    return anew(d);
}

/// Edits colours and transparency; roughness only has a single field in X3D's PhysicalMaterial.
Result<void> WorldEdits::edit_material(const Difference& d) {
    const Material& material = at(to_->materials, d.index);
    const Material& before = at(from_->materials, d.index);
    const BuiltMaterial& built = at(opened_->built.materials, d.index);
    if (!built.node.valid()) return anew(d);
    // The DEF name was already changed (renamed_defs.h).
    if (d.field == "name" && at(opened_->document.materials, d.index).name == material.name) return {};
    const bool physical = opened_->world.syntax(built.node).type == "PhysicalMaterial";
    const auto encoded = [physical](const vec3& linear) {
        return physical ? linear : srgb_from_linear(linear);
    };
    if (d.field == "emissive" && !built.glows)
        return set_vector(built.node, "emissiveColor", encoded(material.emissive), "SFColor");
    if (d.field == "metallic" && physical) return set_number(built.node, "metallic", material.metallic);
    if (d.field == "roughness" && physical) return set_number(built.node, "roughness", material.roughness);
    if (d.field != "base_color") return anew(d);
    if (vec3(material.base_color) != vec3(before.base_color)) {
        if (!built.says_color) return anew(d);
        const char* field = built.glows ? "emissiveColor" : physical ? "baseColor" : "diffuseColor";
        Result<void> done = set_vector(built.node, field, encoded(vec3(material.base_color)), "SFColor");
        if (!done) return done;
    }
    if (material.base_color.w == before.base_color.w) return {};
    return set_number(built.node, "transparency", 1.0F - material.base_color.w);
}

Result<void> WorldEdits::edit_sky(const Difference& d) {
    const Sky& sky = *to_->sky;
    if (d.field == "sky_colors") return set_colors("skyColor", sky.sky_colors);
    if (d.field == "sky_angles") return set_angles("skyAngle", sky.sky_angles);
    if (d.field == "ground_colors") return set_colors("groundColor", sky.ground_colors);
    if (d.field == "ground_angles") return set_angles("groundAngle", sky.ground_angles);
    return anew(d);
}

Result<void> WorldEdits::set_colors(std::string_view field, const std::vector<vec3>& linear) {
    FieldValue value{"MFColor", {}, {}};
    for (const vec3& color : linear) {
        const vec3 c = srgb_from_linear(color);
        value.numbers.insert(value.numbers.end(), {c.x, c.y, c.z});
    }
    return fields_.set(opened_->built.background, field, value);
}

Result<void> WorldEdits::set_angles(std::string_view field, const std::vector<float>& angles) {
    FieldValue value{"MFFloat", {}, {}};
    for (const float angle : angles) value.numbers.push_back(in_file_units(angle));
    return fields_.set(opened_->built.background, field, value);
}

}  // namespace vitruvian::vrml
