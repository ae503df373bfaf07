// Checks of clips and skins in the source of a VRML or X3D file, for the tables of those families. They find
// nothing if the source is unavailable (see Subject::world_facts).
#pragma once

namespace vitruvian::check {

class Subject;
class Findings;

/// AN09: keys within 0..1, and as many values as keys (VRML97 6.32).
void check_interpolator_keys(const Subject& subject, Findings& findings);
/// AN10: ROUTEs to missing nodes, or between events of different types (VRML97 4.10.2).
void check_routes(const Subject& subject, Findings& findings);
/// SK17: skinCoordIndex and skinCoordWeight of equal length, every index within skinCoord.
void check_skin_coord_weights(const Subject& subject, Findings& findings);
/// SK18: the geometry below Humanoid.skin uses the same node as Humanoid.skinCoord.
void check_skin_coord_use(const Subject& subject, Findings& findings);

}  // namespace vitruvian::check
