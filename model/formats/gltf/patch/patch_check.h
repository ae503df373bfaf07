// Compares a glTF file that was patched and read back with the edited document.
#pragma once

#include "model/document/differences.h"

#include <vector>

namespace vitruvian::gltf {

/// Returns the remaining differences. Numbers are compared to 1e-5 relative, and a node's frame by the
/// product of its rest and pose. `asked` lists what was edited; elsewhere, names that the reader generates
/// and bone maps that it infers may differ.
[[nodiscard]] std::vector<Difference> patch_differences(const Document& found, const Document& expected,
                                                        const std::vector<Difference>& asked);

/// Whether everything that `expected` animates has the same motion in `found`, at all keys except steps, local
/// or relative to the rest of `nodes`.
[[nodiscard]] bool moves_as(const Clip& found, const Clip& expected, const std::vector<Node>& nodes);

}  // namespace vitruvian::gltf
