// Weights of H-Anim skins as in the file, before the reader normalises them.
#pragma once

namespace vitruvian::check {

class Subject;
class Findings;

/// Parts of SK03 and SK04. They find nothing if the file's numbers are unavailable.
void check_world_weight_sums(const Subject& subject, Findings& findings);
void check_world_negative_weights(const Subject& subject, Findings& findings);

}  // namespace vitruvian::check
