#include "renderer/closed_parts.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <numeric>

namespace vitruvian {
namespace {

constexpr std::size_t max_triangles = 300'000;  // examining more takes longer than drawing them
constexpr std::size_t max_runs = 64;            // each is a draw call
constexpr std::uint32_t min_indices = 3 * 24;   // of a run that is drawn separately

std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

std::uint64_t hash_of(std::uint64_t seed, float value) {
    return mixed(seed * 31U + std::bit_cast<std::uint32_t>(value + 0.0F) + 1U);  // -0 equals 0
}

std::uint64_t hash_of(std::uint64_t seed, const vec3& v) {
    return hash_of(hash_of(hash_of(seed, v.x), v.y), v.z);
}

/// Equal for vertices that are at the same position in every pose.
std::vector<std::uint64_t> place_hashes(const Mesh& mesh) {
    std::vector<std::uint64_t> out(mesh.positions.size());
    for (std::size_t v = 0; v < out.size(); ++v) {
        out[v] = hash_of(1U, mesh.positions[v]);
        if (!mesh.is_skinned()) continue;
        for (std::size_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i)
            out[v] = hash_of(mixed(out[v] + mesh.influence_joint[i]), mesh.influence_weight[i]);
    }
    for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
        const MorphTarget& target = mesh.targets[t];
        for (std::size_t i = 0; i < target.positions.size(); ++i) {
            if (target.positions[i] != vec3(0.0F))
                out[target.vertices[i]] += hash_of(t + 2U, target.positions[i]);
        }
    }
    return out;
}

/// For each vertex, the first one at the same position.
std::vector<std::uint32_t> first_of_places(const Mesh& mesh) {
    constexpr std::uint32_t none = 0xFFFFFFFF;
    const std::vector<std::uint64_t> hashes = place_hashes(mesh);
    std::vector<std::uint32_t> slots(std::bit_ceil(hashes.size() * 2 + 1), none);
    std::vector<std::uint32_t> out(hashes.size());
    for (std::size_t v = 0; v < hashes.size(); ++v) {
        std::size_t slot = hashes[v] & (slots.size() - 1);
        while (slots[slot] != none && hashes[slots[slot]] != hashes[v])
            slot = (slot + 1) & (slots.size() - 1);
        if (slots[slot] == none) slots[slot] = static_cast<std::uint32_t>(v);
        out[v] = slots[slot];
    }
    return out;
}

/// Sets of positions that are connected by triangles.
class JoinedPlaces {
  public:
    explicit JoinedPlaces(std::size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), 0U); }
    [[nodiscard]] std::uint32_t find(std::uint32_t place) {
        while (above_[place] != place) place = above_[place] = above_[above_[place]];
        return place;
    }
    void join(std::uint32_t a, std::uint32_t b) { above_[find(a)] = find(b); }

  private:
    std::vector<std::uint32_t> above_;
};

/// Cancels out with the hash of the reversed edge.
std::uint64_t edge_hash(std::uint32_t from, std::uint32_t to) {
    const auto one_way = [](std::uint64_t a, std::uint64_t b) { return mixed(a << 32U | b); };
    return from < to ? one_way(from, to) : 0U - one_way(to, from);
}

/// Data of a surface, accumulated over its triangles.
struct Surface {
    std::uint64_t edges = 0;  // 0: each edge is used equally often in both directions (closed)
    double volume = 0.0;      // six times it, negative where the surface faces inwards
    [[nodiscard]] bool is_closed() const { return edges == 0 && volume > 0.0; }
};

/// Per triangle, whether its surface is closed.
std::vector<bool> find_closed(const Mesh& mesh) {
    const std::vector<std::uint32_t> places = first_of_places(mesh);
    const std::size_t count = mesh.indices.size() / 3;
    const auto corner = [&](std::size_t triangle, std::size_t c) {
        return places[mesh.indices[triangle * 3 + c]];
    };
    JoinedPlaces joined(places.size());
    for (std::size_t t = 0; t < count; ++t) {
        joined.join(corner(t, 0), corner(t, 1));
        joined.join(corner(t, 1), corner(t, 2));
    }
    std::vector<Surface> surfaces(places.size());  // by their index in `joined`
    for (std::size_t t = 0; t < count; ++t) {
        const std::uint32_t a = corner(t, 0);
        const std::uint32_t b = corner(t, 1);
        const std::uint32_t c = corner(t, 2);
        if (a == b || b == c || c == a) continue;
        Surface& surface = surfaces[joined.find(a)];
        surface.edges += edge_hash(a, b) + edge_hash(b, c) + edge_hash(c, a);
        const glm::dvec3 p(mesh.positions[a]);
        surface.volume +=
            glm::dot(p, glm::cross(glm::dvec3(mesh.positions[b]), glm::dvec3(mesh.positions[c])));
    }
    std::vector<bool> out(count);
    for (std::size_t t = 0; t < count; ++t) out[t] = surfaces[joined.find(corner(t, 0))].is_closed();
    return out;
}

/// Returns runs of one kind; short closed ones are treated as open.
std::vector<TriangleRun> runs_of(const std::vector<bool>& closed) {
    std::vector<TriangleRun> runs;
    const auto add = [&runs](const TriangleRun& run) {
        if (runs.empty() || runs.back().closed != run.closed) {
            runs.push_back(run);
        } else {
            runs.back().index_count += run.index_count;
        }
    };
    for (std::size_t begin = 0, end = 0; begin < closed.size(); begin = end) {
        while (end < closed.size() && closed[end] == closed[begin]) ++end;
        const auto indices = static_cast<std::uint32_t>((end - begin) * 3);
        add({static_cast<std::uint32_t>(begin * 3), indices, closed[begin] && indices >= min_indices});
    }
    return runs;
}

}  // namespace

std::vector<TriangleRun> closed_parts(const Mesh& mesh) {
    const std::size_t triangles = mesh.indices.size() / 3;
    if (mesh.topology != Topology::triangles || triangles > max_triangles) return {};
    std::vector<TriangleRun> runs = runs_of(find_closed(mesh));
    const bool any = std::any_of(runs.begin(), runs.end(), [](const TriangleRun& run) { return run.closed; });
    if (!any || runs.size() > max_runs) return {};
    return runs;
}

}  // namespace vitruvian
