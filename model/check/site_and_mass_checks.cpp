// The table of checks of easily mistaken bones, of masses and of sites' positions.
#include "model/check/registry.h"
#include "model/check/sites_and_mass.h"

#include <array>

namespace vitruvian::check {
namespace {

using enum Level;
using enum AppliesTo;

constexpr std::array<CheckInfo, 7> site_and_mass_table{{
    {"MA01", "Jaw mapped by accident", "the name of the joint that is mapped to the jaw", "", no_threshold,
     "no hair, chin, beard, tongue or tooth", warning, gltf, false, "VRM", check_jaw},
    {"MA02", "Eye bones", "both eyes, and where they look in EXT_skeleton_humanoid", "rad",
     0.3490658503988659, "20 deg from forward", info, gltf, false, "VRChat; EXT_skeleton_humanoid",
     check_eyes},
    {"MA03", "Spine bone count", "skin joints between the hips and the neck", "", no_threshold, "3 to 5",
     info, gltf, false, "Overte", check_spine_count},
    {"MA04", "Mass table", "the sum of the masses, and centres of mass in their segments", "", no_threshold,
     "40 to 120 kg; at most 1 mm outside", info, hanim, false, "H-Anim 1.1", check_masses},
    {"MA05", "Inertia matrix", "symmetry and principal moments of momentsOfInertia", "", no_threshold,
     "symmetric, positive, none above the sum of the others", warning, hanim, false, "H-Anim 1.1",
     check_inertia},
    {"MA06", "Viewpoint site", "where the head's _view sites look", "rad", 0.3490658503988659,
     "20 deg from forward", warning, hanim, false, "H-Anim 1.1", check_view_sites},
    {"MA07", "Site outside segment", "distance of a site to its segment's geometry", "m", 0.05, "", info,
     hanim, false, "Vitruvian", check_site_places},
}};

}  // namespace

std::span<const CheckInfo> site_and_mass_checks() {
    return site_and_mass_table;
}

}  // namespace vitruvian::check
