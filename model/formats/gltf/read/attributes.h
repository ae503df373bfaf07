// The arrays of a primitive: its vertices' attributes and its indices. Every number is proved sound while it
// is copied and still near, so that nothing has to pass over a large mesh again.
#pragma once

#include "model/formats/gltf/read/reading.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian::gltf {

/// The values of an attribute as vectors, finite, or empty. Only where they are as many as the positions.
/// `Vector` is vec2, vec3 or vec4.
template <class Vector>
[[nodiscard]] std::vector<Vector> read_vectors(Reading& reading, const JsonValue& attributes,
                                               const char* name, std::size_t count,
                                               const std::string& pointer);

/// The same to be looked at once: the file's own bytes where they are as wanted.
struct SeenVectors {
    std::vector<vec3> made;  // empty where the file's own bytes do
    std::span<const vec3> values;
};
[[nodiscard]] SeenVectors see_vectors(Reading& reading, const JsonValue& attributes, const char* name,
                                      std::size_t count, const std::string& pointer);

/// NORMAL as vectors of unit length, or empty. Those without a direction point up.
[[nodiscard]] std::vector<vec3> read_normals(Reading& reading, const JsonValue& attributes, std::size_t count,
                                             const std::string& pointer);

/// COLOR_0, RGB or RGBA of any type, as linear RGBA (glTF 2.0, 3.7.2.1), or empty.
[[nodiscard]] std::vector<vec4> read_colors(Reading& reading, const JsonValue& attributes, std::size_t count,
                                            const std::string& pointer);

struct IndexList {
    std::vector<std::uint32_t> indices;
    std::uint32_t largest = 0;  // of the indices
};

/// The numbers of an accessor of indices, or nothing, reported, where it is broken.
[[nodiscard]] std::optional<IndexList> read_index_list(Reading& reading, int accessor,
                                                       const std::string& pointer);

}  // namespace vitruvian::gltf
