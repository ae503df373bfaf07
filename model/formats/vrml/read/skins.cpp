#include "model/formats/vrml/read/skins.h"

#include "model/core/at.h"
#include "model/formats/vrml/read/frames.h"
#include "model/formats/vrml/read/walk.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

std::size_t point_count(const Mesh& mesh) {
    return mesh.source_vertex.empty() ? mesh.positions.size() : mesh.source_vertex_count;
}

/// Returns the pose of each of the document's nodes given by jointBindingPositions, -Rotations and -Scales;
/// nullopt where they are not given.
std::optional<std::unordered_map<int, Transform>> bound_poses(BuildContext& build, NodeRef humanoid) {
    const std::vector<vec3> positions = read_vec3s(build.world, humanoid, "jointBindingPositions");
    const std::vector<float> rotations = read_floats(build.world, humanoid, "jointBindingRotations");
    const std::vector<vec3> scales = read_vec3s(build.world, humanoid, "jointBindingScales");
    // A single value is the default written explicitly: the same for every joint has no meaning.
    if (positions.size() < 2 && rotations.size() < 8 && scales.size() < 2) return std::nullopt;
    std::unordered_map<int, Transform> bound;
    const std::vector<NodeRef> joints = build.world.nodes(humanoid, "joints");
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const NodeRef joint = build.world.concrete(joints[i]);
        const auto built = joint.valid() ? build.built.frames.find(joint.key()) : build.built.frames.end();
        if (built == build.built.frames.end()) continue;
        Transform pose;
        if (i < positions.size()) pose.translation = positions[i];
        if (4 * i + 3 < rotations.size()) {
            const float* r = &rotations[4 * i];
            pose.rotation = axis_angle({r[0], r[1], r[2]}, r[3]);
        }
        if (i < scales.size() && scales[i] != vec3(0.0F)) pose.scale = scales[i];
        bound[built->second.front().node] = pose;
    }
    return bound;
}

/// Returns the frames of the humanoid's nodes in this pose; its nodes are the last ones of the document.
std::vector<glm::dmat4> posed_frames(const Document& document, int humanoid_node,
                                     const std::unordered_map<int, Transform>& bound) {
    const auto first = static_cast<std::size_t>(humanoid_node);
    std::vector<glm::dmat4> humanoid_from_node(document.nodes.size() - first, glm::dmat4(1.0));
    for (std::size_t i = 1; i < humanoid_from_node.size(); ++i) {
        const vitruvian::Node& node = document.nodes[first + i];
        const std::size_t parent =
            node.parent < humanoid_node ? 0 : static_cast<std::size_t>(node.parent) - first;
        const auto pose = bound.find(static_cast<int>(first + i));
        const glm::dmat4 delta = pose == bound.end() ? glm::dmat4(1.0) : glm::dmat4(to_matrix(pose->second));
        humanoid_from_node[i] = humanoid_from_node[parent] * glm::dmat4(to_matrix(node.rest)) * delta;
    }
    return humanoid_from_node;
}

/// Reads jointBindingPositions, -Rotations and -Scales (19774-1, 6.2), one for each of `joints`: the pose in
/// which the skin's points are given. If there are none it is the neutral pose.
void read_binding_pose(BuildContext& build, HumanoidSkin& skin) {
    const std::optional<std::unordered_map<int, Transform>> bound = bound_poses(build, skin.humanoid);
    if (!bound) return;
    const std::vector<glm::dmat4> humanoid_from_node =
        posed_frames(build.document, skin.humanoid_node, *bound);
    for (SkinJoint& joint : skin.joints) {
        const glm::dmat4& bind = at(humanoid_from_node, joint.node - skin.humanoid_node);
        if (std::abs(glm::determinant(bind)) > 1e-30)
            joint.bind = glm::inverse(bind) * translation_matrix(-skin.center);
    }
}

/// Inverts the joints' lists: for each point its joints, with weights normalized to sum to 1.
void arrange_skin(World& world, HumanoidSkin& skin, std::size_t points) {
    if (!skin.begin.empty()) return;
    skin.begin.assign(points + 1, 0);
    std::vector<double> sums(points, 0.0);
    bool outside = false;
    const auto each = [&](const auto& take) {
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
            const SkinJoint& joint = skin.joints[j];
            for (std::size_t i = 0; i < joint.points.size(); ++i) {
                const auto point = static_cast<std::size_t>(joint.points[i]);
                if (joint.points[i] < 0 || point >= points) {
                    outside = true;
                } else if (joint.weights[i] > 0.0F) {
                    take(j, point, joint.weights[i]);
                }
            }
        }
    };
    each([&](std::size_t, std::size_t point, float weight) {
        ++skin.begin[point + 1];
        sums[point] += static_cast<double>(weight);
    });
    for (std::size_t p = 0; p < points; ++p) skin.begin[p + 1] += skin.begin[p];
    skin.joint.resize(skin.begin.back());
    skin.weight.resize(skin.begin.back());
    std::vector<std::uint32_t> next(skin.begin.begin(), skin.begin.end() - 1);
    each([&](std::size_t j, std::size_t point, float weight) {
        skin.joint[next[point]] = static_cast<std::uint32_t>(j);
        skin.weight[next[point]++] = static_cast<float>(static_cast<double>(weight) / sums[point]);
    });
    if (outside) {
        world.warn(skin.humanoid, "hanim-skin-index",
                   "a Joint's skinCoordIndex names a point that does not exist");
    }
    const double tolerance = 1e-3;
    const auto uneven = std::count_if(sums.begin(), sums.end(), [tolerance](double sum) {
        return sum > 0.0 && std::abs(sum - 1.0) > tolerance;
    });
    if (uneven > 0) {
        world.note(skin.humanoid, "hanim-skin-weights",
                   "the skin weights of some points do not sum to 1; they are scaled so that they do");
    }
    const auto unmoved = std::count(sums.begin(), sums.end(), 0.0);
    skin.is_repaired = skin.is_repaired || outside || uneven > 0;
    if (unmoved > 0) {
        world.note(skin.humanoid, "hanim-skin-unweighted",
                   "no joint moves some points of the skin; they keep their place");
    }
}

/// Whether a shape's `count` points are those of the skin; reports deviations.
bool shares_points(World& world, HumanoidSkin& skin, NodeRef shape, NodeRef coord, std::size_t count) {
    if (!skin.coord.valid()) skin.coord = coord;
    if (coord == skin.coord) return true;
    const bool alike = read_vec3s(world, skin.coord, "point").size() == count;
    world.warn(shape, "hanim-skin-coord",
               alike ? "a shape in the skin does not use skinCoord, but as many points: it is taken for it"
                     : "a shape in the skin does not use skinCoord; it does not bend");
    return alike;
}

/// Uses the binding points and normals that the file gives: skinCoord is the skin deformed by an animation;
/// where both are given, the joints deform the bind shape.
void take_binding(const HumanoidSkin& skin, const Geometry& geometry, std::size_t points, Mesh& mesh) {
    if (skin.binding_points.size() == points) {
        for (std::size_t v = 0; v < mesh.positions.size(); ++v)
            mesh.positions[v] = skin.binding_points[mesh.source_vertex.empty() ? v : mesh.source_vertex[v]];
    }
    if (geometry.normal_of_vertex && !skin.binding_normals.empty()) {
        for (std::size_t v = 0; v < mesh.normals.size(); ++v) {
            const std::size_t row = (*geometry.normal_of_vertex)[v];
            const float length =
                row < skin.binding_normals.size() ? glm::length(skin.binding_normals[row]) : 0.0F;
            if (length > 0.0F) mesh.normals[v] = skin.binding_normals[row] / length;
        }
    }
}

/// Sets each vertex's joints. Points without joints get an entry of their own, after the joints, if
/// `own_entry` is set.
void add_influences(const HumanoidSkin& skin, bool own_entry, Mesh& mesh) {
    const auto still = static_cast<std::uint32_t>(skin.joints.size());
    mesh.influence_begin.assign(1, 0);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const std::size_t point = mesh.source_vertex.empty() ? v : mesh.source_vertex[v];
        for (std::uint32_t i = skin.begin[point]; i < skin.begin[point + 1]; ++i) {
            mesh.influence_joint.push_back(skin.joint[i]);
            mesh.influence_weight.push_back(skin.weight[i]);
        }
        if (own_entry && skin.begin[point] == skin.begin[point + 1]) {
            mesh.influence_joint.push_back(still);
            mesh.influence_weight.push_back(1.0F);
        }
        mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
    }
}

/// Returns the skin's joints, and if `own_entry` is set, the node of the shape for points without joints.
std::shared_ptr<const Skin> mesh_skin(const HumanoidSkin& skin, const WalkPlace& at, bool own_entry,
                                      std::string name) {
    Skin out;
    out.name = std::move(name);
    const auto add = [&](int node, const glm::dmat4& bind) {
        const mat4 inverse_bind(bind * at.baked);
        out.nodes.push_back(node);
        out.inverse_bind.push_back(is_finite(inverse_bind) ? inverse_bind : mat4(1.0F));
    };
    for (const SkinJoint& joint : skin.joints)
        add(joint.node, joint.bind.value_or(translation_matrix(-joint.center)));
    if (own_entry) add(at.node, translation_matrix(-at.offset));
    return std::make_shared<const Skin>(std::move(out));
}

}  // namespace

HumanoidSkin humanoid_skin(World& world, NodeRef humanoid, const WalkPlace& inside) {
    HumanoidSkin skin;
    skin.humanoid = humanoid;
    skin.humanoid_node = inside.node;
    skin.center = inside.offset;
    skin.coord = world.node(humanoid, "skinCoord");
    if (const NodeRef bound = world.node(humanoid, "skinBindingCoords"); bound.valid())
        skin.binding_points = read_vec3s(world, bound, "point");
    if (const NodeRef bound = world.node(humanoid, "skinBindingNormals"); bound.valid())
        skin.binding_normals = read_vec3s(world, bound, "vector");
    skin.displacers.coord = skin.coord;
    skin.displacers.segment = humanoid.key();
    return skin;
}

void collect_skin(BuildContext& build, NodeRef joint, const WalkPlace& at) {
    HumanoidSkin& skin = *at.skin;
    add_displacers(build, joint, at, skin.displacers);
    SkinJoint entry;
    entry.node = at.node;
    entry.center = at.offset;
    entry.points = read_ints(build.world, joint, "skinCoordIndex");
    entry.weights = read_floats(build.world, joint, "skinCoordWeight");
    skin.is_repaired = skin.is_repaired || entry.weights.size() != entry.points.size();
    if (entry.points.empty()) return;
    if (entry.weights.size() != entry.points.size()) {
        build.world.warn(joint, "hanim-skin-length",
                         "a Joint has not as many skinCoordWeights as skinCoordIndices; missing ones are 1");
        entry.weights.resize(entry.points.size(), 1.0F);
    }
    for (float& weight : entry.weights) {
        if (weight >= 0.0F && weight <= 1e6F) continue;
        weight = 0.0F;
        skin.is_repaired = true;
    }
    skin.joints.push_back(std::move(entry));
}

void visit_skin(BuildContext& build, const WalkPlace& inside) {
    read_binding_pose(build, *inside.skin);
    join_displacer_parts(build, inside.humanoid, inside.skin->displacers);
    WalkPlace at = inside;
    at.in_skin = true;
    at.displacers = &inside.skin->displacers;
    visit_all(build, build.world.nodes(inside.skin->humanoid, "skin"), at);
}

void bind_skin(BuildContext& build, MeshInstance& instance, NodeRef shape, const WalkPlace& at,
               const Geometry& geometry) {
    HumanoidSkin& skin = *at.skin;
    if (skin.joints.empty() || !geometry.coord.valid()) return;
    const std::size_t points = point_count(*instance.mesh);
    if (!shares_points(build.world, skin, shape, geometry.coord, points)) return;
    arrange_skin(build.world, skin, points);
    if (skin.begin.size() != points + 1 || !build.world.spend_values(value_count(*instance.mesh))) return;
    auto mesh = std::make_shared<Mesh>(*instance.mesh);
    take_binding(skin, geometry, points, *mesh);
    // Points without joints stay with the humanoid: by its own node where that is at its file frame,
    // otherwise by an entry of their own.
    const bool own_entry =
        at.baked != glm::dmat4(1.0) || at.offset != vec3(0.0F) || at.node != skin.humanoid_node;
    add_influences(skin, own_entry, *mesh);
    mesh->influence_repaired = skin.is_repaired;
    instance.mesh = std::move(mesh);
    instance.skin = mesh_skin(skin, at, own_entry, instance.name);
}

}  // namespace vitruvian::vrml
