// Saves a BVH file by changing only the bytes that store what was edited: names, the numbers of OFFSETs and
// frames, and the number and time of frames.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian {

/// Returns the bytes of `document`'s file, which is a BVH file as it was read, with the edits applied. New
/// numbers keep the number of decimals of those they replace, or use more where needed. The result is read
/// back and compared before it is returned. Edits that a BVH file cannot store are noted ("left-out"). Where
/// the root's position is in the motion alone (OFFSET 0), the root's rest position is that of the first
/// frame, also when it is read back.
/// Error: "save-structure" (roots were added or removed, channels that joints do not have, text that is not
/// UTF-8 or was changed by another program: the edit can only be stored by rewriting the file).
[[nodiscard]] Result<EncodedDocument> patch_bvh(const Document& document);

}  // namespace vitruvian
