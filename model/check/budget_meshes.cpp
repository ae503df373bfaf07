// Checks of meshes: degenerate triangles, normals that are not unit or point inwards, and holes.
#include "model/check/budget.h"
#include "model/check/findings.h"
#include "model/check/source_normals.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vitruvian::check {
namespace {

/// A mesh of the file, or of a segment, with all its parts of triangles (glTF: primitives).
struct TriangleMesh {
    Object object;
    Location where;
    std::vector<const Mesh*> parts;
};

/// Returns each triangle mesh once: instances share them.
std::vector<TriangleMesh> triangle_meshes(const Subject& subject) {
    std::vector<TriangleMesh> out;
    std::set<const Mesh*> seen;
    std::map<std::pair<int, std::string>, std::size_t> places;  // by node and name
    const std::vector<MeshInstance>& meshes = subject.document().meshes;
    for (int m = 0; m < static_cast<int>(meshes.size()); ++m) {
        const MeshInstance& instance = at(meshes, m);
        if (instance.mesh->topology != Topology::triangles || !seen.insert(instance.mesh.get()).second)
            continue;
        Object object = subject.mesh(m);
        const auto [place, is_new] = places.try_emplace({instance.node, object.name}, out.size());
        if (is_new) out.push_back({std::move(object), subject.where(instance.node), {}});
        out[place->second].parts.push_back(instance.mesh.get());
    }
    return out;
}

/// How a part is named in a message about a mesh of several.
std::string of_part(const TriangleMesh& mesh, std::size_t part) {
    return mesh.parts.size() == 1 ? std::string() : fmt::format(" of part {}", part);
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

/// How many triangles have normals that all point to the back of their winding.
struct Against {
    int triangles = 0;
    int against = 0;

    [[nodiscard]] double share() const {
        return triangles == 0 ? 0.0 : static_cast<double>(against) / triangles;
    }
    [[nodiscard]] std::string words() const {
        return fmt::format("the normals of {} of {} look to the other side than their winding", against,
                           counted(triangles, "triangle", "triangles"));
    }
};

Against against_winding(const TriangleMesh& whole) {
    Against out;
    for (const Mesh* mesh : whole.parts) {
        if (mesh->normals.empty()) continue;
        for_each_triangle(*mesh, [&](std::size_t, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const vec3 area = area_vector(*mesh, a, b, c);
            if (glm::dot(area, area) < 1e-20F) return;
            ++out.triangles;
            const auto looks_away = [&](std::uint32_t v) { return glm::dot(mesh->normals[v], area) < 0.0F; };
            if (looks_away(a) && looks_away(b) && looks_away(c)) ++out.against;
        });
    }
    return out;
}

/// Meshes whose normals look to the other side than their winding, by name; what is told of lengths says so.
using WrongSides = std::multimap<std::string, std::pair<const TriangleMesh*, Against>>;

constexpr double max_wrong_share = 0.01;

WrongSides wrong_sides(const std::vector<TriangleMesh>& meshes) {
    WrongSides out;
    for (const TriangleMesh& mesh : meshes) {
        const Against found = against_winding(mesh);
        if (found.share() > max_wrong_share) out.emplace(mesh.object.name, std::pair(&mesh, found));
    }
    return out;
}

Finding& add_lengths(Findings& findings, Object object, const OffNormals& off, WrongSides& wrong) {
    std::string message = fmt::format("{} not unit; the first is that of vertex {}, the worst is {:.4g} long",
                                      counted(off.count, "normal is", "normals are"), off.first, off.worst);
    if (const auto turned = wrong.find(object.name); turned != wrong.end()) {
        message += "; " + turned->second.second.words();
        wrong.erase(turned);
    }
    return findings.add(std::move(object), std::move(message), "normalise them",
                        std::abs(static_cast<double>(off.worst) - 1.0));
}

/// For each segment, and for meshes outside segments, the first Normal node with such vectors.
void check_lengths_of_world(const Subject& subject, Findings& findings, const WorldFacts& facts,
                            WrongSides& wrong) {
    std::set<int> reported;
    for (const WorldFacts::Normals& normals : facts.normals) {
        const OffNormals off = off_normals(normals.lengths, static_cast<float>(findings.threshold()));
        if (off.count == 0 || !reported.insert(normals.holder).second) continue;
        const std::string name =
            normals.holder < 0 ? std::string() : object_of(subject, at(facts.nodes, normals.holder)).name;
        add_lengths(findings, Subject::named("mesh", name), off, wrong).where = normals.where;
    }
}

/// The document's mesh for one of the file.
Object mesh_of_file(const Subject& subject, const GltfFacts& facts, int mesh) {
    const std::vector<MeshInstance>& meshes = subject.document().meshes;
    for (int m = 0; m < static_cast<int>(meshes.size()); ++m) {
        const int node = at(meshes, m).node;
        const int source = node >= 0 ? at(subject.document().nodes, node).source_index : -1;
        if (source >= 0 && at(facts.nodes, source).mesh == mesh) return subject.mesh(m);
    }
    return Subject::named("mesh", at(facts.meshes, mesh).name);
}

void check_lengths(const Subject& subject, Findings& findings, WrongSides& wrong) {
    if (const WorldFacts* world = subject.world_facts())
        check_lengths_of_world(subject, findings, *world, wrong);
    const GltfFacts* facts = subject.gltf_facts();
    if (facts == nullptr) return;
    const float most = static_cast<float>(findings.threshold());
    for (const OffNormals& off : find_off_normals(subject.document(), *facts, most)) {
        add_lengths(findings, mesh_of_file(subject, *facts, off.mesh), off, wrong).where = {
            subject.document().file, 0, 0,
            fmt::format("/meshes/{}/primitives/{}/attributes/NORMAL", off.mesh, off.primitive)};
    }
}

/// Faces that the VRML reader left out because they repeat corners.
struct LeftOut {
    std::string message;
    Location where;
};

/// By the name of the segment or humanoid that contains them.
std::map<std::string, LeftOut> faces_left_out(const Subject& subject) {
    std::map<std::string, LeftOut> out;
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return out;
    for (const Diagnostic& diagnostic : subject.document().diagnostics.list()) {
        if (diagnostic.code != "vrml-face-degenerate") continue;
        const auto set = std::find_if(
            facts->face_sets.begin(), facts->face_sets.end(), [&](const WorldFacts::FaceSet& it) {
                return it.where.line == diagnostic.where.line && it.where.column == diagnostic.where.column &&
                       it.where.file == diagnostic.where.file;
            });
        const int holder = set == facts->face_sets.end() ? -1 : set->holder;
        const std::string name =
            holder < 0 ? std::string() : object_of(subject, at(facts->nodes, holder)).name;
        const auto [place, is_new] = out.try_emplace(name, LeftOut{diagnostic.message, diagnostic.where});
        if (!is_new) place->second.message += "; " + diagnostic.message;
    }
    return out;
}

/// Gives equal positions the same number.
class Welding {
  public:
    std::uint32_t number(const vec3& position) {
        return numbers_.try_emplace(position, static_cast<std::uint32_t>(numbers_.size())).first->second;
    }

  private:
    struct Hash {
        std::size_t operator()(const vec3& v) const {
            const auto mix = [](std::size_t seed, float value) {
                return seed * 1000003U ^ std::hash<float>{}(value);
            };
            return mix(mix(mix(0, v.x), v.y), v.z);
        }
    };
    std::unordered_map<vec3, std::uint32_t, Hash> numbers_;
};

/// Counts the edges of only one triangle; parts of a mesh may share edges.
std::size_t boundary_edges(const TriangleMesh& whole) {
    Welding welding;
    std::vector<std::uint64_t> edges;
    for (const Mesh* mesh : whole.parts) {
        std::vector<std::uint32_t> number;
        number.reserve(mesh->positions.size());
        for (const vec3& position : mesh->positions) number.push_back(welding.number(position));
        for_each_triangle(*mesh, [&](std::size_t, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const auto add = [&](std::uint32_t from, std::uint32_t to) {
                const auto [low, high] = std::minmax(number[from], number[to]);
                if (low != high) edges.push_back(static_cast<std::uint64_t>(low) << 32U | high);
            };
            add(a, b);
            add(b, c);
            add(c, a);
        });
    }
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
    std::map<std::string, LeftOut> left_out = faces_left_out(subject);
    for (const TriangleMesh& whole : triangle_meshes(subject)) {
        int count = 0;
        std::size_t all = 0;
        std::string first;
        double smallest = std::numeric_limits<double>::max();
        for (std::size_t part = 0; part < whole.parts.size(); ++part) {
            const Mesh& mesh = *whole.parts[part];
            all += mesh.indices.size() / 3;
            for_each_triangle(
                mesh, [&](std::size_t triangle, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
                    const double area = 0.5 * static_cast<double>(glm::length(area_vector(mesh, a, b, c)));
                    const bool repeats = a == b || b == c || c == a;
                    if (!repeats && area >= least) return;
                    if (count++ == 0) first = fmt::format("number {}{}", triangle, of_part(whole, part));
                    smallest = std::min(smallest, area);
                });
        }
        if (count == 0) continue;
        std::string message =
            fmt::format("{} of {} {} no area; the first is {}", count, counted(all, "triangle", "triangles"),
                        count == 1 ? "has" : "have", first);
        if (const auto faces = left_out.extract(whole.object.name)) message += "; " + faces.mapped().message;
        findings.add(whole.object, std::move(message), "leave them out", smallest).where = whole.where;
    }
    for (auto& [name, faces] : left_out)
        findings.add(Subject::named("mesh", name), std::move(faces.message), "leave them out", 0.0).where =
            faces.where;
}

void check_normals(const Subject& subject, Findings& findings) {
    const std::vector<TriangleMesh> meshes = triangle_meshes(subject);
    WrongSides wrong = wrong_sides(meshes);
    check_lengths(subject, findings, wrong);
    for (const auto& [name, turned] : wrong) {
        const auto& [mesh, against] = turned;
        Finding& finding =
            findings.add(mesh->object, against.words(),
                         "turn the triangles or their normals round: they are lit from the wrong side",
                         against.share(), Level::warning);
        finding.threshold = max_wrong_share;
        finding.where = mesh->where;
    }
}

void check_open_meshes(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for (const TriangleMesh& mesh : triangle_meshes(subject)) {
        const std::size_t edges = boundary_edges(mesh);
        if (static_cast<double>(edges) <= most) continue;
        findings
            .add(mesh.object, counted(edges, "edge belongs", "edges belong") + " to one triangle alone",
                 "close the holes, or weld vertices that should be one", static_cast<double>(edges))
            .where = mesh.where;
    }
}

}  // namespace vitruvian::check
