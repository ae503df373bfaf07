// Reads how a VRM's eyes follow its gaze.
#include "model/formats/gltf/read/definitions.h"

#include <glm/trigonometric.hpp>

#include <algorithm>

namespace vitruvian::gltf {
namespace {

/// The names of the ranges, and of their members: from degrees ahead to degrees of an eye, or to a weight.
struct GazeKeys {
    std::string_view inner;
    std::string_view outer;
    std::string_view down;
    std::string_view up;
    std::string_view input;
    std::string_view output;
};

Gaze read_ranges(const JsonValue& holder, const GazeKeys& keys, bool by_expressions) {
    const auto range = [&](std::string_view name) -> GazeRange {
        constexpr float least_input = 0.01F;  // degrees
        float input = 90.0F;
        float output = by_expressions ? 1.0F : 10.0F;
        if (const JsonValue* json = member(holder, name)) {
            input = float_or(*json, keys.input, input);
            output = float_or(*json, keys.output, output);
        }
        return {glm::radians(std::max(input, least_input)), by_expressions ? output : glm::radians(output)};
    };
    return {by_expressions, range(keys.inner), range(keys.outer), range(keys.down), range(keys.up)};
}

}  // namespace

Gaze vrm1_gaze(const JsonValue& look_at) {
    constexpr GazeKeys keys{"rangeMapHorizontalInner", "rangeMapHorizontalOuter", "rangeMapVerticalDown",
                            "rangeMapVerticalUp",      "inputMaxValue",           "outputScale"};
    return read_ranges(look_at, keys, text_or_empty(look_at, "type") == "expression");
}

std::optional<Gaze> vrm0_gaze(const JsonValue& first_person) {
    constexpr GazeKeys keys{"lookAtHorizontalInner",
                            "lookAtHorizontalOuter",
                            "lookAtVerticalDown",
                            "lookAtVerticalUp",
                            "xRange",
                            "yRange"};
    const std::string type = text_or_empty(first_person, "lookAtTypeName");
    if (type != "Bone" && type != "BlendShape") return std::nullopt;
    return read_ranges(first_person, keys, type == "BlendShape");
}

}  // namespace vitruvian::gltf
