#include "model/formats/gltf/patch/accessor_places.h"

#include "model/core/at.h"
#include "model/formats/gltf/read/data.h"
#include "model/io/data_uri.h"
#include "model/io/file.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace vitruvian::gltf {
namespace {

constexpr int float_type = 5126;
/// With more accessors than this, new values always go into new accessors: each changed accessor is compared
/// with all.
constexpr std::size_t max_accessors = 4096;

std::vector<std::byte> bytes_of(std::span<const float> values) {
    const std::span<const std::byte> bytes = std::as_bytes(values);
    return {bytes.begin(), bytes.end()};
}

constexpr std::size_t max_buffer_bytes = std::size_t{1} << 30;

/// How many buffers and images of the file are in the file at `path`.
std::size_t references_to(const Json& root, const std::filesystem::path& folder,
                          const std::filesystem::path& path) {
    std::size_t out = 0;
    for (const char* list : {"buffers", "images"}) {
        for (const Json& element : list_of(root, list)) {
            const std::string uri = text_or_empty(element, "uri");
            if (uri.empty() || uri.starts_with("data:")) continue;
            const Result<std::filesystem::path> found = resolve_reference(folder, uri);
            out += found && *found == path ? 1 : 0;
        }
    }
    return out;
}

/// Returns the bytes of a first buffer that is in a file of its own; empty where it cannot be overwritten.
std::vector<std::byte> buffer_beside(const Json& root, const std::string& uri,
                                     const std::filesystem::path& folder) {
    if (uri.empty() || folder.empty()) return {};
    const Result<std::filesystem::path> path = resolve_reference(folder, uri);
    if (!path || references_to(root, folder, *path) != 1) return {};
    return read_file(*path, max_buffer_bytes).value_or(std::vector<std::byte>());
}

}  // namespace

FirstBuffer first_buffer(const Json& root, const Container& container, const std::filesystem::path& folder) {
    using Place = FirstBuffer::Place;
    const Json& buffers = list_of(root, "buffers");
    if (buffers.empty()) return {};
    if (container.is_glb) {
        const bool is_in_chunk = container.has_bin && member(buffers[0], "uri") == nullptr;
        return is_in_chunk ? FirstBuffer{Place::chunk, container.bin, {}} : FirstBuffer{};
    }
    const std::string uri = text_or_empty(buffers[0], "uri");
    const bool is_embedded = uri.starts_with("data:");
    FirstBuffer out{is_embedded ? Place::embedded : Place::beside, {}, {}};
    out.copy = is_embedded ? decode_data_uri(uri).value_or(std::vector<std::byte>())
                           : buffer_beside(root, uri, folder);
    if (out.copy.empty()) out.place = Place::none;
    return out;
}

std::vector<int> vertex_accessors(const Json& root) {
    std::vector<int> out;
    const auto add = [&out](const Json* attributes) {
        if (attributes == nullptr || !attributes->is_object()) return;
        for (const auto& [name, value] : attributes->items()) {
            if (const int accessor = int_or(*attributes, name.c_str(), -1); accessor >= 0)
                out.push_back(accessor);
        }
    };
    for (const Json& mesh : list_of(root, "meshes")) {
        for (const Json& primitive : list_of(mesh, "primitives")) {
            add(member(primitive, "attributes"));
            for (const Json& target : list_of(primitive, "targets")) add(&target);
        }
    }
    return out;
}

AccessorPlaces::AccessorPlaces(const Json& root, std::span<const std::byte> buffer)
    : root_(root), buffer_(buffer) {
    if (buffer.empty() || list_of(root, "accessors").size() > max_accessors) return;
    is_usable_ = true;
    count_users();
    find_ranges();
}

void AccessorPlaces::use(const Json* holder, const char* key) {
    if (holder == nullptr) return;
    if (const int accessor = int_or(*holder, key, -1); accessor >= 0) ++users_[accessor];
}

void AccessorPlaces::use_all(const Json* holder) {
    if (holder == nullptr || !holder->is_object()) return;
    for (const auto& [name, value] : holder->items()) use(holder, name.c_str());
}

void AccessorPlaces::count_users() {
    for (const Json& mesh : list_of(root_, "meshes")) {
        for (const Json& primitive : list_of(mesh, "primitives")) use(&primitive, "indices");
    }
    for (const int accessor : vertex_accessors(root_)) ++users_[accessor];
    for (const Json& skin : list_of(root_, "skins")) use(&skin, "inverseBindMatrices");
    for (const Json& animation : list_of(root_, "animations")) {
        for (const Json& sampler : list_of(animation, "samplers")) {
            use(&sampler, "input");
            use(&sampler, "output");
        }
    }
    for (const Json& node : list_of(root_, "nodes")) {
        if (const Json* instancing = extension(node, "EXT_mesh_gpu_instancing"))
            use_all(member(*instancing, "attributes"));
    }
}

std::optional<AccessorPlaces::Range> AccessorPlaces::range_of_view(int view) const {
    const Json& views = list_of(root_, "bufferViews");
    if (view < 0 || static_cast<std::size_t>(view) >= views.size()) return std::nullopt;
    const Json& json = at(views, view);
    const std::size_t length = size_or(json, "byteLength", 0);
    if (int_or(json, "buffer", -1) != 0 || length == 0 || member(json, "extensions") != nullptr)
        return std::nullopt;
    const std::size_t begin = size_or(json, "byteOffset", 0);
    if (begin > buffer_.size() || length > buffer_.size() - begin) return std::nullopt;
    return Range{begin, length, length, 1, -1};
}

/// `values`: the accessor itself, or the object in it that locates the values of a sparse accessor.
std::optional<AccessorPlaces::Range> AccessorPlaces::range_of(const Json& json, const Json& values,
                                                              std::size_t count) const {
    const int view = int_or(values, "bufferView", -1);
    const std::optional<Range> whole = range_of_view(view);
    if (!whole || count == 0) return std::nullopt;
    Range out;
    out.wide = component_bytes(int_or(json, "componentType", 0)) * components_of(text_or_empty(json, "type"));
    out.stride = size_or(at(list_of(root_, "bufferViews"), view), "byteStride", out.wide);
    out.begin = whole->begin + size_or(values, "byteOffset", 0);
    out.count = count;
    const std::size_t most = whole->end();
    const bool inside = out.wide > 0 && out.stride >= out.wide && out.begin <= most &&
                        out.wide <= most - out.begin &&
                        (count - 1) <= (most - out.begin - out.wide) / out.stride;
    return inside ? std::optional(out) : std::nullopt;
}

void AccessorPlaces::find_ranges() {
    const Json& accessors = list_of(root_, "accessors");
    const std::size_t views = list_of(root_, "bufferViews").size();
    std::vector<bool> has_elements(views, false);
    for (std::size_t a = 0; a < accessors.size(); ++a) {
        std::optional<Range> range = range_of(accessors[a], accessors[a], size_or(accessors[a], "count", 0));
        if (!range) continue;
        range->owner = static_cast<int>(a);
        ranges_.push_back(*range);
        at(has_elements, int_or(accessors[a], "bufferView", -1)) = true;
    }
    for (std::size_t v = 0; v < views; ++v) {
        if (has_elements[v]) continue;
        if (const std::optional<Range> range = range_of_view(static_cast<int>(v))) ranges_.push_back(*range);
    }
}

bool AccessorPlaces::Range::meets(const Range& other) const {
    if (begin >= other.end() || other.begin >= end()) return false;
    if (stride != other.stride) return true;
    // Interleaved elements.
    const std::size_t apart = (begin > other.begin ? begin - other.begin : other.begin - begin) % stride;
    const std::size_t first = begin <= other.begin ? wide : other.wide;
    const std::size_t second = begin <= other.begin ? other.wide : wide;
    return apart < first || apart + second > stride;
}

bool AccessorPlaces::is_alone(const Range& range) const {
    return std::none_of(ranges_.begin(), ranges_.end(), [&](const Range& other) {
        return (other.owner < 0 || other.owner != range.owner) && range.meets(other);
    });
}

std::optional<std::vector<Overwritten>> AccessorPlaces::floats(int accessor, std::size_t wide,
                                                               std::span<const float> values) const {
    const Json& accessors = list_of(root_, "accessors");
    if (!is_usable_ || accessor < 0 || static_cast<std::size_t>(accessor) >= accessors.size())
        return std::nullopt;
    const Json& json = at(accessors, accessor);
    const auto users = users_.find(accessor);
    const std::size_t count = size_or(json, "count", 0);
    const bool fits = int_or(json, "componentType", 0) == float_type && users != users_.end() &&
                      users->second == 1 && components_of(text_or_empty(json, "type")) == wide &&
                      count * wide == values.size() && member(json, "sparse") == nullptr;
    std::optional<Range> range = fits ? range_of(json, json, count) : std::nullopt;
    if (!range) return std::nullopt;
    range->owner = accessor;
    if (!is_alone(*range)) return std::nullopt;
    std::vector<Overwritten> out;
    if (range->stride == range->wide) {
        out.emplace_back(range->begin, bytes_of(values));
        return out;
    }
    for (std::size_t i = 0; i < count; ++i)
        out.emplace_back(range->begin + i * range->stride, bytes_of(values.subspan(i * wide, wide)));
    return out;
}

std::optional<std::vector<std::uint32_t>> AccessorPlaces::sparse_indices(const Json& sparse) const {
    const Json* indices = member(sparse, "indices");
    if (indices == nullptr) return std::nullopt;
    const std::size_t count = size_or(sparse, "count", 0);
    const std::optional<Range> view = range_of_view(int_or(*indices, "bufferView", -1));
    const std::size_t wide = component_bytes(int_or(*indices, "componentType", 0));
    if (!view || wide == 0) return std::nullopt;
    const std::size_t begin = view->begin + size_or(*indices, "byteOffset", 0);
    if (begin > view->end() || count > (view->end() - begin) / wide) return std::nullopt;
    std::vector<std::uint32_t> out(count, 0);
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&out[i], buffer_.data() + begin + i * wide, wide);
    return out;
}

std::optional<std::vector<Overwritten>> AccessorPlaces::vectors(int accessor,
                                                                std::span<const vec3> values) const {
    const Json& accessors = list_of(root_, "accessors");
    if (!is_usable_ || accessor < 0 || static_cast<std::size_t>(accessor) >= accessors.size())
        return std::nullopt;
    const Json& json = at(accessors, accessor);
    const Json* sparse = member(json, "sparse");
    if (sparse == nullptr)
        return floats(accessor, 3, {values.empty() ? nullptr : &values.front().x, values.size() * 3});
    const auto users = users_.find(accessor);
    const Json* listed = member(*sparse, "values");
    const bool fits = int_or(json, "componentType", 0) == float_type && users != users_.end() &&
                      users->second == 1 && text_or_empty(json, "type") == "VEC3" &&
                      size_or(json, "count", 0) == values.size() && listed != nullptr &&
                      member(json, "bufferView") == nullptr;
    const auto indices = fits ? sparse_indices(*sparse) : std::nullopt;
    if (!indices) return std::nullopt;
    std::optional<Range> range = range_of(json, *listed, indices->size());
    if (!range || range->stride != range->wide) return std::nullopt;
    // The buffer view of the sparse values is in the ranges as a whole.
    const auto meeting = std::count_if(ranges_.begin(), ranges_.end(),
                                       [&](const Range& other) { return range->meets(other); });
    const auto nonzero =
        std::count_if(values.begin(), values.end(), [](const vec3& v) { return v != vec3(0.0F); });
    std::vector<float> out;
    std::ptrdiff_t found = 0;
    for (const std::uint32_t index : *indices) {
        if (index >= values.size()) return std::nullopt;
        const vec3& v = values[index];
        if (v != vec3(0.0F)) ++found;
        out.insert(out.end(), {v.x, v.y, v.z});
    }
    if (meeting != 1 || found != nonzero) return std::nullopt;
    return std::vector<Overwritten>{{range->begin, bytes_of(out)}};
}

}  // namespace vitruvian::gltf
