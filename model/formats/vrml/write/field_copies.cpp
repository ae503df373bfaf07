#include "model/formats/vrml/write/field_copies.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

std::optional<std::vector<float>> reals_of(const Value& value) {
    if (const auto* one = std::get_if<double>(&value)) return std::vector<float>{static_cast<float>(*one)};
    if (const auto* reals = std::get_if<std::vector<float>>(&value)) return *reals;
    if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(&value))
        return std::vector<float>(wholes->begin(), wholes->end());
    if (std::holds_alternative<std::monostate>(value)) return std::vector<float>{};
    return std::nullopt;
}

template <class T>
OutputField set_value(OutputField& field, T value) {
    field.value = std::move(value);
    return std::move(field);
}

std::optional<OutputField> copied_texts(const FieldType& type, const Value& value, OutputField& out) {
    const auto* texts = std::get_if<std::vector<std::string>>(&value);
    out.many = type.holds == Holds::texts;
    if (out.many) return set_value(out, texts == nullptr ? std::vector<std::string>() : *texts);
    if (texts == nullptr || texts->empty()) return std::nullopt;
    return set_value(out, texts->front());
}

std::optional<OutputField> number_of(const FieldType& type, const Value& value, OutputField& out) {
    const auto* number = std::get_if<double>(&value);
    if (number == nullptr) return std::nullopt;
    if (type.holds == Holds::time) return set_value(out, *number);
    if (type.holds == Holds::number) return set_value(out, static_cast<float>(*number));
    const double most = 2147483647.0;
    return set_value(out, static_cast<std::int32_t>(std::clamp(*number, -most, most)));
}

}  // namespace

std::optional<OutputField> copied_value(const FieldType& type, const Value& value) {
    OutputField out{{}, false, false, type.width};
    switch (type.holds) {
        case Holds::truth:
            if (const auto* truth = std::get_if<bool>(&value)) return set_value(out, *truth);
            return std::nullopt;
        case Holds::text:
        case Holds::texts:
            return copied_texts(type, value, out);
        case Holds::number:
        case Holds::time:
        case Holds::whole:
            return number_of(type, value, out);
        case Holds::wholes:
            out.many = true;
            if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(&value))
                return set_value(out, *wholes);
            if (const auto* one = std::get_if<double>(&value))
                return set_value(out, std::vector<std::int32_t>{static_cast<std::int32_t>(*one)});
            return set_value(out, std::vector<std::int32_t>{});
        case Holds::image:
            if (const auto* pixels = std::get_if<std::vector<std::int32_t>>(&value))
                return set_value(out, *pixels);
            return std::nullopt;
        case Holds::vector:
        case Holds::vectors: {
            std::optional<std::vector<float>> reals = reals_of(value);
            out.many = type.holds == Holds::vectors;
            const bool fits =
                reals && (out.many ? reals->size() % type.width == 0 : reals->size() == type.width);
            if (!fits) return std::nullopt;
            return set_value(out, std::move(*reals));
        }
        case Holds::node:
        case Holds::nodes:
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace vitruvian::vrml
