#include "renderer/studio.h"

#include "model/core/at.h"

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace vitruvian {
namespace {

/// Returns a direction by yaw from the floor's front (positive: towards the figure's left) and elevation
/// above the horizon.
vec3 direction(const Floor& floor, float yaw_degrees, float pitch_degrees) {
    const float yaw = glm::radians(yaw_degrees);
    const float pitch = glm::radians(pitch_degrees);
    const vec3 left = glm::cross(floor.up, floor.front);
    return std::cos(pitch) * (std::cos(yaw) * floor.front + std::sin(yaw) * left) +
           std::sin(pitch) * floor.up;
}

vec4 plane(const vec3& axis, const vec3& origin) {
    return {axis, -glm::dot(axis, origin)};
}

float luminance(const vec3& srgb) {
    return glm::dot(srgb, vec3(0.2126F, 0.7152F, 0.0722F));
}

/// From below, the floor would hide the figure.
bool shows_floor(const RenderScene& scene) {
    const Floor& floor = scene.floor;
    const vec3 to_eye = scene.camera.orthographic ? scene.camera.eye() - scene.camera.target
                                                  : scene.camera.eye() - floor.origin;
    return (floor.grid || floor.shadow) && glm::dot(floor.up, to_eye) > 0.0F;
}

constexpr std::size_t max_bands = 16;
constexpr vec3 backdrop_inner{0.262F, 0.267F, 0.278F};
constexpr vec3 backdrop_outer{0.125F, 0.128F, 0.135F};

}  // namespace

FrameBlock make_frame(const RenderScene& scene, int width, int height) {
    const Camera& camera = scene.camera;
    const Floor& floor = scene.floor;
    FrameBlock frame;
    const auto w = static_cast<float>(width);
    const auto h = static_cast<float>(height);
    frame.clip_from_world = camera.projection(w / h, scene.bounds) * camera.view();
    frame.eye = vec4(camera.eye(), camera.orthographic ? 0.0F : 1.0F);
    frame.view_back = vec4(glm::normalize(camera.eye() - camera.target), 0.0F);
    frame.floor_up = plane(floor.up, floor.origin);
    frame.floor_left = plane(glm::cross(floor.up, floor.front), floor.origin);
    frame.floor_front = plane(floor.front, floor.origin);
    // The key light is on the picture's left in a front view, for three-quarter modelling. It is low enough
    // to reach under hair and hats.
    frame.key_direction = vec4(direction(floor, -24.0F, 40.0F), 0.0F);
    // The fill light is beside the eye, so that whatever is viewed is readable.
    const vec3 beside = glm::transpose(mat3(camera.view()))[0] * 0.30F + floor.up * 0.15F;
    frame.fill_direction = vec4(glm::normalize(vec3(frame.view_back) + beside), 0.0F);
    frame.rim_direction = vec4(direction(floor, 152.0F, 34.0F), 0.0F);
    frame.floor_middle = vec4(floor.middle, 0.0F, 0.0F);
    frame.sizes = vec4(std::max(floor.unit, 1e-6F), 0.0F, 0.0F, std::max(floor.radius, 1e-6F));
    frame.viewport = vec4(w, h, 1.0F / w, 1.0F / h);
    return frame;
}

bool StudioView::is_same(const StudioView& other) const {
    return drawable && other.drawable && frame == other.frame &&
           same_background(background, other.background) && grid == other.grid && floor == other.floor;
}

bool same_background(const Background& a, const Background& b) {
    return a.transparent == b.transparent && a.plain == b.plain && a.color == b.color;
}

StudioView studio_view(const RenderScene& scene, const FrameBlock& frame) {
    const Floor& floor = scene.floor;
    const vec3 left = glm::cross(floor.up, floor.front);
    const vec3 middle = floor.origin + floor.middle.x * left + floor.middle.y * floor.front;
    Bounds square;
    for (const vec3& corner :
         {left + floor.front, left - floor.front, -left + floor.front, -left - floor.front})
        square.add(middle + corner * floor.radius);
    StudioView out{frame, scene.background, floor.grid, shows_floor(scene), !scene.sky.has_value()};
    out.frame.clip_from_world =
        scene.camera.projection(frame.viewport.x / frame.viewport.y, square) * scene.camera.view();
    // Only used by figures and shadows.
    out.frame.shadow_from_world = mat4(1.0F);
    out.frame.sky_from_world = mat4(1.0F);
    out.frame.key_direction = vec4(0.0F);
    out.frame.floor_map_left = vec4(0.0F);
    out.frame.floor_map_front = vec4(0.0F);
    out.frame.sizes.y = 0.0F;
    out.frame.sizes.z = 0.0F;
    return out;
}

void Studio::draw_background(const RenderScene& scene, float aspect, Programs& programs) {
    if (scene.sky) {
        draw_sky(scene, aspect, programs);
        return;
    }
    if (scene.background.transparent) return;
    const Program& program = programs.get({"screen.vert", "background.frag", {}});
    program.use();
    const bool plain = scene.background.plain;
    const vec3 inner = plain ? scene.background.color : backdrop_inner;
    const vec3 outer = plain ? scene.background.color : backdrop_outer;
    glUniform3fv(program.at("inner"), 1, &inner[0]);
    glUniform3fv(program.at("outer"), 1, &outer[0]);
    glUniform1f(program.at("aspect"), aspect);
    glUniform1f(program.at("dither"), plain ? 0.0F : 1.0F);
    glBindVertexArray(nothing_.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Studio::draw_sky(const RenderScene& scene, float aspect, Programs& programs) {
    const Program& program = programs.get({"screen.vert", "sky.frag", {}});
    program.use();
    // A colour and its angle: from the zenith for the sky, from the nadir for the ground.
    const auto set = [&](const char* bands, const char* count, const std::vector<vec3>& colors,
                         const std::vector<float>& angles) {
        std::array<vec4, max_bands> values{};
        const std::size_t shown = std::min(colors.size(), max_bands);
        for (std::size_t i = 0; i < shown; ++i) values.at(i) = vec4(colors[i], i == 0 ? 0.0F : angles[i - 1]);
        glUniform4fv(program.at(bands), static_cast<GLsizei>(values.size()), &values[0][0]);
        glUniform1i(program.at(count), static_cast<GLint>(shown));
    };
    set("sky_bands", "sky_count", scene.sky->sky_colors, scene.sky->sky_angles);
    set("ground_bands", "ground_count", scene.sky->ground_colors, scene.sky->ground_angles);
    const Camera& camera = scene.camera;
    const mat3 world_from_view = glm::transpose(mat3(camera.view()));
    glUniformMatrix3fv(program.at("world_from_view"), 1, GL_FALSE, &world_from_view[0][0]);
    const float half = std::tan(0.5F * camera.field_of_view);
    const vec2 half_size(half * aspect, half);
    glUniform2fv(program.at("half_size"), 1, &half_size[0]);
    glBindVertexArray(nothing_.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    draw_sky_pictures(scene, world_from_view, half_size, programs);
}

void Studio::draw_sky_pictures(const RenderScene& scene, const mat3& world_from_view, vec2 half_size,
                               Programs& programs) {
    // Right, up and back of an eye that looks at each side upright (VRML97 6.5), in world space.
    static const std::array<mat3, 6> world_from_side{
        mat3(1, 0, 0, 0, 1, 0, 0, 0, 1),  mat3(-1, 0, 0, 0, 1, 0, 0, 0, -1),
        mat3(0, 0, -1, 0, 1, 0, 1, 0, 0), mat3(0, 0, 1, 0, 1, 0, -1, 0, 0),
        mat3(1, 0, 0, 0, 0, 1, 0, -1, 0), mat3(1, 0, 0, 0, 0, -1, 0, 1, 0)};
    TextureUse use;
    use.wrap_u = Wrap::clamp;
    use.wrap_v = Wrap::clamp;
    const Program& program = programs.get({"screen.vert", "sky_picture.frag", {}});
    glEnable(GL_BLEND);
    for (std::size_t side = 0; side < world_from_side.size(); ++side) {
        const int index = scene.sky->pictures.at(side);
        if (index < 0 || static_cast<std::size_t>(index) >= scene.images.size()) continue;
        const std::shared_ptr<const Image>& image = at(scene.images, index);
        if (image == nullptr || image->width <= 0 || image->height <= 0) continue;
        program.use();
        const mat3 side_from_view = glm::transpose(world_from_side.at(side)) * world_from_view;
        glUniformMatrix3fv(program.at("side_from_view"), 1, GL_FALSE, &side_from_view[0][0]);
        glUniform2fv(program.at("half_size"), 1, &half_size[0]);
        textures_.bind(Unit::base, image, Encoding::srgb, use);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    Textures::unbind();
    glDisable(GL_BLEND);
}

void Studio::draw_floor(const RenderScene& scene, Programs& programs) {
    const Program& program = programs.get({"floor.vert", "floor.frag", {}});
    program.use();
    const bool studio = !scene.background.plain && !scene.background.transparent && !scene.sky;
    const bool bright = scene.background.plain && luminance(scene.background.color) > 0.5F;
    glUniform4f(program.at("show"), studio ? 0.075F : 0.0F, 0.0F, scene.floor.grid ? 1.0F : 0.0F, 0.0F);
    const float line = bright ? 0.0F : 1.0F;
    glUniform4f(program.at("line_color"), line, line, line, bright ? 0.30F : 0.24F);
    glBindVertexArray(nothing_.get());
    glEnable(GL_BLEND);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_BLEND);
}

void Studio::draw_backdrop(const RenderScene& scene, float aspect, Programs& programs) {
    if (scene.background.transparent && !scene.sky) {
        glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_DEPTH_TEST);
    draw_background(scene, aspect, programs);
    glEnable(GL_DEPTH_TEST);
}

void Studio::lay_floor(const RenderScene& scene, Programs& programs) {
    if (!shows_floor(scene)) return;
    glDisable(GL_DEPTH_TEST);
    draw_floor(scene, programs);
    glEnable(GL_DEPTH_TEST);
}

void Studio::draw_shadow(const RenderScene& scene, Programs& programs) {
    if (!shows_floor(scene) || !scene.floor.shadow) return;
    const Program& program = programs.get({"floor.vert", "floor.frag", {"SHADOW"}});
    program.use();
    glUniform4f(program.at("show"), 0.0F, 1.0F, 0.0F, 0.0F);
    glBindVertexArray(nothing_.get());
    glEnable(GL_BLEND);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisable(GL_BLEND);
}

void Studio::draw_over_figures(const RenderScene& scene, bool shadows, Programs& programs) {
    if (!shows_floor(scene)) return;
    glDepthMask(GL_FALSE);
    glBlendFunc(GL_DST_ALPHA, GL_ONE_MINUS_SRC_ALPHA);  // nothing where there is no figure
    glEnable(GL_POLYGON_OFFSET_FILL);  // geometry of the file in this plane is in front of it
    glPolygonOffset(1.0F, 64.0F);
    draw_floor(scene, programs);
    if (shadows) draw_shadow(scene, programs);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_TRUE);
}

}  // namespace vitruvian
