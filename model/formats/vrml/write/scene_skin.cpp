#include "model/formats/vrml/write/scene_skin.h"

#include "model/core/at.h"
#include "model/figure/bind_pose.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace vitruvian::vrml {
namespace {

using Influences = std::vector<std::vector<std::pair<int, float>>>;

vec3 transformed(const glm::dmat4& m, const vec3& p) {
    return vec3(glm::dvec3(m * glm::dvec4(glm::dvec3(p), 1.0)));
}

/// Returns the matrix, or the identity where it only differs from that by rounding errors.
glm::dmat4 rounded(const glm::dmat4& m, double size) {
    double error = 0.0;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r) {
            error = std::max(error, std::abs(m[c][r] - (c == r ? 1.0 : 0.0)) * (c == 3 ? 1.0 : size));
        }
    }
    return error <= 2e-7 * std::max(size, 1e-6) ? glm::dmat4(1.0) : m;
}

/// Returns the index of `normals` in `all`: at its beginning, where a mesh with the same points added them
/// first, or appended.
std::uint32_t place_of(const std::vector<vec3>& normals, std::vector<vec3>& all) {
    if (normals.size() <= all.size() && std::equal(normals.begin(), normals.end(), all.begin())) return 0;
    const auto first = static_cast<std::uint32_t>(all.size());
    all.insert(all.end(), normals.begin(), normals.end());
    return first;
}

/// Returns the world matrix of the humanoid's file frame in the document's current pose.
glm::dmat4 world_from_file(const SceneContext& scene, int h) {
    const int anchor = at(scene.frames.humanoids, h).anchor;
    if (anchor < 0) return glm::dmat4(1.0);
    return glm::dmat4(at(scene.world, anchor)) * glm::inverse(scene.plan(anchor).file_from_node);
}

/// One skinned mesh in the humanoid's frame.
class SkinnedMesh {
  public:
    SkinnedMesh(const SceneContext& scene, const MeshInstance& instance, int humanoid)
        : scene_(&scene), instance_(&instance), mesh_(instance.mesh.get()) {
        const Skin& skin = *instance.skin;
        for (const vec3& p : mesh_->positions) size_ = std::max(size_, static_cast<double>(glm::length(p)));
        file_from_world_ = glm::inverse(world_from_file(scene, humanoid));
        for (std::size_t e = 0; e < skin.nodes.size(); ++e) {
            const int joint = joint_written_at(scene.document, scene.frames, humanoid, skin.nodes[e]);
            joints_.push_back(joint);
            file_from_mesh_.push_back(
                (joint >= 0 ? scene.plan(skin.nodes[e]).file_from_node : still(skin.nodes[e])) *
                glm::dmat4(skin.inverse_bind[e]));
        }
        find_common();
    }

    bool uniform = true;  // one matrix serves all joints
    bool lost = false;    // a point is partly moved by something that is not a joint
    glm::dmat4 bind{1.0};

    /// Returns positions in the humanoid's frame, and the joints that influence them.
    MeshPoints points() {
        const glm::dmat4 own = rounded(still(instance_->node), size_);
        std::vector<vec3> places(mesh_->positions.size());
        Influences influences(places.size());
        for (std::size_t v = 0; v < places.size(); ++v) {
            const vec3& p = mesh_->positions[v];
            if (mesh_->influence_begin[v] == mesh_->influence_begin[v + 1]) {
                places[v] = moved(own, p);
                continue;
            }
            const vec3 blended = gather(v, influences[v]);
            places[v] = uniform && !influences[v].empty() ? moved(bind, p) : blended;
        }
        return make_points(*instance_, places, glm::dmat3(bind), influences);
    }

  private:
    static vec3 moved(const glm::dmat4& m, const vec3& p) {
        return m == glm::dmat4(1.0) ? p : transformed(m, p);
    }

    [[nodiscard]] glm::dmat4 still(int node) const {
        return node < 0 ? file_from_world_ : file_from_world_ * glm::dmat4(at(scene_->world, node));
    }

    void find_common() {
        const glm::dmat4* common = nullptr;
        for (const std::uint32_t e : mesh_->influence_joint) {
            if (joints_[e] < 0) continue;
            if (common == nullptr) common = &file_from_mesh_[e];
            uniform = uniform &&
                      (common == &file_from_mesh_[e] || nearly_equal(*common, file_from_mesh_[e], size_));
            if (!uniform) break;
        }
        bind = common == nullptr ? still(instance_->node) : rounded(*common, size_);
    }

    /// Collects the joints of a vertex, each once, and returns its position in the neutral pose.
    vec3 gather(std::size_t v, std::vector<std::pair<int, float>>& row) {
        glm::dvec3 sum(0.0);
        for (std::uint32_t i = mesh_->influence_begin[v]; i < mesh_->influence_begin[v + 1]; ++i) {
            const std::uint32_t e = mesh_->influence_joint[i];
            const float weight = mesh_->influence_weight[i];
            if (weight <= 0.0F) continue;
            sum += static_cast<double>(weight) *
                   glm::dvec3(file_from_mesh_[e] * glm::dvec4(glm::dvec3(mesh_->positions[v]), 1.0));
            if (joints_[e] < 0) {
                lost = lost || mesh_->influence_begin[v + 1] - mesh_->influence_begin[v] > 1;
                continue;
            }
            const auto same =
                std::find_if(row.begin(), row.end(), [&](const auto& x) { return x.first == joints_[e]; });
            if (same == row.end()) {
                row.emplace_back(joints_[e], weight);
            } else {
                same->second += weight;
            }
        }
        std::sort(row.begin(), row.end());
        return vec3(sum);
    }

    const SceneContext* scene_;
    const MeshInstance* instance_;
    const Mesh* mesh_;
    glm::dmat4 file_from_world_{1.0};
    std::vector<glm::dmat4> file_from_mesh_;  // per entry of the skin
    std::vector<int> joints_;                 // the joint that each entry follows; -1: none
    double size_ = 0.0;
};

}  // namespace

void make_skin_pool(SceneContext& scene, int h) {
    if (!at(scene.frames.humanoids, h).written) return;
    auto pool = std::make_unique<Pool>();
    bool fits = at(scene.frames.humanoids, h).skin_is_exact;
    bool lost = false;
    for (const std::size_t m : at(scene.meshes_of_humanoid, h)) {
        const MeshInstance& instance = scene.document.meshes[m];
        if (!instance.mesh->is_skinned()) continue;
        SkinnedMesh skinned(scene, instance, h);
        const MeshPoints points = skinned.points();
        const glm::dmat3 turn(skinned.bind);
        PooledMesh pooled;
        pooled.instance = &instance;
        pooled.use.mirrored = glm::determinant(turn) < 0.0;
        if (turn != glm::dmat3(1.0) && std::abs(glm::determinant(turn)) > 1e-30)
            pooled.use.turn = glm::transpose(glm::inverse(turn));
        const std::uint32_t base = pool->points.add(points);
        for (const std::uint32_t p : points.of_vertex) pooled.use.point_of_vertex.push_back(base + p);
        pooled.use.first_normal =
            place_of(turned(instance.mesh->normals, pooled.use.turn), pool->normal.vectors);
        pool->meshes.push_back(std::move(pooled));
        fits = fits && skinned.uniform;
        lost = lost || skinned.lost;
    }
    if (pool->meshes.empty()) return;
    if (!fits) {
        scene.encoded.notes.warn(
            "skin-bind-poses",
            "the figure's skins are bound in several poses; H-Anim has one, so they bend "
            "nearly, not exactly, as before");
    }
    if (lost) {
        scene.encoded.notes.warn(
            "skin-influence-lost",
            "points of the skin that something other than a joint moves in part follow their "
            "joints alone");
    }
    pool->coordinate.def = scene.names.make(at(scene.naming.of_humanoid, h) + "_skinCoord");
    pool->coordinate.points = &pool->points.all();
    pool->normal.def = scene.names.make(at(scene.naming.of_humanoid, h) + "_skinNormal");
    for (PooledMesh& mesh : pool->meshes) {
        mesh.use.coordinate = &pool->coordinate;
        mesh.use.normal = &pool->normal;
    }
    scene.skins[h] = std::move(pool);
}

void set_skin_weights(const SceneContext& scene, int index, OutputNode& out) {
    const auto skin = scene.skins.find(scene.plan(index).humanoid);
    if (skin == scene.skins.end()) return;
    const auto rows = scene.weights_of_joint.find(index);
    if (rows == scene.weights_of_joint.end()) return;
    out.set_list("skinCoordIndex", rows->second.first);
    out.set_list("skinCoordWeight", rows->second.second);
}

void turn_skin_weights(SceneContext& scene) {
    for (const auto& [h, pool] : scene.skins) {
        const Influences& rows = pool->points.all().influences;
        for (std::size_t p = 0; p < rows.size(); ++p) {
            for (const auto& [joint, weight] : rows[p]) {
                auto& list = scene.weights_of_joint[joint];
                list.first.push_back(static_cast<std::int32_t>(p));
                list.second.push_back(weight);
            }
        }
    }
}

void make_segment_pools(SceneContext& scene) {
    for (const MeshInstance& instance : scene.document.meshes) {
        if (instance.mesh->is_skinned() || instance.displacers.empty() || instance.humanoid < 0) continue;
        const int h = instance.humanoid;
        const int joint = written_as(scene, instance.skin->nodes.front());
        int key = instance.segment;
        if (key < 0) {
            const bool on_joint =
                joint >= 0 && scene.plan(joint).role == Role::joint && scene.plan(joint).humanoid == h;
            if (!is_strict(scene, h) || !on_joint) continue;
            key = auto_segment(joint);
        }
        std::unique_ptr<Pool>& pool = scene.segment_pools[{h, key}];
        if (!pool) pool = std::make_unique<Pool>();
        const MeshPoints points = make_points(instance, instance.mesh->positions, glm::dmat3(1.0), {});
        PooledMesh pooled;
        pooled.instance = &instance;
        const std::uint32_t base = pool->points.add(points);
        for (const std::uint32_t p : points.of_vertex) pooled.use.point_of_vertex.push_back(base + p);
        pool->meshes.push_back(std::move(pooled));
    }
    for (const auto& [key, pool] : scene.segment_pools) {
        const std::string name =
            key.second >= 0 ? at(at(scene.naming.of_segment, key.first), key.second)
                            : scene.naming.segment_for(key.first, at(scene.naming.of_node, -2 - key.second));
        pool->coordinate.def = scene.names.make(name + "_coords");
        pool->coordinate.points = &pool->points.all();
        for (PooledMesh& mesh : pool->meshes) {
            mesh.use.coordinate = &pool->coordinate;
            scene.pooled[mesh.instance] = &mesh.use;
        }
    }
}

void bake_skinned(SceneContext& scene, const MeshInstance& instance, Nodes& out) {
    scene.encoded.notes.warn(
        "skin-not-carried",
        "a skin outside every humanoid cannot be written; its current shape is written as a rigid mesh");
    const Skeleton skeleton = make_skeleton(scene.document);
    const Pose pose = file_pose(skeleton);
    auto mesh = std::make_shared<Mesh>(*instance.mesh);
    mesh->positions = skinned_positions(instance, scene.world, pose.weights);
    mesh->normals.clear();
    mesh->influence_begin.clear();
    mesh->influence_joint.clear();
    mesh->influence_weight.clear();
    mesh->targets.clear();
    MeshInstance stiff = instance;
    stiff.mesh = mesh;
    stiff.displacers.clear();
    out.push_back(scene.shapes.shape(stiff));
    scene.baked.push_back(std::move(mesh));
}

}  // namespace vitruvian::vrml
