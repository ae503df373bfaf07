// Does a glTF file that was patched and read again say what the edited document says?
#pragma once

#include "model/document/differences.h"

#include <vector>

namespace vitruvian::gltf {

/// What still differs. Numbers are compared to 1e-5 relative, and a node's frame by the transform that its
/// rest and pose make together. `asked`: what was edited; of the rest, names that a reader makes up and maps that it
/// infers may come out otherwise.
[[nodiscard]] std::vector<Difference> patch_differences(const Document& found, const Document& expected,
                                                        const std::vector<Difference>& asked);

/// Whether everything that `expected` moves is moved so by `found`, at all keys that do not jump.
[[nodiscard]] bool moves_as(const Clip& found, const Clip& expected);

}  // namespace vitruvian::gltf
