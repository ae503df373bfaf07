// Memory used by a document beyond what it shares with another one; it limits the undo history.
#pragma once

#include "model/document/document.h"

#include <cstddef>

namespace vitruvian {

/// Returns the approximate size of `document` itself, and of the meshes, skins, clips and images that `other`
/// does not share. The source is not counted, since all states of a document share it.
[[nodiscard]] std::size_t bytes_beyond(const Document& document, const Document& other);

}  // namespace vitruvian
