// Parts of expect_valid: the checks of numbers and of single meshes.
#pragma once

#include "model/document/document.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>

namespace vitruvian::valid {

/// The first violated invariant; nullopt if there is none.
using Broken = std::optional<std::string>;

inline constexpr float unit_tolerance = 1e-3F;

inline bool is_unit(const quat& q) {
    constexpr float least = (1.0F - unit_tolerance) * (1.0F - unit_tolerance);
    constexpr float most = (1.0F + unit_tolerance) * (1.0F + unit_tolerance);
    const float squared_length = glm::dot(q, q);
    return squared_length >= least && squared_length <= most;  // neither holds for NaN
}

inline bool finite(const vec2& v) {
    return std::isfinite(v.x) && std::isfinite(v.y);
}
inline bool finite(const vec4& v) {
    return is_finite(vec3(v)) && std::isfinite(v.w);
}
inline bool finite(const std::optional<vec3>& v) {
    return !v || is_finite(*v);
}
inline bool finite(float v) {
    return std::isfinite(v);
}

/// Processes whole blocks without branches, so that compilers can vectorise it.
inline bool all_finite(std::span<const float> values) {
    constexpr std::uint32_t exponent = 0x7F800000U;
    constexpr std::size_t block = 1024;
    for (std::size_t begin = 0; begin < values.size(); begin += block) {
        const std::span<const float> part = values.subspan(begin, std::min(block, values.size() - begin));
        std::uint32_t odd = 0;
        for (const float value : part)
            odd |= static_cast<std::uint32_t>((std::bit_cast<std::uint32_t>(value) & exponent) == exponent);
        if (odd != 0) return false;
    }
    return true;
}

template <class Vector>
inline bool all_finite(const std::vector<Vector>& vectors) {
    static_assert(std::is_trivially_copyable_v<Vector> && sizeof(Vector) % sizeof(float) == 0);
    return all_finite(std::span(reinterpret_cast<const float*>(vectors.data()),
                                vectors.size() * sizeof(Vector) / sizeof(float)));
}

inline bool all_below(std::span<const std::uint32_t> list, std::size_t limit) {
    std::uint32_t largest = 0;
    for (const std::uint32_t i : list) largest = std::max(largest, i);
    return list.empty() || largest < limit;
}

/// Checks the node's numbers; the text is e.g. ".rest is not finite".
[[nodiscard]] Broken node_problem(const Node& node);
[[nodiscard]] Broken mesh_problem(const Mesh& mesh, MeshNumbers numbers);

}  // namespace vitruvian::valid
