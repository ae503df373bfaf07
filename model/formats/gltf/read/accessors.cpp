// Reads accessors into arrays of numbers (glTF 2.0, 3.6.2).
#include "model/core/at.h"
#include "model/formats/gltf/read/data.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <type_traits>

namespace vitruvian::gltf {

/// The layout of an accessor's elements: all `count` of them are inside the buffer view.
struct Data::Elements {
    const std::byte* first = nullptr;
    std::size_t stride = 0;
};

/// The layout of an accessor's sparse part (glTF 2.0, 3.6.2.3).
struct Data::SparseElements {
    std::size_t count = 0;
    int index_type = 0;
    Elements indices;
    Elements values;
};

unsigned components_of(std::string_view type) {
    if (type == "SCALAR") return 1;
    if (type == "VEC2") return 2;
    if (type == "VEC3") return 3;
    if (type == "VEC4" || type == "MAT2") return 4;
    if (type == "MAT3") return 9;
    if (type == "MAT4") return 16;
    return 0;
}

std::size_t component_bytes(int component_type) {
    switch (component_type) {
        case 5120:
        case 5121:
            return 1;
        case 5122:
        case 5123:
            return 2;
        case 5125:
        case 5126:
            return 4;
        default:
            return 0;
    }
}

namespace {

template <class Out, class In>
Out convert(In value, bool normalized) {
    if constexpr (std::is_same_v<Out, float>) {
        const auto number = static_cast<float>(value);
        if (!normalized || std::is_same_v<In, float>) return number;
        return std::max(number / static_cast<float>(std::numeric_limits<In>::max()), -1.0F);
    } else {
        // A negative joint becomes a huge one, which the caller's range check rejects.
        return static_cast<Out>(value);
    }
}

template <class In, class Out>
void copy_elements(const std::byte* source, std::size_t stride, std::size_t count, unsigned components,
                   bool normalized, Out* out) {
    if (std::is_same_v<In, Out> && stride == components * sizeof(In)) {
        std::memcpy(out, source, count * stride);
        return;
    }
    if (stride == components * sizeof(In)) {  // contiguous: one loop, which compilers vectorise
        for (std::size_t i = 0; i < count * components; ++i) {
            In value;  // may be unaligned
            std::memcpy(&value, source + i * sizeof(In), sizeof(In));
            out[i] = convert<Out>(value, normalized);
        }
        return;
    }
    for (std::size_t i = 0; i < count; ++i, source += stride, out += components) {
        for (unsigned c = 0; c < components; ++c) {
            In value;
            std::memcpy(&value, source + c * sizeof(In), sizeof(In));
            out[c] = convert<Out>(value, normalized);
        }
    }
}

template <class Out>
void copy_any(int component_type, const std::byte* source, std::size_t stride, std::size_t count,
              unsigned components, bool normalized, Out* out) {
    switch (component_type) {
        case 5120:
            return copy_elements<std::int8_t>(source, stride, count, components, normalized, out);
        case 5121:
            return copy_elements<std::uint8_t>(source, stride, count, components, normalized, out);
        case 5122:
            return copy_elements<std::int16_t>(source, stride, count, components, normalized, out);
        case 5123:
            return copy_elements<std::uint16_t>(source, stride, count, components, normalized, out);
        case 5125:
            return copy_elements<std::uint32_t>(source, stride, count, components, normalized, out);
        default:
            break;
    }
    if constexpr (std::is_same_v<Out, float>) {
        copy_elements<float>(source, stride, count, components, normalized, out);
    }
}

int int_of(const JsonValue& json, const char* key) {
    return int_or(json, key, -1);
}

std::size_t size_of(const JsonValue& json, const char* key) {
    const JsonValue* found = member(json, key);
    return found == nullptr ? 0 : found->get<std::size_t>();
}

}  // namespace

void Data::open_accessors(const JsonValue& root) {
    const JsonValue* list = member(root, "accessors");
    if (list != nullptr) accessors_.reserve(list->size());
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        const JsonValue& json = (*list)[i];
        Accessor& accessor = accessors_.emplace_back();
        if (json.is_null()) continue;
        accessor.view = int_of(json, "bufferView");
        accessor.offset = size_of(json, "byteOffset");
        accessor.component_type = int_of(json, "componentType");
        accessor.count = size_of(json, "count");
        const JsonValue* normalized = member(json, "normalized");
        accessor.normalized = normalized != nullptr && normalized->get<bool>();
        accessor.sparse = member(json, "sparse");
        const unsigned components = components_of(json["type"].text());
        const bool sane = components != 0 && component_bytes(accessor.component_type) != 0 &&
                          accessor.count > 0 && accessor.count <= std::numeric_limits<std::uint32_t>::max();
        if (sane) {
            accessor.components = components;
        } else {
            report("gltf-accessor", "the accessor's type, component type or count is wrong; it is not used",
                   fmt::format("/accessors/{}", i));
        }
    }
}

const Accessor* Data::find(int accessor) const {
    if (accessor < 0 || static_cast<std::size_t>(accessor) >= accessors_.size()) return nullptr;
    const Accessor& found = at(accessors_, accessor);
    return found.components == 0 ? nullptr : &found;
}

bool Data::locate(int view, std::size_t offset, std::size_t count, std::size_t element_bytes, bool use_stride,
                  Elements& out) const {
    const View& found = at(views_, view);
    if (!found.usable || element_bytes == 0) return false;
    out.stride = use_stride && found.stride != 0 ? found.stride : element_bytes;
    const std::size_t size = found.bytes.size();
    if (offset > size || element_bytes > size - offset) return false;
    if (count - 1 > (size - offset - element_bytes) / out.stride) return false;
    out.first = found.bytes.data() + offset;
    return true;
}

std::span<const std::byte> Data::as_array(int index, unsigned components, int component_type) const {
    const Accessor* accessor = find(index);
    const bool plain = accessor != nullptr && accessor->components == components &&
                       accessor->component_type == component_type && !accessor->normalized &&
                       accessor->view >= 0 && accessor->sparse == nullptr;
    if (!plain) return {};
    const std::size_t element_bytes = components * component_bytes(component_type);
    Elements elements;
    if (!locate(accessor->view, accessor->offset, accessor->count, element_bytes, true, elements)) return {};
    const bool aligned =
        reinterpret_cast<std::uintptr_t>(elements.first) % component_bytes(component_type) == 0;
    if (elements.stride != element_bytes || !aligned) return {};
    return {elements.first, accessor->count * element_bytes};
}

bool Data::are_finite(std::span<const float> values) {
    // Almost always all are finite: this loop has no branch, so that it runs at memory speed.
    constexpr std::uint32_t exponent = 0x7F800000;
    std::uint32_t any = 0;
    for (const float value : values)
        any |= static_cast<std::uint32_t>((std::bit_cast<std::uint32_t>(value) & exponent) == exponent);
    return any == 0;
}

bool Data::make_finite(std::span<float> values, const Pointer& pointer) const {
    if (are_finite(values)) return false;
    for (float& value : values) {
        if (!std::isfinite(value)) value = 0.0F;
    }
    report("gltf-not-finite", "numbers that are not finite were set to 0", pointer);
    return true;
}

bool Data::locate_sparse(const Accessor& accessor, SparseElements& out) const {
    const JsonValue& indices = (*accessor.sparse)["indices"];
    const JsonValue& values = (*accessor.sparse)["values"];
    const std::size_t element_bytes = accessor.components * component_bytes(accessor.component_type);
    out.count = size_of(*accessor.sparse, "count");
    out.index_type = int_of(indices, "componentType");
    const bool good_type = out.index_type == 5121 || out.index_type == 5123 || out.index_type == 5125;
    return out.count > 0 && good_type && out.count <= accessor.count &&
           locate(int_of(indices, "bufferView"), size_of(indices, "byteOffset"), out.count,
                  component_bytes(out.index_type), false, out.indices) &&
           locate(int_of(values, "bufferView"), size_of(values, "byteOffset"), out.count, element_bytes,
                  false, out.values);
}

std::optional<Data::Sparse> Data::as_sparse(int index, unsigned components) const {
    const Accessor* accessor = find(index);
    SparseElements part;
    if (accessor == nullptr || accessor->components != components || !accessor->is_float() ||
        accessor->view >= 0 || accessor->sparse == nullptr || !locate_sparse(*accessor, part))
        return std::nullopt;
    Sparse out;
    out.indices.resize(part.count);
    out.values.resize(part.count * components);
    copy_any(part.index_type, part.indices.first, part.indices.stride, part.count, 1, false,
             out.indices.data());
    copy_any(accessor->component_type, part.values.first, part.values.stride, part.count, components, false,
             out.values.data());
    const bool ascending =
        std::ranges::adjacent_find(out.indices, std::greater_equal<>()) == out.indices.end();
    if (!ascending || out.indices.back() >= accessor->count || !are_finite(out.values)) return std::nullopt;
    return out;
}

template <class Out>
bool Data::read_sparse(const Accessor& accessor, Out* out, const Pointer& pointer) {
    if (size_of(*accessor.sparse, "count") == 0) return true;
    SparseElements part;
    if (!locate_sparse(accessor, part)) {
        report("gltf-sparse", "the sparse part of the accessor is wrong; the accessor is not used", pointer);
        return false;
    }
    std::size_t outside = 0;
    for (std::size_t i = 0; i < part.count; ++i) {
        std::uint32_t index = 0;
        const std::size_t step = part.indices.stride;
        copy_any(part.index_type, part.indices.first + i * step, step, 1, 1, false, &index);
        if (index >= accessor.count) {
            ++outside;
            continue;
        }
        copy_any(accessor.component_type, part.values.first + i * part.values.stride, part.values.stride, 1,
                 accessor.components, accessor.normalized, out + std::size_t{index} * accessor.components);
    }
    if (outside != 0)
        report("gltf-sparse", "sparse indices lie outside the accessor and are left out", pointer);
    return true;
}

template <class Out>
bool Data::read(int index, unsigned components, Out* out, const Pointer& pointer) {
    const Accessor* accessor = find(index);
    if (accessor == nullptr || accessor->components != components) {
        report("gltf-accessor-shape", "the accessor is broken or has a wrong type and is not used", pointer);
        return false;
    }
    if (std::is_integral_v<Out> && accessor->is_float()) {
        report("gltf-accessor-shape", "the accessor has fractions where whole numbers belong and is not used",
               pointer);
        return false;
    }
    const std::size_t total = accessor->count * components;
    if (accessor->view < 0) {
        std::fill_n(out, total, Out{});
    } else {
        Elements elements;
        const std::size_t element_bytes = components * component_bytes(accessor->component_type);
        if (!locate(accessor->view, accessor->offset, accessor->count, element_bytes, true, elements)) {
            report("gltf-accessor-range", "the accessor leaves its buffer view and is not used", pointer);
            return false;
        }
        copy_any(accessor->component_type, elements.first, elements.stride, accessor->count, components,
                 accessor->normalized, out);
    }
    return accessor->sparse == nullptr || read_sparse(*accessor, out, pointer);
}

bool Data::read_floats(int index, unsigned components, float* out, const Pointer& pointer,
                       bool* was_repaired) {
    if (!read(index, components, out, pointer)) return false;
    const Accessor* accessor = find(index);
    const bool repaired = accessor->is_float() && make_finite({out, accessor->count * components}, pointer);
    if (was_repaired != nullptr) *was_repaired = repaired;
    return true;
}

bool Data::read_integers(int accessor, unsigned components, std::uint32_t* out, const Pointer& pointer) {
    return read(accessor, components, out, pointer);
}

std::optional<std::vector<float>> Data::raw_floats(int accessor, unsigned components,
                                                   const Pointer& pointer) {
    const Accessor* found = find(accessor);
    if (found != nullptr && !spend(found->count * components * sizeof(float))) return std::nullopt;
    std::vector<float> out(found == nullptr ? 0 : found->count * components);
    if (!read(accessor, components, out.data(), pointer)) return std::nullopt;
    return out;
}

std::optional<std::vector<float>> Data::floats(int accessor, unsigned components, const Pointer& pointer) {
    std::optional<std::vector<float>> out = raw_floats(accessor, components, pointer);
    if (out && find(accessor)->is_float()) make_finite(*out, pointer);
    return out;
}

}  // namespace vitruvian::gltf
