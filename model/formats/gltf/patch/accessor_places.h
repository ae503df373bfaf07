// Finds accessors in a file's first buffer whose values can be overwritten in place, because nothing else in
// the file uses their bytes.
#pragma once

#include "model/core/transform.h"
#include "model/formats/gltf/read/container.h"
#include "model/formats/gltf/read/library_json.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

/// An offset in the first buffer, and the bytes to write there.
using Overwritten = std::pair<std::size_t, std::vector<std::byte>>;

/// The first buffer of a file, where an edit may overwrite its bytes.
struct FirstBuffer {
    enum class Place {
        none,      // cannot be overwritten
        chunk,     // the binary chunk of a GLB (glTF 2.0, 4.4.3.3)
        embedded,  // a data URI of a .gltf
        beside,    // a file of its own, if nothing else in the .gltf refers to it
    };
    Place place = Place::none;
    std::span<const std::byte> chunk;
    std::vector<std::byte> copy;  // of an embedded buffer, or of the file

    [[nodiscard]] std::span<const std::byte> bytes() const { return place == Place::chunk ? chunk : copy; }
};
/// `folder`: of the file, for a buffer in a file of its own; empty: which is not to be changed.
[[nodiscard]] FirstBuffer first_buffer(const Json& root, const Container& container,
                                       const std::filesystem::path& folder);

/// Returns the accessors of all vertex attributes of all meshes, those of morph targets too; one with several
/// uses is there as often.
[[nodiscard]] std::vector<int> vertex_accessors(const Json& root);

class AccessorPlaces {
  public:
    /// `buffer`: the bytes of the first buffer; empty where they cannot be changed. Both must outlive this object.
    AccessorPlaces(const Json& root, std::span<const std::byte> buffer);

    /// Replaces the accessor's values with `values`, `wide` floats per element; returns nullopt where the
    /// accessor does not have that many packed floats, shares its bytes, or is not in the buffer.
    [[nodiscard]] std::optional<std::vector<Overwritten>> floats(int accessor, std::size_t wide,
                                                                 std::span<const float> values) const;
    /// Like floats(), for vectors; the accessor may be sparse and store only non-zero elements (glTF 2.0,
    /// 3.6.2.3).
    [[nodiscard]] std::optional<std::vector<Overwritten>> vectors(int accessor,
                                                                  std::span<const vec3> values) const;

  private:
    /// `count` elements of `wide` bytes, `stride` bytes apart; bytes that are not an accessor's are one
    /// element.
    struct Range {
        std::size_t begin = 0;
        std::size_t wide = 0;
        std::size_t stride = 0;
        std::size_t count = 0;
        int owner = -1;  // accessor

        [[nodiscard]] std::size_t end() const { return begin + stride * (count - 1) + wide; }
        [[nodiscard]] bool meets(const Range& other) const;
    };
    void count_users();
    void use(const Json* holder, const char* key);
    void use_all(const Json* holder);
    void find_ranges();
    [[nodiscard]] std::optional<Range> range_of_view(int view) const;
    [[nodiscard]] std::optional<Range> range_of(const Json& json, const Json& values,
                                                std::size_t count) const;
    [[nodiscard]] bool is_alone(const Range& range) const;
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> sparse_indices(const Json& sparse) const;

    const Json& root_;
    std::span<const std::byte> buffer_;
    std::map<int, int> users_;   // per accessor
    std::vector<Range> ranges_;  // of everything in the buffer
    bool is_usable_ = false;
};

}  // namespace vitruvian::gltf
