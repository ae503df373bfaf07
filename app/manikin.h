// The built-in figure: what the window shows before anybody opens a file.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// The project's own manikin, with its clips, from inside the program. Document::file is empty.
[[nodiscard]] Result<Document> load_builtin_manikin();

}  // namespace vitruvian
