// The binary part of a glTF file that is written from scratch: bytes, buffer views and accessors. Knows
// nothing of meshes or animations.
#pragma once

#include "model/core/transform.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

/// Keys stay in the order in which they were set.
using OrderedJson = nlohmann::ordered_json;

/// A float as the shortest decimal that reads back as the same float32.
[[nodiscard]] OrderedJson number(float value);
[[nodiscard]] OrderedJson numbers(std::span<const float> values);
/// Replaces every number that is not finite by 0; returns how many.
std::size_t make_finite(OrderedJson& json);
[[nodiscard]] OrderedJson numbers(const vec3& v);
/// x y z w, as in glTF.
[[nodiscard]] OrderedJson numbers(const quat& q);
/// Adds "translation", "rotation" and "scale", each where it is not the identity; a shear cannot be stored.
void add_transform(OrderedJson& object, const Transform& transform);
[[nodiscard]] OrderedJson transform_json(const Transform& transform);

/// The numbers of vectors and matrices (column by column) as they are in memory.
template <class Value>
[[nodiscard]] std::span<const float> as_floats(const std::vector<Value>& values) {
    static_assert(sizeof(Value) % sizeof(float) == 0 && std::is_same_v<typename Value::value_type, float>);
    return {reinterpret_cast<const float*>(values.data()), values.size() * (sizeof(Value) / sizeof(float))};
}

/// The target of an accessor's buffer view (glTF 2.0, 3.6.2.1).
enum class ViewTarget { none = 0, vertices = 34962, indices = 34963 };

class BinWriter {
  public:
    BinWriter() = default;
    /// For additions to a file: the buffer that they go to, and how many bytes, views and accessors it
    /// already has.
    BinWriter(int buffer, std::size_t bytes, std::size_t views, std::size_t accessors)
        : buffer_(buffer), first_byte_(bytes), first_view_(views), first_accessor_(accessors) {}

    /// Appends bytes at a multiple of four; returns the buffer view's index.
    int add_view(std::span<const std::byte> bytes, ViewTarget target = ViewTarget::none);

    /// Appends packed float32 elements of `wide` numbers (1, 2, 3, 4 or 16); returns the accessor's index.
    /// `bounded`: with min and max, which positions and key times require.
    int add_floats(std::span<const float> values, std::size_t wide, ViewTarget target, bool bounded = false);
    /// Appends indices as 16 bits where all are below 65535, otherwise 32 (glTF 2.0, 3.7.2.1: the largest
    /// value of each type is not a valid index).
    int add_indices(std::span<const std::uint32_t> values);
    /// Appends four numbers per element, as 8 bits where all fit, otherwise 16.
    int add_joints(std::span<const std::uint32_t> values);
    /// Appends `count` elements of three floats as a sparse accessor, all zero except those listed
    /// (ascending) in `elements`.
    int add_sparse_vec3s(std::size_t count, std::span<const std::uint32_t> elements,
                         std::span<const float> values);
    /// Appends `count` elements of `wide` zeros, which take no bytes.
    int add_zeros(std::size_t count, std::size_t wide);
    /// Returns the same accessor for equal floats: key times.
    int add_shared_times(const std::vector<float>& values);

    [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
    /// Removes the accessor that was added last and returns it, to go in another one's place.
    [[nodiscard]] OrderedJson take_last_accessor();
    /// How many numbers were not finite and were replaced by 0.
    [[nodiscard]] std::size_t not_finite() const { return not_finite_; }
    /// Moves the lists "bufferViews" and "accessors" into `root`, where they are not empty.
    void move_lists_into(OrderedJson& root);

  private:
    /// Returns `values`, or if one is not finite, `storage` with 0 in its place.
    std::span<const float> finite(std::span<const float> values, std::vector<float>& storage);
    int add_accessor(int view, int component_type, std::size_t count, std::size_t wide);

    int buffer_ = 0;
    std::size_t first_byte_ = 0;
    std::size_t first_view_ = 0;
    std::size_t first_accessor_ = 0;
    std::size_t not_finite_ = 0;
    std::vector<std::byte> bytes_;
    OrderedJson views_ = OrderedJson::array();
    OrderedJson accessors_ = OrderedJson::array();
    std::map<std::vector<float>, int> times_;
};

}  // namespace vitruvian::gltf
