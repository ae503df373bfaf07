// What a new bind pose cannot keep: vertices blended between joints that it turns against each other.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <span>

namespace vitruvian {

/// Returns the largest distance, in world units, between vertices of a figure's skins in `before` and in
/// `after`, which is the same document with skins bound in another pose: at moments spread over its clips,
/// and in the pose `bind` (of Conformed; empty: not there). Large skins are measured at some of their
/// vertices.
[[nodiscard]] float blend_deviation(const Document& before, const Document& after, int humanoid,
                                    std::span<const std::optional<mat4>> bind = {});

/// Warns with "blend-deviates" for each figure whose skins deviate by more than 1e-5 of its size; `advice`
/// ends its sentence.
void note_blend_deviation(const Document& before, const Document& after,
                          std::span<const std::optional<mat4>> bind, std::string_view advice,
                          Diagnostics& notes);

}  // namespace vitruvian
