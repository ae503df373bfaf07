#include "tests/gl/squares.h"

#include <cmath>

namespace vitruvian::test {

std::shared_ptr<Mesh> square() {
    auto mesh = std::make_shared<Mesh>();
    mesh->positions = {vec3(-1, -1, 0), vec3(1, -1, 0), vec3(1, 1, 0), vec3(-1, 1, 0)};
    mesh->normals.assign(4, vec3(0, 0, 1));
    mesh->uv0 = {vec2(0, 1), vec2(1, 1), vec2(1, 0), vec2(0, 0)};
    mesh->indices = {0, 1, 2, 0, 2, 3};
    return mesh;
}

Material unlit(const vec4& color) {
    Material material;
    material.base_color = color;
    material.unlit = true;
    return material;
}

RenderScene flat_scene() {
    RenderScene scene;
    leave_only_figures(scene);
    scene.camera.target = vec3(0.0F);
    scene.camera.orthographic = true;
    scene.camera.distance = 1.0F / std::tan(scene.camera.field_of_view * 0.5F);
    return scene;
}

int encoded(float linear) {
    const float s = linear <= 0.0031308F ? linear * 12.92F : 1.055F * std::pow(linear, 1.0F / 2.4F) - 0.055F;
    return static_cast<int>(std::lround(s * 255.0F));
}

void expect_color(const Pixel& got, const Pixel& wanted, int tolerance) {
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(got.at(c), wanted.at(c), tolerance) << "channel " << c;
}

}  // namespace vitruvian::test
