// What VRM calls the colours that expressions change.
#pragma once

#include "model/document/material.h"

#include <array>
#include <string_view>

namespace vitruvian::gltf {

/// VRM 1.0's name of a colour (materialColorBinds), and VRM 0.x's (materialValues), which is that of the shader: neither
/// MToon 0.x nor the unlit shaders have a colour for matcapColor.
struct VrmColorName {
    MaterialChange::Kind kind;
    std::string_view vrm1;
    std::string_view vrm0;
};
inline constexpr std::array<VrmColorName, 6> vrm_color_names{
    {{MaterialChange::Kind::color, "color", "_Color"},
     {MaterialChange::Kind::emission, "emissionColor", "_EmissionColor"},
     {MaterialChange::Kind::shade, "shadeColor", "_ShadeColor"},
     {MaterialChange::Kind::matcap, "matcapColor", {}},
     {MaterialChange::Kind::rim, "rimColor", "_RimColor"},
     {MaterialChange::Kind::outline, "outlineColor", "_OutlineColor"}}};

}  // namespace vitruvian::gltf
