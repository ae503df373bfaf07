// The table of checks of displacers and morph targets: what they move, how far, and their names.
#include "model/check/displacers.h"
#include "model/check/registry.h"

#include <array>

namespace vitruvian::check {
namespace {

using enum Level;
using enum AppliesTo;

constexpr std::array<CheckInfo, 8> displacer_table{{
    {"DI01", "coordIndex out of range", "the points that a displacer moves", "", 0.0,
     "0 to the segment's points", error, hanim, false, "H-Anim 1.1", check_displacer_points},
    {"DI02", "displacements count", "displacements against coordIndex", "", no_threshold, "as many, or none",
     error, hanim, false, "H-Anim 1.1", check_displacement_count},
    {"DI03", "Displacer suffix", "the ends of displacers' names", "", no_threshold,
     "_feature, _action or _config", warning, hanim, false, "H-Anim 1.1", check_displacer_suffix},
    {"DI04", "Displacer DEF = name", "displacers' DEF names against their names", "", no_threshold,
     "the same", warning, hanim, false, "H-Anim 1.1", check_displacer_def},
    {"DI05", "Displacement size", "the longest displacement", "m", 0.05, "", warning, hanim, false,
     "Vitruvian", check_displacement_size},
    {"DI06", "Displacer not in a Segment", "the node that contains a displacer", "", no_threshold,
     "the displacers of a segment (version 2.0: or joint)", error, hanim, false, "H-Anim 1.1",
     check_displacer_place},
    {"DI07", "Morph target names", "names of morph targets against their number", "", 0.0,
     "as many; Roblox: 17 facial controls", info, gltf, false, "glTF 2.0 3.7.2.2; Roblox", check_morph_names},
    {"DI08", "Morph moves nothing", "the longest offset of a morph target", "m", 1e-6, "", info, both, false,
     "Vitruvian", check_morph_moves},
}};

}  // namespace

std::span<const CheckInfo> displacer_checks() {
    return displacer_table;
}

}  // namespace vitruvian::check
