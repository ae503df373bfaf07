// Reports which data of a document a file format cannot store: by kind of object, field and name, never
// silently.
#pragma once

#include "model/document/differences.h"

#include <vector>

namespace vitruvian {

/// Adds one note "bones-by-name" if bones that were not edited will not be found again under the current
/// joint names.
void note_bones_by_name(const std::vector<Difference>& bones, const Document& document, Diagnostics& notes);

/// Adds one warning "left-out" for each kind of object and field among `lost`, naming the first few objects:
/// "the metallic of a material has no place in a vrml97 file and is left out: steel and 3 more".
void note_left_out(const std::vector<Difference>& lost, const Document& document, FileFormat format,
                   Diagnostics& notes);

/// Returns the joints whose centre differs from the origin of their frame at rest, as Differences of the
/// field "centre": files store the frame.
[[nodiscard]] std::vector<Difference> centres_off_frames(const Document& document);

}  // namespace vitruvian
