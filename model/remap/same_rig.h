// Clips that return, by way of another file, to the rig for which they were made: no retargeting is needed.
#pragma once

#include "model/remap/remap_tables.h"

namespace vitruvian {

/// True if the clip animates nodes of a rig identical to the target, node by node: names, parents and rests.
/// Then joints other than the 55 bones (CMU's Neck1) are animated as well, whose rotation retargeting would
/// fold into the bone below. Explicit options (a mode, a reference) take precedence.
[[nodiscard]] bool is_same_rig(const RemapSource& source, const Document& target,
                               const RemapOptions& options);

/// Uses the clip's own keys instead of the nodes driven by bone rotations.
void play_as_it_is(const Clip& clip, RemapTables& tables);

}  // namespace vitruvian
