#include "model/formats/vrml/read/frames.h"

#include <glm/gtc/matrix_transform.hpp>

#include <utility>

namespace vitruvian::vrml {
namespace {

/// Reads translation, rotation, scale and scaleOrientation.
Transform read_transform(World& world, NodeRef node) {
    Transform out;
    out.translation = read_vec3(world, node, "translation", vec3(0.0F));
    out.rotation = read_rotation(world, node, "rotation");
    out.scale = read_vec3(world, node, "scale", vec3(1.0F));
    // With a uniform scale the orientation has no effect, and is left out for a simpler transform.
    if (out.scale.x != out.scale.y || out.scale.y != out.scale.z) {
        out.scale_orientation = read_rotation(world, node, "scaleOrientation");
    }
    return out;
}

}  // namespace

glm::dmat4 translation_matrix(const vec3& v) {
    return glm::translate(glm::dmat4(1.0), glm::dvec3(v));
}

glm::dmat4 file_matrix(World& world, NodeRef node) {
    const vec3 center = read_vec3(world, node, "center", vec3(0.0F));
    return translation_matrix(center) * glm::dmat4(to_matrix(read_transform(world, node))) *
           translation_matrix(-center);
}

glm::dmat4 node_from(const WalkPlace& at) {
    return translation_matrix(-at.offset) * at.baked;
}

WalkPlace add_frame(BuildContext& build, NodeRef node, const WalkPlace& at, vitruvian::NodeKind kind,
                    FieldsAre fields, std::string name) {
    const Transform file = read_transform(build.world, node);
    const vec3 center = read_vec3(build.world, node, "center", vec3(0.0F));
    vitruvian::Node frame;
    frame.name = std::move(name);
    frame.parent = at.node;
    frame.kind = kind;
    frame.frame_offset = center;
    FrameTarget target;
    target.in_rest = fields == FieldsAre::placement;
    if (at.baked == glm::dmat4(1.0)) {
        frame.rest.translation = center - at.offset;
    } else {
        frame.rest = to_transform(mat4(node_from(at) * translation_matrix(center)));
    }
    target.base = frame.rest.translation;
    if (!target.in_rest) {
        frame.delta = file;
    } else if (at.baked == glm::dmat4(1.0)) {
        const vec3 base = frame.rest.translation;
        frame.rest = file;
        frame.rest.translation += base;
    } else {
        frame.rest = to_transform(mat4(glm::dmat4(to_matrix(frame.rest)) * glm::dmat4(to_matrix(file))));
    }
    if (!is_finite(frame.rest)) {
        build.world.warn(node, "vrml-transform-overflow", "a transform is not finite; it is left out");
        frame.rest = {};
    }
    WalkPlace inside = at;
    inside.name = {};
    inside.group = {};
    inside.node = static_cast<int>(build.document.nodes.size());
    inside.offset = center;
    inside.baked = glm::dmat4(1.0);
    target.node = inside.node;
    build.built.frames[node.key()].push_back(target);
    build.built.nodes.push_back(node);
    build.built.node_places.push_back(at.group);
    build.document.nodes.push_back(std::move(frame));
    return inside;
}

}  // namespace vitruvian::vrml
