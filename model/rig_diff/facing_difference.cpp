#include "model/rig_diff/facing_difference.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/edit/frames.h"
#include "model/edit/standing_rest.h"
#include "model/figure/facing.h"
#include "model/figure/reference_pose.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {
namespace {

/// Returns the axis of the world that it faces along; nullopt where there is none.
std::optional<BodyFrame> body_on_axes(const Document& document) {
    if (document.humanoids.empty()) return std::nullopt;
    const BodyFrame body = make_reference_pose(document, 0, ReferenceKind::automatic).body;
    if (!body.found || !body.on_axes || body.mirrored) return std::nullopt;
    return body;
}

/// Returns the turn about the vertical through the origin that brings nearly all joints of the second's first
/// figure to where those of the first's are; nullopt: there is none.
std::optional<quat> turn_of_joints(const Document& first, const Document& second) {
    if (first.humanoids.empty() || second.humanoids.empty()) return std::nullopt;
    const Rig before(first, is_gltf(first.format) && is_world(second.format));
    const Rig after(second, is_gltf(second.format) && is_world(first.format));
    const JointMatch match = match_joints(before, after, 0);
    std::vector<std::pair<vec3, vec3>> places;
    Bounds bounds;
    float along = 0.0F;
    float across = 0.0F;
    for (std::size_t j = 0; j < match.second_of_first.size(); ++j) {
        if (match.second_of_first[j] < 0) continue;
        const vec3 p = before.position(at(before.humanoid(0).joints, static_cast<int>(j)).node);
        const vec3 q = after.position(at(after.humanoid(0).joints, match.second_of_first[j]).node);
        places.emplace_back(p, q);
        bounds.add(p);
        along += p.x * q.x + p.z * q.z;
        across += p.x * q.z - p.z * q.x;
    }
    if (places.empty() || (along == 0.0F && across == 0.0F)) return std::nullopt;
    const quat turn = axis_angle({0.0F, 1.0F, 0.0F}, std::atan2(across, along));
    const float near = 1e-3F * glm::length(bounds.size());
    const auto fits = [&](const auto& place) {
        return glm::distance(place.first, turn * place.second) <= near;
    };
    const auto fitting = std::count_if(places.begin(), places.end(), fits);
    return 10 * fitting >= 9 * std::ssize(places) ? std::optional(turn) : std::nullopt;
}

/// Joints of motion files have the world's axes at rest. `turn`: what they have after the world was turned.
void give_axes_of_world(Document& motion, const quat& turn) {
    turn_frames(motion, std::vector<quat>(motion.nodes.size(), glm::conjugate(turn)));
    for (Humanoid& figure : motion.humanoids) {
        for (Joint& joint : figure.joints) joint.limit_orientation = identity_quat;
    }
}

Value value_of(const vec3& front) {
    return std::vector<float>{front.x, front.y, front.z};
}

/// How the second is turned, and where the first faces in the world; the second faces along `after`.
struct Turn {
    quat second_to_first;
    vec3 before;
    vec3 after;
};

std::optional<Turn> turn_between(const Document& first, const Document& second) {
    const std::optional<BodyFrame> before = body_on_axes(first);
    const std::optional<BodyFrame> after = body_on_axes(second);
    if (before && after)
        return Turn{normalized_or_identity(before->world_from_body * glm::conjugate(after->world_from_body)),
                    glm::round(before->front()), glm::round(after->front())};
    // Writers of worlds turn a figure that faces along no axis.
    if (is_world(first.format) == is_world(second.format)) return std::nullopt;
    const std::optional<quat> turn = turn_of_joints(first, second);
    constexpr vec3 front{0.0F, 0.0F, 1.0F};
    if (!turn) return std::nullopt;
    return is_world(first.format) ? Turn{*turn, front, glm::conjugate(*turn) * front}
                                  : Turn{*turn, *turn * front, front};
}

}  // namespace

std::optional<TurnedRig> turned_like(const Document& first, const Document& second) {
    const auto turns_its_root = [](const Document& document) {
        return !is_world(document.format) && document.format != FileFormat::bvh;
    };
    if (turns_its_root(first) && turns_its_root(second)) return std::nullopt;
    const std::optional<Turn> found = turn_between(first, second);
    if (!found) return std::nullopt;
    const quat turn = found->second_to_first;
    if (std::abs(turn.w) > 0.999F) return std::nullopt;
    TurnedRig out{second, {}};
    turn_world(out.document, turn);
    if (second.format == FileFormat::bvh) give_axes_of_world(out.document, turn);
    out.change.part = RigPart::info;
    out.change.name = "facing";
    out.change.field = "front";
    out.change.before = value_of(found->before);
    out.change.after = value_of(found->after);
    out.change.magnitude = static_cast<double>(glm::angle(turn.w < 0.0F ? -turn : turn));
    out.change.unit = "rad";
    return out;
}

std::optional<StandingRig> standing_like(const Document& motion, const Document& world) {
    if (motion.format != FileFormat::bvh || !is_world(world.format)) return std::nullopt;
    StandingDocument standing = standing_at_rest(motion);
    StandingRig out;
    for (const int h : standing.humanoids) {
        const bool is_there = h < static_cast<int>(world.humanoids.size());
        if (!is_there || make_reference_pose(world, h, ReferenceKind::automatic).from_motion)
            return std::nullopt;
        RigChange change;
        change.part = RigPart::info;
        change.name = "rest";
        change.field = "pose";
        change.before = std::string("zero pose");
        change.after = std::string("T-pose");
        change.figure = h;
        out.changes.push_back(std::move(change));
    }
    if (out.changes.empty()) return std::nullopt;
    out.document = std::move(standing.document);
    return out;
}

}  // namespace vitruvian::rig_diff
