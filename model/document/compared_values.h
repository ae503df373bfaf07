// Comparison of two values of a document: whether they are equal, by how much they differ, and their text.
// Used only by differences.cpp.
#pragma once

#include "model/document/differences.h"
#include "model/document/members.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace vitruvian {

/// Lists of up to this many values are reported with their values, longer ones with their length.
inline constexpr std::size_t max_shown_values = 16;

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsShared : std::false_type {};
template <class T>
struct IsShared<std::shared_ptr<const T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

/// Type of a list's element, or of what it points to.
template <class T>
using Target = std::remove_cvref_t<decltype(target(std::declval<const T&>()))>;

/// Returns the floats of a value that consists only of floats, in memory order; nullopt for other values.
template <class T>
std::optional<std::span<const float>> floats_of(const T& x) {
    using Floats = std::span<const float>;
    if constexpr (std::is_same_v<T, float>) {
        return Floats(&x, 1);
    } else if constexpr (std::is_same_v<T, vec2> || std::is_same_v<T, vec3> || std::is_same_v<T, vec4> ||
                         std::is_same_v<T, mat4> || std::is_same_v<T, Bounds> ||
                         std::is_same_v<T, std::array<float, 9>>) {
        static_assert(sizeof(T) % sizeof(float) == 0);
        return Floats(reinterpret_cast<const float*>(&x), sizeof(T) / sizeof(float));
    } else if constexpr (std::is_same_v<T, std::vector<float>> || std::is_same_v<T, std::vector<vec2>> ||
                         std::is_same_v<T, std::vector<vec3>> || std::is_same_v<T, std::vector<vec4>> ||
                         std::is_same_v<T, std::vector<mat4>>) {
        return Floats(reinterpret_cast<const float*>(x.data()),
                      x.size() * sizeof(typename T::value_type) / sizeof(float));
    } else {
        return std::nullopt;
    }
}

[[nodiscard]] inline std::string count_text(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " value" : " values");
}

/// Returns the value in the form that Difference stores.
template <class T>
Value value_of(const T& x) {
    if constexpr (IsOptional<T>::value) {
        return x ? value_of(*x) : Value();
    } else if constexpr (std::is_same_v<T, bool>) {
        return x;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return x;
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
        return static_cast<std::int64_t>(x);
    } else if constexpr (std::is_floating_point_v<T>) {
        return static_cast<double>(x);
    } else if constexpr (std::is_same_v<T, quat>) {
        return std::vector<float>{x.x, x.y, x.z, x.w};
    } else {
        if (const auto floats = floats_of(x); floats && floats->size() <= max_shown_values)
            return std::vector<float>(floats->begin(), floats->end());
        if constexpr (requires {
                          { std::size(x) } -> std::convertible_to<std::size_t>;
                      })
            return count_text(std::size(x));
        return {};
    }
}

/// Returns the size of the difference: the largest difference of numbers, the angle between rotations, else
/// 0.
template <class T>
double magnitude_of(const T& a, const T& b) {
    if constexpr (IsOptional<T>::value) {
        return a && b ? magnitude_of(*a, *b) : 0.0;
    } else if constexpr (std::is_same_v<T, double>) {
        return std::abs(a - b);
    } else if constexpr (std::is_same_v<T, quat>) {
        const double cosine = std::abs(glm::dot(glm::dquat(a), glm::dquat(b)));
        return 2.0 * std::acos(std::min(cosine, 1.0));
    } else {
        const auto x = floats_of(a);
        const auto y = floats_of(b);
        double out = 0.0;
        for (std::size_t i = 0; x && i < std::min(x->size(), y->size()); ++i)
            out = std::max(out, std::abs(static_cast<double>((*x)[i]) - static_cast<double>((*y)[i])));
        return out;
    }
}

/// True if each pair of numbers differs by at most `tolerance`, relative to the largest of all numbers (or
/// 1).
[[nodiscard]] bool near(std::span<const float> a, std::span<const float> b, float tolerance);

template <class T>
bool same(const T& a, const T& b, float tolerance) {
    if constexpr (IsOptional<T>::value) {
        return a.has_value() == b.has_value() && (!a || same(*a, *b, tolerance));
    } else if constexpr (std::is_same_v<T, double>) {
        return std::abs(a - b) <= static_cast<double>(tolerance) * std::max({1.0, std::abs(a), std::abs(b)});
    } else if constexpr (std::is_same_v<T, quat>) {
        if (tolerance == 0.0F) return a == b;
        const auto components = [](const quat& q) { return std::array{q.x, q.y, q.z, q.w}; };
        return near(components(a), components(b), tolerance) ||
               near(components(-a), components(b), tolerance);
    } else {
        const auto x = floats_of(a);
        if (x) return near(*x, *floats_of(b), tolerance);
        // Only for values without numbers.
        if constexpr (std::is_same_v<T, float> || requires { a == b; }) {
            return a == b;
        } else {
            return false;
        }
    }
}

}  // namespace vitruvian
