// Small scenes built in code for the GL tests: boxes, spheres and a plain figure of capsules.
#pragma once

#include "renderer/scene.h"

#include <memory>

namespace vitruvian::test {

[[nodiscard]] std::shared_ptr<Mesh> make_box(const vec3& half_size);
/// A sphere of `rings` and twice as many segments, with normals, tangents and texture coordinates.
[[nodiscard]] std::shared_ptr<Mesh> make_sphere(float radius, int rings = 24);
/// A capsule between two points.
[[nodiscard]] std::shared_ptr<Mesh> make_capsule(const vec3& a, const vec3& b, float radius_a,
                                                 float radius_b);

/// Adds a mesh to the scene with the matrix `world`; extends the bounds.
RenderItem& add(RenderScene& scene, const std::shared_ptr<const Mesh>& mesh, const mat4& world,
                int material = -1);

/// A standing figure of capsules, 1.75 m tall, facing +Z, framed in the requested view.
[[nodiscard]] RenderScene make_figure(StandardView view, float aspect);

/// A camera straight from the front, framing the scene's bounds.
void frame(RenderScene& scene, StandardView view, float aspect);

}  // namespace vitruvian::test
