#include "model/rig_diff/facing_difference.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/edit/frames.h"
#include "model/edit/standing_rest.h"
#include "model/figure/facing.h"
#include "model/figure/reference_pose.h"

#include <cmath>
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

/// Joints of motion files have the world's axes at rest. `turn`: what they have after the world was turned.
void give_axes_of_world(Document& motion, const quat& turn) {
    turn_frames(motion, std::vector<quat>(motion.nodes.size(), glm::conjugate(turn)));
    for (Humanoid& figure : motion.humanoids) {
        for (Joint& joint : figure.joints) joint.limit_orientation = identity_quat;
    }
}

Value front_of(const BodyFrame& body) {
    const vec3 front = glm::round(body.front());
    return std::vector<float>{front.x, front.y, front.z};
}

}  // namespace

std::optional<TurnedRig> turned_like(const Document& first, const Document& second) {
    const auto turns_its_root = [](const Document& document) {
        return !is_world(document.format) && document.format != FileFormat::bvh;
    };
    if (turns_its_root(first) && turns_its_root(second)) return std::nullopt;
    const std::optional<BodyFrame> before = body_on_axes(first);
    const std::optional<BodyFrame> after = body_on_axes(second);
    if (!before || !after) return std::nullopt;
    const quat turn =
        normalized_or_identity(before->world_from_body * glm::conjugate(after->world_from_body));
    if (std::abs(turn.w) > 0.999F) return std::nullopt;
    TurnedRig out{second, {}};
    turn_world(out.document, turn);
    if (second.format == FileFormat::bvh) give_axes_of_world(out.document, turn);
    out.change.part = RigPart::info;
    out.change.name = "facing";
    out.change.field = "front";
    out.change.before = front_of(*before);
    out.change.after = front_of(*after);
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
