// Saying what of a document a file cannot hold: by kind of thing, field and name, never silently.
#pragma once

#include "model/document/differences.h"

#include <vector>

namespace vitruvian {

/// For bones that nobody edited and that are not read back under the names that joints now have, one note
/// "bones-by-name".
void note_bones_by_name(const std::vector<Difference>& bones, const Document& document, Diagnostics& notes);

/// One warning "left-out" for each kind of thing and field among `lost`, which names the first few of the
/// things: "the metallic of a material has no place in a vrml97 file and is left out: steel and 3 more".
void note_left_out(const std::vector<Difference>& lost, const Document& document, FileFormat format,
                   Diagnostics& notes);

/// Joints whose centre is not where their frame stands at rest, as Differences of the field "centre": files say
/// the frame.
[[nodiscard]] std::vector<Difference> centres_off_frames(const Document& document);

}  // namespace vitruvian
