// The checks of bones that are often mismapped, of masses and of site positions, one function each;
// site_and_mass_checks.cpp has their table.
#pragma once

namespace vitruvian::check {

class Subject;
class Findings;

// mapped_bones.cpp
void check_jaw(const Subject& subject, Findings& findings);          // MA01
void check_eyes(const Subject& subject, Findings& findings);         // MA02
void check_spine_count(const Subject& subject, Findings& findings);  // MA03

// masses.cpp
void check_masses(const Subject& subject, Findings& findings);   // MA04
void check_inertia(const Subject& subject, Findings& findings);  // MA05

// site_places.cpp
void check_view_sites(const Subject& subject, Findings& findings);   // MA06
void check_site_places(const Subject& subject, Findings& findings);  // MA07

}  // namespace vitruvian::check
