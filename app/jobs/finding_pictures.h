// Pictures of findings: the object framed and highlighted in the pose of the finding, with the wrong angle or
// vertices drawn over it. Needs OpenGL, which may be unavailable.
#pragma once

#include "app/report/report.h"

#include <cstddef>
#include <functional>
#include <string>

namespace vitruvian {

/// Adds at most `most` pictures to the report, for the most severe findings first: one per object, pose and
/// marks of a file, shared by its findings. Files are read again with `load`. If OpenGL is missing, or there are
/// more findings than pictures, the report's picture_note says so.
void add_pictures(report::Report& report,
                  const std::function<Result<Document>(const std::string& file)>& load,
                  std::size_t most = 60);

}  // namespace vitruvian
