// The report of a picture suite as one self-contained page.
#pragma once

#include "app/report/regress_results.h"

#include <functional>
#include <string>

namespace vitruvian::report {

/// Returns a picture (a path of a ShotResult) as a data URI; empty if it cannot be read or is none.
using PictureReader = std::function<std::string(const std::string& path)>;

/// Shows pictures that are not the same as approved, actual and difference: with a slider, alternating
/// (blink) and side by side; the others as thumbnails. Pictures beyond a total of about 100 MB are left out,
/// which the page says: their files are beside it.
[[nodiscard]] std::string regress_page(const RegressReport& report, const PictureReader& read);

}  // namespace vitruvian::report
