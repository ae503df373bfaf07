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

std::optional<BodyFrame> body_of(const Document& document) {
    if (document.humanoids.empty()) return std::nullopt;
    const BodyFrame body = make_reference_pose(document, 0, ReferenceKind::automatic).body;
    return body.found && !body.mirrored ? std::optional(body) : std::nullopt;
}

quat turn_of(const BodyFrame& before, const BodyFrame& after) {
    return normalized_or_identity(before.world_from_body * glm::conjugate(after.world_from_body));
}

/// Where the joints that both first figures have are at rest.
struct JointPlaces {
    std::vector<std::pair<vec3, vec3>> of_both;
    float size = 0.0F;

    JointPlaces(const Document& first, const Document& second) {
        const Rig before(first, is_gltf(first.format) && is_world(second.format));
        const Rig after(second, is_gltf(second.format) && is_world(first.format));
        const JointMatch match = match_joints(before, after, 0);
        Bounds bounds;
        for (std::size_t j = 0; j < match.second_of_first.size(); ++j) {
            if (match.second_of_first[j] < 0) continue;
            const int node = at(before.humanoid(0).joints, static_cast<int>(j)).node;
            const int other = at(after.humanoid(0).joints, match.second_of_first[j]).node;
            of_both.emplace_back(before.position(node), after.position(other));
            bounds.add(before.position(node));
        }
        if (!bounds.empty()) size = glm::length(bounds.size());
    }

    /// The turn about the vertical that brings the second's nearest to the first's.
    [[nodiscard]] quat about_vertical() const {
        float along = 0.0F;
        float across = 0.0F;
        for (const auto& [p, q] : of_both) {
            along += p.x * q.x + p.z * q.z;
            across += p.x * q.z - p.z * q.x;
        }
        return axis_angle({0.0F, 1.0F, 0.0F}, std::atan2(across, along));
    }

    /// Whether the turn brings nearly all of the second's to where the first's are.
    [[nodiscard]] bool fit(const quat& turn) const {
        const auto fitting = std::count_if(of_both.begin(), of_both.end(), [&](const auto& place) {
            return glm::distance(place.first, turn * place.second) <= 1e-3F * size;
        });
        return !of_both.empty() && 10 * fitting >= 9 * std::ssize(of_both);
    }
};

/// Joints of motion files have the world's axes at rest. `turn`: what they have after the world was turned.
void give_axes_of_world(Document& motion, const quat& turn) {
    turn_frames(motion, std::vector<quat>(motion.nodes.size(), glm::conjugate(turn)));
    for (Humanoid& figure : motion.humanoids) {
        for (Joint& joint : figure.joints) joint.limit_orientation = identity_quat;
    }
}

Value value_of(const vec3& front) {
    constexpr float digits = 1e5F;
    const vec3 rounded = glm::round(front * digits) / digits;
    return std::vector<float>{rounded.x, rounded.y, rounded.z};
}

/// How the second is turned, and where the first faces in the world; the second faces along `after`.
struct Turn {
    quat second_to_first;
    vec3 before;
    vec3 after;
};

std::optional<Turn> turn_between(const Document& first, const Document& second) {
    const std::optional<BodyFrame> before = body_of(first);
    const std::optional<BodyFrame> after = body_of(second);
    if (!before || !after) return std::nullopt;
    const quat turn = turn_of(*before, *after);
    if (before->on_axes && after->on_axes)
        return Turn{turn, glm::round(before->front()), glm::round(after->front())};
    // Writers of worlds turn a figure that faces along no axis.
    if (is_world(first.format) == is_world(second.format)) return std::nullopt;
    const JointPlaces places(first, second);
    for (const quat& candidate : {turn, places.about_vertical()}) {
        if (!places.fit(candidate)) continue;
        constexpr vec3 front{0.0F, 0.0F, 1.0F};
        return is_world(first.format) ? Turn{candidate, front, glm::conjugate(candidate) * front}
                                      : Turn{candidate, candidate * front, front};
    }
    return std::nullopt;
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
