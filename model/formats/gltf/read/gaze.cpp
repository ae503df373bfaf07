// Reads how a VRM's eyes follow its gaze.
#include "model/formats/gltf/read/definitions.h"

#include <glm/trigonometric.hpp>

#include <algorithm>

namespace vitruvian::gltf {
namespace {

/// The names of a range's members: from degrees ahead to degrees of an eye, or to a weight.
struct RangeKeys {
    std::string_view input;
    std::string_view output;
};

class RangeReader {
  public:
    RangeReader(const JsonValue& holder, const RangeKeys& keys, bool of_weights)
        : holder_(holder), keys_(keys), of_weights_(of_weights) {}

    [[nodiscard]] GazeRange read(std::string_view name) const {
        constexpr float least_input = 0.01F;  // degrees
        float input = 90.0F;
        float output = of_weights_ ? 1.0F : 10.0F;
        if (const JsonValue* json = member(holder_, name)) {
            input = float_or(*json, keys_.input, input);
            output = float_or(*json, keys_.output, output);
        }
        return {glm::radians(std::max(input, least_input)), of_weights_ ? output : glm::radians(output)};
    }

  private:
    const JsonValue& holder_;
    RangeKeys keys_;
    bool of_weights_;
};

}  // namespace

Gaze vrm1_gaze(const JsonValue& look_at) {
    Gaze out;
    out.by_expressions = text_or_empty(look_at, "type") == "expression";
    const RangeReader ranges(look_at, {"inputMaxValue", "outputScale"}, out.by_expressions);
    out.inner = ranges.read("rangeMapHorizontalInner");
    out.outer = ranges.read("rangeMapHorizontalOuter");
    out.down = ranges.read("rangeMapVerticalDown");
    out.up = ranges.read("rangeMapVerticalUp");
    return out;
}

std::optional<Gaze> vrm0_gaze(const JsonValue& first_person) {
    const std::string type = text_or_empty(first_person, "lookAtTypeName");
    if (type != "Bone" && type != "BlendShape") return std::nullopt;
    Gaze out;
    out.by_expressions = type == "BlendShape";
    const RangeReader ranges(first_person, {"xRange", "yRange"}, out.by_expressions);
    out.inner = ranges.read("lookAtHorizontalInner");
    out.outer = ranges.read("lookAtHorizontalOuter");
    out.down = ranges.read("lookAtVerticalDown");
    out.up = ranges.read("lookAtVerticalUp");
    return out;
}

}  // namespace vitruvian::gltf
