// Converts primitives to meshes, and places meshes in the scene (glTF 2.0, 3.7).
#include "model/core/at.h"
#include "model/formats/gltf/read/attributes.h"
#include "model/formats/gltf/read/draco.h"
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <type_traits>
#include <utility>

namespace vitruvian::gltf {
namespace {

constexpr std::size_t max_instances = 200'000;

enum Mode {
    points = 0,
    lines = 1,
    line_loop = 2,
    line_strip = 3,
    triangles = 4,
    triangle_strip = 5,
    triangle_fan = 6
};

/// Converts strips, loops and fans to lists; an incomplete end of a list is dropped (glTF 2.0, 3.7.2.1).
std::vector<std::uint32_t> to_list(int mode, std::vector<std::uint32_t> in) {
    std::vector<std::uint32_t> out;
    const std::size_t n = in.size();
    if (mode == lines) in.resize(n - n % 2);
    if (mode == triangles) in.resize(n - n % 3);
    if (mode == points || mode == lines || mode == triangles) return in;
    if (mode == line_strip || mode == line_loop) {
        for (std::size_t i = 0; i + 1 < n; ++i) out.insert(out.end(), {in[i], in[i + 1]});
        if (mode == line_loop && n > 1) out.insert(out.end(), {in[n - 1], in[0]});
        return out;
    }
    for (std::size_t i = 0; i + 2 < n; ++i) {
        if (mode == triangle_fan) {
            out.insert(out.end(), {in[i + 1], in[i + 2], in[0]});
        } else {
            out.insert(out.end(), {in[i], in[i + 1 + i % 2], in[i + 2 - i % 2]});
        }
    }
    return out;
}

Topology to_topology(int mode) {
    if (mode == points) return Topology::points;
    return mode < triangles ? Topology::lines : Topology::triangles;
}

/// Drops indices that are out of range, which exist where `largest` is not a vertex.
void drop_outside(Reading& reading, Mesh& mesh, std::uint32_t largest, const std::string& pointer) {
    const std::size_t count = mesh.positions.size();
    if (mesh.indices.empty() || largest < count) return;
    reading.warn("gltf-index-range", "indices lie outside the vertices; their triangles are left out",
                 pointer);
    const std::size_t corners = mesh.topology == Topology::triangles ? 3
                                : mesh.topology == Topology::lines   ? 2
                                                                     : 1;
    std::vector<std::uint32_t> good;
    for (std::size_t i = 0; i + corners <= mesh.indices.size(); i += corners) {
        const auto begin = mesh.indices.begin() + static_cast<std::ptrdiff_t>(i);
        const auto end = begin + static_cast<std::ptrdiff_t>(corners);
        if (std::all_of(begin, end, [count](std::uint32_t k) { return k < count; }))
            good.insert(good.end(), begin, end);
    }
    mesh.indices = std::move(good);
}

bool read_indices(Reading& reading, const JsonValue& json, const std::string& pointer, Mesh& mesh) {
    const int mode = int_or(json, "mode", triangles);
    if (mode > triangle_fan) {
        reading.warn("gltf-primitive", "the primitive's mode is unknown; it is left out", pointer + "/mode");
        return false;
    }
    mesh.topology = to_topology(mode);
    const std::string place = pointer + "/indices";
    IndexList list;
    const int index = int_or(json, "indices", -1);
    if (index < 0) {
        if (!reading.data.spend(mesh.positions.size() * 3 * sizeof(std::uint32_t))) return false;
        list.indices.resize(mesh.positions.size());
        std::iota(list.indices.begin(), list.indices.end(), 0U);
    } else {
        std::optional<IndexList> read = read_index_list(reading, index, place);
        if (!read) return false;
        list = std::move(*read);
    }
    mesh.indices = to_list(mode, std::move(list.indices));
    drop_outside(reading, mesh, list.largest, place);
    return true;
}

/// Lists the vertices that have an offset other than zero.
std::vector<std::uint32_t> moved_vertices(std::span<const vec3> positions, std::span<const vec3> normals,
                                          std::size_t count) {
    // Both signs of zero, and no branch.
    const auto bits = [](const vec3& v) {
        return (std::bit_cast<std::uint32_t>(v.x) | std::bit_cast<std::uint32_t>(v.y) |
                std::bit_cast<std::uint32_t>(v.z))
               << 1U;
    };
    std::vector<std::uint32_t> listed(count);
    std::size_t moved = 0;
    for (std::size_t v = 0; v < count; ++v) {
        listed[moved] = static_cast<std::uint32_t>(v);
        const std::uint32_t offset =
            (positions.empty() ? 0U : bits(positions[v])) | (normals.empty() ? 0U : bits(normals[v]));
        moved += static_cast<std::size_t>(offset != 0);
    }
    return {listed.begin(), listed.begin() + static_cast<std::ptrdiff_t>(moved)};
}

/// Returns the target of offsets that the file has for few vertices; those of zero are left out.
MorphTarget sparse_target(const Data::Sparse& positions, const Data::Sparse& normals, bool has_normals) {
    /// The offset of a vertex, which does not come before those asked for earlier.
    struct Offsets {
        const Data::Sparse& sparse;
        std::size_t next = 0;

        [[nodiscard]] std::uint32_t vertex() const {
            return next < sparse.indices.size() ? sparse.indices[next]
                                                : std::numeric_limits<std::uint32_t>::max();
        }
        vec3 take(std::uint32_t wanted) {
            if (vertex() != wanted) return vec3(0.0F);
            const float* const v = sparse.values.data() + next++ * 3;
            return {v[0], v[1], v[2]};
        }
    };
    Offsets moves{positions};
    Offsets turns{normals};
    MorphTarget out;
    while (moves.next < positions.indices.size() || turns.next < normals.indices.size()) {
        const std::uint32_t v = std::min(moves.vertex(), turns.vertex());
        const vec3 position = moves.take(v);
        const vec3 normal = turns.take(v);
        if (position == vec3(0.0F) && normal == vec3(0.0F)) continue;
        out.vertices.push_back(v);
        out.positions.push_back(position);
        if (has_normals) out.normals.push_back(normal);
    }
    return out;
}

/// Returns nullopt unless the file has all offsets of the target as few of `count`.
std::optional<MorphTarget> read_sparse_target(Reading& reading, const JsonValue& json, std::size_t count) {
    const auto read = [&](const char* name) -> std::optional<Data::Sparse> {
        const Accessor* accessor = reading.data.find(int_or(json, name, -1));
        if (accessor == nullptr || accessor->count != count) return std::nullopt;
        return reading.data.as_sparse(int_or(json, name, -1), 3);
    };
    const bool has_normals = member(json, "NORMAL") != nullptr;
    const std::optional<Data::Sparse> positions = read("POSITION");
    if (!positions) return std::nullopt;
    const std::optional<Data::Sparse> normals = has_normals ? read("NORMAL") : Data::Sparse{};
    if (!normals) return std::nullopt;
    const std::size_t most = positions->indices.size() + normals->indices.size();
    constexpr std::size_t bytes_each = sizeof(std::uint32_t) + 2 * sizeof(vec3);
    if (!reading.data.spend(most * bytes_each)) return MorphTarget{};
    return sparse_target(*positions, *normals, has_normals);
}

/// Offsets of zero are left out.
MorphTarget read_target(Reading& reading, const JsonValue& json, std::size_t count,
                        const std::string& pointer) {
    if (std::optional<MorphTarget> sparse = read_sparse_target(reading, json, count))
        return std::move(*sparse);
    const SeenVectors seen_positions = see_vectors(reading, json, "POSITION", count, pointer);
    const SeenVectors seen_normals = see_vectors(reading, json, "NORMAL", count, pointer);
    const std::span<const vec3> positions = seen_positions.values;
    const std::span<const vec3> normals = seen_normals.values;
    MorphTarget out;
    out.vertices = moved_vertices(positions, normals, count);
    out.positions.reserve(out.vertices.size());
    out.normals.reserve(normals.empty() ? 0 : out.vertices.size());
    for (const std::uint32_t v : out.vertices) {
        out.positions.push_back(positions.empty() ? vec3(0.0F) : positions[v]);
        if (!normals.empty()) out.normals.push_back(normals[v]);
    }
    return out;
}

std::string target_name(const JsonValue& mesh, std::size_t target) {
    const JsonValue* extras = member(mesh, "extras");
    const JsonValue* names = extras == nullptr ? nullptr : member(*extras, "targetNames");
    if (names != nullptr && names->is_array() && target < names->size() && (*names)[target].is_string()) {
        return (*names)[target].get<std::string>();
    }
    return unnamed_target(target);
}

/// Reads meshes once and adds them to every node that uses them.
class MeshPlacer {
  public:
    explicit MeshPlacer(Reading& reading) : reading_(reading) {}

    Result<void> place_all() {
        const std::vector<tiny::Node>& nodes = reading_.scene.nodes;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].mesh < 0) continue;
            if (!reading_.is_shown[i]) {
                reading_.diagnostics.note(
                    "gltf-not-in-scene",
                    "meshes of nodes that are hidden or outside the file's scene are not shown",
                    {reading_.file, 0, 0, fmt::format("/nodes/{}", i)});
                continue;
            }
            if (reading_.is_cancelled())
                return fail("cancelled", "loading was cancelled", {reading_.file, 0, 0, {}});
            place(i, static_cast<std::size_t>(nodes[i].mesh), nodes[i].skin);
            const std::string pointer = fmt::format("/nodes/{}", i);
            if (extension(reading_.element("nodes", i), "EXT_mesh_gpu_instancing") != nullptr)
                reading_.warn("gltf-instances", "of instanced meshes only one is shown, at its node",
                              pointer);
            if (reading_.data.is_spent() || reading_.document.meshes.size() > max_instances) {
                return fail("gltf-too-large", "the file's meshes unpack to more than is allowed",
                            {reading_.file, 0, 0, pointer});
            }
            reading_.progress(0.2F + 0.5F * static_cast<float>(i) / static_cast<float>(nodes.size()));
        }
        return {};
    }

  private:
    /// One mesh's primitives (null: broken), read for skins of at least `joints_needed` joints; 0: rigid.
    struct Variant {
        std::size_t joints_needed = 0;
        std::vector<std::shared_ptr<const Mesh>> primitives;
    };

    const Variant& variant(std::size_t mesh, std::size_t joint_count) {
        std::vector<Variant>& variants = variants_[mesh];
        for (const Variant& variant : variants) {
            const bool fits = joint_count == 0
                                  ? variant.joints_needed == 0
                                  : variant.joints_needed > 0 && variant.joints_needed <= joint_count;
            if (fits) return variant;
        }
        Variant out;
        const JsonValue* primitives = member(reading_.element("meshes", mesh), "primitives");
        for (std::size_t p = 0; primitives != nullptr && p < primitives->size(); ++p) {
            if (reading_.data.is_spent()) break;
            std::shared_ptr<Mesh> read = read_primitive(reading_, mesh, p, joint_count);
            if (read) out.joints_needed = std::max(out.joints_needed, read->nodes_needed());
            out.primitives.push_back(std::move(read));
        }
        if (joint_count > 0) out.joints_needed = std::max<std::size_t>(out.joints_needed, 1);
        return variants.emplace_back(std::move(out));
    }

    std::shared_ptr<const Skin> skin_for(int node, int skin) {
        if (skin >= 0) {
            if (auto found = at(reading_.skins, skin).skin) return found;
        }
        auto rigid = std::make_shared<Skin>();
        rigid->nodes = {node};
        rigid->inverse_bind.assign(1, mat4(1.0F));
        return rigid;
    }

    /// Adds one displacer per target of the node's mesh; its primitives share them.
    std::vector<int> add_displacers(std::size_t gltf_node, std::size_t mesh, const Variant& variant) {
        std::size_t count = 0;
        for (const auto& primitive : variant.primitives) {
            if (primitive) count = std::max(count, primitive->targets.size());
        }
        const JsonValue& json = reading_.element("meshes", mesh);
        const std::vector<double>& own = reading_.scene.nodes[gltf_node].weights;
        const JsonValue* shared = member(json, "weights");
        std::vector<int> out;
        constexpr std::size_t bytes_each = 256;  // of a Displacer, its name and its entries in lists
        if (!reading_.data.spend(count * bytes_each)) count = 0;
        for (std::size_t t = 0; t < count; ++t) {
            Displacer displacer;
            displacer.name = target_name(json, t);
            if (t < own.size()) {
                displacer.weight = static_cast<float>(own[t]);
            } else if (own.empty() && shared != nullptr && t < shared->size()) {
                displacer.weight = (*shared)[t].get<float>();
            }
            out.push_back(static_cast<int>(reading_.document.displacers.size()));
            reading_.document.displacers.push_back(std::move(displacer));
        }
        return out;
    }

    void place(std::size_t gltf_node, std::size_t mesh, int skin) {
        const int node = reading_.document_node[gltf_node];
        const std::shared_ptr<const Skin> moved_by = skin_for(node, skin);
        const bool is_skinned = skin >= 0 && at(reading_.skins, skin).skin != nullptr;
        const Variant& read = variant(mesh, is_skinned ? moved_by->nodes.size() : 0);
        const std::vector<int> displacers = add_displacers(gltf_node, mesh, read);
        if (!displacers.empty()) reading_.displacers_of_node[node] = displacers;
        const JsonValue& json = reading_.element("meshes", mesh);
        std::shared_ptr<const Skin> rigid;
        for (std::size_t p = 0; p < read.primitives.size(); ++p) {
            const std::shared_ptr<const Mesh>& geometry = read.primitives[p];
            if (!geometry || reading_.data.is_spent()) continue;
            MeshInstance instance;
            instance.name = text_or_empty(json, "name");
            if (instance.name.empty()) instance.name = reading_.scene.nodes[gltf_node].name;
            instance.mesh = geometry;
            instance.skin = moved_by;
            if (is_skinned && !geometry->is_skinned()) {
                if (!rigid) rigid = skin_for(node, -1);
                instance.skin = rigid;
            }
            instance.material = int_or(json["primitives"][p], "material", -1);
            instance.variant_materials = variant_materials(reading_, json["primitives"][p]);
            instance.node = node;
            instance.primitive = static_cast<int>(p);
            instance.displacers.assign(
                displacers.begin(),
                displacers.begin() + static_cast<std::ptrdiff_t>(geometry->targets.size()));
            reading_.document.meshes.push_back(std::move(instance));
        }
    }

    Reading& reading_;
    std::map<std::size_t, std::vector<Variant>> variants_;
};

}  // namespace

std::string unnamed_target(std::size_t target) {
    return fmt::format("morph {}", target);
}

std::shared_ptr<Mesh> read_primitive(Reading& reading, std::size_t mesh_index, std::size_t primitive,
                                     std::size_t joint_count) {
    const JsonValue& mesh_json = reading.element("meshes", mesh_index);
    const JsonValue& json = mesh_json["primitives"][primitive];
    const std::string pointer = fmt::format("/meshes/{}/primitives/{}", mesh_index, primitive);
    if (json.is_null()) return nullptr;
    const JsonValue& attributes = json["attributes"];
    const std::string place = pointer + "/attributes";
    const Accessor* positions = reading.data.find(int_or(attributes, "POSITION", -1));
    if (positions == nullptr) {
        reading.warn("gltf-primitive", "the primitive has no usable positions and is left out", pointer);
        return nullptr;
    }
    if (!decompress_draco(reading, json, pointer)) return nullptr;
    const std::size_t count = positions->count;
    auto mesh = std::make_shared<Mesh>();
    mesh->name = text_or_empty(mesh_json, "name");
    mesh->positions = read_vectors<vec3>(reading, attributes, "POSITION", count, place);
    if (mesh->positions.empty() || !read_indices(reading, json, pointer, *mesh)) return nullptr;
    mesh->normals = read_normals(reading, attributes, count, place);
    mesh->tangents = read_vectors<vec4>(reading, attributes, "TANGENT", count, place);
    mesh->uv0 = read_vectors<vec2>(reading, attributes, "TEXCOORD_0", count, place);
    mesh->uv1 = read_vectors<vec2>(reading, attributes, "TEXCOORD_1", count, place);
    mesh->colors = read_colors(reading, attributes, count, place);
    if (joint_count > 0) read_influences(reading, attributes, place, joint_count, *mesh);
    const JsonValue* targets = member(json, "targets");
    for (std::size_t t = 0; targets != nullptr && t < targets->size(); ++t) {
        if (reading.data.is_spent()) return nullptr;
        mesh->targets.push_back(
            read_target(reading, (*targets)[t], count, fmt::format("{}/targets/{}", pointer, t)));
        mesh->targets.back().name = target_name(mesh_json, t);
    }
    return mesh;
}

Result<void> read_meshes(Reading& reading) {
    return MeshPlacer(reading).place_all();
}

}  // namespace vitruvian::gltf
