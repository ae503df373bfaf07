// Reads accessors into the arrays of a primitive (glTF 2.0, 3.7.2.1).
#include "model/formats/gltf/read/attributes.h"

#include "model/core/large_memory.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>

namespace vitruvian::gltf {
namespace {

constexpr int unsigned_int_type = 5125;
constexpr int float_type = 5126;

/// Calls `look` with the elements, block by block, each small enough to stay in the L1 cache.
template <class Element, class Look>
void look_at_parts(std::span<Element> elements, Look look) {
    constexpr std::size_t part = 16384 / sizeof(Element);
    for (std::size_t begin = 0; begin < elements.size(); begin += part)
        look(elements.subspan(begin, std::min(part, elements.size() - begin)));
}

/// Copies numbers that are laid out like an array. `look` sees each block of the copy while it is cached.
template <class Element, class Look>
void copy_array(std::span<const std::byte> bytes, std::vector<Element>& out, Look look) {
    static_assert(std::is_trivially_copyable_v<Element>);
    const std::span source(reinterpret_cast<const Element*>(bytes.data()), bytes.size() / sizeof(Element));
    reserve_to_fill(out, source.size());
    look_at_parts(source, [&](std::span<const Element> part) {
        out.insert(out.end(), part.begin(), part.end());
        look(std::span(out).last(part.size()));
    });
}

/// Like read_vectors; `look` sees the finite vectors, block by block.
template <class Vector, class Look>
std::vector<Vector> read_and_look(Reading& reading, const JsonValue& attributes, const char* name,
                                  std::size_t count, const std::string& pointer, Look look) {
    const int index = int_or(attributes, name, -1);
    if (index < 0) return {};
    const std::string place = pointer + '/' + name;
    const Accessor* accessor = reading.data.find(index);
    if (accessor != nullptr && accessor->count != count) {
        reading.warn("gltf-attribute-count",
                     "an attribute has another length than the positions and is left out", place);
        return {};
    }
    if (accessor == nullptr || !reading.data.spend(count * sizeof(Vector))) return {};
    std::vector<Vector> out;
    const std::span<const std::byte> array = reading.data.as_array(index, Vector::length(), float_type);
    if (!array.empty()) {
        copy_array(array, out, [&](std::span<Vector> part) {
            reading.data.make_finite({&part.front().x, part.size() * Vector::length()}, place);
            look(part);
        });
        return out;
    }
    out.resize(count);
    if (!reading.data.read_floats(index, Vector::length(), &out.data()->x, place)) return {};
    look_at_parts(std::span(out), look);
    return out;
}

/// Normalizes normals and returns how many have no direction.
std::size_t make_unit(std::span<vec3> normals) {
    const auto is_off = [](const vec3& n) { return std::abs(glm::dot(n, n) - 1.0F) > 2e-5F; };
    // Almost always none is: this loop has no branch, so that it runs at memory speed.
    unsigned any = 0;
    for (const vec3& normal : normals) any |= static_cast<unsigned>(is_off(normal));
    if (any == 0) return 0;
    std::size_t odd = 0;
    for (vec3& normal : normals) {
        if (!is_off(normal)) continue;
        const float length = std::sqrt(glm::dot(normal, normal));
        if (length > 1e-6F && std::isfinite(length)) {
            normal /= length;
        } else {
            normal = {0.0F, 1.0F, 0.0F};
            ++odd;
        }
    }
    return odd;
}

}  // namespace

template <class Vector>
std::vector<Vector> read_vectors(Reading& reading, const JsonValue& attributes, const char* name,
                                 std::size_t count, const std::string& pointer) {
    return read_and_look<Vector>(reading, attributes, name, count, pointer, [](std::span<Vector>) {});
}
template std::vector<vec2> read_vectors(Reading&, const JsonValue&, const char*, std::size_t,
                                        const std::string&);
template std::vector<vec3> read_vectors(Reading&, const JsonValue&, const char*, std::size_t,
                                        const std::string&);
template std::vector<vec4> read_vectors(Reading&, const JsonValue&, const char*, std::size_t,
                                        const std::string&);

SeenVectors see_vectors(Reading& reading, const JsonValue& attributes, const char* name, std::size_t count,
                        const std::string& pointer) {
    SeenVectors out;
    const std::span<const std::byte> array =
        reading.data.as_array(int_or(attributes, name, -1), 3, float_type);
    const std::span numbers(reinterpret_cast<const float*>(array.data()), array.size() / sizeof(float));
    if (!array.empty() && numbers.size() == count * 3 && Data::are_finite(numbers)) {
        if (reading.data.spend(array.size()))
            out.values = {reinterpret_cast<const vec3*>(array.data()), count};
        return out;
    }
    out.made = read_vectors<vec3>(reading, attributes, name, count, pointer);
    out.values = out.made;
    return out;
}

std::vector<vec3> read_normals(Reading& reading, const JsonValue& attributes, std::size_t count,
                               const std::string& pointer) {
    std::size_t odd = 0;
    std::vector<vec3> out = read_and_look<vec3>(reading, attributes, "NORMAL", count, pointer,
                                                [&odd](std::span<vec3> part) { odd += make_unit(part); });
    if (odd != 0)
        reading.warn("gltf-normal-zero", "normals without a direction were replaced", pointer + "/NORMAL");
    return out;
}

std::vector<vec4> read_colors(Reading& reading, const JsonValue& attributes, std::size_t count,
                              const std::string& pointer) {
    const Accessor* accessor = reading.data.find(int_or(attributes, "COLOR_0", -1));
    if (accessor == nullptr || accessor->components != 3) {
        return read_vectors<vec4>(reading, attributes, "COLOR_0", count, pointer);
    }
    const SeenVectors colors = see_vectors(reading, attributes, "COLOR_0", count, pointer);
    std::vector<vec4> out;
    reserve_to_fill(out, colors.values.size());
    for (const vec3& color : colors.values) out.emplace_back(color, 1.0F);
    return out;
}

std::optional<IndexList> read_index_list(Reading& reading, int accessor, const std::string& pointer) {
    const Accessor* found = reading.data.find(accessor);
    if (found == nullptr) {
        reading.warn("gltf-primitive", "the primitive's indices are broken; it is left out", pointer);
        return std::nullopt;
    }
    // Strips and fans become lists of three times the size.
    if (!reading.data.spend(found->count * 3 * sizeof(std::uint32_t))) return std::nullopt;
    IndexList out;
    const auto look = [&out](std::span<const std::uint32_t> part) {
        std::uint32_t largest = out.largest;
        for (const std::uint32_t i : part) largest = std::max(largest, i);
        out.largest = largest;
    };
    const std::span<const std::byte> array = reading.data.as_array(accessor, 1, unsigned_int_type);
    if (!array.empty()) {
        copy_array(array, out.indices, look);
        return out;
    }
    reserve_to_fill(out.indices, found->count);
    out.indices.resize(found->count);
    if (!reading.data.read_integers(accessor, 1, out.indices.data(), pointer)) return std::nullopt;
    look_at_parts(std::span<const std::uint32_t>(out.indices), look);
    return out;
}

}  // namespace vitruvian::gltf
