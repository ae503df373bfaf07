// Frames that are mirrored (left-handed), as below a node with a negative scale.
#pragma once

#include "model/document/document.h"

#include <optional>

namespace vitruvian {

/// Returns the document with right-handed frames in place of mirrored ones, for programs that take a bone's frame
/// for a rotation; all that is seen stays where it is, at rest and in clips. Nothing if no joint of a figure is
/// mirrored, or if a figure has data in its joints' own frames that would have to change too (H-Anim, VRM).
[[nodiscard]] std::optional<Document> without_mirrored_frames(const Document& document);

}  // namespace vitruvian
