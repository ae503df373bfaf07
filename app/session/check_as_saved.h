// Checks of edited documents. What some checks look at exists in files only (their text, accessors, ROUTEs), so an edited
// document is checked as the file that saving it would write.
#pragma once

#include "model/check/run.h"

namespace vitruvian {

/// Like run_checks, on the document as it would be read again after it is saved in the format that it was read from;
/// on the document itself if it cannot be saved so, or only with other files beside it. Objects, clips and fixes of
/// the findings are those of `document`; a fix that cannot be expressed for it is left out.
[[nodiscard]] check::Outcome check_as_saved(const Document& document, const check::Profile& profile,
                                            const check::RunOptions& options);

}  // namespace vitruvian
