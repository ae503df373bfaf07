// A clip that comes back to the rig that it was made on, by way of another file: nothing is to be carried over.
#pragma once

#include "model/remap/remap_tables.h"

namespace vitruvian {

/// True where the clip moves nodes of a rig that is the target's, node by node: names, parents and rests. Then joints
/// that are none of the 55 bones (CMU's Neck1) move as well, where remapping would give what they turn to the bone
/// below. What was asked for by the options (a mode, a reference) counts more.
[[nodiscard]] bool comes_home(const RemapSource& source, const Document& target, const RemapOptions& options);

/// The clip's own keys in place of all that the bones' turns would drive.
void play_as_it_is(const Clip& clip, RemapTables& tables);

}  // namespace vitruvian
