// Commands that mirror one side of a figure to the other.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/frames.h"
#include "model/edit/mirror.h"
#include "model/edit/move_centre.h"
#include "model/figure/bone_frames.h"
#include "model/figure/reference_pose.h"
#include "model/standard/mirrored_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

constexpr std::array<std::string_view, 5> things{"limits", "stiffness", "centres", "sites", "pose"};

constexpr float full_turn = 6.2831853F;  // represents the free side of a limit with only one side

/// A joint or site and its counterpart: indices into the humanoid's list.
struct Pair {
    std::size_t from = 0;
    std::size_t to = 0;
};

/// The humanoid's plane between left and right, and the side of its parts.
class Sides {
  public:
    Sides(const Document& document, int humanoid, Side from)
        : document_(document), humanoid_(at(document.humanoids, humanoid)), from_(from) {
        const ReferencePose rest = make_reference_pose(document, humanoid, ReferenceKind::rest);
        const vec3 n = rest.body.world_from_body * vec3(1.0F, 0.0F, 0.0F);
        if (humanoid_.kind == HumanoidKind::hanim) {
            const std::vector<mat4> world = worlds_at_rest(document);
            const mat4 own = humanoid_.node < 0 ? mat4(1.0F) : at(world, humanoid_.node);
            // H-Anim's plane is X = 0 of the humanoid; robots and others that face another way have their
            // own.
            const bool is_own = std::abs(glm::dot(n, glm::normalize(vec3(own[0])))) > 0.7F;
            if (!rest.body.found || is_own) {
                mat4 flip(1.0F);
                flip[0][0] = -1.0F;
                mirror_ = own * flip * affine_inverse(own);
                return;
            }
        }
        const int hips = humanoid_.bones[Bone::hips];
        const vec3 on_plane = hips < 0 ? vec3(0.0F) : vec3(at(rest.world, hips)[3]);
        mat3 turn = mat3(1.0F) - 2.0F * glm::outerProduct(n, n);
        mirror_ = mat4(turn);
        mirror_[3] = vec4(on_plane - turn * on_plane, 1.0F);
    }

    /// In world space.
    [[nodiscard]] const mat4& mirror() const { return mirror_; }

    [[nodiscard]] std::vector<Pair> joints() const {
        return pairs(humanoid_.joints, [&](int node) { return bone_counterpart(node); });
    }
    [[nodiscard]] std::vector<Pair> sites() const {
        return pairs(humanoid_.sites, [](int) { return -1; });
    }

  private:
    /// Returns the node of the counterpart bone, where the node is a bone of the mirrored side; otherwise -1.
    [[nodiscard]] int bone_counterpart(int node) const {
        const std::optional<Bone> bone = humanoid_.bones.bone_of(node);
        if (!bone || mirrored_bone(*bone) == *bone) return -1;
        const bool is_left = side_of(*bone) == BoneSide::left || *bone == Bone::left_eye;
        return is_left == (from_ == Side::left) ? humanoid_.bones[mirrored_bone(*bone)] : -1;
    }

    template <class Thing, class Counterpart>
    [[nodiscard]] std::vector<Pair> pairs(const std::vector<Thing>& list,
                                          const Counterpart& counterpart) const {
        std::vector<Pair> out;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const auto mirrored = mirrored_name(at(document_.nodes, list[i].node).name);
            const bool is_named = mirrored && mirrored->side == from_;
            const int node = counterpart(list[i].node);
            const auto found = std::find_if(list.begin(), list.end(), [&](const Thing& other) {
                if (node >= 0) return other.node == node;
                return is_named && at(document_.nodes, other.node).name == mirrored->name;
            });
            if (found != list.end()) out.push_back({i, static_cast<std::size_t>(found - list.begin())});
        }
        return out;
    }

    const Document& document_;
    const Humanoid& humanoid_;
    Side from_;
    mat4 mirror_{1.0F};
};

/// Returns a mirrored frame, with its X axis negated so that it stays right-handed.
mat4 mirrored_frame(const mat4& mirror, const mat4& world) {
    mat4 out = mirror * world;
    out[0] = -out[0];
    return out;
}

/// Returns a world-space rotation, mirrored.
quat mirrored_turn(const mat4& mirror, const quat& turn) {
    const vec3 axis = mat3(mirror) * vec3(turn.x, turn.y, turn.z);
    return {turn.w, -axis.x, -axis.y, -axis.z};
}

/// Returns a rotation from the rest of one joint, mirrored for its counterpart.
quat mirrored_delta(const Sides& sides, std::span<const mat4> rest, int from, int to, const quat& delta) {
    const quat from_frame = rotation_part(at(rest, from));
    const quat to_frame = rotation_part(at(rest, to));
    const quat turn = mirrored_turn(sides.mirror(), from_frame * delta * glm::conjugate(from_frame));
    return normalized_or_identity(glm::conjugate(to_frame) * turn * to_frame);
}

// Subtracted, since the negative of zero would be written as -0.
vec3 mirrored_lower(const vec3& lower, const vec3& upper) {
    return {lower.x, 0.0F - upper.y, 0.0F - upper.z};
}
vec3 mirrored_upper(const vec3& lower, const vec3& upper) {
    return {upper.x, 0.0F - lower.y, 0.0F - lower.z};
}

/// Calls `found` with the sides relative to the joint or site, and its counterpart; not called where it has
/// none.
template <class Found>
void with_counterpart(const Document& document, const Item& item, const Found& found) {
    if (!is_there(document, item, item.kind)) return;
    for (const Side side : {Side::left, Side::right}) {
        const Sides sides(document, item.humanoid, side);
        for (const Pair& pair : item.kind == ItemKind::site ? sides.sites() : sides.joints()) {
            if (static_cast<int>(pair.from) == item.index && pair.to != pair.from) {
                found(sides, Item{item.kind, item.humanoid, static_cast<int>(pair.to)});
                return;
            }
        }
    }
}

void mirror_limits(Document& document, Humanoid& humanoid, const Sides& sides) {
    const std::vector<mat4> world = worlds_at_rest(document);
    for (const Pair& pair : sides.joints()) {
        const Joint& from = humanoid.joints[pair.from];
        Joint& to = humanoid.joints[pair.to];
        const bool is_free = !from.lower_limit && !from.upper_limit;
        const vec3 lower = from.lower_limit.value_or(vec3(-full_turn));
        const vec3 upper = from.upper_limit.value_or(vec3(full_turn));
        to.lower_limit = is_free ? std::nullopt : std::optional(mirrored_lower(lower, upper));
        to.upper_limit = is_free ? std::nullopt : std::optional(mirrored_upper(lower, upper));
        const quat frame = rotation_part(at(world, from.node)) * from.limit_orientation;
        const quat mirrored = rotation_part(mirrored_frame(sides.mirror(), matrix_of(frame)));
        to.limit_orientation =
            normalized_or_identity(glm::conjugate(rotation_part(at(world, to.node))) * mirrored);
    }
}

Result<void> mirror_centres(Document& document, int humanoid, const Sides& sides) {
    const int frame = at(document.humanoids, humanoid).node;
    for (const Pair& pair : sides.joints()) {
        const Humanoid& figure = at(document.humanoids, humanoid);
        const std::vector<mat4> world = worlds_at_rest(document);
        const mat4 from_world = frame < 0 ? mat4(1.0F) : affine_inverse(at(world, frame));
        const vec4 place = sides.mirror() * at(world, figure.joints[pair.from].node)[3];
        const Result<void> moved =
            move_centre(document, static_cast<std::size_t>(humanoid), pair.to, vec3(from_world * place));
        if (!moved) return moved;
    }
    return {};
}

void mirror_sites(Document& document, int index, const Sides& sides) {
    const Humanoid& humanoid = at(document.humanoids, index);
    const bool keeps_rest = rests_unturned(document, index);
    const std::vector<mat4> world = worlds_at_rest(document);
    for (const Pair& pair : sides.sites()) {
        const int to = humanoid.sites[pair.to].node;
        const int parent = at(document.nodes, to).parent;
        const mat4 placed = mirrored_frame(sides.mirror(), at(world, humanoid.sites[pair.from].node));
        const mat4 local = parent < 0 ? placed : affine_inverse(at(world, parent)) * placed;
        place_node(document, to, local, keeps_rest);
    }
}

/// Like the above, for a whole delta.
Transform mirrored_delta(const Sides& sides, std::span<const mat4> rest, int from, int to, Transform delta) {
    const quat from_frame = rotation_part(at(rest, from));
    const quat to_frame = rotation_part(at(rest, to));
    const quat stretch = from_frame * delta.scale_orientation;
    delta.rotation = mirrored_delta(sides, rest, from, to, delta.rotation);
    delta.translation = glm::conjugate(to_frame) * (mat3(sides.mirror()) * (from_frame * delta.translation));
    if (delta.scale_orientation != identity_quat) {
        const quat mirrored = rotation_part(mirrored_frame(sides.mirror(), matrix_of(stretch)));
        delta.scale_orientation = normalized_or_identity(glm::conjugate(to_frame) * mirrored);
    }
    return delta;
}

void mirror_pose(Document& document, const Humanoid& humanoid, const Sides& sides) {
    const std::vector<mat4> world = worlds_at_rest(document);
    for (const Pair& pair : sides.joints()) {
        const int from = humanoid.joints[pair.from].node;
        const int to = humanoid.joints[pair.to].node;
        at(document.nodes, to).delta = mirrored_delta(sides, world, from, to, at(document.nodes, from).delta);
    }
}

Result<void> expect_things(const Mirror& edit) {
    if (edit.from != "left" && edit.from != "right")
        return fail("edit-no-side", "\"from\" must be \"left\" or \"right\".");
    for (const std::string& what : edit.what) {
        if (std::find(things.begin(), things.end(), what) == things.end()) {
            return fail("edit-no-such-part", fmt::format("\"{}\" cannot be mirrored; what can is {}.", what,
                                                         fmt::join(things, ", ")));
        }
    }
    return {};
}

Result<void> mirror(const Mirror& edit, Document& document) {
    if (!is_there(document, edit.humanoid, ItemKind::humanoid))
        return no_such_thing(edit.humanoid, ItemKind::humanoid);
    if (const Result<void> sound = expect_things(edit); !sound) return sound;
    const int index = edit.humanoid.index;
    const auto wants = [&](std::string_view what) {
        return edit.what.empty() || std::find(edit.what.begin(), edit.what.end(), what) != edit.what.end();
    };
    const Sides sides(document, index, edit.from == "left" ? Side::left : Side::right);
    if (sides.joints().empty() && sides.sites().empty()) {
        return fail("edit-no-sides",
                    "Nothing of the humanoid has a counterpart on the other side: map its bones, "
                    "or name its joints by side (l_hip, r_hip).");
    }
    Document changed = document;
    Humanoid& humanoid = at(changed.humanoids, index);
    if (wants("centres")) {
        if (const Result<void> done = mirror_centres(changed, index, sides); !done) return done;
    }
    if (wants("limits")) mirror_limits(changed, humanoid, sides);
    if (wants("stiffness")) {
        for (const Pair& pair : sides.joints())
            humanoid.joints[pair.to].stiffness = humanoid.joints[pair.from].stiffness;
    }
    if (wants("sites")) mirror_sites(changed, index, sides);
    if (wants("pose")) mirror_pose(changed, humanoid, sides);
    return keep_if_valid(std::move(changed), document);
}

}  // namespace

std::optional<Item> counterpart(const Document& document, const Item& item) {
    std::optional<Item> out;
    if (item.kind != ItemKind::joint && item.kind != ItemKind::site) return out;
    with_counterpart(document, item, [&](const Sides&, const Item& other) { out = other; });
    return out;
}

std::optional<MirroredJoint> mirrored_rotation(const Document& document, const Item& joint,
                                               const quat& rotation) {
    std::optional<MirroredJoint> out;
    if (joint.kind != ItemKind::joint) return out;
    with_counterpart(document, joint, [&](const Sides& sides, const Item& other) {
        const std::vector<mat4> rest = worlds_at_rest(document);
        out = {other,
               mirrored_delta(sides, rest, node_of(document, joint), node_of(document, other), rotation)};
    });
    return out;
}

std::optional<MirroredDelta> mirrored_delta(const Document& document, const Item& joint,
                                            const Transform& delta) {
    std::optional<MirroredDelta> out;
    if (joint.kind != ItemKind::joint) return out;
    with_counterpart(document, joint, [&](const Sides& sides, const Item& other) {
        const std::vector<mat4> rest = worlds_at_rest(document);
        out = {other, mirrored_delta(sides, rest, node_of(document, joint), node_of(document, other), delta)};
    });
    return out;
}

std::vector<Transform> sides_exchanged(const Document& document, int humanoid,
                                       std::vector<Transform> deltas) {
    const std::vector<Joint>& joints = at(document.humanoids, humanoid).joints;
    const std::vector<mat4> rest = worlds_at_rest(document);
    const std::vector<Transform> given = deltas;
    const auto mirror_joint = [&](const Sides& sides, std::size_t from, std::size_t to) {
        // Rest stays rest exactly.
        deltas[to] = given[from] == Transform()
                         ? given[from]
                         : mirrored_delta(sides, rest, joints[from].node, joints[to].node, given[from]);
    };
    std::vector<char> is_paired(joints.size(), 0);
    for (const Side side : {Side::left, Side::right}) {
        const Sides sides(document, humanoid, side);
        for (const Pair& pair : sides.joints()) {
            mirror_joint(sides, pair.from, pair.to);
            is_paired[pair.from] = 1;
        }
    }
    const Sides sides(document, humanoid, Side::left);
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const bool has_side = mirrored_name(at(document.nodes, joints[j].node).name).has_value();
        if (is_paired[j] == 0 && !has_side) mirror_joint(sides, j, j);
    }
    return deltas;
}

std::optional<MirroredSite> mirrored_site(const Document& document, const Item& site,
                                          const Transform& local) {
    std::optional<MirroredSite> out;
    if (site.kind != ItemKind::site) return out;
    with_counterpart(document, site, [&](const Sides& sides, const Item& other) {
        const std::vector<mat4> rest = worlds_at_rest(document);
        const auto above = [&](const Item& item) {
            const int parent = at(document.nodes, node_of(document, item)).parent;
            return parent < 0 ? mat4(1.0F) : at(rest, parent);
        };
        const mat4 placed = mirrored_frame(sides.mirror(), above(site) * to_matrix(local));
        out = {other, plain_transform(affine_inverse(above(other)) * placed)};
    });
    return out;
}

std::optional<MirroredLimits> mirrored_limits(const Document& document, const Item& joint, const vec3& lower,
                                              const vec3& upper) {
    std::optional<MirroredLimits> out;
    if (joint.kind != ItemKind::joint) return out;
    with_counterpart(document, joint, [&](const Sides&, const Item& other) {
        out = {other, mirrored_lower(lower, upper), mirrored_upper(lower, upper)};
    });
    return out;
}

std::vector<CommandKind> mirror_commands() {
    return {command_kind<Mirror, mirror>(
        "mirror", "Mirror from the {from}",
        "Makes one side of a figure like the other; what has no counterpart there stays.",
        {command_field<&Mirror::humanoid>("humanoid", "", "whose", {ItemKind::humanoid}),
         may_be_absent(command_field<&Mirror::from>("from", "", "the side that stays: left or right")),
         may_be_absent(command_field<&Mirror::what>(
             "what", "", "a list of limits, stiffness, centres, sites, pose; left out: all of them"))})};
}

}  // namespace vitruvian
