// How much memory a document takes that another one does not share with it: for how far undo goes back.
#pragma once

#include "model/document/document.h"

#include <cstddef>

namespace vitruvian {

/// About the bytes of `document` itself, and of the meshes, skins, clips and images that it has and `other` has not.
/// What it was read from counts as nothing: all states of a document have it in common.
[[nodiscard]] std::size_t bytes_beyond(const Document& document, const Document& other);

}  // namespace vitruvian
