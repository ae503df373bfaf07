#include "app/session/lengths.h"

#include "model/core/at.h"
#include "model/core/decimal.h"

#include <fmt/format.h>

#include <cmath>

namespace vitruvian {

namespace {

std::string number_of(float metres, const LengthUnit& unit) {
    std::string out = fmt::format("{:.{}f}", metres / unit.metres, unit.decimals);
    if (out.find_first_of("123456789") == std::string::npos && out.starts_with('-')) out.erase(0, 1);
    return out;
}

}  // namespace

LengthUnit length_unit(const OpenFigure& figure, int humanoid) {
    LengthUnit out;
    const Stance& stance = figure.shape.stance;
    const int node = humanoid < 0 ? -1 : at(figure.document().humanoids, humanoid).node;
    const float size = node < 0 ? 1.0F : std::cbrt(std::abs(glm::determinant(mat3(at(figure.world, node)))));
    out.metres = size * stance.metres_per_unit;
    const auto is = [&](float unit) { return std::abs(out.metres - unit) < 1e-3F * unit; };
    out.symbol = is(1.0F) ? "m" : is(0.01F) ? "cm" : is(0.001F) ? "mm" : is(0.0254F) ? "in" : "units";
    const float height = stance.height * stance.metres_per_unit / out.metres;
    if (height > 0.0F && height < 0.1F) out.decimals = height >= 0.01F ? 4 : 6;
    return out;
}

std::string length_text(float metres, const LengthUnit& unit) {
    return fmt::format("{} {}", number_of(metres, unit), unit.symbol);
}

std::string lengths_text(const vec3& metres, const LengthUnit& unit) {
    return fmt::format("{}  {}  {} {}", number_of(metres.x, unit), number_of(metres.y, unit),
                       number_of(metres.z, unit), unit.symbol);
}

vec3 moved_translation(const vec3& translation, const vec3& by, const LengthUnit& unit) {
    const double steps = std::pow(10.0, unit.decimals + 3);
    vec3 out = translation;
    for (int axis = 0; axis < 3; ++axis) {
        const double moved = static_cast<double>(by[axis]);
        if (std::abs(moved) * steps < 0.5) continue;
        out[axis] = static_cast<float>(std::round((decimal(translation[axis]) + moved) * steps) / steps);
    }
    return out;
}

}  // namespace vitruvian
