// The mark of an expression of VRM that is a displacer of a figure without expressions: written for other programs.
#pragma once

namespace vitruvian::gltf {

/// A member of the expression's `extras`, true.
inline constexpr const char* displacer_expression = "VITRUVIAN_displacer";

}  // namespace vitruvian::gltf
