// Squares seen from the front, whose colours can be computed by hand.
#pragma once

#include "tests/gl/gl_test.h"

#include <memory>

namespace vitruvian::test {

/// A square of half size 1 facing +Z; texture coordinates 0..1, v downwards.
[[nodiscard]] std::shared_ptr<Mesh> square();

[[nodiscard]] Material unlit(const vec4& color);

/// Looks at squares from the front; two units are the height of the picture.
[[nodiscard]] RenderScene flat_scene();

/// A linear colour's channel as encoded in the picture, 0..255.
[[nodiscard]] int encoded(float linear);

void expect_color(const Pixel& got, const Pixel& wanted, int tolerance = 2);

}  // namespace vitruvian::test
