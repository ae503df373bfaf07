// Checks of counts.
#include "model/check/budget.h"
#include "model/check/findings.h"
#include "model/check/source_gltf.h"
#include "model/check/subject.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace vitruvian::check {
namespace {

/// Returns the object of findings about a whole file: its figure, or the file if it has none.
Object whole(const Subject& subject) {
    return subject.figures().empty() ? subject.whole_file() : subject.humanoid(subject.figures().front());
}

void compare(const Subject& subject, Findings& findings, std::size_t count, std::string_view one,
             std::string_view many, std::string_view advice) {
    const double most = findings.threshold();
    if (static_cast<double>(count) <= most) return;
    findings
        .add(whole(subject),
             fmt::format("it has {}, {} more than {:.0f}", counted(count, one, many),
                         static_cast<double>(count) - most, most),
             std::string(advice), static_cast<double>(count))
        .where = {subject.document().file, 0, 0, {}};
}

}  // namespace

void check_triangle_count(const Subject& subject, Findings& findings) {
    std::size_t count = 0;
    for (const MeshInstance& instance : subject.document().meshes) {
        if (instance.mesh->topology == Topology::triangles) count += instance.mesh->indices.size() / 3;
    }
    compare(subject, findings, count, "triangle", "triangles", "simplify its meshes");
}

void check_bone_count(const Subject& subject, Findings& findings) {
    std::set<int> joints;
    for (const MeshInstance& instance : subject.document().meshes) {
        if (instance.mesh->is_skinned())
            joints.insert(instance.skin->nodes.begin(), instance.skin->nodes.end());
    }
    compare(subject, findings, joints.size(), "skin joint", "skin joints",
            "leave out joints that move nothing");
}

void check_skinned_mesh_count(const Subject& subject, Findings& findings) {
    std::set<int> nodes;
    for (const MeshInstance& instance : subject.document().meshes) {
        if (instance.mesh->is_skinned()) nodes.insert(instance.node);
    }
    compare(subject, findings, nodes.size(), "skinned mesh", "skinned meshes", "join meshes");
}

void check_material_slots(const Subject& subject, Findings& findings) {
    compare(subject, findings, subject.document().meshes.size(), "primitive, with a material",
            "primitives, each with a material", "put pictures on one sheet and join the primitives");
}

void check_bounds(const Subject& subject, Findings& findings) {
    Bounds bounds;
    for (const Figure& figure : subject.figures()) {
        for (const std::vector<vec3>& vertices : figure.posed) {
            for (const vec3& vertex : vertices) bounds.add(vertex);
        }
    }
    if (bounds.empty()) return findings.skip("no figure has a mesh");
    // 5 x 6 x 5 m; a custom threshold is for width and depth, and the height is scaled with it.
    const double most = findings.threshold();
    const std::array<double, 3> limits{most, 1.2 * most, most};
    const vec3 size = bounds.size();
    for (int axis = 0; axis < 3; ++axis) {
        const double extent = static_cast<double>(size[axis]);
        if (extent <= at(limits, axis)) continue;
        Finding& finding =
            findings.add(whole(subject),
                         fmt::format("at rest it takes {:.2f} x {:.2f} x {:.2f} m", size.x, size.y, size.z),
                         "look for vertices far away, or scale it down", extent);
        finding.threshold = at(limits, axis);
        finding.where = {subject.document().file, 0, 0, {}};
        return;
    }
}

void check_unused_objects(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = subject.gltf_facts();
    if (facts == nullptr) return findings.skip("only for glTF files as they were read");
    struct List {
        std::string_view one, many, pointer;
        const std::vector<int>& unused;
    };
    const GltfUnused& unused = facts->unused;
    const std::array<List, 7> lists{{{"accessor", "accessors", "accessors", unused.accessors},
                                     {"node", "nodes", "nodes", unused.nodes},
                                     {"mesh", "meshes", "meshes", unused.meshes},
                                     {"skin", "skins", "skins", unused.skins},
                                     {"material", "materials", "materials", unused.materials},
                                     {"texture", "textures", "textures", unused.textures},
                                     {"picture", "pictures", "images", unused.images}}};
    std::string words;
    std::string first;
    std::size_t count = 0;
    for (const List& list : lists) {
        if (list.unused.empty()) continue;
        count += list.unused.size();
        words += (words.empty() ? "" : ", ") + counted(list.unused.size(), list.one, list.many);
        if (first.empty()) first = fmt::format("/{}/{}", list.pointer, list.unused.front());
    }
    if (static_cast<double>(count) <= findings.threshold()) return;
    Finding& finding = findings.add(subject.whole_file(), fmt::format("nothing uses {}", words),
                                    "leave them out: the file becomes smaller", static_cast<double>(count));
    finding.where = {subject.document().file, 0, 0, first};
}

}  // namespace vitruvian::check
