// Renders two rigs side by side and overlaid, as pictures for a report.
#pragma once

#include "app/report/diff_page.h"
#include "model/document/document.h"

namespace vitruvian {

/// Renders both at rest from the same viewpoint. Without OpenGL returns only a note.
[[nodiscard]] report::DiffPictures draw_diff(const Document& first, const Document& second);

}  // namespace vitruvian
