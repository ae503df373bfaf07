// Random skeletons of quadrupeds and of people of all proportions: which are humanoids and which are not.
#pragma once

#include "model/document/document.h"
#include "tests/unit/random_rig.h"

#include <array>
#include <string>
#include <vector>

namespace vitruvian::test {

/// Names of a figure's joints in rigs, also for an animal's front legs.
struct FigureNames {
    std::string title;
    std::array<std::string, 6> trunk;  // hips, three of the spine, neck, head
    std::array<std::string, 4> arm;    // shoulder, upper, lower, hand; "{}" is the side
    std::array<std::string, 4> leg;    // upper, lower, foot, toes
    std::array<std::string, 2> sides;
    std::string tail;  // before its number
};

/// Names of human rigs: many animals are named so; the last are generated names.
[[nodiscard]] const std::vector<FigureNames>& human_names();
[[nodiscard]] const std::vector<FigureNames>& animal_names();

/// A humanoid with joints and without a map: as large as a mouse or a horse, on long or short legs,
/// digitigrade or plantigrade, with a sloped and arched trunk, facing +Z, -Z, +X or -X.
[[nodiscard]] Document make_quadruped(const FigureNames& names, Random& random);

/// A person, possibly with a child's or a cartoon's proportions, in T, A or I-pose, with arms to the front,
/// stooped, sitting on a chair or on the floor; possibly with a tail.
[[nodiscard]] Document make_person(const FigureNames& names, Random& random);

}  // namespace vitruvian::test
