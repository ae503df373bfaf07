// Volume, centre and moments of inertia of closed shells.
#pragma once

#include "assets/manikin/shape.h"

#include <map>
#include <string>

namespace vitruvian::manikin {

inline constexpr double body_density = 985.0;  // kg/m^3, of a human body on average

/// Sums over a closed surface: of 1, x, y, z and the six products over the enclosed volume.
struct Solid {
    double volume = 0.0;
    Vec first{0.0};
    Vec squares{0.0};   // xx, yy, zz
    Vec products{0.0};  // xy, yz, zx

    Solid& operator+=(const Solid& other);
    [[nodiscard]] Vec centre() const { return first / volume; }
    /// The tensor about the centre of mass, row by row, in kg m^2.
    [[nodiscard]] std::array<double, 9> inertia_about_centre(double density) const;
};

[[nodiscard]] Solid solid_of(const Shell& shell);

/// What the solid shells of each segment enclose, by the segment's name.
[[nodiscard]] std::map<std::string, Solid> solids_of(const std::vector<Shell>& shells);

}  // namespace vitruvian::manikin
