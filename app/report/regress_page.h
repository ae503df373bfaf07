// The report of a suite of pictures as one page that loads nothing from anywhere.
#pragma once

#include "app/report/regress_results.h"

#include <functional>
#include <string>

namespace vitruvian::report {

/// Gives a picture (a path of a ShotResult) as a data URI; empty where it cannot be read.
using PictureReader = std::function<std::string(const std::string& path)>;

/// Approved, actual and difference of what is not the same as slider, by turns (blink) and side by side; small pictures of
/// the rest. Pictures beyond some 100 MB are left out, which the page says: they lie beside it.
[[nodiscard]] std::string regress_page(const RegressReport& report, const PictureReader& read);

}  // namespace vitruvian::report
