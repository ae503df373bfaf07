// Squares seen straight from the front, whose colours can be worked out by hand.
#pragma once

#include "tests/gl/gl_test.h"

#include <memory>

namespace vitruvian::test {

/// A square of half size 1 that looks along +Z; texture coordinates 0..1, v downwards.
[[nodiscard]] std::shared_ptr<Mesh> square();

[[nodiscard]] Material unlit(const vec4& color);

/// Looks straight at squares; two units are as high as the picture.
[[nodiscard]] RenderScene flat_scene();

/// A linear colour's channel as the picture has it, 0..255.
[[nodiscard]] int encoded(float linear);

void expect_color(const Pixel& got, const Pixel& wanted, int tolerance = 2);

}  // namespace vitruvian::test
