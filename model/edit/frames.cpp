#include "model/edit/frames.h"

#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/even_scales.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace vitruvian {
namespace {

Transform placed(const Node& node) {
    return node.kind == NodeKind::joint ? node.rest : compose(node.rest, node.delta);
}

std::vector<mat4> worlds_of(const Document& document, Transform (*local)(const Node&)) {
    std::vector<mat4> out;
    out.reserve(document.nodes.size());
    for (const Node& node : document.nodes) {
        const mat4 matrix = to_matrix(local(node));
        out.push_back(node.parent < 0 ? matrix : at(out, node.parent) * matrix);
    }
    return out;
}

/// Transforms the values of a key: a point, a direction (tangents), a rotation or a scale.
void change_values(float* v, ChannelPath path, bool is_tangent, const mat4& before, const Transform& parts,
                   const quat& after) {
    if (path == ChannelPath::translation) {
        const vec3 moved(before * vec4(v[0], v[1], v[2], is_tangent ? 0.0F : 1.0F));
        std::copy_n(&moved.x, 3, v);
    } else if (path == ChannelPath::rotation) {
        // Quaternion multiplication is linear, so tangents are transformed like values.
        quat turned = parts.rotation * quat(v[3], v[0], v[1], v[2]) * after;
        if (!is_tangent) turned = normalized_or_identity(turned);
        const std::array<float, 4> values{turned.x, turned.y, turned.z, turned.w};
        std::copy_n(values.data(), 4, v);
    } else if (path == ChannelPath::scale) {
        for (int i = 0; i < 3; ++i) v[i] *= parts.scale[i];
    }
}

void change_channel(Channel& channel, const mat4& before, const quat& after) {
    const Transform parts = to_transform(before);
    const auto stride = static_cast<std::size_t>(components(channel.path));
    const bool cubic = channel.interpolation == Interpolation::cubic;
    for (std::size_t i = 0; i * stride < channel.values.size(); ++i) {
        change_values(channel.values.data() + i * stride, channel.path, cubic && i % 3 != 1, before, parts,
                      after);
    }
}

}  // namespace

std::vector<mat4> worlds_at_rest(const Document& document) {
    return worlds_of(document, placed);
}

std::vector<mat4> worlds_as_posed(const Document& document) {
    return worlds_of(document, [](const Node& node) { return compose(node.rest, node.delta); });
}

mat4 world_at_rest(const Document& document, int node) {
    if (node < 0) return mat4(1.0F);
    const Node& own = at(document.nodes, node);
    const mat4 local = to_matrix(placed(own));
    return own.parent < 0 ? local : world_at_rest(document, own.parent) * local;
}

quat rotation_part(const mat4& matrix) {
    return to_transform(matrix).rotation;
}

mat4 matrix_of(const quat& rotation) {
    return glm::mat4_cast(rotation);
}

quat min_turn(const vec3& from, const vec3& to, const vec3& spare) {
    const vec3 axis = glm::cross(from, to);
    const float sine = glm::length(axis);
    const float cosine = glm::dot(from, to);
    if (sine <= 1e-6F * glm::length(from) * glm::length(to))
        return cosine >= 0.0F ? identity_quat : axis_angle(spare, 3.14159265F);
    return axis_angle(axis, std::atan2(sine, cosine));
}

quat plain_rotation(const quat& rotation) {
    const auto none = [](float x) { return std::abs(x) <= 1e-6F; };
    const bool is_identity = none(rotation.x) && none(rotation.y) && none(rotation.z);
    return is_identity ? identity_quat : normalized_or_identity(rotation);
}

Transform plain_transform(const mat4& matrix) {
    Transform out = to_transform(matrix);
    out.rotation = plain_rotation(out.rotation);
    for (int i = 0; i < 3; ++i) {
        if (std::abs(out.scale[i] - 1.0F) <= 4e-6F) out.scale[i] = 1.0F;
    }
    if (out.scale == vec3(1.0F)) out.scale_orientation = identity_quat;
    return out;
}

std::optional<Transform> delta_to(const Transform& rest, const Transform& local) {
    const vec3 s = rest.scale;
    if (s.x == 0.0F || s.y == 0.0F || s.z == 0.0F) return std::nullopt;
    Transform delta;
    const quat back = glm::conjugate(rest.rotation);
    delta.translation = (back * (local.translation - rest.translation)) / s;
    delta.rotation = normalized_or_identity(back * local.rotation);
    delta.scale = local.scale / s;
    delta.scale_orientation = local.scale_orientation;
    return is_finite(delta) ? std::optional(delta) : std::nullopt;
}

void place_node(Document& document, int index, const mat4& local, bool keeps_rest) {
    Node& node = at(document.nodes, index);
    const Transform wanted = plain_transform(local);
    const std::optional<Transform> delta = keeps_rest ? delta_to(node.rest, wanted) : std::nullopt;
    if (delta) {
        node.delta = *delta;
    } else {
        node.rest = wanted;
        node.delta = Transform{};
    }
}

void change_skins(Document& document, const std::function<bool(Skin&)>& change) {
    std::unordered_map<const Skin*, std::shared_ptr<const Skin>> made;
    for (MeshInstance& instance : document.meshes) {
        const auto [entry, is_new] = made.try_emplace(instance.skin.get(), instance.skin);
        if (is_new) {
            auto copy = std::make_shared<Skin>(*instance.skin);
            if (change(*copy)) entry->second = std::move(copy);
        }
        instance.skin = entry->second;
    }
}

void carry_loads(Document& document, int node, int to, const mat4& to_from_node) {
    const quat turn = rotation_part(to_from_node);
    const auto carry = [&](auto& thing) {
        if (thing.node != node) return;
        thing.node = to;
        thing.position = vec3(to_from_node * vec4(thing.position, 1.0F));
        thing.orientation = normalized_or_identity(turn * thing.orientation);
    };
    for (Viewpoint& view : document.viewpoints) carry(view);
    for (Light& light : document.lights) carry(light);
    if (to < 0) return;
    change_skins(document, [&](Skin& skin) {
        bool changed = false;
        for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
            if (skin.nodes[i] != node) continue;
            skin.nodes[i] = to;
            skin.inverse_bind[i] = to_from_node * skin.inverse_bind[i];
            changed = true;
        }
        return changed;
    });
}

void change_keys(Document& document, int node, ChannelSpace space, const mat4& before, const quat& after) {
    if (before == mat4(1.0F) && after == identity_quat) return;
    const auto is_it = [&](const Channel& channel) {
        return channel.node == node && channel.path != ChannelPath::weight && channel.space == space;
    };
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        if (std::none_of(clip->channels.begin(), clip->channels.end(), is_it)) continue;
        auto copy = std::make_shared<Clip>(*clip);
        for (Channel& channel : copy->channels) {
            if (is_it(channel)) change_channel(channel, before, after);
        }
        clip = std::move(copy);
    }
}

namespace {

/// Local transforms are in the parent's axes and the node's own; deltas only in the node's own.
void turn_keys(Document& document, std::span<const quat> turn) {
    const auto own_of = [&](const Channel& channel) { return at(turn, channel.node); };
    const auto before_of = [&](const Channel& channel) {
        if (channel.space == ChannelSpace::delta) return glm::conjugate(own_of(channel));
        const int parent = at(document.nodes, channel.node).parent;
        return parent < 0 ? identity_quat : glm::conjugate(at(turn, parent));
    };
    const auto is_turned = [&](const Channel& channel) {
        return channel.node >= 0 && channel.path != ChannelPath::weight &&
               (own_of(channel) != identity_quat || before_of(channel) != identity_quat);
    };
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        if (std::none_of(clip->channels.begin(), clip->channels.end(), is_turned)) continue;
        auto copy = std::make_shared<Clip>(*clip);
        for (Channel& channel : copy->channels) {
            if (is_turned(channel)) change_channel(channel, matrix_of(before_of(channel)), own_of(channel));
        }
        clip = std::move(copy);
    }
}

/// Children of rotated nodes keep their world transforms.
void turn_loads(Document& document, std::span<const quat> turn) {
    const auto back_of = [&](int node) { return node < 0 ? identity_quat : glm::conjugate(at(turn, node)); };
    const auto carry = [&](auto& thing) {
        const quat back = back_of(thing.node);
        if (back == identity_quat) return;
        thing.position = back * thing.position;
        thing.orientation = normalized_or_identity(back * thing.orientation);
    };
    for (Viewpoint& view : document.viewpoints) carry(view);
    for (Light& light : document.lights) carry(light);
    change_skins(document, [&](Skin& skin) {
        bool changed = false;
        for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
            const quat back = back_of(skin.nodes[i]);
            if (back == identity_quat) continue;
            skin.inverse_bind[i] = matrix_of(back) * skin.inverse_bind[i];
            changed = true;
        }
        return changed;
    });
}

}  // namespace

void turn_frames(Document& document, std::span<const quat> turn) {
    const auto uneven = [](const vec3& s) { return s.x != s.y || s.y != s.z; };
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        Node& node = document.nodes[i];
        const quat own = turn[i];
        const quat back = glm::conjugate(own);
        const quat above = node.parent < 0 ? identity_quat : glm::conjugate(at(turn, node.parent));
        if (own == identity_quat && above == identity_quat) continue;
        node.rest.translation = above * node.rest.translation;
        node.rest.rotation = normalized_or_identity(above * node.rest.rotation * own);
        node.delta.translation = back * node.delta.translation;
        node.delta.rotation = normalized_or_identity(back * node.delta.rotation * own);
        for (Transform* part : {&node.rest, &node.delta}) {
            if (uneven(part->scale))
                part->scale_orientation = normalized_or_identity(back * part->scale_orientation);
        }
    }
    turn_keys(document, turn);
    turn_loads(document, turn);
    for (Humanoid& humanoid : document.humanoids) {
        for (Joint& joint : humanoid.joints) {
            const quat back = glm::conjugate(at(turn, joint.node));
            if (back != identity_quat)
                joint.limit_orientation = normalized_or_identity(back * joint.limit_orientation);
        }
    }
}

Result<void> dissolve_node(Document& document, int node) {
    const Node& gone = at(document.nodes, node);
    const mat4 local = to_matrix(placed(gone));
    const mat4 posed = to_matrix(compose(gone.rest, gone.delta));
    const bool is_posed = gone.kind == NodeKind::joint && gone.delta != Transform{};
    const int parent = gone.parent;
    std::vector<int> sheared;  // without the node that goes
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        Node& child = document.nodes[i];
        if (child.parent != node) continue;
        const mat4 child_posed = posed * to_matrix(compose(child.rest, child.delta));
        child.rest = plain_transform(local * to_matrix(child.rest));
        // A site stays on the skin, which goes to the parent as it is at rest.
        const bool follows_pose = is_posed && child.kind != NodeKind::site;
        const auto delta = follows_pose ? delta_to(child.rest, plain_transform(child_posed)) : std::nullopt;
        if (delta) child.delta = *delta;
        change_keys(document, static_cast<int>(i), ChannelSpace::local, local, identity_quat);
        const auto index = static_cast<int>(i);
        if (child.rest.scale_orientation != identity_quat)
            sheared.push_back(index > node ? index - 1 : index);
    }
    carry_loads(document, node, parent, local);
    if (const Result<void> removed = remove_item(document, {ItemKind::node, -1, node}); !removed)
        return removed;
    // Scales that differ by an exporter's rounding are not worth a shear, which glTF has no place for.
    even_scales(document,
                [&](int child) { return std::find(sheared.begin(), sheared.end(), child) != sheared.end(); });
    return {};
}

bool carries_nothing(const Document& document, int node) {
    const auto is_on_it = [node](const auto& thing) { return thing.node == node; };
    const auto hangs_on_it = [node](const Node& other) { return other.parent == node; };
    const auto moves_with_it = [node](const MeshInstance& mesh) {
        return std::find(mesh.skin->nodes.begin(), mesh.skin->nodes.end(), node) != mesh.skin->nodes.end();
    };
    return std::none_of(document.viewpoints.begin(), document.viewpoints.end(), is_on_it) &&
           std::none_of(document.lights.begin(), document.lights.end(), is_on_it) &&
           std::none_of(document.nodes.begin() + node, document.nodes.end(), hangs_on_it) &&
           std::none_of(document.meshes.begin(), document.meshes.end(), moves_with_it);
}

}  // namespace vitruvian
