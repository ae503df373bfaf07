// Weights of H-Anim skins as in the file, before the reader normalises them.
#pragma once

#include "model/edit/command.h"

#include <vector>

namespace vitruvian::check {

class Subject;
class Findings;

/// The edit that writes the weights of a humanoid's skin as the reader repaired them; empty if it shows no skin.
[[nodiscard]] std::vector<Command> normalising_skin(const Subject& subject, int humanoid);
/// Whether a humanoid's weights were edited, so that the file's own no longer count.
[[nodiscard]] bool has_edited_weights(const Subject& subject, int humanoid);

/// Parts of SK03 and SK04. They find nothing if the file's numbers are unavailable.
void check_world_weight_sums(const Subject& subject, Findings& findings);
void check_world_negative_weights(const Subject& subject, Findings& findings);

}  // namespace vitruvian::check
