// The checks TR01 to TR09; transform_checks.cpp has their table.
#pragma once

#include "model/check/registry.h"

namespace vitruvian::check {

// transform_joints.cpp
void check_uneven_scale(const Subject& subject, Findings& findings);
void check_mirrored(const Subject& subject, Findings& findings);
void check_unit_scale(const Subject& subject, Findings& findings);
void check_rest_rotation(const Subject& subject, Findings& findings);
void check_shear(const Subject& subject, Findings& findings);

// transform_source.cpp
void check_quaternions(const Subject& subject, Findings& findings);
void check_node_matrices(const Subject& subject, Findings& findings);

// transform_humanik.cpp
void check_sixteen_numbers(const Subject& subject, Findings& findings);
void check_round_trip(const Subject& subject, Findings& findings);

}  // namespace vitruvian::check
