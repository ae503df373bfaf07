// Ambient occlusion: darker where surfaces are close together, and nowhere else.
#include "tests/gl/gl_test.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cstdlib>

namespace vitruvian::test {
namespace {

constexpr int ambient_side = 240;

class AmbientTest : public GlTest {
  protected:
    /// Returns how much lighter each pixel is in a picture of reduced quality, without occlusion.
    static std::vector<int> occluded(const RenderScene& scene) {
        const Image full = draw(scene, ambient_side, ambient_side);
        RenderTarget target;
        target.resize(ambient_side, ambient_side);
        Quality quick;
        quick.soft_shadows = false;
        renderer().draw(scene, target, quick);
        const Image without = target.read();
        std::vector<int> out;
        for (std::size_t i = 0; i < full.rgba.size(); i += 4)
            out.push_back(int{without.rgba[i]} - int{full.rgba[i]});
        return out;
    }
    static int most(const std::vector<int>& values) {
        return *std::max_element(values.begin(), values.end());
    }
    static int at_point(const std::vector<int>& values, const RenderScene& scene, const vec3& point) {
        const vec2 p = to_pixels(scene, point, ambient_side, ambient_side);
        return values.at(static_cast<std::size_t>(p.y) * ambient_side + static_cast<std::size_t>(p.x));
    }
    /// A wall behind the origin, grey.
    static RenderScene wall(bool orthographic) {
        RenderScene scene;
        leave_only_figures(scene);
        scene.materials.resize(1);
        scene.materials[0].base_color = vec4(0.4F, 0.4F, 0.4F, 1.0F);
        add(scene, make_box(vec3(1.0F, 1.0F, 0.05F)), mat4(1.0F), 0);
        scene.camera.orthographic = orthographic;
        scene.camera.target = vec3(0.0F);
        scene.camera.yaw = 0.3F;
        scene.camera.distance = 4.0F;
        return scene;
    }
};

TEST_F(AmbientTest, FlatSurfacesHaveNoneHoweverFarTheSceneReaches) {
    for (const bool orthographic : {false, true}) {
        for (const float reach : {0.0F, 20.0F, 2000.0F}) {
            RenderScene scene = wall(orthographic);
            scene.bounds.add(vec3(reach, 0.0F, -reach));
            scene.casters.add(vec3(-1.0F));
            scene.casters.add(vec3(1.0F));
            // In the reduced picture shadows are also less soft.
            EXPECT_LE(most(occluded(scene)), 4) << "orthographic " << orthographic << ", reach " << reach;
        }
    }
}

TEST_F(AmbientTest, IsAtTheFootOfWhatStandsOnASurface) {
    for (const bool orthographic : {false, true}) {
        RenderScene scene = wall(orthographic);
        // The key light is on the picture's left: its shadow is on the other side.
        const mat4 before = glm::translate(mat4(1.0F), vec3(0.0F, 0.0F, 0.09F));
        add(scene, make_box(vec3(0.3F, 0.3F, 0.04F)), before, 0);
        const std::vector<int> dim = occluded(scene);
        const float front = 0.05F;
        EXPECT_GT(at_point(dim, scene, vec3(0.34F, 0.1F, front)), 6) << orthographic;
        EXPECT_GT(at_point(dim, scene, vec3(0.1F, 0.34F, front)), 6) << orthographic;
        EXPECT_LE(at_point(dim, scene, vec3(0.75F, 0.1F, front)), 2) << "beyond its reach";
        EXPECT_LE(at_point(dim, scene, vec3(0.0F, 0.0F, 0.13F)), 2) << "on top of it";
    }
}

TEST_F(AmbientTest, IsEvenAlongWhatStandsOnASurfaceHoweverNearTheCamera) {
    constexpr int side = 480;
    for (const float distance : {4.0F, 1.0F}) {
        RenderScene scene = wall(false);
        scene.camera.yaw = 0.0F;
        // Far below the lights' shadows.
        const mat4 below = glm::translate(mat4(1.0F), vec3(0.0F, -0.4F, 0.15F));
        add(scene, make_box(vec3(1.0F, 0.3F, 0.1F)), below, 0);
        scene.camera.distance = distance;
        const Image image = draw(scene, side, side);
        // Along rows beside the edge, in the middle of the picture, stripes would change from pixel to pixel.
        int changes = 0;
        for (int y = 100; y < 260; ++y) {
            for (int x = 180; x < 300; ++x)
                changes += std::abs(pixel(image, x, y)[1] - pixel(image, x + 1, y)[1]);
        }
        EXPECT_LT(changes, 40) << distance;
    }
}

}  // namespace
}  // namespace vitruvian::test
