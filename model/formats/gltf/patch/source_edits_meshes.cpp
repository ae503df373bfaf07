// Edits of skin weights: in place, or in new accessors.
#include "model/core/at.h"
#include "model/formats/gltf/patch/source_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace vitruvian::gltf {
namespace {

constexpr int unsigned_byte = 5121;
constexpr int unsigned_short = 5123;
constexpr int float_32 = 5126;

/// Returns the influences of a vertex, heaviest first.
std::vector<std::pair<float, std::uint32_t>> row_of(const Mesh& mesh, std::size_t vertex) {
    std::vector<std::pair<float, std::uint32_t>> out;
    for (std::uint32_t i = mesh.influence_begin[vertex]; i < mesh.influence_begin[vertex + 1]; ++i) {
        if (mesh.influence_weight[i] > 0.0F)
            out.emplace_back(mesh.influence_weight[i], mesh.influence_joint[i]);
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    return out;
}

/// Returns the influences of a vertex as multiples of 1 / `scale` with the sum 1, those that become 0 left out;
/// unchanged where `scale` is 0.
std::vector<std::pair<float, std::uint32_t>> as_stored(std::vector<std::pair<float, std::uint32_t>> row,
                                                       float scale) {
    if (scale == 0.0F || row.empty()) return row;
    float missing = scale;
    std::vector<std::pair<float, std::size_t>> remainders;  // how much each is rounded down
    for (std::size_t i = 0; i < row.size(); ++i) {
        const float exact = row[i].first * scale;
        row[i].first = std::floor(exact);
        remainders.emplace_back(exact - row[i].first, i);
        missing -= row[i].first;
    }
    std::stable_sort(remainders.begin(), remainders.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < remainders.size() && missing > 0.0F; ++i, missing -= 1.0F)
        row[remainders[i].second].first += 1.0F;
    row.front().first += missing;
    std::erase_if(row, [](const auto& influence) { return influence.first <= 0.0F; });
    for (auto& influence : row) influence.first /= scale;
    return row;
}

/// Whether the file's own values (weight, joint) of a vertex equal this row of the document without repairs,
/// in any order, with joint 0 where there is no weight.
bool says_row(std::vector<std::pair<float, std::uint32_t>> lanes,
              std::vector<std::pair<float, std::uint32_t>> row) {
    std::erase(lanes, std::pair(0.0F, 0U));
    const bool is_sound =
        std::all_of(lanes.begin(), lanes.end(), [](const auto& lane) { return lane.first > 0.0F; });
    if (!is_sound || lanes.size() != row.size()) return false;
    std::sort(lanes.begin(), lanes.end());
    std::sort(row.begin(), row.end());
    return lanes == row;
}

/// How many primitives use an accessor.
int users_of(const Json& root, int accessor) {
    int out = 0;
    for (const Json& mesh : root["meshes"]) {
        const Json* primitives = member(mesh, "primitives");
        for (std::size_t p = 0; primitives != nullptr && p < primitives->size(); ++p) {
            const Json* attributes = member((*primitives)[p], "attributes");
            if (attributes == nullptr) continue;
            for (const auto& [name, used] : attributes->items()) out += used == accessor ? 1 : 0;
        }
    }
    return out;
}

bool same_influences(const Mesh& a, const Mesh& b) {
    return a.influence_begin == b.influence_begin && a.influence_joint == b.influence_joint &&
           a.influence_weight == b.influence_weight;
}

bool is_influence(const std::string& attribute) {
    return attribute.starts_with("JOINTS_") || attribute.starts_with("WEIGHTS_");
}

}  // namespace

/// Returns the file's primitive of a mesh.
const Json& SourceEdits::primitive_of(std::size_t index) const {
    const int mesh = int_or(file_node(traced_.places.mesh_node[index]), "mesh", -1);
    return at(at(traced_.root["meshes"], mesh)["primitives"], now_.meshes[index].primitive);
}

/// Whether a mesh has as many vertices as in the file, and they are not compressed.
bool SourceEdits::has_same_vertices(std::size_t index) const {
    const Mesh& now = *now_.meshes[index].mesh;
    const Mesh& was = *was_.meshes[index].mesh;
    return now.positions.size() == was.positions.size() && now.source_vertex.empty() &&
           extension(primitive_of(index), "KHR_draco_mesh_compression") == nullptr;
}

/// Edits a mesh's material, weights and shape; its binding is edited with the joints (edit_skins) or with its
/// node.
bool SourceEdits::edit_mesh(const Difference& d) {
    const auto index = static_cast<std::size_t>(d.index);
    const MeshInstance& instance = now_.meshes[index];
    const MeshInstance& before = was_.meshes[index];
    const int mesh = int_or(file_node(traced_.places.mesh_node[index]), "mesh", -1);
    if (d.field == "skin.inverse_bind") return instance.skin->nodes == before.skin->nodes;
    if (mesh < 0 || instance.primitive < 0) return false;
    if (d.field.starts_with("influence_")) {
        const bool can = instance.mesh->is_skinned() && before.mesh->is_skinned() &&
                         instance.skin->nodes == before.skin->nodes && has_same_vertices(index);
        if (can) weighted_.insert(index);
        if (before.mesh->influence_repaired && !instance.mesh->influence_repaired) remade_.insert(index);
        return can;
    }
    const Mesh& now = *instance.mesh;
    const Mesh& was = *before.mesh;
    const bool is_shape = d.field == "positions" ||
                          (d.field == "normals" && now.normals.size() == was.normals.size()) ||
                          (d.field == "tangents" && now.tangents.size() == was.tangents.size()) ||
                          (d.field.starts_with("targets.") && d.field != "targets.name");
    if (is_shape) {
        const bool can = has_same_vertices(index) && now.targets.size() == was.targets.size();
        if (can) reshaped_.insert(index);
        return can;
    }
    if (d.field == "targets.name") return true;  // with the displacers they belong to
    if (d.field != "material") return false;
    set_or_remove(fmt::format("/meshes/{}/primitives/{}/material", mesh, instance.primitive),
                  instance.material >= 0, instance.material);
    return true;
}

/// Returns the location of four values per vertex in the first buffer; nullopt where they are compressed,
/// shared or elsewhere.
std::optional<SourceEdits::Rows> SourceEdits::rows_of(const Json& attributes, const std::string& name) const {
    const int accessor = int_or(attributes, name.c_str(), -1);
    if (buffer_.empty() || accessor < 0 || users_of(traced_.root, accessor) != 1) return std::nullopt;
    const Json& json = at(traced_.root["accessors"], accessor);
    const int type = int_or(json, "componentType", 0);
    const bool is_weight = name.starts_with("WEIGHTS_");
    const bool is_integer = type == unsigned_byte || type == unsigned_short;
    const Json* normalized = member(json, "normalized");
    const bool is_normalized = normalized != nullptr && *normalized == true;
    const bool fits =
        is_weight ? type == float_32 || (is_integer && is_normalized) : is_integer && !is_normalized;
    const int view = int_or(json, "bufferView", -1);
    if (!fits || view < 0 || member(json, "sparse") != nullptr) return std::nullopt;
    const Json& bytes = at(traced_.root["bufferViews"], view);
    if (int_or(bytes, "buffer", -1) != 0 || member(bytes, "extensions") != nullptr) return std::nullopt;
    Rows out;
    out.wide = type == float_32 ? 4 : type == unsigned_short ? 2 : 1;
    if (is_weight && is_integer) out.scale = type == unsigned_short ? 65535.0F : 255.0F;
    out.begin = size_or(bytes, "byteOffset", 0) + size_or(json, "byteOffset", 0);
    out.stride = size_or(bytes, "byteStride", 4 * out.wide);
    const std::size_t count = size_or(json, "count", 0);
    const bool inside = count > 0 && out.begin + out.stride * (count - 1) + 4 * out.wide <= buffer_.size();
    return inside ? std::optional(out) : std::nullopt;
}

Result<void> SourceEdits::find_foreign_weights() {
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const int skin = int_or(file_node(traced_.places.mesh_node[m]), "skin", -1);
        if (!shrunk_skins_.contains(skin) || !now_.meshes[m].mesh->is_skinned()) continue;
        if (!has_same_vertices(m))
            return fail("save-structure", "the weights of a skin that lost a joint are packed away",
                        {now_.file, 0, 0, {}});
        weighted_.insert(m);
    }
    return {};
}

/// Finds weights that the reader repaired, which a file that is converted has repaired.
void SourceEdits::find_repaired_weights() {
    if (!is_converted()) return;
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const Mesh& mesh = *now_.meshes[m].mesh;
        if (!mesh.is_skinned() || !mesh.influence_repaired || !has_same_vertices(m)) continue;
        weighted_.insert(m);
        remade_.insert(m);
        writing_.note("weights-repaired",
                      "skin weights that the file has wrong are written as they are used: none negative, and "
                      "their sum 1");
    }
}

std::uint32_t SourceEdits::bits_at(const Rows& rows, std::size_t vertex, std::size_t lane) const {
    std::uint32_t out = 0;
    std::memcpy(&out, buffer_.data() + rows.begin + vertex * rows.stride + lane * rows.wide, rows.wide);
    return out;
}

float SourceEdits::weight_at(const Rows& rows, std::size_t vertex, std::size_t lane) const {
    const std::uint32_t bits = bits_at(rows, vertex, lane);
    return rows.scale == 0.0F ? std::bit_cast<float>(bits) : static_cast<float>(bits) / rows.scale;
}

/// Overwrites changed rows in place, in their component type. Returns false where they need more space, or cannot be overwritten.
bool SourceEdits::overwrite_weights(std::size_t index, int mesh) {
    const Mesh& now = *now_.meshes[index].mesh;
    const Mesh& was = *was_.meshes[index].mesh;
    const Json& primitive = at(at(traced_.root["meshes"], mesh)["primitives"], now_.meshes[index].primitive);
    const Json& attributes = primitive["attributes"];
    std::vector<std::pair<Rows, Rows>> sets;
    while (attributes.contains(fmt::format("JOINTS_{}", sets.size()))) {
        const auto joints = rows_of(attributes, fmt::format("JOINTS_{}", sets.size()));
        const auto weights = rows_of(attributes, fmt::format("WEIGHTS_{}", sets.size()));
        if (!joints || !weights) return false;
        if (!sets.empty() && weights->scale != sets.front().second.scale) return false;
        sets.emplace_back(*joints, *weights);
    }
    const float scale = sets.empty() ? 0.0F : sets.front().second.scale;
    const std::size_t joint_count = now_.meshes[index].skin->nodes.size();
    const bool is_remade = remade_.contains(index);
    std::vector<Overwritten> made;
    std::vector<std::pair<float, std::uint32_t>> all_lanes;  // as they then are
    for (std::size_t v = 0; v < now.positions.size(); ++v) {
        const auto row = as_stored(row_of(now, v), scale);
        std::vector<std::pair<float, std::uint32_t>> lanes;
        for (std::size_t k = 0; k < 4 * sets.size(); ++k) {
            const auto& [joints, weights] = sets[k / 4];
            lanes.emplace_back(weight_at(weights, v, k % 4), bits_at(joints, v, k % 4));
        }
        const bool is_foreign = std::any_of(lanes.begin(), lanes.end(),
                                            [&](const auto& lane) { return lane.second >= joint_count; });
        const bool is_said = is_remade ? says_row(lanes, row) : row_of(now, v) == row_of(was, v);
        if (!is_foreign && is_said) {
            all_lanes.insert(all_lanes.end(), lanes.begin(), lanes.end());
            continue;
        }
        if (row.empty() || row.size() > 4 * sets.size()) return false;
        for (std::size_t k = 0; k < 4 * sets.size(); ++k) {
            const auto& [joints, weights] = sets[k / 4];
            const auto [weight, joint] = k < row.size() ? row[k] : std::pair(0.0F, 0U);
            if (joints.wide == 1 && joint > 255) return false;
            const auto put = [&](const Rows& rows, std::uint32_t bits) {
                Overwritten bytes{rows.begin + v * rows.stride + k % 4 * rows.wide, {}};
                for (std::size_t i = 0; i < rows.wide; ++i)
                    bytes.second.push_back(static_cast<std::byte>((bits >> (8 * i)) & 0xFFU));
                made.push_back(std::move(bytes));
            };
            put(joints, joint);
            put(weights, scale == 0.0F ? std::bit_cast<std::uint32_t>(weight)
                                       : static_cast<std::uint32_t>(std::lround(weight * scale)));
            all_lanes.emplace_back(weight, joint);
        }
    }
    if (!made.empty()) restate_bounds_of_weights(attributes, sets.size(), all_lanes, scale);
    overwritten_.insert(overwritten_.end(), made.begin(), made.end());
    return true;
}

/// Updates the bounds that some exporters give also for joints and weights. `lanes`: four per set and vertex.
/// Bounds of normalized integers are integers.
void SourceEdits::restate_bounds_of_weights(const Json& attributes, std::size_t sets,
                                            std::span<const std::pair<float, std::uint32_t>> lanes,
                                            float scale) {
    for (std::size_t set = 0; set < sets; ++set) {
        std::vector<float> joints;
        std::vector<float> weights;
        for (std::size_t first = 4 * set; first < lanes.size(); first += 4 * sets) {
            for (const auto& [weight, joint] : lanes.subspan(first, 4)) {
                joints.push_back(static_cast<float>(joint));
                weights.push_back(scale == 0.0F ? weight : std::round(weight * scale));
            }
        }
        restate_bounds(int_or(attributes, fmt::format("JOINTS_{}", set).c_str(), -1), joints, 4);
        restate_bounds(int_or(attributes, fmt::format("WEIGHTS_{}", set).c_str(), -1), weights, 4);
    }
}

/// Redefines a primitive's accessors as those that were written last, in `attributes`, where only `users`
/// primitives use them: none is left over. Returns false where others use them, or there are too few.
bool SourceEdits::redefine_accessors(const Json& was, const OrderedJson& attributes, std::size_t users) {
    for (const auto& [name, accessor] : attributes.items()) {
        const int before = int_or(was, name.c_str(), -1);
        if (before < 0 || users_of(traced_.root, before) != static_cast<int>(users)) return false;
    }
    for (auto written = attributes.rbegin(); written != attributes.rend(); ++written) {
        const int before = int_or(was, written.key().c_str(), -1);
        json_.set(fmt::format("/accessors/{}", before), writing_.bin.take_last_accessor());
    }
    return true;
}

/// Writes edited weights of meshes with the same accessors: as these where nothing else uses them, else as new
/// ones.
void SourceEdits::replace_weights(const std::vector<std::size_t>& indices) {
    const Mesh& first = *now_.meshes[indices.front()].mesh;
    const Json& was = primitive_of(indices.front())["attributes"];
    OrderedJson attributes = OrderedJson::object();
    add_influences(writing_, first, 0, attributes);
    const bool is_redefined =
        std::all_of(indices.begin(), indices.end(),
                    [&](std::size_t index) { return same_influences(*now_.meshes[index].mesh, first); }) &&
        redefine_accessors(was, attributes, indices.size());
    const Mesh* written = &first;
    for (const std::size_t index : indices) {
        if (!same_influences(*now_.meshes[index].mesh, *written)) {
            written = now_.meshes[index].mesh.get();
            attributes = OrderedJson::object();
            add_influences(writing_, *written, 0, attributes);
        }
        const int mesh = int_or(file_node(traced_.places.mesh_node[index]), "mesh", -1);
        const std::string pointer =
            fmt::format("/meshes/{}/primitives/{}/attributes", mesh, now_.meshes[index].primitive);
        for (const auto& [name, accessor] : attributes.items()) {
            if (!is_redefined) json_.set(pointer + '/' + name, accessor);
        }
        for (const auto& [name, accessor] : was.items()) {
            if (is_influence(name) && !attributes.contains(name)) json_.remove(pointer + '/' + name);
        }
    }
}

/// Writes edited weights in place, or else anew.
void SourceEdits::edit_weights() {
    std::set<std::pair<int, int>> done;
    std::map<std::string, std::vector<std::size_t>> by_accessors;
    for (const std::size_t index : weighted_) {
        const int mesh = int_or(file_node(traced_.places.mesh_node[index]), "mesh", -1);
        if (!done.insert({mesh, now_.meshes[index].primitive}).second) continue;
        if (overwrite_weights(index, mesh)) continue;
        std::string key;
        for (const auto& [name, accessor] : primitive_of(index)["attributes"].items()) {
            if (is_influence(name)) key += fmt::format("{} {} ", name, accessor.get<int>());
        }
        by_accessors[key].push_back(index);
    }
    for (const auto& [key, indices] : by_accessors) replace_weights(indices);
}

}  // namespace vitruvian::gltf
