#include "model/pose/skinning.h"

#include "model/core/check.h"
#include "model/core/large_memory.h"
#include "model/core/parallel.h"
#include "model/core/vector_units.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace vitruvian {
namespace {

/// Fewer vertices than this are finished before a thread has started.
constexpr std::size_t vertices_per_thread = 32'768;

/// Rest positions plus weighted offsets; stored in `scratch` only where a weight is not zero.
const std::vector<vec3>& displaced(const MeshInstance& instance, std::span<const float> weights,
                                   std::vector<vec3>& scratch) {
    const Mesh& mesh = *instance.mesh;
    bool copied = false;
    for (std::size_t t = 0; t < mesh.targets.size() && t < instance.displacers.size(); ++t) {
        const int displacer = instance.displacers[t];
        if (displacer < 0 || static_cast<std::size_t>(displacer) >= weights.size()) continue;
        const float weight = weights[static_cast<std::size_t>(displacer)];
        if (weight == 0.0F) continue;
        if (!copied) scratch = mesh.positions;
        copied = true;
        const MorphTarget& target = mesh.targets[t];
        for (std::size_t i = 0; i < target.positions.size(); ++i) {
            scratch[target.vertices[i]] += weight * target.positions[i];
        }
    }
    return copied ? scratch : mesh.positions;
}

/// One column of a matrix in a register, or two (an extension of GCC and clang).
using Column [[gnu::vector_size(16)]] = float;
using TwoColumns [[gnu::vector_size(32)]] = float;

/// An affine matrix by columns.
struct alignas(32) Affine {
    std::array<float, 16> number;

    explicit Affine(const mat4& m) { std::memcpy(number.data(), &m[0][0], sizeof number); }
};

/// The weighted sum of matrices, with the same order of operations for each `Register`, so that results are
/// bit-identical.
template <class Register>
struct Blend {
    static constexpr std::size_t lanes = sizeof(Register) / sizeof(float);
    Register part[16 / lanes]{};

    VT_INLINE void add(const Affine& matrix, float weight) {
        for (std::size_t i = 0; i < 16 / lanes; ++i) {
            Register numbers;
            std::memcpy(&numbers, matrix.number.data() + i * lanes, sizeof numbers);
            part[i] += weight * numbers;
        }
    }
    VT_INLINE void place(const vec3& p, vec3& out) const {
        Column sum;
        if constexpr (lanes == 4) {
            sum = (part[0] * p.x + part[2] * p.z) + (part[1] * p.y + part[3]);
        } else {
            const Register xy{p.x, p.x, p.x, p.x, p.y, p.y, p.y, p.y};
            const Register z1{p.z, p.z, p.z, p.z, 1.0F, 1.0F, 1.0F, 1.0F};
            const Register both = part[0] * xy + part[1] * z1;
            Column halves[2];
            std::memcpy(halves, &both, sizeof both);
            sum = halves[0] + halves[1];
        }
        out = vec3(sum[0], sum[1], sum[2]);
    }
};

/// A mesh instance prepared for posing, vertex by vertex.
class PosedVertices {
  public:
    PosedVertices(const MeshInstance& instance, std::span<const mat4> world, std::span<const float> weights)
        : mesh_(instance.mesh.get()),
          positions_(&displaced(instance, weights, scratch_)),
          own_(instance.node < 0 ? mat4(1.0F) : world[static_cast<std::size_t>(instance.node)]) {
        std::vector<mat4> matrices(instance.skin->nodes.size());
        skin_matrices(*instance.skin, world, matrices);
        palette_.reserve(matrices.size());
        for (const mat4& m : matrices) palette_.emplace_back(m);
        VT_CHECK(!palette_.empty());
    }
    PosedVertices(const PosedVertices&) = delete;
    PosedVertices& operator=(const PosedVertices&) = delete;

    [[nodiscard]] std::size_t size() const { return positions_->size(); }

    /// Calls `sink(vertex, world position)` for the vertices [begin, end), in order.
    template <class Sink>
    void visit(std::size_t begin, std::size_t end, Sink sink) const {
#if VT_HAS_WIDE_VECTORS
        if (has_wide_vectors()) return visit_wide(begin, end, sink);
#endif
        visit_with<Column>(begin, end, sink);
    }

  private:
    template <class Register, class Sink>
    VT_INLINE void visit_with(std::size_t begin, std::size_t end, Sink& sink) const {
        vec3 placed(0.0F);
        if (!mesh_->is_skinned()) {
            Blend<Register> whole;
            whole.add(palette_[0], 1.0F);
            for (std::size_t v = begin; v < end; ++v) {
                whole.place((*positions_)[v], placed);
                sink(v, placed);
            }
            return;
        }
        const std::uint32_t* row = mesh_->influence_begin.data();
        const std::uint32_t* joint = mesh_->influence_joint.data();
        const float* weight = mesh_->influence_weight.data();
        for (std::size_t v = begin; v < end; ++v) {
            Blend<Register> blend;
            if (row[v] == row[v + 1]) blend.add(own_, 1.0F);
            for (std::uint32_t i = row[v]; i < row[v + 1]; ++i) blend.add(palette_[joint[i]], weight[i]);
            blend.place((*positions_)[v], placed);
            sink(v, placed);
        }
    }
#if VT_HAS_WIDE_VECTORS
    template <class Sink>
    VT_WIDE void visit_wide(std::size_t begin, std::size_t end, Sink& sink) const {
        visit_with<TwoColumns>(begin, end, sink);
    }
#endif

    const Mesh* mesh_;
    std::vector<vec3> scratch_;
    const std::vector<vec3>* positions_;
    std::vector<Affine> palette_;
    Affine own_;  // for vertices without joints
};

}  // namespace

void skin_matrices(const Skin& skin, std::span<const mat4> world, std::span<mat4> out) {
    VT_CHECK(out.size() == skin.nodes.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = world[static_cast<std::size_t>(skin.nodes[i])] * skin.inverse_bind[i];
    }
}

void skin_positions(const MeshInstance& instance, std::span<const mat4> world, std::span<const float> weights,
                    std::span<vec3> out, unsigned threads) {
    const PosedVertices posed(instance, world, weights);
    VT_CHECK(out.size() == posed.size());
    parallel_for(posed.size(), vertices_per_thread, threads, [&](std::size_t begin, std::size_t end) {
        posed.visit(begin, end, [&out](std::size_t v, const vec3& point) { out[v] = point; });
    });
}

std::vector<vec3> skinned_positions(const MeshInstance& instance, std::span<const mat4> world,
                                    std::span<const float> weights) {
    std::vector<vec3> out;
    reserve_large(out, instance.mesh->positions.size());
    out.resize(instance.mesh->positions.size());
    skin_positions(instance, world, weights, out);
    return out;
}

std::vector<vec3> skinned_source_positions(const MeshInstance& instance, std::span<const mat4> world,
                                           std::span<const float> weights) {
    const Mesh& mesh = *instance.mesh;
    if (mesh.source_vertex.empty()) return skinned_positions(instance, world, weights);
    std::vector<vec3> out(mesh.source_vertex_count, vec3(0.0F));
    const PosedVertices posed(instance, world, weights);
    posed.visit(0, posed.size(),
                [&](std::size_t v, const vec3& point) { out[mesh.source_vertex[v]] = point; });
    return out;
}

Bounds posed_bounds(const Document& document, std::span<const mat4> world, std::span<const float> weights,
                    int humanoid) {
    Bounds out;
    for (const MeshInstance& instance : document.meshes) {
        if (humanoid >= 0 && instance.humanoid != humanoid) continue;
        const PosedVertices posed(instance, world, weights);
        posed.visit(0, posed.size(), [&out](std::size_t, const vec3& point) { out.add(point); });
    }
    return out;
}

}  // namespace vitruvian
