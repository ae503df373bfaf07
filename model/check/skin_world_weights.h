// Weights of H-Anim skins as the file has them: its reader brings them to a sum of 1.
#pragma once

namespace vitruvian::check {

class Subject;
class Findings;

/// Parts of SK03 and SK04. They find nothing where the file's own numbers are not known.
void check_world_weight_sums(const Subject& subject, Findings& findings);
void check_world_negative_weights(const Subject& subject, Findings& findings);

}  // namespace vitruvian::check
