// Two rigs side by side and one over the other, as pictures for a report.
#pragma once

#include "app/report/diff_page.h"
#include "model/document/document.h"

namespace vitruvian {

/// Both at rest, from one point of view. Without OpenGL only a note.
[[nodiscard]] report::DiffPictures draw_diff(const Document& first, const Document& second);

}  // namespace vitruvian
