// What of a clip moves a face.
#pragma once

#include "model/document/document.h"

#include <map>
#include <string_view>

namespace vitruvian {

/// Returns the names of a VRMA's expressions by the nodes whose X translation is their weight.
[[nodiscard]] std::map<int, std::string_view> expression_nodes(const Document& document);

/// Whether a clip has weights of displacers, or of expressions as a VRMA has them.
[[nodiscard]] bool has_face_channels(const Clip& clip, const Document& document);

}  // namespace vitruvian
