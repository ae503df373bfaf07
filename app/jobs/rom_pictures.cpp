#include "app/jobs/rom_pictures.h"

#include "app/jobs/data_uri.h"
#include "app/jobs/drawing.h"
#include "app/jobs/open_view.h"
#include "app/jobs/rom_part.h"
#include "app/jobs/run_jobs.h"
#include "app/scene/frame.h"
#include "app/scene/skin_heat.h"
#include "app/scene/view_camera.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <new>
#include <numbers>
#include <utility>

namespace vitruvian {
namespace {

constexpr int side = 240;
constexpr float unseen_angle = 1e-4F;  // radians
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

/// Everything that the rows share.
struct Sheet {
    const RomFigure& figure;
    const FigureShape shape;
    const Camera view;  // of the whole figure
    const PosedTriangles at_rest;
    std::span<const RomExtreme> extremes;
    int steps = 3;
    const std::function<Pose(double time)>& pose_at;
};

/// Returns the camera that shows the whole figure at rest.
Camera best_view(const RomFigure& rom, const FigureShape& shape) {
    const Figure figure{.document = rom.document,
                        .skeleton = &rom.skeleton,
                        .shape = &shape,
                        .pose = &rom.rest,
                        .images = {}};
    return camera_for_view(std::span(&figure, 1), "best", 1.0F).value_or(Camera{});
}

vec3 joint_place(const RomFigure& figure, const TurningJoint& joint, const Pose& pose) {
    const std::vector<mat4> world = world_matrices(figure.skeleton, pose);
    return vec3(at(world, joint.node)[3]);
}

/// A camera, and how long the axis of the joint is in its pictures.
struct Aim {
    Camera camera;
    float axis_length = 0.0F;
};

/// Aims at the joint and the nearer part of its subtree, where skin folds; from where that is not hidden.
Aim aim_at(const Sheet& sheet, const TurningJoint& joint, const Pose& pose) {
    const RomFigure& rom = sheet.figure;
    std::vector<char> counted(rom.document->nodes.size(), 0);
    at(counted, joint.node) = 1;
    const vec3 centre = joint_place(rom, joint, pose);
    const vec3 centre_at_rest = joint_place(rom, joint, rom.rest);
    float reach = 0.0F;
    std::vector<vec3> skin;
    for (std::uint32_t v = 0; v < rom.surface.rest.size(); ++v) {
        const vec3& point = rom.surface.rest[v];
        if (!is_finite(point) || weight_on(rom.surface, v, counted) <= 0.2F) continue;
        reach = std::max(reach, glm::length(point - centre_at_rest));
        skin.push_back(point);
    }
    const vec3 half(0.5F * reach + 0.025F * sheet.shape.stance.height);
    const Camera at_rest = frame_bounds(sheet.view, {centre_at_rest - half, centre_at_rest + half}, 1.0F);
    Camera open = open_view(at_rest, skin, sheet.at_rest, 0.1F * half.x);
    open.target += centre - centre_at_rest;
    return {open, 2.0F * half.x};
}

/// `axis` -1: none is drawn.
Image draw(Drawing& drawing, const RomPart& part, const TurningJoint& joint, const Aim& aim, int axis,
           const Pose& pose) {
    const RomFigure& rom = part.rom();
    const Figure figure{.document = rom.document,
                        .skeleton = &rom.skeleton,
                        .shape = &part.shape(),
                        .pose = &pose,
                        .images = {}};
    ViewSettings view;
    view.background.plain = true;  // the studio's gradient would be most of a picture's bytes
    view.show.grid = false;
    RenderScene scene = compose_frame(std::span(&figure, 1), view, aim.camera);
    scene.floor.shadow = false;
    for (RenderItem& item : scene.items)
        item.casts = false;  // a cast shadow would look like a colour of the scale
    paint_area_change(rom, pose, scene);
    if (axis >= 0) {
        const std::vector<mat4> world = world_matrices(rom.skeleton, rom.rest);
        vec3 unit(0.0F);
        unit[axis] = 1.0F;
        const vec3 direction = mat3(at(world, joint.node)) * (joint.limit_frame * unit);
        const float length = glm::length(direction);
        const vec3 half = length > 0.0F ? direction * (0.5F * aim.axis_length / length) : vec3(0.0F);
        const vec3 centre = joint_place(rom, joint, pose) - scene.origin;
        scene.lines.push_back({centre - half, centre + half, axis_color, 1.5F, true});
    }
    drawing.target.resize(side, side);
    constexpr int unused = 16;
    drawing.renderer->draw(scene, drawing.target,
                           {.key_map = unused, .sky_map = unused, .floor_map = unused});
    return drawing.target.read();
}

/// A picture of one joint.
struct Moment {
    int axis = -1;  // -1: of the clip
    std::string caption;
    Pose pose;
    int extreme = -1;      // which extreme it is; -1: none
    bool is_rest = false;  // shown by the joint's picture at rest
};

std::vector<Moment> moments_of(const Sheet& sheet, int joint) {
    const RomFigure& figure = sheet.figure;
    const std::span<const RomExtreme> extremes = sheet.extremes;
    const int steps = sheet.steps;
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
            const bool is_middle = 2 * step == steps - 1;
            out.push_back({axis, is_middle ? "rest" : caption_of(angle),
                           turned_pose(figure, turning, axis, angle), extreme,
                           is_middle || std::abs(angle) < unseen_angle});
        }
    }
    if (const int clip = extreme_of(-1, RomEnd::clip); clip >= 0) {
        const RomExtreme& extreme = at(extremes, clip);
        out.push_back({-1, fmt::format("{} at {:.2f} s", caption_of(extreme.angle), extreme.time),
                       sheet.pose_at(extreme.time), clip, false});
    }
    return out;
}

std::string as_text(const std::vector<std::byte>& bytes) {
    std::string out;
    out.reserve(bytes.size());
    for (const std::byte byte : bytes) out += std::to_integer<char>(byte);
    return out;
}

/// A joint's row, and the files of its extremes.
struct DrawnRow {
    report::RomRow row;
    std::vector<std::pair<int, std::string>> png_of_extreme;
};

DrawnRow draw_row(const Sheet& sheet, int joint, Drawing& drawing) {
    const RomFigure& rom = sheet.figure;
    const TurningJoint& turning = at(rom.joints, joint);
    const std::vector<Moment> moments = moments_of(sheet, joint);
    const Aim at_rest = aim_at(sheet, turning, rom.rest);
    std::vector<Aim> aims;
    for (const Moment& moment : moments)
        aims.push_back(moment.axis < 0 ? aim_at(sheet, turning, moment.pose) : at_rest);
    std::vector<RomSight> sights{{&at_rest.camera, &rom.rest}};
    for (std::size_t i = 0; i < moments.size(); ++i) sights.push_back({&aims[i].camera, &moments[i].pose});
    const RomPart part(rom, sheet.shape, sights);

    const std::vector<std::byte> rest_png = encode_png(draw(drawing, part, turning, at_rest, -1, rom.rest));
    DrawnRow out{{joint, png_data_uri(rest_png), {}}, {}};
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const Moment& moment = moments[i];
        if (out.row.strips.empty() || out.row.strips.back().axis != moment.axis)
            out.row.strips.push_back({moment.axis, {}});
        const std::vector<std::byte> png =
            moment.is_rest ? rest_png
                           : encode_png(draw(drawing, part, turning, aims[i], moment.axis, moment.pose));
        out.row.strips.back().pictures.push_back(
            {moment.caption, moment.is_rest ? std::string() : png_data_uri(png)});
        if (moment.extreme >= 0) out.png_of_extreme.emplace_back(moment.extreme, as_text(png));
    }
    return out;
}

/// The extremes' joints, each once, in their order.
std::vector<int> joints_of(std::span<const RomExtreme> extremes) {
    std::vector<int> out;
    for (const RomExtreme& extreme : extremes) {
        if (std::find(out.begin(), out.end(), extreme.joint) == out.end()) out.push_back(extreme.joint);
    }
    return out;
}

}  // namespace

report::RomPictures draw_rom(const RomFigure& figure, std::span<const RomExtreme> extremes, int steps,
                             const std::function<Pose(double time)>& pose_at,
                             const std::function<void(std::size_t done, std::size_t all)>& progress) {
    report::RomPictures out;
    const std::vector<int> joints = joints_of(extremes);
    const std::size_t threads =
        std::clamp<std::size_t>(joints.size(), 1, static_cast<std::size_t>(default_drawing_threads()));
    HeadlessContext::prepare_for_threads(threads);
    const auto drawing = Drawing::create();
    if (!drawing) {
        out.note = fmt::format("Without pictures: {}", drawing.error().message);
        return out;
    }
    const FigureShape shape = make_figure_shape(*figure.document, figure.skeleton);
    const Sheet sheet{figure,
                      shape,
                      best_view(figure, shape),
                      posed_triangles(*figure.document, figure.skeleton, figure.rest),
                      extremes,
                      steps,
                      pose_at};
    std::vector<DrawnRow> rows(joints.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> is_memory_short = false;
    std::mutex mutex;
    std::size_t done = 0;
    const auto work = [&](Drawing& own) {
        for (std::size_t i = next++; i < rows.size(); i = next++) {
            try {
                rows[i] = draw_row(sheet, joints[i], own);
            } catch (const std::bad_alloc&) {
                is_memory_short = true;
            }
            if (!progress) continue;
            const std::lock_guard lock(mutex);
            progress(++done, rows.size());
        }
    };
    run_on_threads(threads, [&](bool is_caller) {
        if (is_caller) return work(**drawing);
        if (const auto own = Drawing::create()) work(**own);
    });
    if (is_memory_short) out.note = "Some pictures are left out: there is not enough memory for them";
    out.png_of_extreme.resize(extremes.size());
    for (DrawnRow& drawn : rows) {
        if (drawn.row.joint < 0) continue;
        for (auto& [extreme, png] : drawn.png_of_extreme) at(out.png_of_extreme, extreme) = std::move(png);
        out.rows.push_back(std::move(drawn.row));
    }
    return out;
}

}  // namespace vitruvian
