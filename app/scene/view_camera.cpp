#include "app/scene/view_camera.h"

#include "app/scene/framing.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {

std::vector<Viewpoint> cameras_of(const Document& document) {
    std::vector<Viewpoint> out = document.viewpoints;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (!out[i].name.empty()) continue;
        // A camera on a site is listed under the site's name.
        const Node* node = out[i].node < 0 ? nullptr : &at(document.nodes, out[i].node);
        const bool on_site = node != nullptr && node->kind == NodeKind::site && !node->name.empty();
        out[i].name = on_site ? node->name : fmt::format("viewpoint {}", i + 1);
    }
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        for (const Site& site : document.humanoids[h].sites) {
            const Node& node = at(document.nodes, site.node);
            const bool has_its_own = std::any_of(document.viewpoints.begin(), document.viewpoints.end(),
                                                 [&](const Viewpoint& v) { return v.node == site.node; });
            if (!node.name.ends_with("_view") || has_its_own) continue;
            Viewpoint view;
            view.name = node.name;
            view.node = site.node;
            view.humanoid = static_cast<int>(h);
            view.position = vec3(0.0F);
            out.push_back(std::move(view));
        }
    }
    return out;
}

Camera viewpoint_camera(const Viewpoint& viewpoint, std::span<const mat4> world, const mat4& placement,
                        const Bounds& bounds, float aspect) {
    const mat4 frame = viewpoint.node >= 0 ? at(world, viewpoint.node) : placement;
    const vec3 eye(frame * vec4(viewpoint.position, 1.0F));
    const auto direction = [&](const vec3& axis) {
        const vec3 turned = glm::mat3(frame) * (viewpoint.orientation * axis);
        const float length = glm::length(turned);
        return length > 1e-12F ? turned / length : axis;
    };
    Camera camera;
    camera.front = -direction(vec3(0.0F, 0.0F, -1.0F));
    const vec3 up = direction(vec3(0.0F, 1.0F, 0.0F));
    const vec3 square_up = up - camera.front * glm::dot(up, camera.front);  // a sheared frame may tilt it
    if (glm::length(square_up) > 1e-6F) camera.up = glm::normalize(square_up);
    const float extent = bounds.empty() ? 1.0F : glm::length(bounds.size());
    const float ahead = bounds.empty() ? 1.0F : glm::dot(bounds.centre() - eye, -camera.front);
    camera.distance = std::max(ahead, 0.01F * std::max(extent, 1e-6F));
    camera.target = eye - camera.front * camera.distance;
    const float smaller = std::clamp(viewpoint.field_of_view, 0.01F, 3.0F);
    camera.field_of_view = aspect >= 1.0F ? smaller : 2.0F * std::atan(std::tan(0.5F * smaller) / aspect);
    return camera;
}

Result<Camera> camera_for_view(std::span<const Figure> figures, const std::string& name, float aspect,
                               const Air& air) {
    const Bounds bounds = scene_bounds(figures);
    if (const auto view = standard_view_from_string(name)) {
        return frame_view(scene_stance(figures), framed_points(figures), *view, aspect, air);
    }
    std::string names = "best, front, side, top, inclined";
    if (!figures.empty()) {
        const Figure& figure = figures.front();
        for (const Viewpoint& viewpoint : cameras_of(*figure.document)) {
            names += ", " + viewpoint.name;
            if (viewpoint.name != name) continue;
            return viewpoint_camera(viewpoint, placed_world(figure), figure.placement, bounds, aspect);
        }
    }
    return fail("no-such-view", fmt::format("there is no view '{}'; choose from {}", name, names));
}

}  // namespace vitruvian
