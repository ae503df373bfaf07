#include "model/check/body_parts.h"

#include "model/core/at.h"
#include "model/core/check.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace vitruvian::check {
namespace {

/// Returns which nodes are `top` or its descendants.
std::vector<char> below(const Document& document, int top) {
    std::vector<char> out(document.nodes.size(), 0);
    for (int n = 0; n < static_cast<int>(out.size()); ++n) {
        const int parent = at(document.nodes, n).parent;
        at(out, n) = static_cast<char>(n == top || (parent >= 0 && at(out, parent) != 0));
    }
    return out;
}

/// Joint and weight of each influence of a vertex; a rigid mesh has one.
template <class Each>
void for_each_influence(const MeshInstance& instance, std::size_t vertex, Each each) {
    const Mesh& mesh = *instance.mesh;
    if (!mesh.is_skinned()) return each(0, 1.0F);
    for (std::uint32_t k = mesh.influence_begin[vertex]; k < mesh.influence_begin[vertex + 1]; ++k)
        each(static_cast<int>(mesh.influence_joint[k]), mesh.influence_weight[k]);
}

constexpr std::array<Bone, 21> capsule_bones{Bone::hips,
                                             Bone::spine,
                                             Bone::chest,
                                             Bone::upper_chest,
                                             Bone::neck,
                                             Bone::left_shoulder,
                                             Bone::left_upper_arm,
                                             Bone::left_lower_arm,
                                             Bone::left_hand,
                                             Bone::left_upper_leg,
                                             Bone::left_lower_leg,
                                             Bone::left_foot,
                                             Bone::right_shoulder,
                                             Bone::right_upper_arm,
                                             Bone::right_lower_arm,
                                             Bone::right_hand,
                                             Bone::right_upper_leg,
                                             Bone::right_lower_leg,
                                             Bone::right_foot,
                                             Bone::head,
                                             Bone::jaw};

int limb_of(Bone bone) {
    const bool is_leg = bone == Bone::left_upper_leg || bone == Bone::left_lower_leg ||
                        bone == Bone::left_foot || bone == Bone::right_upper_leg ||
                        bone == Bone::right_lower_leg || bone == Bone::right_foot;
    const int side = sign_of_side(bone);
    if (side == 0) return 0;
    return (is_leg ? 3 : 1) + (side > 0 ? 0 : 1);
}

float distance_to_axis(const vec3& point, const vec3& a, const vec3& b) {
    const vec3 along = b - a;
    const float squared = glm::dot(along, along);
    const float share = squared > 0.0F ? std::clamp(glm::dot(point - a, along) / squared, 0.0F, 1.0F) : 0.0F;
    return glm::distance(point, a + share * along);
}

/// Per node, the rest positions of the vertices that it influences most.
std::map<int, std::vector<vec3>> own_vertices(const Subject& subject, const Figure& figure) {
    std::map<int, std::vector<vec3>> out;
    for (std::size_t m = 0; m < figure.meshes.size(); ++m) {
        const MeshInstance& instance = at(subject.document().meshes, figure.meshes[m]);
        for (std::size_t v = 0; v < figure.posed[m].size(); ++v) {
            int best = -1;
            float most = 0.0F;
            for_each_influence(instance, v, [&](int joint, float weight) {
                if (weight > most) {
                    most = weight;
                    best = at(instance.skin->nodes, joint);
                }
            });
            if (best >= 0) out[best].push_back(figure.posed[m][v]);
        }
    }
    return out;
}

}  // namespace

BodyPart::BodyPart(const Subject& subject, const Figure& figure, Bone bone) {
    const std::vector<char> is_below = below(subject.document(), figure.humanoid->bones[bone]);
    for (const int mesh : figure.meshes) add_vertices(at(subject.document().meshes, mesh), is_below);
    if (!figure.has_mesh) add_joints(figure, is_below);
}

void BodyPart::add_vertices(const MeshInstance& instance, const std::vector<char>& is_below) {
    const Mesh& mesh = *instance.mesh;
    const Skin& skin = *instance.skin;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        float inside = 0.0F;
        for_each_influence(instance, v, [&](int joint, float weight) {
            const int node = at(skin.nodes, joint);
            if (node >= 0 && at(is_below, node) != 0) inside += weight;
        });
        if (inside < 0.5F) continue;
        for_each_influence(instance, v, [&](int joint, float weight) {
            if (weight > 0.0F)
                add_influence(at(skin.nodes, joint),
                              vec3(at(skin.inverse_bind, joint) * vec4(mesh.positions[v], 1.0F)), weight);
        });
        begin_.push_back(static_cast<std::uint32_t>(places_.size()));
    }
}

void BodyPart::add_joints(const Figure& figure, const std::vector<char>& is_below) {
    const auto add = [&](int node) {
        if (node < 0 || at(is_below, node) == 0) return;
        add_influence(node, vec3(0.0F), 1.0F);
        begin_.push_back(static_cast<std::uint32_t>(places_.size()));
    };
    for (const Joint& joint : figure.humanoid->joints) add(joint.node);
    for (const Site& site : figure.humanoid->sites) add(site.node);
}

void BodyPart::add_influence(int node, const vec3& place, float weight) {
    auto reach =
        std::find_if(reaches_.begin(), reaches_.end(), [node](const Reach& r) { return r.node == node; });
    if (reach == reaches_.end()) reach = reaches_.insert(reaches_.end(), {node, {}});
    reach->box.add(place);
    places_.push_back(Row{Four{place.x * weight, place.y * weight, place.z * weight, weight}});
    reach_of_.push_back(static_cast<std::uint32_t>(reach - reaches_.begin()));
}

std::vector<BodyPart::Row> BodyPart::height_rows(std::span<const mat4> world) const {
    std::vector<Row> out;
    out.reserve(reaches_.size());
    for (const Reach& reach : reaches_) {
        const mat4& m = at(world, reach.node);
        out.push_back(Row{Four{m[0].y, m[1].y, m[2].y, m[3].y}});
    }
    return out;
}

float BodyPart::height_by(std::span<const Row> rows, std::size_t point) const {
    Four sum{};
    for (std::uint32_t k = begin_[point]; k < begin_[point + 1]; ++k)
        sum += rows[reach_of_[k]].numbers * places_[k].numbers;
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

float BodyPart::height(int point, std::span<const mat4> world) const {
    VT_CHECK(point >= 0 && point < size());
    return height_by(height_rows(world), static_cast<std::size_t>(point));
}

vec3 BodyPart::position(int point, std::span<const mat4> world) const {
    vec3 out(0.0F);
    for (std::uint32_t k = at(begin_, point); k < at(begin_, point + 1); ++k) {
        const Four place = places_[k].numbers;
        out += vec3(at(world, reaches_[reach_of_[k]].node) * vec4(place[0], place[1], place[2], place[3]));
    }
    return out;
}

int BodyPart::lowest(std::span<const mat4> world) const {
    const std::vector<Row> rows = height_rows(world);
    std::size_t best = 0;
    float least = std::numeric_limits<float>::max();
    for (std::size_t p = 0; p + 1 < begin_.size(); ++p) {
        const float y = height_by(rows, p);
        if (y < least) {
            least = y;
            best = p;
        }
    }
    return static_cast<int>(best);
}

float BodyPart::height_bound(std::span<const mat4> world) const {
    float out = std::numeric_limits<float>::max();
    for (const Reach& reach : reaches_) {
        const mat4& m = at(world, reach.node);
        float y = m[3].y;
        for (int axis = 0; axis < 3; ++axis)
            y += std::min(m[axis].y * reach.box.min[axis], m[axis].y * reach.box.max[axis]);
        out = std::min(out, y);
    }
    return out;
}

std::vector<Capsule> capsules_of(const Subject& subject, const Figure& figure) {
    std::vector<Capsule> out;
    if (!figure.has_mesh) return out;
    std::map<int, std::vector<vec3>> vertices = own_vertices(subject, figure);
    constexpr std::size_t fewest = 8;
    for (const Bone bone : capsule_bones) {
        const int node = figure.humanoid->bones[bone];
        const std::optional<Bone> next = node < 0 ? std::nullopt : next_bone(figure.humanoid->bones, bone);
        if (!next || vertices[node].size() < fewest) continue;
        Capsule capsule{bone, node, figure.humanoid->bones[*next], 0.0F, limb_of(bone)};
        std::vector<float> distances;
        for (const vec3& vertex : vertices[node])
            distances.push_back(
                distance_to_axis(vertex, figure.position(capsule.from), figure.position(capsule.to)));
        const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
        std::nth_element(distances.begin(), middle, distances.end());
        capsule.radius = *middle;
        out.push_back(capsule);
    }
    return out;
}

int bones_between(const BoneMap& bones, Bone a, Bone b) {
    const auto way_up = [&bones](Bone bone) {
        std::vector<Bone> out{bone};
        for (std::optional<Bone> up = parent_of(bone); up; up = parent_of(*up)) {
            if (bones[*up] >= 0) out.push_back(*up);
        }
        return out;
    };
    const std::vector<Bone> from_a = way_up(a);
    const std::vector<Bone> from_b = way_up(b);
    for (std::size_t i = 0; i < from_a.size(); ++i) {
        const auto met = std::find(from_b.begin(), from_b.end(), from_a[i]);
        if (met != from_b.end()) return static_cast<int>(i) + static_cast<int>(met - from_b.begin()) - 1;
    }
    return static_cast<int>(from_a.size() + from_b.size()) - 2;
}

// Ericson, Real-Time Collision Detection, 5.1.9.
float distance_between(const vec3& a0, const vec3& a1, const vec3& b0, const vec3& b1) {
    const vec3 da = a1 - a0;
    const vec3 db = b1 - b0;
    const vec3 r = a0 - b0;
    const float a = glm::dot(da, da);
    const float e = glm::dot(db, db);
    const float f = glm::dot(db, r);
    constexpr float tiny = 1e-12F;
    float s = 0.0F;
    float t = 0.0F;
    if (a <= tiny) {
        t = e <= tiny ? 0.0F : std::clamp(f / e, 0.0F, 1.0F);
    } else {
        const float c = glm::dot(da, r);
        if (e <= tiny) {
            s = std::clamp(-c / a, 0.0F, 1.0F);
        } else {
            const float b = glm::dot(da, db);
            const float denominator = a * e - b * b;
            s = denominator > tiny ? std::clamp((b * f - c * e) / denominator, 0.0F, 1.0F) : 0.0F;
            t = (b * s + f) / e;
            if (t < 0.0F || t > 1.0F) {
                t = std::clamp(t, 0.0F, 1.0F);
                s = std::clamp((b * t - c) / a, 0.0F, 1.0F);
            }
        }
    }
    return glm::distance(a0 + s * da, b0 + t * db);
}

}  // namespace vitruvian::check
