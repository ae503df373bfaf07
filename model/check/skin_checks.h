// The checks SK01 to SK19; skin_checks.cpp has their table.
#pragma once

#include "model/check/registry.h"

namespace vitruvian::check {

// skin_binding.cpp
void check_inverse_bind(const Subject& subject, Findings& findings);
void check_skinned_node(const Subject& subject, Findings& findings);

// skin_source.cpp: glTF data as in the file
void check_inverse_bind_numbers(const Subject& subject, Findings& findings);
void check_influence_sets(const Subject& subject, Findings& findings);
void check_skin_and_mesh(const Subject& subject, Findings& findings);

// skin_source_weights.cpp
void check_weight_sums(const Subject& subject, Findings& findings);
void check_negative_weights(const Subject& subject, Findings& findings);
void check_joint_range(const Subject& subject, Findings& findings);
void check_repeated_joints(const Subject& subject, Findings& findings);
void check_idle_joints(const Subject& subject, Findings& findings);
void check_unweighted(const Subject& subject, Findings& findings);

// skin_weights.cpp
void check_influence_count(const Subject& subject, Findings& findings);
void check_idle_bones(const Subject& subject, Findings& findings);
void check_far_weights(const Subject& subject, Findings& findings);
void check_wrong_side(const Subject& subject, Findings& findings);

// skin_symmetry.cpp
void check_weight_symmetry(const Subject& subject, Findings& findings);

// skin_twist.cpp
void check_twist(const Subject& subject, Findings& findings);

}  // namespace vitruvian::check
