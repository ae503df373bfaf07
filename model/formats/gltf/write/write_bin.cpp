#include "model/formats/gltf/write/write_bin.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace vitruvian::gltf {
namespace {

constexpr int type_u8 = 5121;
constexpr int type_u16 = 5123;
constexpr int type_u32 = 5125;
constexpr int type_float = 5126;

const char* type_name(std::size_t wide) {
    switch (wide) {
        case 1:
            return "SCALAR";
        case 2:
            return "VEC2";
        case 3:
            return "VEC3";
        case 4:
            return "VEC4";
        default:
            return "MAT4";
    }
}

template <class Out>
std::vector<std::byte> packed(std::span<const std::uint32_t> values) {
    std::vector<std::byte> out(values.size() * sizeof(Out));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<Out>(values[i]);
        std::memcpy(out.data() + i * sizeof(Out), &value, sizeof(Out));
    }
    return out;
}

std::uint32_t largest(std::span<const std::uint32_t> values) {
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

void add_bounds(OrderedJson& accessor, std::span<const float> values, std::size_t wide) {
    std::vector<float> least(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(wide));
    std::vector<float> most = least;
    for (std::size_t i = 0; i < values.size(); ++i) {
        least[i % wide] = std::min(least[i % wide], values[i]);
        most[i % wide] = std::max(most[i % wide], values[i]);
    }
    accessor["min"] = numbers(least);
    accessor["max"] = numbers(most);
}

}  // namespace

OrderedJson number(float value) {
    if (value == 0.0F) return 0;
    // The shortest text of the float, read as a double, is a double whose shortest text is the same.
    return std::strtod(fmt::format("{}", value).c_str(), nullptr);
}

OrderedJson numbers(std::span<const float> values) {
    OrderedJson out = OrderedJson::array();
    for (const float value : values) out.push_back(number(value));
    return out;
}

std::size_t make_finite(OrderedJson& json) {
    if (json.is_number_float()) {
        if (std::isfinite(json.get<double>())) return 0;
        json = 0;
        return 1;
    }
    std::size_t out = 0;
    if (json.is_structured()) {
        for (OrderedJson& element : json) out += make_finite(element);
    }
    return out;
}

OrderedJson numbers(const vec3& v) {
    return numbers(std::array{v.x, v.y, v.z});
}

OrderedJson numbers(const quat& q) {
    return numbers(std::array{q.x, q.y, q.z, q.w});
}

void add_transform(OrderedJson& object, const Transform& t) {
    if (t.translation != vec3(0.0F)) object["translation"] = numbers(t.translation);
    if (t.rotation != identity_quat) object["rotation"] = numbers(t.rotation);
    if (t.scale != vec3(1.0F)) object["scale"] = numbers(t.scale);
}

OrderedJson transform_json(const Transform& transform) {
    OrderedJson out = OrderedJson::object();
    add_transform(out, transform);
    return out;
}

int BinWriter::add_view(std::span<const std::byte> bytes, ViewTarget target) {
    while (bytes_.size() % 4 != 0) bytes_.push_back(std::byte{0});
    OrderedJson view = {
        {"buffer", buffer_}, {"byteOffset", first_byte_ + bytes_.size()}, {"byteLength", bytes.size()}};
    if (target != ViewTarget::none) view["target"] = static_cast<int>(target);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    views_.push_back(std::move(view));
    return static_cast<int>(first_view_ + views_.size()) - 1;
}

int BinWriter::add_accessor(int view, int component_type, std::size_t count, std::size_t wide) {
    OrderedJson accessor = OrderedJson::object();
    if (view >= 0) accessor["bufferView"] = view;
    accessor["componentType"] = component_type;
    accessor["count"] = count;
    accessor["type"] = type_name(wide);
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(first_accessor_ + accessors_.size()) - 1;
}

std::span<const float> BinWriter::finite(std::span<const float> values, std::vector<float>& storage) {
    const auto odd = [](float value) { return !std::isfinite(value); };
    const auto count = std::count_if(values.begin(), values.end(), odd);
    if (count == 0) return values;
    not_finite_ += static_cast<std::size_t>(count);
    storage.assign(values.begin(), values.end());
    std::replace_if(storage.begin(), storage.end(), odd, 0.0F);
    return storage;
}

int BinWriter::add_floats(std::span<const float> any, std::size_t wide, ViewTarget target, bool bounded) {
    std::vector<float> storage;
    const std::span<const float> values = finite(any, storage);
    const int view = add_view(std::as_bytes(values), target);
    const int out = add_accessor(view, type_float, values.size() / wide, wide);
    if (bounded) add_bounds(accessors_.back(), values, wide);
    return out;
}

int BinWriter::add_indices(std::span<const std::uint32_t> values) {
    const bool is_short = largest(values) < 65535;
    const std::vector<std::byte> bytes =
        is_short ? packed<std::uint16_t>(values) : packed<std::uint32_t>(values);
    return add_accessor(add_view(bytes, ViewTarget::indices), is_short ? type_u16 : type_u32, values.size(),
                        1);
}

int BinWriter::add_joints(std::span<const std::uint32_t> values) {
    const bool is_byte = largest(values) < 256;
    const std::vector<std::byte> bytes =
        is_byte ? packed<std::uint8_t>(values) : packed<std::uint16_t>(values);
    return add_accessor(add_view(bytes, ViewTarget::vertices), is_byte ? type_u8 : type_u16,
                        values.size() / 4, 4);
}

int BinWriter::add_sparse_vec3s(std::size_t count, std::span<const std::uint32_t> elements,
                                std::span<const float> any) {
    std::vector<float> storage;
    const std::span<const float> values = finite(any, storage);
    if (elements.empty()) {
        // assimp rejects an accessor without a buffer view: one of the zeros is written.
        constexpr std::array<std::uint32_t, 1> first{0};
        constexpr std::array zeros{0.0F, 0.0F, 0.0F};
        return add_sparse_vec3s(count, first, zeros);
    }
    const bool is_short = largest(elements) <= 65535;
    const int indices_view =
        add_view(is_short ? packed<std::uint16_t>(elements) : packed<std::uint32_t>(elements));
    const int values_view = add_view(std::as_bytes(values));
    const int out = add_accessor(-1, type_float, count, 3);
    std::vector<float> bounded(values.begin(), values.end());
    if (elements.size() < count) bounded.insert(bounded.end(), 3, 0.0F);
    add_bounds(accessors_.back(), bounded, 3);
    // The offsets are optional, but VTK (F3D) rejects files without them.
    accessors_.back()["sparse"] = {{"count", elements.size()},
                                   {"indices",
                                    {{"bufferView", indices_view},
                                     {"byteOffset", 0},
                                     {"componentType", is_short ? type_u16 : type_u32}}},
                                   {"values", {{"bufferView", values_view}, {"byteOffset", 0}}}};
    return out;
}

int BinWriter::add_zeros(std::size_t count, std::size_t wide) {
    return add_accessor(-1, type_float, count, wide);
}

int BinWriter::add_shared_times(const std::vector<float>& values) {
    const auto [entry, is_new] = times_.try_emplace(values, 0);
    if (is_new) entry->second = add_floats(values, 1, ViewTarget::none, true);
    return entry->second;
}

OrderedJson BinWriter::take_last_accessor() {
    OrderedJson out = std::move(accessors_.back());
    accessors_.erase(accessors_.size() - 1);
    return out;
}

void BinWriter::move_lists_into(OrderedJson& root) {
    if (!views_.empty()) root["bufferViews"] = std::move(views_);
    if (!accessors_.empty()) root["accessors"] = std::move(accessors_);
}

}  // namespace vitruvian::gltf
