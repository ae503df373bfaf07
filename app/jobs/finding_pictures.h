// Pictures of findings: the object framed and highlighted in the pose in which it was found, with the angle or the
// vertices that are wrong drawn over it. Needs OpenGL, which may not be there.
#pragma once

#include "app/report/report.h"

#include <cstddef>
#include <functional>
#include <string>

namespace vitruvian {

/// Adds pictures to the report, the most severe findings first, at most `most`: one for each object and pose of a file, which
/// its findings share. Files are read once more, by `load`. Without OpenGL, and where there are more findings than
/// pictures, the report's picture_note says so.
void add_pictures(report::Report& report,
                  const std::function<Result<Document>(const std::string& file)>& load,
                  std::size_t most = 60);

}  // namespace vitruvian
