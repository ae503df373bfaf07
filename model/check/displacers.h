// The checks of displacers and morph targets, one function each; displacer_checks.cpp has their table.
#pragma once

namespace vitruvian::check {

class Subject;
class Findings;

// displacer_facts.cpp
void check_displacer_points(const Subject& subject, Findings& findings);    // DI01
void check_displacement_count(const Subject& subject, Findings& findings);  // DI02
void check_displacer_suffix(const Subject& subject, Findings& findings);    // DI03
void check_displacer_def(const Subject& subject, Findings& findings);       // DI04
void check_displacement_size(const Subject& subject, Findings& findings);   // DI05
void check_displacer_place(const Subject& subject, Findings& findings);     // DI06

// morphs.cpp
void check_morph_names(const Subject& subject, Findings& findings);  // DI07
void check_morph_moves(const Subject& subject, Findings& findings);  // DI08

}  // namespace vitruvian::check
