// Shows findings: what is framed and highlighted, and the wrong angle or vertices drawn over the figure. Used
// by the window and by report pictures.
#pragma once

#include "app/scene/frame.h"
#include "model/check/finding.h"

#include <span>

namespace vitruvian {

/// Returns the item to highlight: for a bone the joint that it is mapped to; none if it does not exist.
[[nodiscard]] Item shown_item(const Document& document, const Item& item);

/// Returns the bounds to frame, in the scene: of the selection and the marks (in world space of its figure's
/// document), with a margin that shows the surrounding part of the body. Of everything if nothing is selected
/// and there are no points.
[[nodiscard]] Bounds finding_bounds(std::span<const Figure> figures, const Selection& selection,
                                    const check::Marks& marks);

/// Adds the points, and the actual and expected directions with the arc between them.
void add_finding_marks(const Figure& figure, const check::Marks& marks, float pixel_scale,
                       RenderScene& scene);

}  // namespace vitruvian
