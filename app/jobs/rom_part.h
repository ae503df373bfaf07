// The part of a figure that a few pictures show, as a figure of its own: drawing and measuring a fingertip then
// costs no more than the hand around it.
#pragma once

#include "app/scene/figure.h"
#include "model/rom/range_of_motion.h"
#include "renderer/camera.h"

#include <span>

namespace vitruvian {

/// A picture's square view of the figure in a pose.
struct RomSight {
    const Camera* camera = nullptr;
    const Pose* pose = nullptr;
};

class RomPart {
  public:
    /// Keeps what the sights show, the triangles that are nearer to the first one's camera before the others, so
    /// that what they hide is not shaded. `shape` is that of the whole figure.
    RomPart(const RomFigure& whole, const FigureShape& shape, std::span<const RomSight> sights);
    RomPart(const RomPart&) = delete;
    RomPart& operator=(const RomPart&) = delete;

    [[nodiscard]] const RomFigure& rom() const { return rom_; }
    /// As the whole figure stands, with the boxes of this part.
    [[nodiscard]] const FigureShape& shape() const { return shape_; }

  private:
    Document document_;
    RomFigure rom_;  // of document_
    FigureShape shape_;
};

}  // namespace vitruvian
