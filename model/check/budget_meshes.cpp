// Checks of meshes: degenerate triangles, normals that are not unit or point inwards, and holes.
#include "model/check/budget.h"
#include "model/check/findings.h"
#include "model/check/source_normals.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vitruvian::check {
namespace {

Location place_of_mesh(const Subject& subject, int mesh) {
    const MeshInstance& instance = at(subject.document().meshes, mesh);
    return subject.where(instance.node);
}

/// Visits each triangle mesh once: instances share them.
template <class Each>
void for_each_mesh(const Subject& subject, Each each) {
    std::vector<const Mesh*> seen;
    const std::vector<MeshInstance>& meshes = subject.document().meshes;
    for (int m = 0; m < static_cast<int>(meshes.size()); ++m) {
        const Mesh* mesh = at(meshes, m).mesh.get();
        if (mesh->topology != Topology::triangles || std::find(seen.begin(), seen.end(), mesh) != seen.end())
            continue;
        seen.push_back(mesh);
        each(m, *mesh);
    }
}

template <class Each>
void for_each_triangle(const Mesh& mesh, Each each) {
    for (std::size_t i = 0; i + 3 <= mesh.indices.size(); i += 3)
        each(i / 3, mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]);
}

/// Returns twice the area times the normal given by the winding.
vec3 area_vector(const Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return glm::cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]);
}

struct Against {
    int triangles = 0;
    int against = 0;
    std::vector<vec3> points;
};

/// Finds triangles whose normals all point to the back of their winding.
Against against_winding(const Mesh& mesh) {
    Against out;
    for_each_triangle(mesh, [&](std::size_t, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        const vec3 area = area_vector(mesh, a, b, c);
        if (glm::dot(area, area) < 1e-20F) return;
        ++out.triangles;
        const auto looks_away = [&](std::uint32_t v) { return glm::dot(mesh.normals[v], area) < 0.0F; };
        if (looks_away(a) && looks_away(b) && looks_away(c)) ++out.against;
    });
    return out;
}

Finding& add_lengths(Findings& findings, Object object, const OffNormals& off) {
    return findings.add(
        std::move(object),
        fmt::format("{} normals are not unit; the first is that of vertex {}, the worst is {:.4g} long",
                    off.count, off.first, off.worst),
        "normalise them", std::abs(static_cast<double>(off.worst) - 1.0));
}

/// For each segment, and for meshes outside segments, the first Normal node with such vectors.
void check_lengths_of_world(const Subject& subject, Findings& findings, const WorldFacts& facts) {
    std::set<int> reported;
    for (const WorldFacts::Normals& normals : facts.normals) {
        const OffNormals off = off_normals(normals.lengths, static_cast<float>(findings.threshold()));
        if (off.count == 0 || !reported.insert(normals.holder).second) continue;
        const std::string name =
            normals.holder < 0 ? std::string() : object_of(subject, at(facts.nodes, normals.holder)).name;
        add_lengths(findings, Subject::named("mesh", name), off).where = normals.where;
    }
}

void check_lengths(const Subject& subject, Findings& findings) {
    if (const WorldFacts* world = subject.world_facts()) check_lengths_of_world(subject, findings, *world);
    const GltfFacts* facts = subject.gltf_facts();
    if (facts == nullptr) return;
    const float most = static_cast<float>(findings.threshold());
    for (const OffNormals& off : find_off_normals(subject.document(), *facts, most)) {
        const std::string pointer =
            fmt::format("/meshes/{}/primitives/{}/attributes/NORMAL", off.mesh, off.primitive);
        std::string name = at(facts->meshes, off.mesh).name;
        Object object = Subject::named("mesh", name);
        const std::vector<MeshInstance>& meshes = subject.document().meshes;
        for (int m = 0; m < static_cast<int>(meshes.size()); ++m) {
            const int node = at(meshes, m).node;
            const int source = node >= 0 ? at(subject.document().nodes, node).source_index : -1;
            if (source >= 0 && at(facts->nodes, source).mesh == off.mesh &&
                at(meshes, m).primitive == off.primitive) {
                object = subject.mesh(m);
                break;
            }
        }
        add_lengths(findings, std::move(object), off).where = {subject.document().file, 0, 0, pointer};
    }
}

/// Faces that the VRML reader left out because they repeat corners, with the segment or humanoid that
/// contains them.
void find_faces_left_out(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const Diagnostic& diagnostic : subject.document().diagnostics.list()) {
        if (diagnostic.code != "vrml-face-degenerate") continue;
        const auto set = std::find_if(
            facts->face_sets.begin(), facts->face_sets.end(), [&](const WorldFacts::FaceSet& it) {
                return it.where.line == diagnostic.where.line && it.where.column == diagnostic.where.column &&
                       it.where.file == diagnostic.where.file;
            });
        const int holder = set == facts->face_sets.end() ? -1 : set->holder;
        Object object = Subject::named(
            "mesh", holder < 0 ? std::string() : object_of(subject, at(facts->nodes, holder)).name);
        findings.add(std::move(object), diagnostic.message, "leave them out", 0.0).where = diagnostic.where;
    }
}

/// Numbers positions so that equal ones get the same index.
std::vector<std::uint32_t> welded(const Mesh& mesh) {
    struct Hash {
        std::size_t operator()(const vec3& v) const {
            const auto mix = [](std::size_t seed, float value) {
                return seed * 1000003U ^ std::hash<float>{}(value);
            };
            return mix(mix(mix(0, v.x), v.y), v.z);
        }
    };
    std::unordered_map<vec3, std::uint32_t, Hash> numbers;
    std::vector<std::uint32_t> out;
    out.reserve(mesh.positions.size());
    for (const vec3& position : mesh.positions)
        out.push_back(
            numbers.try_emplace(position, static_cast<std::uint32_t>(numbers.size())).first->second);
    return out;
}

std::size_t boundary_edges(const Mesh& mesh) {
    const std::vector<std::uint32_t> number = welded(mesh);
    std::vector<std::uint64_t> edges;
    for_each_triangle(mesh, [&](std::size_t, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        const auto add = [&](std::uint32_t from, std::uint32_t to) {
            const auto [low, high] = std::minmax(number[from], number[to]);
            if (low != high) edges.push_back(static_cast<std::uint64_t>(low) << 32U | high);
        };
        add(a, b);
        add(b, c);
        add(c, a);
    });
    std::sort(edges.begin(), edges.end());
    std::size_t out = 0;
    for (std::size_t i = 0; i < edges.size();) {
        std::size_t end = i + 1;
        while (end < edges.size() && edges[end] == edges[i]) ++end;
        if (end - i == 1) ++out;
        i = end;
    }
    return out;
}

}  // namespace

void check_degenerate_triangles(const Subject& subject, Findings& findings) {
    const double least = findings.threshold();
    find_faces_left_out(subject, findings);
    for_each_mesh(subject, [&](int index, const Mesh& mesh) {
        int count = 0;
        std::size_t first = 0;
        double smallest = 0.0;
        std::vector<vec3> points;
        for_each_triangle(mesh, [&](std::size_t triangle, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const double area = 0.5 * static_cast<double>(glm::length(area_vector(mesh, a, b, c)));
            const bool repeats = a == b || b == c || c == a;
            if (!repeats && area >= least) return;
            if (count++ == 0) {
                first = triangle;
                smallest = area;
            }
            smallest = std::min(smallest, area);
        });
        if (count == 0) return;
        Finding& finding = findings.add(subject.mesh(index),
                                        fmt::format("{} of {} triangles have no area; the first is number {}",
                                                    count, mesh.indices.size() / 3, first),
                                        "leave them out", smallest);
        finding.where = place_of_mesh(subject, index);
    });
}

void check_normals(const Subject& subject, Findings& findings) {
    check_lengths(subject, findings);
    constexpr double max_share = 0.01;
    for_each_mesh(subject, [&](int index, const Mesh& mesh) {
        if (mesh.normals.empty()) return;
        const Against found = against_winding(mesh);
        const double share =
            found.triangles == 0 ? 0.0 : static_cast<double>(found.against) / found.triangles;
        if (share <= max_share) return;
        Finding& finding = findings.add(
            subject.mesh(index),
            fmt::format("the normals of {} of {} triangles look to the other side than their winding",
                        found.against, found.triangles),
            "turn the triangles or their normals round: they are lit from the wrong side", share,
            Level::warning);
        finding.threshold = max_share;
        finding.where = place_of_mesh(subject, index);
    });
}

void check_open_meshes(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for_each_mesh(subject, [&](int index, const Mesh& mesh) {
        const std::size_t edges = boundary_edges(mesh);
        if (static_cast<double>(edges) <= most) return;
        Finding& finding =
            findings.add(subject.mesh(index), fmt::format("{} edges belong to one triangle alone", edges),
                         "close the holes, or weld vertices that should be one", static_cast<double>(edges));
        finding.where = place_of_mesh(subject, index);
    });
}

}  // namespace vitruvian::check
