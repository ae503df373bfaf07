// Continuous skins (ISO/IEC 19774-1, 6.2 and 6.3): joints name points of the humanoid's skinCoord with
// weights, and shapes in its skin field use those points.
#include "model/formats/vrml/read/builder.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian::vrml {
namespace {

glm::dmat4 moved(const vec3& by) {
    return glm::translate(glm::dmat4(1.0), glm::dvec3(by));
}

std::size_t point_count(const Mesh& mesh) {
    return mesh.source_vertex.empty() ? mesh.positions.size() : mesh.source_vertex_count;
}

}  // namespace

/// A joint's share of the skin, and its own displacers, which move the skin's points too.
void Builder::collect_skin(NodeRef joint, const Context& at) {
    HumanoidSkin& skin = *at.skin;
    add_displacers(joint, at, skin.displacers);
    SkinJoint entry;
    entry.node = at.node;
    entry.center = at.offset;
    entry.points = read_ints(*world_, joint, "skinCoordIndex");
    entry.weights = read_floats(*world_, joint, "skinCoordWeight");
    if (entry.points.empty()) return;
    if (entry.weights.size() != entry.points.size()) {
        world_->warn(joint, "hanim-skin-length",
                     "a Joint has not as many skinCoordWeights as skinCoordIndices; missing ones are 1");
        entry.weights.resize(entry.points.size(), 1.0F);
    }
    for (float& weight : entry.weights) {
        if (!(weight >= 0.0F) || weight > 1e6F) weight = 0.0F;
    }
    skin.joints.push_back(std::move(entry));
}

/// jointBindingPositions, -Rotations and -Scales (19774-1, 6.2), one for each of `joints`: the pose in which
/// the skin's points are given. Where there are none it is the neutral pose.
void Builder::read_binding_pose(NodeRef humanoid, HumanoidSkin& skin) {
    const std::vector<vec3> positions = read_vec3s(*world_, humanoid, "jointBindingPositions");
    const std::vector<float> rotations = read_floats(*world_, humanoid, "jointBindingRotations");
    const std::vector<vec3> scales = read_vec3s(*world_, humanoid, "jointBindingScales");
    // One value is the default written out: the same for every joint says nothing.
    if (positions.size() < 2 && rotations.size() < 8 && scales.size() < 2) return;
    std::unordered_map<int, Transform> bound;
    const std::vector<NodeRef> joints = world_->nodes(humanoid, "joints");
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const NodeRef joint = world_->concrete(joints[i]);
        const auto built = joint.valid() ? built_.frames.find(joint.key()) : built_.frames.end();
        if (built == built_.frames.end()) continue;
        Transform pose;
        if (i < positions.size()) pose.translation = positions[i];
        if (4 * i + 3 < rotations.size()) {
            const float* r = &rotations[4 * i];
            pose.rotation = axis_angle({r[0], r[1], r[2]}, r[3]);
        }
        if (i < scales.size() && scales[i] != vec3(0.0F)) pose.scale = scales[i];
        bound[built->second.front().node] = pose;
    }
    // Nodes come parents first; those of this humanoid are the last ones.
    const auto first = static_cast<std::size_t>(skin.humanoid_node);
    std::vector<glm::dmat4> humanoid_from_node(document_->nodes.size() - first, glm::dmat4(1.0));
    for (std::size_t i = 1; i < humanoid_from_node.size(); ++i) {
        const vitruvian::Node& node = document_->nodes[first + i];
        const std::size_t parent =
            node.parent < skin.humanoid_node ? 0 : static_cast<std::size_t>(node.parent) - first;
        const auto pose = bound.find(static_cast<int>(first + i));
        const glm::dmat4 delta = pose == bound.end() ? glm::dmat4(1.0) : glm::dmat4(to_matrix(pose->second));
        humanoid_from_node[i] = humanoid_from_node[parent] * glm::dmat4(to_matrix(node.rest)) * delta;
    }
    for (SkinJoint& joint : skin.joints) {
        const glm::dmat4& bind = humanoid_from_node[static_cast<std::size_t>(joint.node) - first];
        if (std::abs(glm::determinant(bind)) > 1e-30) joint.bind = glm::inverse(bind) * moved(-skin.center);
    }
}

/// The joints' lists turned round: for each point its joints, weights brought to a sum of 1.
void Builder::arrange_skin(NodeRef humanoid, HumanoidSkin& skin, std::size_t points) {
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
        world_->warn(humanoid, "hanim-skin-index",
                     "a Joint's skinCoordIndex names a point that does not exist");
    }
    const double tolerance = 1e-3;
    const auto uneven = std::count_if(sums.begin(), sums.end(), [tolerance](double sum) {
        return sum > 0.0 && std::abs(sum - 1.0) > tolerance;
    });
    if (uneven > 0) {
        world_->note(humanoid, "hanim-skin-weights",
                     "the skin weights of some points do not sum to 1; they are scaled so that they do");
    }
    const auto unmoved = std::count(sums.begin(), sums.end(), 0.0);
    if (unmoved > 0) {
        world_->note(humanoid, "hanim-skin-unweighted",
                     "no joint moves some points of the skin; they keep their place");
    }
}

/// Makes `instance` move with the humanoid's joints where its points are those of skinCoord.
void Builder::wear_skin(MeshInstance& instance, NodeRef shape, const Context& at, const Geometry& geometry) {
    const NodeRef coord = geometry.coord;
    HumanoidSkin& skin = *at.skin;
    if (skin.joints.empty() || !coord.valid()) return;
    const std::size_t points = point_count(*instance.mesh);
    if (!skin.coord.valid()) skin.coord = coord;
    if (coord != skin.coord) {
        const bool alike = read_vec3s(*world_, skin.coord, "point").size() == points;
        world_->warn(
            shape, "hanim-skin-coord",
            alike ? "a shape in the skin does not use skinCoord, but as many points: it is taken for it"
                  : "a shape in the skin does not use skinCoord; it does not bend");
        if (!alike) return;
    }
    arrange_skin(skin.humanoid, skin, points);
    if (skin.begin.size() != points + 1 || !world_->spend_values(value_count(*instance.mesh))) return;
    auto mesh = std::make_shared<Mesh>(*instance.mesh);
    // skinCoord is what an animation makes of the skin; where both are given, the joints bend the bound one.
    if (skin.binding_points.size() == points) {
        for (std::size_t v = 0; v < mesh->positions.size(); ++v)
            mesh->positions[v] =
                skin.binding_points[mesh->source_vertex.empty() ? v : mesh->source_vertex[v]];
    }
    if (geometry.normal_of_vertex && !skin.binding_normals.empty()) {
        for (std::size_t v = 0; v < mesh->normals.size(); ++v) {
            const std::size_t row = (*geometry.normal_of_vertex)[v];
            const float length =
                row < skin.binding_normals.size() ? glm::length(skin.binding_normals[row]) : 0.0F;
            if (length > 0.0F) mesh->normals[v] = skin.binding_normals[row] / length;
        }
    }
    // Points without a joint stay with the humanoid: by their own frame where that is its file frame, else by
    // an entry of their own.
    const bool plain =
        at.baked == glm::dmat4(1.0) && at.offset == vec3(0.0F) && at.node == skin.humanoid_node;
    const auto still = static_cast<std::uint32_t>(skin.joints.size());
    mesh->influence_begin.assign(1, 0);
    for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
        const std::size_t point = mesh->source_vertex.empty() ? v : mesh->source_vertex[v];
        for (std::uint32_t i = skin.begin[point]; i < skin.begin[point + 1]; ++i) {
            mesh->influence_joint.push_back(skin.joint[i]);
            mesh->influence_weight.push_back(skin.weight[i]);
        }
        if (!plain && skin.begin[point] == skin.begin[point + 1]) {
            mesh->influence_joint.push_back(still);
            mesh->influence_weight.push_back(1.0F);
        }
        mesh->influence_begin.push_back(static_cast<std::uint32_t>(mesh->influence_joint.size()));
    }
    Skin worn;
    worn.name = instance.name;
    const auto add = [&](int node, const glm::dmat4& bind) {
        const mat4 inverse_bind(bind * at.baked);
        worn.nodes.push_back(node);
        worn.inverse_bind.push_back(is_finite(inverse_bind) ? inverse_bind : mat4(1.0F));
    };
    for (const SkinJoint& joint : skin.joints) add(joint.node, joint.bind.value_or(moved(-joint.center)));
    if (!plain) add(at.node, moved(-at.offset));
    instance.mesh = std::move(mesh);
    instance.skin = std::make_shared<const Skin>(std::move(worn));
}

}  // namespace vitruvian::vrml
