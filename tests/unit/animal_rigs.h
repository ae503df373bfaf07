// Skeletons of animals on four legs and of people of all proportions, by chance: what is a humanoid and what is not.
#pragma once

#include "model/document/document.h"
#include "tests/unit/random_rig.h"

#include <array>
#include <string>
#include <vector>

namespace vitruvian::test {

/// What rigs call the joints of a figure: of an animal's front legs, too.
struct FigureNames {
    std::string title;
    std::array<std::string, 6> trunk;  // hips, three of the spine, neck, head
    std::array<std::string, 4> arm;    // shoulder, upper, lower, hand; "{}" is the side
    std::array<std::string, 4> leg;    // upper, lower, foot, toes
    std::array<std::string, 2> sides;
    std::string tail;  // before its number
};

/// Those of people: many animals are named so; the last are names that say nothing.
[[nodiscard]] const std::vector<FigureNames>& human_names();
[[nodiscard]] const std::vector<FigureNames>& animal_names();

/// One humanoid with joints and without a map: as tall as a mouse or a horse, on long or short legs, digitigrade or
/// plantigrade, with a trunk that slopes and arches, facing +Z, -Z, +X or -X.
[[nodiscard]] Document make_quadruped(const FigureNames& names, Random& random);

/// A person, perhaps with a child's or a cartoon's proportions, in T, A or I-pose, with arms to the front, stooped,
/// seated on a chair or on the floor; perhaps with a tail.
[[nodiscard]] Document make_person(const FigureNames& names, Random& random);

}  // namespace vitruvian::test
