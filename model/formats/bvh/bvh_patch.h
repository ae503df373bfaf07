// Saves a BVH file by changing only the bytes that say what was edited: names, numbers of OFFSETs and of frames, and how
// many frames there are and how long.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian {

/// The bytes of `document`'s file, which is a BVH file as it was read, with the edits in them. New numbers have the
/// decimals of those that stood there, or as many more as they need. The result is read again before it is given out. What
/// no such file says is noted ("left-out"). Where the root's place is in the motion alone (OFFSET 0), it rests where the
/// first frame has it, and so does what is read again.
/// Error: "save-structure" (joints that came, went or hang elsewhere, channels that joints have not, text that is not
/// UTF-8 or that another program changed: only rewriting the file can store the edit).
[[nodiscard]] Result<EncodedDocument> patch_bvh(const Document& document);

}  // namespace vitruvian
