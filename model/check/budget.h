// The checks of counts and sizes, one function each; budget_checks.cpp has their table.
#pragma once

namespace vitruvian::check {

class Subject;
class Findings;

// budget_counts.cpp
void check_triangle_count(const Subject& subject, Findings& findings);      // BU01
void check_bone_count(const Subject& subject, Findings& findings);          // BU02
void check_skinned_mesh_count(const Subject& subject, Findings& findings);  // BU03
void check_material_slots(const Subject& subject, Findings& findings);      // BU04
void check_bounds(const Subject& subject, Findings& findings);              // BU06
void check_unused_objects(const Subject& subject, Findings& findings);      // BU12

// budget_cages.cpp
void check_cages(const Subject& subject, Findings& findings);  // BU13

// budget_images.cpp
void check_texture_memory(const Subject& subject, Findings& findings);    // BU05
void check_texture_sizes(const Subject& subject, Findings& findings);     // BU07
void check_missing_textures(const Subject& subject, Findings& findings);  // BU08

// budget_meshes.cpp
void check_degenerate_triangles(const Subject& subject, Findings& findings);  // BU09
void check_normals(const Subject& subject, Findings& findings);               // BU10
void check_open_meshes(const Subject& subject, Findings& findings);           // BU11

}  // namespace vitruvian::check
