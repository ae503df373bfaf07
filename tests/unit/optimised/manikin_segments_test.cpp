// The built-in figure in rigid segments: what shows where an arm is raised.
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/folders.h"

#include <glm/gtx/intersect.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

Document segmented_manikin() {
    auto read = load_document(source_folder() / "assets/manikin/manikin.wrl");
    EXPECT_TRUE(read.has_value()) << (read ? "" : read.error().text());
    return read ? std::move(*read) : Document{};
}

struct Triangle {
    vec3 a, b, c;
    float red = 0.0F;  // of its colour
};

std::vector<Triangle> triangles_of(const Document& document, const std::vector<mat4>& world) {
    std::vector<Triangle> out;
    for (const MeshInstance& instance : document.meshes) {
        const std::vector<vec3> points = skinned_positions(instance, world, {});
        const std::vector<std::uint32_t>& corners = instance.mesh->indices;
        const float red = at(document.materials, instance.material).base_color.r;
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
            out.push_back({points[corners[i]], points[corners[i + 1]], points[corners[i + 2]], red});
    }
    return out;
}

/// The surface that a ray meets first: how bright it is, and how much it faces the ray.
struct Hit {
    float distance = std::numeric_limits<float>::max();
    float red = 0.0F;
    float facing = 0.0F;
};

Hit first_hit(const std::vector<Triangle>& triangles, const vec3& from, const vec3& along) {
    Hit hit;
    for (const Triangle& t : triangles) {
        glm::vec2 place;
        float distance = 0.0F;
        if (!glm::intersectRayTriangle(from, along, t.a, t.b, t.c, place, distance)) continue;
        if (distance < 0.0F || distance >= hit.distance) continue;
        hit = {distance, t.red, -glm::dot(along, glm::normalize(glm::cross(t.b - t.a, t.c - t.a)))};
    }
    return hit;
}

TEST(ManikinSegments, ARaisedArmShowsNoHollowBetweenItAndTheTrunk) {
    const Document document = segmented_manikin();
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = rest_pose(skeleton);
    const int arm = document.humanoids.front().bones[Bone::left_upper_arm];
    at(pose.local, arm).rotation = axis_angle({0, 0, 1}, glm::radians(90.0F));
    const std::vector<Triangle> triangles = triangles_of(document, world_matrices(skeleton, pose));
    int hollow = 0;
    int rays = 0;
    // Up at the arm's underside, from the trunk's side outwards.
    for (const float x : {0.17F, 0.18F, 0.19F, 0.20F, 0.21F, 0.22F, 0.23F, 0.24F}) {
        for (const float z : {-0.065F, -0.055F, -0.045F, -0.035F, -0.025F}) {
            const Hit hit = first_hit(triangles, {x, 1.0F, z}, {0, 1, 0});
            ++rays;
            if (hit.red < 0.3F || hit.facing < 0.0F) ++hollow;
        }
    }
    EXPECT_LE(hollow, rays / 20) << "dark or seen from behind";
}

}  // namespace
}  // namespace vitruvian
