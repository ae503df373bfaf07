#include "model/formats/gltf/patch/unused_end.h"

#include "model/formats/gltf/patch/accessor_places.h"
#include "model/formats/gltf/patch/glb_bytes.h"
#include "model/formats/gltf/patch/json_edits.h"
#include "model/formats/gltf/read/container.h"
#include "model/formats/gltf/read/library_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {
namespace {

struct Used {
    std::set<std::size_t> accessors;
    std::set<std::size_t> views;
};

/// Whether the extension refers to data by members called bufferView at most.
bool is_known(std::string_view name) {
    constexpr std::array names{
        "EXT_meshopt_compression", "EXT_skeleton_humanoid", "EXT_texture_webp", "KHR_draco_mesh_compression",
        "KHR_lights_punctual",     "KHR_mesh_quantization", "VITRUVIAN_hanim",  "VRM"};
    constexpr std::array families{"KHR_character", "KHR_materials_", "KHR_texture_", "VRMC_"};
    return std::find(names.begin(), names.end(), name) != names.end() ||
           std::any_of(families.begin(), families.end(),
                       [name](std::string_view family) { return name.starts_with(family); });
}

/// Adds every number of an unknown extension: it may be an accessor's or a view's.
void add_numbers(const Json& value, Used& used) {
    if (value.is_structured()) {
        for (const Json& inner : value) add_numbers(inner, used);
    } else if (value.is_number_unsigned()) {
        used.accessors.insert(value.get<std::size_t>());
        used.views.insert(value.get<std::size_t>());
    }
}

void add_views(const Json& value, Used& used) {
    if (value.is_array()) {
        for (const Json& inner : value) add_views(inner, used);
    }
    if (!value.is_object()) return;
    for (const auto& [key, inner] : value.items()) {
        if (key == "bufferView" && inner.is_number_unsigned()) used.views.insert(inner.get<std::size_t>());
        if (key == "extensions" && inner.is_object()) {
            for (const auto& [name, extension] : inner.items()) {
                if (!is_known(name)) add_numbers(extension, used);
            }
        }
        if (key != "extras") add_views(inner, used);
    }
}

void add_accessor(const Json& holder, const char* key, Used& used) {
    const Json* found = member(holder, key);
    if (found != nullptr && found->is_number_unsigned()) used.accessors.insert(found->get<std::size_t>());
}

/// Returns what the file refers to, with those views that are of accessors from `accessors` on left out.
Used used_by(Json root, std::size_t accessors) {
    if (root.contains("accessors") && root["accessors"].size() > accessors) {
        auto& list = root["accessors"].get_ref<Json::array_t&>();
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(accessors), list.end());
    }
    Used out;
    add_views(root, out);
    for (const Json& mesh : list_of(root, "meshes")) {
        for (const Json& primitive : list_of(mesh, "primitives")) add_accessor(primitive, "indices", out);
    }
    for (const int accessor : vertex_accessors(root))
        out.accessors.insert(static_cast<std::size_t>(accessor));
    for (const Json& skin : list_of(root, "skins")) add_accessor(skin, "inverseBindMatrices", out);
    for (const Json& animation : list_of(root, "animations")) {
        for (const Json& sampler : list_of(animation, "samplers")) {
            add_accessor(sampler, "input", out);
            add_accessor(sampler, "output", out);
        }
    }
    return out;
}

/// Returns how many elements of a list of `size` stay if those at its end go that were used and are not now.
std::size_t left_of(std::size_t size, const std::set<std::size_t>& was, const std::set<std::size_t>& is) {
    while (size > 0 && was.contains(size - 1) && !is.contains(size - 1)) --size;
    return size;
}

/// A range of bytes of a buffer.
struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

Range range_of(const Json& view) {
    const std::size_t begin = size_or(view, "byteOffset", 0);
    return {begin, begin + size_or(view, "byteLength", 0)};
}

class UnusedEnd {
  public:
    /// `chunk`: the size of the GLB's binary chunk, 0 if there is none.
    UnusedEnd(const Json& before, const Json& after, std::size_t chunk) : after_(after) {
        for (const char* list : {"accessors", "bufferViews", "buffers"}) {
            if (list_of(before, list).size() != list_of(after, list).size()) return;
        }
        const std::size_t accessors = list_of(after, "accessors").size();
        const std::size_t views = list_of(after, "bufferViews").size();
        const Used was = used_by(before, accessors);
        accessors_ = left_of(accessors, was.accessors, used_by(after, accessors).accessors);
        views_ = left_of(views, was.views, used_by(after, accessors_).views);
        is_found_ = views_ < views && find_buffer(chunk);
    }

    [[nodiscard]] bool is_found() const { return is_found_; }
    /// The length of the GLB's buffer then; nullopt: the buffer goes.
    [[nodiscard]] std::optional<std::size_t> chunk() const { return chunk_; }
    [[nodiscard]] bool is_in_chunk() const { return in_chunk_; }

    [[nodiscard]] JsonEdits edits() const {
        JsonEdits out;
        cut(out, "accessors", accessors_);
        cut(out, "bufferViews", views_);
        if (chunk_) {
            out.set("/buffers/0/byteLength", *chunk_);
        } else {
            cut(out, "buffers", buffer_);
        }
        return out;
    }

  private:
    void cut(JsonEdits& edits, const char* list, std::size_t left) const {
        if (left == 0) return edits.remove(fmt::format("/{}", list));
        for (std::size_t i = left; i < list_of(after_, list).size(); ++i)
            edits.remove(fmt::format("/{}/{}", list, i));
    }

    /// The end of the range of a view, or of its compressed form; 0 if that is in another buffer.
    [[nodiscard]] std::size_t end_in_buffer(const Json& view) const {
        return view.is_object() && size_or(view, "buffer", 0) == buffer_ ? range_of(view).end : 0;
    }

    /// Finds where the bytes are: false where they cannot go.
    bool find_buffer(std::size_t chunk) {
        const Json& views = list_of(after_, "bufferViews");
        const Json& buffers = list_of(after_, "buffers");
        if (buffers.empty()) return false;
        buffer_ = buffers.size() - 1;
        std::size_t first = size_or(buffers.back(), "byteLength", 0);
        std::size_t last = 0;
        for (std::size_t v = views_; v < views.size(); ++v) {
            if (size_or(views[v], "buffer", 0) != buffer_) return false;
            first = std::min(first, range_of(views[v]).begin);
            last = std::max(last, range_of(views[v]).end);
        }
        std::size_t used = 0;  // the end of what stays
        for (std::size_t v = 0; v < views_; ++v) {
            used = std::max(used, end_in_buffer(views[v]));
            const Json* extensions = member(views[v], "extensions");
            if (extensions == nullptr) continue;
            for (const Json& packed : *extensions) used = std::max(used, end_in_buffer(packed));
        }
        const std::string uri = text_or_empty(buffers.back(), "uri");
        in_chunk_ = uri.empty() && buffer_ == 0;
        if (!in_chunk_) return uri.starts_with("data:") && used == 0;
        if (used > first || last > chunk || last + 3 < size_or(buffers.back(), "byteLength", 0)) return false;
        if (used > 0) chunk_ = first;
        return true;
    }

    const Json& after_;
    std::size_t accessors_ = 0;
    std::size_t views_ = 0;
    std::size_t buffer_ = 0;  // how many buffers stay if theirs goes
    std::optional<std::size_t> chunk_;
    bool in_chunk_ = false;
    bool is_found_ = false;
};

}  // namespace

Result<std::vector<std::byte>> without_unused_end(std::span<const std::byte> before,
                                                  std::vector<std::byte> after, const std::string& file) {
    Diagnostics ignored;
    const Result<Container> was = open_container(before, file, ignored);
    const Result<Container> is = open_container(after, file, ignored);
    if (!was || !is) return after;
    const Json root = Json::parse(is->json, nullptr, false);
    const UnusedEnd end(Json::parse(was->json, nullptr, false), root, is->bin.size());
    if (!end.is_found()) return after;
    Result<std::vector<std::byte>> made = with_json(after, *is, end.edits().apply(is->json), {});
    if (made && end.is_in_chunk()) cut_chunk(*made, end.chunk().value_or(0));
    return made;
}

}  // namespace vitruvian::gltf
