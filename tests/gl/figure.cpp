#include "tests/gl/figure.h"

#include <glm/ext/scalar_constants.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cmath>

namespace vitruvian::test {
namespace {

/// A surface of revolution about the segment from a to b; a sphere where they are the same.
std::shared_ptr<Mesh> revolved(const vec3& a, const vec3& b, float radius_a, float radius_b, int rings) {
    auto mesh = std::make_shared<Mesh>();
    const float length = glm::length(b - a);
    const vec3 axis = length > 0.0F ? (b - a) / length : vec3(0.0F, 1.0F, 0.0F);
    const vec3 side = std::abs(axis.x) < 0.9F ? vec3(1.0F, 0.0F, 0.0F) : vec3(0.0F, 0.0F, 1.0F);
    const vec3 u = glm::normalize(glm::cross(side, axis));
    const vec3 v = glm::cross(axis, u);
    const int segments = rings * 2;
    const float pi = glm::pi<float>();
    for (int r = 0; r <= rings; ++r) {
        const float latitude = pi * static_cast<float>(r) / static_cast<float>(rings) - pi / 2.0F;
        const bool upper = 2 * r > rings;
        for (int s = 0; s <= segments; ++s) {
            const float longitude = 2.0F * pi * static_cast<float>(s) / static_cast<float>(segments);
            const vec3 around = std::cos(longitude) * u + std::sin(longitude) * v;
            const vec3 n = std::cos(latitude) * around + std::sin(latitude) * axis;
            mesh->positions.push_back((upper ? b : a) + n * (upper ? radius_b : radius_a));
            mesh->normals.push_back(n);
            mesh->tangents.emplace_back(-std::sin(longitude) * u + std::cos(longitude) * v, 1.0F);
            mesh->uv0.emplace_back(static_cast<float>(s) / static_cast<float>(segments),
                                   1.0F - static_cast<float>(r) / static_cast<float>(rings));
        }
    }
    const auto row = static_cast<std::uint32_t>(segments + 1);
    for (std::uint32_t r = 0; r < static_cast<std::uint32_t>(rings); ++r) {
        for (std::uint32_t s = 0; s + 1 < row; ++s) {
            const std::uint32_t at = r * row + s;
            for (const std::uint32_t i : {at, at + 1, at + row, at + 1, at + row + 1, at + row}) {
                mesh->indices.push_back(i);
            }
        }
    }
    return mesh;
}

}  // namespace

std::shared_ptr<Mesh> make_box(const vec3& half_size) {
    auto mesh = std::make_shared<Mesh>();
    for (int axis = 0; axis < 3; ++axis) {
        for (const float sign : {-1.0F, 1.0F}) {
            vec3 n(0.0F);
            n[axis] = sign;
            vec3 u(0.0F);
            u[(axis + 1) % 3] = 1.0F;
            const vec3 v = glm::cross(n, u);
            const auto first = static_cast<std::uint32_t>(mesh->positions.size());
            for (const vec2& c : {vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, 1)}) {
                mesh->positions.push_back((n + u * c.x + v * c.y) * half_size);
                mesh->normals.push_back(n);
                mesh->uv0.emplace_back(c.x * 0.5F + 0.5F, 0.5F - c.y * 0.5F);
            }
            for (const std::uint32_t i : {0U, 1U, 2U, 0U, 2U, 3U}) mesh->indices.push_back(first + i);
        }
    }
    return mesh;
}

std::shared_ptr<Mesh> make_sphere(float radius, int rings) {
    return revolved(vec3(0.0F), vec3(0.0F), radius, radius, rings);
}

std::shared_ptr<Mesh> make_capsule(const vec3& a, const vec3& b, float radius_a, float radius_b) {
    return revolved(a, b, radius_a, radius_b, 15);
}

RenderItem& add(RenderScene& scene, const std::shared_ptr<const Mesh>& mesh, const mat4& world,
                int material) {
    RenderItem item;
    item.mesh = mesh;
    item.material = material;
    item.palette_begin = static_cast<std::uint32_t>(scene.palettes.size());
    item.palette_count = 1;
    item.weights_begin = static_cast<std::uint32_t>(scene.weights.size());
    scene.palettes.push_back(world);
    scene.weights.resize(scene.weights.size() + mesh->targets.size());
    for (const vec3& p : mesh->positions) scene.bounds.add(vec3(world * vec4(p, 1.0F)));
    return scene.items.emplace_back(item);
}

void frame(RenderScene& scene, StandardView view, float aspect) {
    Stance stance;
    stance.up = scene.floor.up;
    stance.front = scene.floor.front;
    stance.left = glm::cross(stance.up, stance.front);
    scene.camera = frame_view(stance, scene.bounds, view, aspect);
}

RenderScene make_figure(StandardView view, float aspect) {
    struct Limb {
        vec3 a, b;
        float ra, rb;
    };
    constexpr std::array<Limb, 8> sided = {
        Limb{{0.09F, 0.92F, 0}, {0.10F, 0.52F, 0.01F}, 0.085F, 0.06F},
        Limb{{0.10F, 0.50F, 0.01F}, {0.10F, 0.10F, -0.02F}, 0.058F, 0.04F},
        Limb{{0.10F, 0.045F, -0.03F}, {0.11F, 0.035F, 0.14F}, 0.045F, 0.035F},
        Limb{{0.17F, 1.42F, -0.01F}, {0.24F, 1.14F, -0.02F}, 0.052F, 0.042F},
        Limb{{0.245F, 1.12F, -0.02F}, {0.28F, 0.88F, 0.05F}, 0.04F, 0.03F},
        Limb{{0.285F, 0.85F, 0.06F}, {0.29F, 0.74F, 0.09F}, 0.036F, 0.022F},
        Limb{{0.05F, 1.45F, -0.01F}, {0.15F, 1.43F, -0.01F}, 0.05F, 0.05F},
        Limb{{0.03F, 1.66F, 0.09F}, {0.035F, 1.66F, 0.092F}, 0.014F, 0.014F},
    };
    constexpr std::array<Limb, 4> middle = {
        Limb{{0, 0.95F, 0}, {0, 1.08F, 0.01F}, 0.145F, 0.12F},
        Limb{{0, 1.15F, 0.01F}, {0, 1.36F, -0.005F}, 0.125F, 0.15F},
        Limb{{0, 1.45F, -0.01F}, {0, 1.55F, 0.01F}, 0.055F, 0.05F},
        Limb{{0, 1.60F, 0.025F}, {0, 1.655F, 0.015F}, 0.082F, 0.098F},
    };
    RenderScene scene;
    std::uint32_t id = 100;
    const auto limb = [&](const Limb& l, float side) {
        const vec3 mirror(side, 1.0F, 1.0F);
        add(scene, make_capsule(l.a * mirror, l.b * mirror, l.ra, l.rb), mat4(1.0F)).pick_id = id++;
    };
    for (const Limb& l : sided) {
        limb(l, 1.0F);
        limb(l, -1.0F);
    }
    for (const Limb& l : middle) limb(l, 1.0F);
    frame(scene, view, aspect);
    return scene;
}

}  // namespace vitruvian::test
