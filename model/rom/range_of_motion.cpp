#include "model/rom/range_of_motion.h"

#include "model/core/at.h"
#include "model/core/parallel.h"
#include "model/edit/command.h"
#include "model/figure/joint_angles.h"
#include "model/figure/reference_pose.h"
#include "model/ik/ik_figure.h"
#include "model/rom/self_intersections.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace vitruvian {
namespace {

constexpr float pi = std::numbers::pi_v<float>;
constexpr float min_range = 2.0F * pi / 180.0F;

/// Returns the nodes that influence a vertex with a weight above zero.
std::vector<char> nodes_with_skin(const BodySurface& surface, std::size_t nodes) {
    constexpr float min_weight = 0.01F;
    std::vector<char> out(nodes, 0);
    for (std::size_t i = 0; i < surface.weight.size(); ++i) {
        if (surface.weight[i] > min_weight) at(out, surface.weight_node[i]) = 1;
    }
    return out;
}

int parent_with_skin(const Document& document, const std::vector<char>& has_skin, int node) {
    for (int n = at(document.nodes, node).parent; n >= 0; n = at(document.nodes, n).parent) {
        if (at(has_skin, n) != 0) return n;
    }
    return -1;
}

/// Returns the humanoid's joints, each with the file's limits or otherwise anatomical ones; both are absent
/// where there are none.
std::vector<Joint> limited_joints(const Document& document, int humanoid) {
    const std::vector<Joint>& own = at(document.humanoids, humanoid).joints;
    Document anatomical = document;
    const Command edit = ApplyAnatomicalLimits{{ItemKind::humanoid, -1, humanoid}, {}};
    // Where it knows none of the joints, only the file's limits are used.
    const bool is_known = apply(edit, anatomical).has_value();
    std::vector<Joint> out = own;
    for (int j = 0; is_known && j < static_cast<int>(own.size()); ++j) {
        const Joint& joint = at(own, j);
        if (!joint.lower_limit || !joint.upper_limit)
            at(out, j) = at(at(anatomical.humanoids, humanoid).joints, j);
    }
    return out;
}

TurningJoint turning_joint(const Joint& joint, int index, bool is_from_file) {
    TurningJoint out;
    out.joint = index;
    out.node = joint.node;
    out.limit_frame = joint.limit_orientation;
    out.limits = is_from_file ? LimitSource::file : LimitSource::anatomical;
    // Inverted limits are an error that checks report; the range is used anyway.
    out.lower = glm::clamp(glm::min(*joint.lower_limit, *joint.upper_limit), vec3(-pi), vec3(pi));
    out.upper = glm::clamp(glm::max(*joint.lower_limit, *joint.upper_limit), vec3(-pi), vec3(pi));
    return out;
}

/// Marks `node` and its descendants.
std::vector<char> nodes_under(const Document& document, int node) {
    std::vector<char> out(document.nodes.size(), 0);
    at(out, node) = 1;
    for (int n = node + 1; n < static_cast<int>(document.nodes.size()); ++n) {
        const int parent = at(document.nodes, n).parent;
        if (parent >= 0 && at(out, parent) != 0) at(out, n) = 1;
    }
    return out;
}

std::vector<Carried> carried_triangles(const RomFigure& figure, const TurningJoint& joint) {
    const BodySurface& surface = figure.surface;
    const std::vector<char> under = nodes_under(*figure.document, joint.node);
    std::vector<Carried> of_vertex(surface.rest.size());
    for (std::uint32_t v = 0; v < surface.rest.size(); ++v) {
        const float weight = weight_on(surface, v, under);
        of_vertex[v] = weight < 1e-4F          ? Carried::stays
                       : weight > 1.0F - 1e-4F ? Carried::moves_along
                                               : Carried::deforms;
    }
    std::vector<Carried> out;
    out.reserve(surface.triangles.size());
    for (const Corners& c : surface.triangles) {
        const bool is_alike = of_vertex[c[0]] == of_vertex[c[1]] && of_vertex[c[1]] == of_vertex[c[2]];
        out.push_back(is_alike ? of_vertex[c[0]] : Carried::deforms);
    }
    return out;
}

SkinRegion region_of(const RomFigure& figure, const TurningJoint& joint) {
    std::vector<char> counted(figure.document->nodes.size(), 0);
    at(counted, joint.node) = 1;
    if (joint.parent_node >= 0) at(counted, joint.parent_node) = 1;
    return make_skin_region(figure.surface, counted);
}

double ratio(double now, double before, double least) {
    return std::abs(before) > least ? now / before : std::numeric_limits<double>::quiet_NaN();
}

/// Compares the skin around one joint in several poses with that at rest.
class JointSkin {
  public:
    JointSkin(const RomFigure& figure, const TurningJoint& joint)
        : figure_(figure),
          region_(region_of(figure, joint)),
          rest_(measure_region(figure.surface, region_, figure.surface.rest)) {}

    [[nodiscard]] SkinChange change(const Pose& pose, std::span<const Carried> carried) const {
        SkinChange out;
        if (region_.triangles.empty()) return out;
        const std::vector<vec3> points =
            posed_surface(*figure_.document, figure_.surface, figure_.skeleton, pose);
        const SkinMeasure now = measure_region(figure_.surface, region_, points);
        // So flat a skin has no volume to lose.
        out.volume = ratio(now.volume, rest_.volume, 1e-4 * std::pow(rest_.area, 1.5));
        out.area = ratio(now.area, rest_.area, 0.0);
        out.stretch = longest_stretch(figure_.surface, region_, points);
        out.intersections = count_intersections(figure_.surface, region_, carried, points);
        const auto off = [](double share) { return std::isfinite(share) ? std::abs(1.0 - share) : 0.0; };
        out.severity = off(out.volume) + off(out.area) + 0.1 * std::log2(std::max(out.stretch, 1.0)) +
                       static_cast<double>(out.intersections) / static_cast<double>(region_.triangles.size());
        return out;
    }

  private:
    const RomFigure& figure_;
    SkinRegion region_;
    SkinMeasure rest_;
};

float turn_from_rest(const RomFigure& figure, const TurningJoint& joint, const Pose& pose) {
    const quat turn =
        glm::conjugate(at(figure.rest.local, joint.node).rotation) * at(pose.local, joint.node).rotation;
    return glm::length(rotation_vector(normalized_or_identity(turn)));
}

std::vector<RomExtreme> joined(std::vector<std::vector<RomExtreme>> of_joint) {
    std::vector<RomExtreme> out;
    for (std::vector<RomExtreme>& list : of_joint) out.insert(out.end(), list.begin(), list.end());
    sort_worst_first(out);
    return out;
}

}  // namespace

std::string_view to_string(LimitSource source) {
    return source == LimitSource::file ? "file" : "anatomical";
}

bool TurningJoint::turns_about(int axis) const {
    return upper[axis] - lower[axis] > min_range;
}

Result<RomFigure> make_rom_figure(const Document& document, int humanoid) {
    RomFigure out;
    out.document = &document;
    out.humanoid = humanoid;
    out.skeleton = make_skeleton(document);
    out.rest = base_pose(document, out.skeleton);
    out.surface = make_body_surface(document, humanoid, out.skeleton, out.rest);
    if (out.surface.triangles.empty()) {
        return fail("rom-no-skin", "the humanoid has no skin that its joints could move",
                    {document.file, 0, 0, {}});
    }
    const std::vector<char> has_skin = nodes_with_skin(out.surface, document.nodes.size());
    const std::vector<Joint>& own = at(document.humanoids, humanoid).joints;
    const std::vector<Joint> limited = limited_joints(document, humanoid);
    for (int j = 0; j < static_cast<int>(own.size()); ++j) {
        const Joint& joint = at(limited, j);
        const bool is_limited = joint.lower_limit && joint.upper_limit;
        if (is_limited && at(has_skin, joint.node) == 0) {
            out.joints_without_skin.push_back(j);
        } else if (is_limited) {
            TurningJoint turning = turning_joint(joint, j, at(own, j).lower_limit && at(own, j).upper_limit);
            turning.parent_node = parent_with_skin(document, has_skin, joint.node);
            out.joints.push_back(turning);
        } else if (at(has_skin, joint.node) != 0) {
            out.free_joints.push_back(j);
        }
    }
    return out;
}

Pose turned_pose(const RomFigure& figure, const TurningJoint& joint, int axis, float angle) {
    vec3 angles(0.0F);
    angles[axis] = angle;
    const quat turn = joint.limit_frame * swing_twist_rotation(angles) * glm::conjugate(joint.limit_frame);
    Pose pose = figure.rest;
    at(pose.local, joint.node) =
        compose(at(figure.skeleton.rest, joint.node), Transform{.rotation = normalized_or_identity(turn)});
    return pose;
}

std::vector<RomExtreme> measure_limits(const RomFigure& figure, std::span<const int> joints) {
    std::vector<std::vector<RomExtreme>> found(joints.size());
    parallel_for(joints.size(), 1, 0, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const TurningJoint& joint = at(figure.joints, joints[i]);
            const JointSkin skin(figure, joint);
            const std::vector<Carried> carried = carried_triangles(figure, joint);
            for (int axis = 0; axis < 3; ++axis) {
                if (!joint.turns_about(axis)) continue;
                for (const RomEnd which : {RomEnd::lower, RomEnd::upper}) {
                    const float angle = (which == RomEnd::lower ? joint.lower : joint.upper)[axis];
                    const SkinChange change = skin.change(turned_pose(figure, joint, axis, angle), carried);
                    found[i].push_back({joints[i], axis, which, angle, 0.0, change});
                }
            }
        }
    });
    return joined(std::move(found));
}

std::vector<RomExtreme> measure_clip(const RomFigure& figure, std::span<const int> joints, double duration,
                                     const std::function<Pose(double time)>& pose_at) {
    constexpr double rate = 30.0;
    constexpr int max_samples = 1800;
    const int samples = static_cast<int>(std::clamp(std::ceil(duration * rate), 0.0, max_samples * 1.0)) + 1;
    std::vector<RomExtreme> farthest;
    for (const int joint : joints) farthest.push_back({joint, -1, RomEnd::clip, 0.0F, 0.0, {}});
    for (int s = 0; s < samples; ++s) {
        const double time = samples > 1 ? duration * s / (samples - 1) : 0.0;
        const Pose pose = pose_at(time);
        for (RomExtreme& extreme : farthest) {
            const float angle = turn_from_rest(figure, at(figure.joints, extreme.joint), pose);
            if (angle <= extreme.angle) continue;
            extreme.angle = angle;
            extreme.time = time;
        }
    }
    std::erase_if(farthest, [](const RomExtreme& extreme) { return !(extreme.angle > min_range); });
    // Every joint may have moved: no pair of triangles is known to keep its relative position.
    const std::vector<Carried> carried(figure.surface.triangles.size(), Carried::deforms);
    std::vector<std::vector<RomExtreme>> found(farthest.size());
    parallel_for(farthest.size(), 1, 0, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            RomExtreme extreme = farthest[i];
            const JointSkin skin(figure, at(figure.joints, extreme.joint));
            extreme.change = skin.change(pose_at(extreme.time), carried);
            found[i].push_back(extreme);
        }
    });
    return joined(std::move(found));
}

void sort_worst_first(std::vector<RomExtreme>& extremes) {
    std::stable_sort(extremes.begin(), extremes.end(), [](const RomExtreme& a, const RomExtreme& b) {
        return a.change.severity > b.change.severity;
    });
}

}  // namespace vitruvian
