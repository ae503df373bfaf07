#include "app/jobs/rom_pictures.h"

#include "app/jobs/data_uri.h"
#include "app/scene/frame.h"
#include "app/scene/skin_heat.h"
#include "app/scene/view_camera.h"
#include "model/core/at.h"
#include "model/rom/skin_region.h"
#include "renderer/headless_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace vitruvian {
namespace {

constexpr int side = 240;
constexpr vec4 axis_color{0.94F, 0.32F, 0.27F, 1.0F};

std::string caption_of(float angle) {
    return fmt::format("{:+.0f}°", static_cast<double>(angle) * 180.0 / std::numbers::pi);
}

/// Returns the angle of picture `step` of `steps`: from limit to limit, with rest in the middle of an odd
/// number.
float angle_at(const TurningJoint& joint, int axis, int step, int steps) {
    const float low = joint.lower[axis];
    const float high = joint.upper[axis];
    const auto share = static_cast<float>(step) / static_cast<float>(steps - 1);
    if (steps % 2 == 0) return glm::mix(low, high, share);
    return share <= 0.5F ? low * (1.0F - 2.0F * share) : high * (2.0F * share - 1.0F);
}

class Artist {
  public:
    Artist(const RomFigure& figure, Renderer& renderer)
        : rom_(figure), renderer_(renderer), shape_(make_figure_shape(*figure.document, figure.skeleton)) {
        target_.resize(side, side);
    }

    /// Aims at the joint and the nearer part of its subtree, where skin folds.
    void aim(const TurningJoint& joint, const Pose& pose) {
        std::vector<char> counted(rom_.document->nodes.size(), 0);
        at(counted, joint.node) = 1;
        const vec3 centre = joint_place(joint, pose);
        const vec3 centre_at_rest = joint_place(joint, rom_.rest);
        float reach = 0.0F;
        for (std::uint32_t v = 0; v < rom_.surface.rest.size(); ++v) {
            const vec3& point = rom_.surface.rest[v];
            if (is_finite(point) && weight_on(rom_.surface, v, counted) > 0.2F)
                reach = std::max(reach, glm::length(point - centre_at_rest));
        }
        const vec3 half(0.5F * reach + 0.025F * shape_.stance.height);
        const Figure figure = figure_in(rom_.rest);
        camera_ = frame_bounds(camera_for_view(std::span(&figure, 1), "best", 1.0F).value_or(Camera{}),
                               {centre - half, centre + half}, 1.0F);
        axis_length_ = 2.0F * half.x;
    }

    /// `axis` -1: none is drawn.
    Image draw(const TurningJoint& joint, int axis, const Pose& pose) {
        const Figure figure = figure_in(pose);
        ViewSettings view;
        view.background.plain = true;  // the studio's gradient would be most of a picture's bytes
        view.show.grid = false;
        RenderScene scene = compose_frame(std::span(&figure, 1), view, camera_);
        scene.floor.shadow = false;
        paint_area_change(rom_, pose, scene);
        if (axis >= 0) {
            const std::vector<mat4> world = world_matrices(rom_.skeleton, rom_.rest);
            vec3 unit(0.0F);
            unit[axis] = 1.0F;
            const vec3 direction = mat3(at(world, joint.node)) * (joint.limit_frame * unit);
            const float length = glm::length(direction);
            const vec3 half = length > 0.0F ? direction * (0.5F * axis_length_ / length) : vec3(0.0F);
            const vec3 centre = joint_place(joint, pose) - scene.origin;
            scene.lines.push_back({centre - half, centre + half, axis_color, 1.5F, true});
        }
        renderer_.draw(scene, target_);
        return target_.read();
    }

  private:
    [[nodiscard]] Figure figure_in(const Pose& pose) const {
        return {.document = rom_.document,
                .skeleton = &rom_.skeleton,
                .shape = &shape_,
                .pose = &pose,
                .images = {}};
    }

    [[nodiscard]] vec3 joint_place(const TurningJoint& joint, const Pose& pose) const {
        const std::vector<mat4> world = world_matrices(rom_.skeleton, pose);
        return vec3(at(world, joint.node)[3]);
    }

    const RomFigure& rom_;
    Renderer& renderer_;
    FigureShape shape_;
    RenderTarget target_;
    Camera camera_;
    float axis_length_ = 0.0F;
};

/// A picture of one joint.
struct Moment {
    int axis = -1;
    std::string caption;
    Pose pose;
    int extreme = -1;  // which extreme it is; -1: none
};

std::vector<Moment> moments_of(const RomFigure& figure, std::span<const RomExtreme> extremes, int joint,
                               int steps, const std::function<Pose(double time)>& pose_at) {
    const TurningJoint& turning = at(figure.joints, joint);
    std::vector<Moment> out;
    const auto extreme_of = [&](int axis, RomEnd end) {
        const auto found = std::find_if(extremes.begin(), extremes.end(), [&](const RomExtreme& extreme) {
            return extreme.joint == joint && extreme.axis == axis && extreme.end == end;
        });
        return found == extremes.end() ? -1 : static_cast<int>(found - extremes.begin());
    };
    for (int axis = 0; axis < 3; ++axis) {
        if (extreme_of(axis, RomEnd::lower) < 0) continue;
        for (int step = 0; step < steps; ++step) {
            const float angle = angle_at(turning, axis, step, steps);
            const int extreme = step == 0           ? extreme_of(axis, RomEnd::lower)
                                : step == steps - 1 ? extreme_of(axis, RomEnd::upper)
                                                    : -1;
            out.push_back({axis, caption_of(angle), turned_pose(figure, turning, axis, angle), extreme});
        }
    }
    if (const int clip = extreme_of(-1, RomEnd::clip); clip >= 0) {
        const RomExtreme& extreme = at(extremes, clip);
        out.push_back({-1, fmt::format("{} at {:.2f} s", caption_of(extreme.angle), extreme.time),
                       pose_at(extreme.time), clip});
    }
    return out;
}

std::string as_text(const std::vector<std::byte>& bytes) {
    std::string out;
    out.reserve(bytes.size());
    for (const std::byte byte : bytes) out += std::to_integer<char>(byte);
    return out;
}

}  // namespace

report::RomPictures draw_rom(const RomFigure& figure, std::span<const RomExtreme> extremes, int steps,
                             const std::function<Pose(double time)>& pose_at) {
    report::RomPictures out;
    auto context = HeadlessContext::create();
    auto renderer = context ? Renderer::create(HeadlessContext::loader()) : tl::unexpected(context.error());
    if (!renderer) {
        out.note = fmt::format("Without pictures: {}", renderer.error().message);
        return out;
    }
    out.png_of_extreme.resize(extremes.size());
    Artist artist(figure, **renderer);
    std::vector<char> is_drawn(figure.joints.size(), 0);
    for (const RomExtreme& first : extremes) {
        if (std::exchange(at(is_drawn, first.joint), 1) != 0) continue;
        const TurningJoint& joint = at(figure.joints, first.joint);
        const std::vector<Moment> moments = moments_of(figure, extremes, first.joint, steps, pose_at);
        artist.aim(joint, figure.rest);
        report::RomRow row{first.joint, png_data_uri(artist.draw(joint, -1, figure.rest)), {}};
        for (const Moment& moment : moments) {
            if (row.strips.empty() || row.strips.back().axis != moment.axis)
                row.strips.push_back({moment.axis, {}});
            std::vector<report::RomPicture>& pictures = row.strips.back().pictures;
            const bool is_rest = steps % 2 == 1 && moment.axis >= 0 && moment.extreme < 0 &&
                                 pictures.size() == static_cast<std::size_t>(steps / 2);
            if (is_rest) {
                pictures.push_back({"rest", {}});
                continue;
            }
            if (moment.axis < 0) artist.aim(joint, moment.pose);
            const Image picture = artist.draw(joint, moment.axis, moment.pose);
            const std::vector<std::byte> png = encode_png(picture);
            pictures.push_back({moment.caption, png_data_uri(png)});
            if (moment.extreme >= 0) at(out.png_of_extreme, moment.extreme) = as_text(png);
        }
        out.rows.push_back(std::move(row));
    }
    return out;
}

}  // namespace vitruvian
