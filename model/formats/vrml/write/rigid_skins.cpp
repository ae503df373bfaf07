#include "model/formats/vrml/write/rigid_skins.h"

#include "model/core/at.h"
#include "model/pose/pose.h"
#include "model/standard/hanim_names.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// A joint with this share of a face's weight also gets the face, so that no gap opens beside it: one corner
/// of three is enough.
constexpr float good_share = 0.33F;
constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();

std::size_t corners_of(Topology topology) {
    return topology == Topology::triangles ? 3 : topology == Topology::lines ? 2 : 1;
}

/// The file frame of the points of a skin that move with one of its entries.
struct EntryFrame {
    int joint = -1;  // node; -1: not one of the humanoid's
    glm::dmat4 file_from_mesh{1.0};
};

/// How a skin is deformed at rest, where the rest is not the bind pose.
class RestShape {
  public:
    RestShape(const MeshInstance& skinned, std::span<const mat4> world)
        : mesh_(skinned.mesh.get()),
          unmoved_(skinned.node < 0 ? glm::dmat4(1.0) : glm::dmat4(at(world, skinned.node))) {
        for (std::size_t e = 0; e < skinned.skin->nodes.size(); ++e) {
            entries_.push_back(glm::dmat4(at(world, skinned.skin->nodes[e])) *
                               glm::dmat4(skinned.skin->inverse_bind[e]));
        }
    }

    /// Returns the mesh-space deformation after which a vertex that moves with `entry` alone is at rest where
    /// its influences have it; nothing where they agree.
    [[nodiscard]] std::optional<glm::dmat4x3> deformation(int entry, std::uint32_t vertex) const {
        if (entry < 0) return std::nullopt;
        const std::uint32_t begin = mesh_->influence_begin[vertex];
        const std::uint32_t end = mesh_->influence_begin[vertex + 1];
        glm::dmat4x3 blended(begin == end ? unmoved_ : glm::dmat4(0.0));
        for (std::uint32_t i = begin; i < end; ++i) {
            blended += double{mesh_->influence_weight[i]} * glm::dmat4x3(entries_[mesh_->influence_joint[i]]);
        }
        const glm::dmat4& stiff = at(entries_, entry);
        const glm::dmat4x3 difference = blended - glm::dmat4x3(stiff);
        constexpr double rounding = 1e-5;
        const double size = glm::length(glm::dvec3(stiff[3])) + glm::length(glm::dvec3(stiff[0]));
        double most = 0.0;
        for (int column = 0; column < 4; ++column) most = std::max(most, glm::length(difference[column]));
        const bool has_shape = std::abs(glm::determinant(glm::dmat3(stiff))) > 1e-30;
        if (most <= rounding * size || !has_shape) return std::nullopt;
        const glm::dmat4 back = glm::inverse(stiff);
        glm::dmat4x3 out = glm::dmat3(back) * blended;
        out[3] += glm::dvec3(back[3]);
        return out;
    }

  private:
    const Mesh* mesh_;
    glm::dmat4 unmoved_;               // of vertices without influences
    std::vector<glm::dmat4> entries_;  // world from mesh
};

/// Returns the matrix for normals of a surface that `turn` transforms.
glm::dmat3 normal_matrix(const glm::dmat3& turn) {
    const bool has_shape = std::abs(glm::determinant(turn)) > 1e-30;
    return has_shape ? glm::transpose(glm::inverse(turn)) : glm::dmat3(1.0);
}

/// A mesh without influences, with the vertices of `whole` that `corners` list, as they are at rest relative
/// to the entry of the skin, transformed by `file_from_mesh`.
class SkinPart {
  public:
    SkinPart(const Mesh& whole, const RestShape& rest, int entry, const glm::dmat4& file_from_mesh)
        : whole_(&whole),
          rest_(&rest),
          entry_(entry),
          matrix_(file_from_mesh),
          part_of_(whole.positions.size(), unused) {}

    void add(std::uint32_t vertex) {
        if (part_of_[vertex] == unused) {
            part_of_[vertex] = static_cast<std::uint32_t>(vertices_.size());
            vertices_.push_back(vertex);
        }
        corners_.push_back(part_of_[vertex]);
    }

    /// `displacers` are those of the whole mesh and become those of the part.
    std::shared_ptr<const Mesh> mesh(std::vector<int>& displacers) {
        auto out = std::make_shared<Mesh>();
        out->name = whole_->name;
        out->topology = whole_->topology;
        const glm::dmat3 turn(matrix_);
        const glm::dmat3 normal_turn = normal_matrix(turn);
        for (const std::uint32_t v : vertices_) add_vertex(v, normal_turn, *out);
        copy(whole_->uv0, out->uv0);
        copy(whole_->uv1, out->uv1);
        copy(whole_->colors, out->colors);
        out->indices = corners_;
        if (glm::determinant(turn) < 0.0 && out->topology == Topology::triangles) {
            for (std::size_t i = 0; i + 2 < corners_.size(); i += 3)
                std::swap(out->indices[i + 1], out->indices[i + 2]);
        }
        copy_source_vertices(*out);
        copy_targets(turn, *out, displacers);
        return out;
    }

  private:
    void add_vertex(std::uint32_t v, const glm::dmat3& normal_turn, Mesh& out) const {
        vec3 place = whole_->positions[v];
        glm::dmat3 turn = normal_turn;
        if (const std::optional<glm::dmat4x3> bent = rest_->deformation(entry_, v)) {
            place = vec3(*bent * glm::dvec4(glm::dvec3(place), 1.0));
            turn = turn * normal_matrix(glm::dmat3(*bent));
        }
        if (matrix_ != glm::dmat4(1.0)) place = vec3(matrix_ * glm::dvec4(glm::dvec3(place), 1.0));
        out.positions.push_back(place);
        if (!whole_->normals.empty())
            out.normals.push_back(vec3(glm::normalize(turn * glm::dvec3(whole_->normals[v]))));
    }

    template <class T>
    void copy(const std::vector<T>& from, std::vector<T>& to) const {
        if (from.empty()) return;
        for (const std::uint32_t v : vertices_) to.push_back(from[v]);
    }

    /// Vertices of one point of the file stay one point.
    void copy_source_vertices(Mesh& out) const {
        if (whole_->source_vertex.empty()) return;
        std::map<std::uint32_t, std::uint32_t> known;
        for (const std::uint32_t v : vertices_) {
            const auto next = static_cast<std::uint32_t>(known.size());
            out.source_vertex.push_back(known.try_emplace(whole_->source_vertex[v], next).first->second);
        }
        out.source_vertex_count = static_cast<std::uint32_t>(known.size());
    }

    void copy_targets(const glm::dmat3& turn, Mesh& out, std::vector<int>& displacers) const {
        std::vector<int> kept;
        for (std::size_t t = 0; t < whole_->targets.size(); ++t) {
            const MorphTarget& from = whole_->targets[t];
            MorphTarget to;
            to.name = from.name;
            for (std::size_t i = 0; i < from.vertices.size(); ++i) {
                if (part_of_[from.vertices[i]] == unused) continue;
                to.vertices.push_back(part_of_[from.vertices[i]]);
                if (!from.positions.empty())
                    to.positions.push_back(vec3(turn * glm::dvec3(from.positions[i])));
            }
            if (to.vertices.empty()) continue;
            out.targets.push_back(std::move(to));
            kept.push_back(displacers[t]);
        }
        displacers = std::move(kept);
    }

    const Mesh* whole_;
    const RestShape* rest_;
    int entry_;
    glm::dmat4 matrix_;
    std::vector<std::uint32_t> part_of_;  // per vertex of the whole mesh
    std::vector<std::uint32_t> vertices_;
    std::vector<std::uint32_t> corners_;
};

class Cutter {
  public:
    Cutter(const Document& document, const FramePlan& frames)
        : frames_(&frames), out_{document, std::vector<char>(document.meshes.size(), 0)} {
        const Skeleton skeleton = make_skeleton(document);
        world_ = world_matrices(skeleton, file_pose(skeleton));
    }

    RigidSkins run() {
        const std::size_t count = out_.document.meshes.size();
        for (std::size_t m = 0; m < count; ++m) {
            const MeshInstance& mesh = out_.document.meshes[m];
            const bool is_used = mesh.mesh->is_skinned() && mesh.humanoid >= 0 &&
                                 at(frames_->humanoids, mesh.humanoid).written;
            if (is_used) cut(m);
        }
        for (auto& clip : out_.document.clips) add_keys(clip);
        return std::move(out_);
    }

  private:
    using DisplacerPart = std::pair<int, std::pair<int, int>>;  // displacer, segment, joint node

    [[nodiscard]] Humanoid& figure(int h) { return at(out_.document.humanoids, h); }

    /// What moves with no joint is placed in the first joint's frame, as in world space.
    [[nodiscard]] EntryFrame still(int node, int h) {
        const int first = figure(h).joints.front().node;
        const glm::dmat4 world = node < 0 ? glm::dmat4(1.0) : glm::dmat4(at(world_, node));
        return {first, at(frames_->nodes, first).file_from_node *
                           glm::inverse(glm::dmat4(at(world_, first))) * world};
    }

    [[nodiscard]] EntryFrame frame_of(const Skin& skin, std::size_t entry, int h) {
        const int joint = joint_written_at(out_.document, *frames_, h, skin.nodes[entry]);
        EntryFrame out = still(skin.nodes[entry], h);
        if (joint >= 0) out = {joint, at(frames_->nodes, skin.nodes[entry]).file_from_node};
        out.file_from_mesh = out.file_from_mesh * glm::dmat4(skin.inverse_bind[entry]);
        return out;
    }

    /// Returns an entry for each joint with a sufficient share of the corners' weight, the heaviest joint
    /// first; -1: none.
    [[nodiscard]] static std::vector<int> movers_of(const Mesh& mesh, const std::vector<EntryFrame>& entries,
                                                    std::span<const std::uint32_t> corners) {
        std::map<int, std::pair<float, int>> sums;  // by joint: weight, the first entry
        float whole = 0.0F;
        for (const std::uint32_t v : corners) {
            for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i) {
                const auto entry = static_cast<int>(mesh.influence_joint[i]);
                auto& sum = sums.try_emplace(at(entries, entry).joint, 0.0F, entry).first->second;
                sum.first += mesh.influence_weight[i];
                whole += mesh.influence_weight[i];
            }
        }
        std::vector<std::pair<float, int>> found;
        for (const auto& [joint, sum] : sums) {
            if (sum.first > 0.0F) found.push_back(sum);
        }
        if (found.empty()) return {-1};
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<int> out;
        for (const auto& [weight, entry] : found) {
            if (out.empty() || weight >= good_share * whole) out.push_back(entry);
        }
        return out;
    }

    [[nodiscard]] bool is_seen_through(const MeshInstance& mesh) const {
        return mesh.material >= 0 &&
               at(out_.document.materials, mesh.material).alpha_mode == AlphaMode::blend;
    }

    void cut(std::size_t number) {
        const MeshInstance whole = out_.document.meshes[number];
        const Mesh& mesh = *whole.mesh;
        if (figure(whole.humanoid).joints.empty()) return;
        std::vector<EntryFrame> entries;
        for (std::size_t e = 0; e < whole.skin->nodes.size(); ++e)
            entries.push_back(frame_of(*whole.skin, e, whole.humanoid));
        std::vector<std::uint32_t> corners = mesh.indices;
        if (corners.empty()) {
            corners.resize(mesh.positions.size());
            std::iota(corners.begin(), corners.end(), 0U);
        }
        const RestShape rest(whole, world_);
        std::map<int, SkinPart> parts;  // by entry
        const std::size_t step = corners_of(mesh.topology);
        const bool may_overlap = mesh.topology == Topology::triangles && !is_seen_through(whole);
        for (std::size_t i = 0; i + step <= corners.size(); i += step) {
            const std::span<const std::uint32_t> face(corners.data() + i, step);
            std::vector<int> movers = movers_of(mesh, entries, face);
            if (!may_overlap) movers.resize(1);
            for (const int entry : movers) {
                const EntryFrame frame = entry < 0 ? still(whole.node, whole.humanoid) : at(entries, entry);
                SkinPart& part =
                    parts.try_emplace(entry, mesh, rest, entry, frame.file_from_mesh).first->second;
                for (const std::uint32_t v : face) part.add(v);
            }
        }
        bool is_first = true;
        for (auto& [entry, part] : parts) {
            const EntryFrame frame = entry < 0 ? still(whole.node, whole.humanoid) : at(entries, entry);
            MeshInstance made = part_instance(whole, part, frame.joint);
            if (is_first) {
                out_.document.meshes[number] = std::move(made);
                out_.is_cut[number] = 1;
            } else {
                out_.document.meshes.push_back(std::move(made));
                out_.is_cut.push_back(1);
            }
            is_first = false;
        }
    }

    MeshInstance part_instance(const MeshInstance& whole, SkinPart& part, int joint) {
        MeshInstance out = whole;
        out.mesh = part.mesh(out.displacers);
        out.node = joint;
        out.primitive = -1;
        out.segment = segment_of(whole.humanoid, joint);
        const NodePlan& plan = at(frames_->nodes, joint);
        out.skin = std::make_shared<Skin>(Skin{{}, {joint}, {mat4(glm::inverse(plan.file_from_node))}});
        for (int& displacer : out.displacers) displacer = displacer_on(displacer, out.segment, joint);
        return out;
    }

    /// Returns the joint's first segment; creates one where the figure is written as it is. -1: the writer
    /// creates one.
    int segment_of(int h, int joint) {
        Humanoid& own = figure(h);
        const auto found = std::find_if(own.segments.begin(), own.segments.end(), [&](const Segment& s) {
            return at(own.joints, s.joint).node == joint;
        });
        if (found != own.segments.end()) return static_cast<int>(found - own.segments.begin());
        if (own.kind != HumanoidKind::hanim || at(frames_->humanoids, h).brought) return -1;
        const auto index = std::find_if(own.joints.begin(), own.joints.end(),
                                        [joint](const Joint& j) { return j.node == joint; });
        if (index == own.joints.end()) return -1;
        const std::string& name = at(out_.document.nodes, joint).name;
        const HanimVersion version = own.version.starts_with("2") ? HanimVersion::v2_0 : HanimVersion::v1_1;
        Segment made;
        made.name = usual_segment(name, version).value_or(name + "_segment");
        made.joint = static_cast<int>(index - own.joints.begin());
        own.segments.push_back(std::move(made));
        return static_cast<int>(own.segments.size()) - 1;
    }

    /// Returns the displacer for the first part that it moves, a copy of it for others.
    int displacer_on(int displacer, int segment, int joint) {
        const DisplacerPart key{displacer, {segment, joint}};
        if (const auto known = displacers_.find(key); known != displacers_.end()) return known->second;
        int made = displacer;
        if (!copies_.contains(displacer)) {
            copies_[displacer];
        } else {
            made = static_cast<int>(out_.document.displacers.size());
            out_.document.displacers.push_back(at(out_.document.displacers, displacer));
            copies_[displacer].push_back(made);
        }
        at(out_.document.displacers, made).segment = segment;
        return displacers_[key] = made;
    }

    void add_keys(std::shared_ptr<const Clip>& clip) const {
        std::vector<Channel> more;
        for (const Channel& channel : clip->channels) {
            const auto copies = copies_.find(channel.displacer);
            if (channel.path != ChannelPath::weight || copies == copies_.end()) continue;
            for (const int copy : copies->second) {
                more.push_back(channel);
                more.back().displacer = copy;
            }
        }
        if (more.empty()) return;
        auto longer = std::make_shared<Clip>(*clip);
        longer->channels.insert(longer->channels.end(), more.begin(), more.end());
        clip = std::move(longer);
    }

    const FramePlan* frames_;
    RigidSkins out_;
    std::vector<mat4> world_;
    std::map<DisplacerPart, int> displacers_;
    std::map<int, std::vector<int>> copies_;  // per displacer of a part: its copies
};

}  // namespace

RigidSkins cut_into_segments(const Document& document, const FramePlan& frames) {
    return Cutter(document, frames).run();
}

}  // namespace vitruvian::vrml
