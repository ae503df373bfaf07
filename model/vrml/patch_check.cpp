#include "model/vrml/patch_check.h"

#include <algorithm>
#include <cmath>

namespace vitruvian::vrml {
namespace {

constexpr float tolerance = 1e-5F;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

bool near(const vec3& a, const vec3& b) {
    const float scale = std::max({1.0F, glm::length(a), glm::length(b)});
    return glm::all(glm::lessThanEqual(glm::abs(a - b), vec3(tolerance * scale)));
}

bool near(const mat4& a, const mat4& b) {
    for (int column = 0; column < 4; ++column) {
        if (!near(vec3(a[column]), vec3(b[column]))) return false;
    }
    return true;
}

int node_of(const Difference& d, const Document& document) {
    if (d.part == Part::joint) return document.humanoids[at(d.humanoid)].joints[at(d.index)].node;
    if (d.part == Part::site) return document.humanoids[at(d.humanoid)].sites[at(d.index)].node;
    return d.part == Part::node ? d.index : -1;
}

vec3 shines_along(const Light& light) {
    return light.orientation * vec3(0.0F, 0.0F, -1.0F);
}

/// Both limits 0 0 0 read as not given.
bool is_frozen(const Joint& joint) {
    return joint.lower_limit == vec3(0.0F) && joint.upper_limit == vec3(0.0F);
}

/// Whether it comes to the same; both documents have lists of the same lengths.
bool comes_to_the_same(const Difference& d, const Document& found, const Document& expected) {
    if (d.change != Change::changed) return false;
    const int node = node_of(d, expected);
    if (node >= 0) {
        const Node& a = found.nodes[at(node)];
        const Node& b = expected.nodes[at(node)];
        // A humanoid's own name counts, not that of its frame.
        if (d.field == "name") return b.kind == NodeKind::humanoid;
        if (d.field.starts_with("rest.") || d.field.starts_with("delta."))
            return near(to_matrix(compose(a.rest, a.delta)), to_matrix(compose(b.rest, b.delta)));
    }
    if (d.part == Part::joint) {
        const Joint& a = found.humanoids[at(d.humanoid)].joints[at(d.index)];
        const Joint& b = expected.humanoids[at(d.humanoid)].joints[at(d.index)];
        if (d.field.ends_with("_limit")) return is_frozen(b) && !a.lower_limit && !a.upper_limit;
        // It follows from the frames.
        return d.field == "centre";
    }
    // A morph target is called after its displacer.
    if (d.part == Part::mesh && d.field == "targets.name") return true;
    if (d.part == Part::mesh && d.field == "name") {
        // A shape without a name of its own is called after its segment.
        const MeshInstance& mesh = found.meshes[at(d.index)];
        return mesh.humanoid >= 0 && mesh.segment >= 0 &&
               found.humanoids[at(mesh.humanoid)].segments[at(mesh.segment)].name == mesh.name;
    }
    if (d.part == Part::light && d.field == "orientation")
        return near(shines_along(found.lights[at(d.index)]), shines_along(expected.lights[at(d.index)]));
    return false;
}

}  // namespace

std::vector<Difference> patch_differences(const Document& found, const Document& expected) {
    std::vector<Difference> out = differences(found, expected, tolerance);
    const bool same_lists =
        found.nodes.size() == expected.nodes.size() &&
        std::none_of(out.begin(), out.end(), [](const Difference& d) { return d.change != Change::changed; });
    if (same_lists)
        std::erase_if(out, [&](const Difference& d) { return comes_to_the_same(d, found, expected); });
    return out;
}

}  // namespace vitruvian::vrml
