// Closed surfaces from fields: dual contouring on an octree whose cells are as small as each place needs.
// Only the half x > 0 is sampled; the other one is its mirror image. No knowledge of anatomy or files.
#pragma once

#include "assets/manikin/shape.h"

#include <array>
#include <functional>
#include <vector>

namespace vitruvian::manikin {

/// A surface that is its own mirror image: point i of the left half and point half() + i of the right one.
struct Surface {
    std::vector<Vec> points;
    std::vector<std::array<int, 4>> faces;  // counter-clockwise from outside; last -1: a triangle

    [[nodiscard]] std::size_t half() const { return points.size() / 2; }
    [[nodiscard]] std::vector<std::vector<int>> neighbours() const;
};

/// The cube to sample: centred on the plane x = 0.
struct Cube {
    Vec centre{0.0};
    double size = 2.56;
};

/// `cell_size` says how large cells may be at a place. `body` must be its own mirror image.
[[nodiscard]] Surface polygonise(const Field& body, const Cube& cube,
                                 const std::function<double(const Vec&)>& cell_size);

/// Spreads the points evenly over the surface of `body`, which they are brought back to.
void relax(Surface& surface, const Field& body, int rounds);

}  // namespace vitruvian::manikin
