// How a finding is shown: what is framed and highlighted for it, and the angle or the vertices that are wrong, drawn over
// the figure. The same in the window as in pictures of reports.
#pragma once

#include "app/scene/frame.h"
#include "model/check/finding.h"

#include <span>

namespace vitruvian {

/// What is highlighted for an item: a bone is the joint that it is mapped to; nothing where it does not exist.
[[nodiscard]] Item shown_item(const Document& document, const Item& item);

/// What to frame, in the scene: the selection with the marks, which are in world space of its figure's document, and air,
/// so that one sees which part of the body it is. Everything where nothing is selected and there are no points.
[[nodiscard]] Bounds finding_bounds(std::span<const Figure> figures, const Selection& selection,
                                    const check::Marks& marks);

/// Adds points, and the directions as they are and as they should be with the arc between them.
void add_finding_marks(const Figure& figure, const check::Marks& marks, float pixel_scale,
                       RenderScene& scene);

}  // namespace vitruvian
