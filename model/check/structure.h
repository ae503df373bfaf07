// The checks of names, trees and lists, one function each; structure_checks.cpp has their table.
#pragma once

#include <set>

namespace vitruvian::check {

class Subject;
class Findings;

/// Nodes with two parents in the file (reported by ST13), of which the reader had to choose one.
std::set<int> nodes_of_two_parents(const Subject& subject);

// structure_bones.cpp
void check_required_bones(const Subject& subject, Findings& findings);  // ST01
void check_bone_order(const Subject& subject, Findings& findings);      // ST02
void check_mapped_twice(const Subject& subject, Findings& findings);    // ST03
void check_root_is_hips(const Subject& subject, Findings& findings);    // ST11
void check_bones_in_skin(const Subject& subject, Findings& findings);   // ST12
void check_zero_length(const Subject& subject, Findings& findings);     // ST17
void check_upper_chest(const Subject& subject, Findings& findings);     // ST21
void check_first_children(const Subject& subject, Findings& findings);  // ST26
void check_articulation(const Subject& subject, Findings& findings);    // ST28
void check_spine_rises(const Subject& subject, Findings& findings);     // ST30

// structure_names.cpp
void check_duplicate_names(const Subject& subject, Findings& findings);   // ST04
void check_missing_names(const Subject& subject, Findings& findings);     // ST05
void check_joint_names(const Subject& subject, Findings& findings);       // ST06
void check_def_prefix(const Subject& subject, Findings& findings);        // ST07
void check_name_letters(const Subject& subject, Findings& findings);      // ST18
void check_swapped_sides(const Subject& subject, Findings& findings);     // ST19
void check_incomplete_pairs(const Subject& subject, Findings& findings);  // ST20
void check_numbering(const Subject& subject, Findings& findings);         // ST22
void check_vocabulary(const Subject& subject, Findings& findings);        // ST27

// structure_tree.cpp
void check_joint_under_segment(const Subject& subject, Findings& findings);  // ST08
void check_several_roots(const Subject& subject, Findings& findings);        // ST10
void check_two_parents(const Subject& subject, Findings& findings);          // ST13
void check_orphan_joints(const Subject& subject, Findings& findings);        // ST14
void check_end_bones(const Subject& subject, Findings& findings);            // ST15
void check_joint_count(const Subject& subject, Findings& findings);          // ST16
void check_common_root(const Subject& subject, Findings& findings);          // ST29

// structure_lists.cpp
void check_lists(const Subject& subject, Findings& findings);         // ST09
void check_site_suffix(const Subject& subject, Findings& findings);   // ST23
void check_site_segment(const Subject& subject, Findings& findings);  // ST24
void check_coord_names(const Subject& subject, Findings& findings);   // ST25

}  // namespace vitruvian::check
