#include "assets/manikin/mass.h"

#include <glm/geometric.hpp>

namespace vitruvian::manikin {
namespace {

/// The tetrahedron from the origin to a face; its signed integrals add up to the solid's.
Solid tetrahedron(const Vec& a, const Vec& b, const Vec& c) {
    Solid solid;
    solid.volume = glm::dot(a, glm::cross(b, c)) / 6.0;
    const Vec sum = a + b + c;
    solid.first = sum * (solid.volume / 4.0);
    solid.squares = (a * a + b * b + c * c + sum * sum) * (solid.volume / 20.0);
    const auto turned = [](const Vec& v) { return Vec{v.y, v.z, v.x}; };
    solid.products =
        (a * turned(a) + b * turned(b) + c * turned(c) + sum * turned(sum)) * (solid.volume / 20.0);
    return solid;
}

}  // namespace

Solid& Solid::operator+=(const Solid& other) {
    volume += other.volume;
    first += other.first;
    squares += other.squares;
    products += other.products;
    return *this;
}

std::array<double, 9> Solid::inertia_about_centre(double density) const {
    const Vec c = centre();
    const Vec s = (squares - c * c * volume) * density;
    const Vec p = (products - Vec{c.x * c.y, c.y * c.z, c.z * c.x} * volume) * -density;
    return {s.y + s.z, p.x, p.z, p.x, s.z + s.x, p.y, p.z, p.y, s.x + s.y};
}

Solid solid_of(const Shell& shell) {
    Solid solid;
    const auto at = [&](int i) { return shell.points[static_cast<std::size_t>(i)]; };
    for (const std::array<int, 4>& face : shell.faces) {
        solid += tetrahedron(at(face[0]), at(face[1]), at(face[2]));
        if (face[3] >= 0) solid += tetrahedron(at(face[0]), at(face[2]), at(face[3]));
    }
    return solid;
}

std::map<std::string, Solid> solids_of(const std::vector<Shell>& shells) {
    std::map<std::string, Solid> out;
    for (const Shell& shell : shells) {
        if (shell.is_solid) out[shell.segment] += solid_of(shell);
    }
    return out;
}

}  // namespace vitruvian::manikin
