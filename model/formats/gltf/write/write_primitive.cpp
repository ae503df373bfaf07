// Writes one primitive's geometry: attributes, weights and morph targets as accessors (glTF 2.0, 3.7).
#include "model/core/at.h"
#include "model/formats/gltf/write/writing.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// One influence of one vertex.
struct Influence {
    std::uint32_t joint;
    float weight;
};

/// Returns the influences of a vertex as glTF requires: each joint once, heaviest first, weights that sum to
/// 1. A vertex without influences is bound to `still`.
std::vector<Influence> influences_of(const Mesh& mesh, std::size_t vertex, int still) {
    std::vector<Influence> out;
    for (std::uint32_t i = mesh.influence_begin[vertex]; i < mesh.influence_begin[vertex + 1]; ++i) {
        const std::uint32_t joint = mesh.influence_joint[i];
        const float weight = mesh.influence_weight[i];
        if (!(weight > 0.0F)) continue;
        const auto same = std::find_if(out.begin(), out.end(),
                                       [joint](const Influence& other) { return other.joint == joint; });
        if (same != out.end()) {
            same->weight += weight;
        } else {
            out.push_back({joint, weight});
        }
    }
    if (out.empty()) return {{static_cast<std::uint32_t>(std::max(still, 0)), 1.0F}};
    std::stable_sort(out.begin(), out.end(),
                     [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
    double sum = 0.0;
    for (const Influence& influence : out) sum += static_cast<double>(influence.weight);
    // The specification's tolerance is 2e-7 per weight; only rows beyond half of it are changed.
    if (std::abs(sum - 1.0) > 1e-7 * static_cast<double>(out.size())) {
        for (Influence& influence : out)
            influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
        double again = 0.0;
        for (const Influence& influence : out) again += static_cast<double>(influence.weight);
        out.front().weight = static_cast<float>(static_cast<double>(out.front().weight) + 1.0 - again);
    }
    return out;
}

/// Returns unit xyz and w of 1 or -1, or empty where some have no direction.
std::vector<vec4> usable_tangents(const std::vector<vec4>& tangents) {
    std::vector<vec4> out = tangents;
    for (vec4& tangent : out) {
        const vec3 direction(tangent);
        const float length = glm::length(direction);
        if (!(length > 1e-6F) || !std::isfinite(length)) return {};
        if (std::abs(length - 1.0F) > 1e-5F) tangent = vec4(direction / length, tangent.w);
        tangent.w = tangent.w < 0.0F ? -1.0F : 1.0F;
    }
    return out;
}

/// Returns the number of texture coordinate sets that the material uses.
int uv_sets_needed(const Writing& writing, int material) {
    if (material < 0) return 0;
    const Material& m = at(writing.document.materials, material);
    int out = 0;
    for_each_texture(m, [&out](const TextureUse& use, const char*) {
        if (use.present()) out = std::max(out, use.uv_set + 1);
    });
    return out;
}

/// Adds texture coordinates; zeros where a texture uses a set that the mesh does not have, which is
/// equivalent to a missing attribute.
void add_uvs(Writing& writing, const MeshInstance& instance, OrderedJson& attributes) {
    const Mesh& mesh = *instance.mesh;
    int needed = std::max(uv_sets_needed(writing, instance.material), mesh.uv1.empty() ? 0 : 2);
    for (const int material : instance.variant_materials)
        needed = std::max(needed, uv_sets_needed(writing, material));
    const auto add = [&](const char* name, const std::vector<vec2>& uv, int set) {
        if (!uv.empty()) {
            attributes[name] = writing.bin.add_floats(as_floats(uv), 2, ViewTarget::vertices);
        } else if (set < needed) {
            attributes[name] = writing.bin.add_zeros(mesh.positions.size(), 2);
        }
    };
    add("TEXCOORD_0", mesh.uv0, 0);
    add("TEXCOORD_1", mesh.uv1, 1);
}

void add_colors(Writing& writing, const Mesh& mesh, OrderedJson& attributes) {
    if (mesh.colors.empty()) return;
    std::vector<vec4> colors = mesh.colors;
    bool clamped = false;
    for (vec4& color : colors) {
        const vec4 inside = glm::clamp(color, vec4(0.0F), vec4(1.0F));
        clamped = clamped || inside != color;
        color = inside;
    }
    if (clamped) writing.note("gltf-color-range", "vertex colours outside 0 to 1 were clamped");
    attributes["COLOR_0"] = writing.bin.add_floats(as_floats(colors), 4, ViewTarget::vertices);
}

/// Returns offsets of a target by ascending vertex; those of a vertex that is listed twice are added.
std::vector<std::pair<std::uint32_t, vec3>> merged(const std::vector<std::uint32_t>& vertices,
                                                   const std::vector<vec3>& offsets) {
    std::vector<std::pair<std::uint32_t, vec3>> out;
    for (std::size_t i = 0; i < offsets.size(); ++i) out.emplace_back(vertices[i], offsets[i]);
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (kept > 0 && out[kept - 1].first == out[i].first) {
            out[kept - 1].second += out[i].second;
        } else {
            out[kept++] = out[i];
        }
    }
    out.resize(kept);
    return out;
}

}  // namespace

int add_offsets(Writing& writing, const Mesh& mesh, const MorphTarget& target,
                const std::vector<vec3>& offsets) {
    std::vector<std::uint32_t> vertices;
    std::vector<float> values;
    for (const auto& [vertex, offset] : merged(target.vertices, offsets)) {
        vertices.push_back(vertex);
        values.insert(values.end(), {offset.x, offset.y, offset.z});
    }
    // A list of all vertices is smaller without indices.
    if (vertices.size() == mesh.positions.size()) {
        return writing.bin.add_floats(values, 3, ViewTarget::none, true);
    }
    return writing.bin.add_sparse_vec3s(mesh.positions.size(), vertices, values);
}

OrderedJson target_json(Writing& writing, const Mesh& mesh, const MorphTarget& target, bool with_normals) {
    OrderedJson out = OrderedJson::object();
    out["POSITION"] = add_offsets(writing, mesh, target, target.positions);
    if (with_normals) out["NORMAL"] = add_offsets(writing, mesh, target, target.normals);
    return out;
}

void add_influences(Writing& writing, const Mesh& mesh, int still, OrderedJson& attributes) {
    const std::size_t count = mesh.positions.size();
    std::vector<std::vector<Influence>> rows;
    rows.reserve(count);
    std::size_t most = 1;
    for (std::size_t v = 0; v < count; ++v) {
        rows.push_back(influences_of(mesh, v, still));
        most = std::max(most, rows.back().size());
    }
    for (std::size_t set = 0; set * 4 < most; ++set) {
        std::vector<std::uint32_t> joints(count * 4, 0);
        std::vector<float> weights(count * 4, 0.0F);
        for (std::size_t v = 0; v < count; ++v) {
            for (std::size_t k = set * 4; k < std::min(rows[v].size(), set * 4 + 4); ++k) {
                joints[v * 4 + k % 4] = rows[v][k].joint;
                weights[v * 4 + k % 4] = rows[v][k].weight;
            }
        }
        attributes["JOINTS_" + std::to_string(set)] = writing.bin.add_joints(joints);
        attributes["WEIGHTS_" + std::to_string(set)] =
            writing.bin.add_floats(weights, 4, ViewTarget::vertices);
    }
}

OrderedJson write_primitive(Writing& writing, const MeshInstance& instance, int still) {
    const Mesh& mesh = *instance.mesh;
    OrderedJson attributes = OrderedJson::object();
    attributes["POSITION"] = writing.bin.add_floats(as_floats(mesh.positions), 3, ViewTarget::vertices, true);
    if (!mesh.normals.empty()) {
        attributes["NORMAL"] = writing.bin.add_floats(as_floats(mesh.normals), 3, ViewTarget::vertices);
        if (const std::vector<vec4> tangents = usable_tangents(mesh.tangents); !tangents.empty()) {
            attributes["TANGENT"] = writing.bin.add_floats(as_floats(tangents), 4, ViewTarget::vertices);
        }
    }
    add_uvs(writing, instance, attributes);
    add_colors(writing, mesh, attributes);
    if (mesh.is_skinned()) add_influences(writing, mesh, still, attributes);
    OrderedJson out = {{"attributes", std::move(attributes)}};
    out["indices"] = writing.bin.add_indices(mesh.indices);
    if (mesh.topology != Topology::triangles) out["mode"] = mesh.topology == Topology::lines ? 1 : 0;
    if (mesh.targets.empty()) return out;
    // All targets of a primitive must have the same attributes.
    const bool with_normals =
        !mesh.normals.empty() && std::any_of(mesh.targets.begin(), mesh.targets.end(),
                                             [](const MorphTarget& t) { return !t.normals.empty(); });
    OrderedJson targets = OrderedJson::array();
    for (const MorphTarget& target : mesh.targets) {
        targets.push_back(target_json(writing, mesh, target, with_normals));
    }
    out["targets"] = std::move(targets);
    return out;
}

}  // namespace vitruvian::gltf
