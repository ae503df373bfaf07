// Reads the arrays of a primitive: its vertex attributes and its indices. Numbers are validated while they
// are copied and still in the cache, so that large meshes are not traversed again.
#pragma once

#include "model/formats/gltf/read/reading.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian::gltf {

/// Returns the values of an attribute as finite vectors; empty unless there are as many as positions.
/// `Vector` is vec2, vec3 or vec4.
template <class Vector>
[[nodiscard]] std::vector<Vector> read_vectors(Reading& reading, const JsonValue& attributes,
                                               const char* name, std::size_t count,
                                               const std::string& pointer);

/// Vectors that are read only once: the file's own bytes where they have the right layout.
struct SeenVectors {
    std::vector<vec3> made;  // empty where the file's own bytes are used
    std::span<const vec3> values;
};
[[nodiscard]] SeenVectors see_vectors(Reading& reading, const JsonValue& attributes, const char* name,
                                      std::size_t count, const std::string& pointer);

/// Reads NORMAL as unit vectors, or returns empty. Zero vectors become +Y.
[[nodiscard]] std::vector<vec3> read_normals(Reading& reading, const JsonValue& attributes, std::size_t count,
                                             const std::string& pointer);

/// Reads COLOR_0, RGB or RGBA of any component type, as linear RGBA (glTF 2.0, 3.7.2.1), or returns empty.
[[nodiscard]] std::vector<vec4> read_colors(Reading& reading, const JsonValue& attributes, std::size_t count,
                                            const std::string& pointer);

struct IndexList {
    std::vector<std::uint32_t> indices;
    std::uint32_t largest = 0;  // the largest index
};

/// Reads the values of an index accessor; nullopt, with a Diagnostic, where it is broken.
[[nodiscard]] std::optional<IndexList> read_index_list(Reading& reading, int accessor,
                                                       const std::string& pointer);

}  // namespace vitruvian::gltf
