#include "model/formats/vrml/patch/patch_check.h"

#include "model/core/at.h"
#include "model/document/frame_difference.h"
#include "model/document/segment_name.h"

#include <algorithm>
#include <cmath>

namespace vitruvian::vrml {
namespace {

vec3 shines_along(const Light& light) {
    return light.orientation * vec3(0.0F, 0.0F, -1.0F);
}

/// A quaternion and its negative are the same rotation; interpolation takes the shorter path.
bool same_turns(const Channel& a, const Channel& b) {
    if (components(a.path) != 4 || a.interpolation != Interpolation::linear || a.path != b.path) return false;
    if (a.values.size() != b.values.size()) return false;
    for (std::size_t i = 0; i + 3 < a.values.size(); i += 4) {
        const auto quat_at = [i](const Channel& c) {
            return quat(c.values[i + 3], c.values[i], c.values[i + 1], c.values[i + 2]);
        };
        if (std::abs(glm::dot(quat_at(a), quat_at(b))) < 1.0F - patch_tolerance) return false;
    }
    return true;
}

/// Only normals of vertices used by faces: others are not in the file.
bool same_normals(const Mesh& a, const Mesh& b) {
    if (a.normals.size() != b.normals.size() || a.indices != b.indices) return false;
    return std::all_of(a.indices.begin(), a.indices.end(), [&](std::uint32_t v) {
        return glm::distance(a.normals[v], b.normals[v]) <= patch_tolerance;
    });
}

/// A feature may have zero displacements in the file; under another name it is not a feature, and has them.
bool same_offsets(const MorphTarget& found, const MorphTarget& expected) {
    return expected.positions.empty() && std::all_of(found.positions.begin(), found.positions.end(),
                                                     [](const vec3& offset) { return offset == vec3(0.0F); });
}

/// The largest centre of the node and its ancestors, at least 1. Rest frames and bind matrices are
/// differences of centres, so their precision depends on the magnitude of these.
float largest_centre(const Document& document, int node) {
    float largest = 1.0F;
    for (int up = node; up >= 0; up = at(document.nodes, up).parent)
        largest = std::max(largest, glm::length(at(document.nodes, up).frame_offset));
    return largest;
}

bool same_binds(const MeshInstance& a, const MeshInstance& b, const Document& document) {
    const std::vector<mat4>& x = a.skin->inverse_bind;
    const std::vector<mat4>& y = b.skin->inverse_bind;
    if (x.size() != y.size()) return false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float largest = largest_centre(document, b.skin->nodes[i]);
        for (int column = 0; column < 4; ++column) {
            const vec4 apart = glm::abs(x[i][column] - y[i][column]);
            const float most = patch_tolerance * (column == 3 ? largest : 1.0F);
            if (!(std::max({apart.x, apart.y, apart.z, apart.w}) <= most)) return false;
        }
    }
    return true;
}

/// Whether both limits are 0 0 0, which reads as no limits.
bool is_frozen(const Joint& joint) {
    return joint.lower_limit == vec3(0.0F) && joint.upper_limit == vec3(0.0F);
}

/// Whether the difference has no effect; both documents have lists of the same lengths.
bool comes_to_the_same(const Difference& d, const Document& found, const Document& expected) {
    if (d.change != Change::changed) return false;
    const int node = frame_of(d, expected);
    if (node >= 0) {
        // Only a humanoid's own name matters, not that of its frame.
        if (d.field == "name") return at(expected.nodes, node).kind == NodeKind::humanoid;
        if (d.field.starts_with("rest.") || d.field.starts_with("delta."))
            return same_local_frame(found, expected, node, largest_centre(expected, node));
    }
    if (d.part == Part::joint) {
        const Joint& a = at(at(found.humanoids, d.humanoid).joints, d.index);
        const Joint& b = at(at(expected.humanoids, d.humanoid).joints, d.index);
        if (d.field.ends_with("_limit")) return is_frozen(b) && !a.lower_limit && !a.upper_limit;
        // The centre follows from the frames.
        return d.field == "centre";
    }
    if (d.part == Part::mesh && d.field == "skin.inverse_bind")
        return same_binds(at(found.meshes, d.index), at(expected.meshes, d.index), expected);
    if (d.part == Part::mesh && d.field == "normals")
        return same_normals(*at(found.meshes, d.index).mesh, *at(expected.meshes, d.index).mesh);
    if (d.part == Part::mesh && d.field == "targets.positions")
        return same_offsets(at(at(found.meshes, d.index).mesh->targets, d.element),
                            at(at(expected.meshes, d.index).mesh->targets, d.element));
    // Edited weights may no longer need repair.
    if (d.part == Part::mesh && d.field == "influence_repaired")
        return !at(found.meshes, d.index).mesh->influence_repaired;
    // A morph target is named after its displacer.
    if (d.part == Part::mesh && d.field == "targets.name") return true;
    if (d.part == Part::mesh && d.field == "name")
        return is_called_after_segment(found, at(found.meshes, d.index)) ||
               is_called_after_segment(expected, at(expected.meshes, d.index));
    if (d.part == Part::clip && d.field == "channels.values") {
        return same_turns(at(at(found.clips, d.index)->channels, d.element),
                          at(at(expected.clips, d.index)->channels, d.element));
    }
    if (d.part == Part::light && d.field == "position")
        return at(expected.lights, d.index).kind == Light::Kind::directional;
    if (d.part == Part::light && d.field == "orientation")
        return nearly_equal(shines_along(at(found.lights, d.index)),
                            shines_along(at(expected.lights, d.index)));
    return false;
}

}  // namespace

std::vector<Difference> patch_differences(const Document& found, const Document& expected) {
    std::vector<Difference> out = differences(found, expected, patch_tolerance);
    const bool same_lists =
        found.nodes.size() == expected.nodes.size() &&
        std::none_of(out.begin(), out.end(), [](const Difference& d) { return d.change != Change::changed; });
    if (same_lists)
        std::erase_if(out, [&](const Difference& d) { return comes_to_the_same(d, found, expected); });
    return out;
}

}  // namespace vitruvian::vrml
