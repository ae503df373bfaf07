#include "model/check/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace vitruvian::check {
namespace {

constexpr double degrees = 57.29577951308232;

constexpr std::array<Unit, 8> units{{{100.0, "centimetres"},
                                     {1000.0, "millimetres"},
                                     {39.37, "inches"},
                                     {3.2808, "feet"},
                                     {1.0 / 100.0, "metres that were divided by 100"},
                                     {1.0 / 1000.0, "metres that were divided by 1000"},
                                     {1.0 / 39.37, "metres that were divided by 39.37"},
                                     {1.0 / 3.2808, "metres that were divided by 3.28"}}};

/// Returns the axis that a unit vector is along within 20 degrees: 0 to 2, or -1.
int axis_of(const vec3& v) {
    constexpr float along = 0.94F;
    for (int i = 0; i < 3; ++i) {
        if (std::abs(v[i]) > along) return i;
    }
    return -1;
}

/// Returns the name of a direction along the figure's axes.
std::string_view axis_words(const vec3& ought) {
    switch (axis_of(ought)) {
        case 0:
            return "the X axis";
        case 1:
            return ought.y > 0.0F ? "straight up" : "straight down";
        case 2:
            return ought.z > 0.0F ? "straight ahead" : "straight back";
        default:
            return "where it should point";
    }
}

}  // namespace

double degrees_between(const vec3& a, const vec3& b) {
    const glm::dvec3 x(a);
    const glm::dvec3 y(b);
    return std::atan2(glm::length(glm::cross(x, y)), glm::dot(x, y)) * degrees;
}

std::optional<vec3> direction(const vec3& from, const vec3& to) {
    const float length = glm::length(to - from);
    if (!(length > 1e-7F)) return std::nullopt;
    return (to - from) / length;
}

std::optional<vec3> direction(const Figure& figure, Bone from, Bone to) {
    if (!figure.has(from) || !figure.has(to)) return std::nullopt;
    return direction(figure.position(from), figure.position(to));
}

vec3 to_axes(const Figure& figure, const vec3& v) {
    return {glm::dot(v, figure.left), glm::dot(v, figure.up), glm::dot(v, figure.forward)};
}

vec3 from_axes(const Figure& figure, const vec3& v) {
    return figure.left * v.x + figure.up * v.y + figure.forward * v.z;
}

bool stands_upright(const Figure& figure) {
    for (const Bone bone : {Bone::head, Bone::neck, Bone::upper_chest, Bone::chest}) {
        if (const auto trunk = direction(figure, Bone::hips, bone))
            return degrees_between(*trunk, figure.up) <= 45.0;
    }
    if (!figure.has(Bone::left_foot) || !figure.has(Bone::right_foot) || !figure.has(Bone::hips)) return true;
    const vec3 feet = (figure.position(Bone::left_foot) + figure.position(Bone::right_foot)) * 0.5F;
    const auto legs = direction(feet, figure.position(Bone::hips));
    return !legs || degrees_between(*legs, figure.up) <= 45.0;
}

double off_from_human(double height, double units_per_metre) {
    return std::abs(height / nominal_height / units_per_metre - 1.0);
}

bool is_human_in(double height, double units_per_metre) {
    constexpr double most = 0.25;
    return off_from_human(height, units_per_metre) <= most;
}

const Unit& nearest_unit(double height) {
    return *std::min_element(units.begin(), units.end(), [&](const Unit& a, const Unit& b) {
        return off_from_human(height, a.per_metre) < off_from_human(height, b.per_metre);
    });
}

float units_per_metre(const Subject& subject, const Figure& figure) {
    if (const std::optional<float> metres = subject.document().metres_per_unit; metres && *metres > 0.0F)
        return 1.0F / *metres;
    Bounds joints;
    for (const Joint& joint : figure.humanoid->joints) joints.add(figure.position(joint.node));
    // For a figure that lies, its length is used instead of its height.
    const float size =
        std::max(figure.height, joints.empty() ? 0.0F : std::max(joints.size().x, joints.size().z));
    const bool is_human = figure.height >= 0.44F && figure.height <= 2.63F;
    if (is_human) return 1.0F;
    const double unit = nearest_unit(static_cast<double>(size)).per_metre;
    return is_human_in(static_cast<double>(size), unit) ? static_cast<float>(unit)
                                                        : size / static_cast<float>(nominal_height);
}

bool is_bare_skeleton(const Figure& figure) {
    const auto& nodes = figure.humanoid->bones.node;
    return figure.humanoid->kind == HumanoidKind::inferred &&
           std::all_of(nodes.begin(), nodes.end(), [](int node) { return node < 0; });
}

bool has_figures(const Subject& subject, Findings& findings) {
    if (!subject.figures().empty()) return true;
    findings.skip("the file has no humanoid");
    return false;
}

std::string spoken(const Subject& subject, const Figure& figure, Bone bone) {
    const std::string_view name = to_string(bone);
    const int node = figure.humanoid->bones[bone];
    if (node < 0) return std::string(name);
    const std::string& own = at(subject.document().nodes, node).name;
    return own.empty() || own == name ? std::string(name) : fmt::format("{} ({})", name, own);
}

std::string spoken(const Subject& subject, int node) {
    const std::string& own = at(subject.document().nodes, node).name;
    if (!own.empty()) return own;
    for (const Figure& figure : subject.figures()) {
        if (const std::optional<Bone> bone = figure.humanoid->bones.bone_of(node))
            return std::string(to_string(*bone));
    }
    const Item item = subject.item_at(node);
    return item.kind == ItemKind::joint ? fmt::format("joint #{}", item.index)
                                        : fmt::format("node #{}", node);
}

std::string say_vector(const vec3& v, int digits) {
    const double unit = std::pow(10.0, digits);
    // -0 becomes 0.
    const auto rounded = [unit](float x) { return std::round(static_cast<double>(x) * unit) / unit + 0.0; };
    return fmt::format("({:.{}f}, {:.{}f}, {:.{}f})", rounded(v.x), digits, rounded(v.y), digits,
                       rounded(v.z), digits);
}

std::string say_deviation(const Figure& figure, const vec3& is, const vec3& ought) {
    const vec3 is_there = to_axes(figure, is);
    const vec3 should = to_axes(figure, ought);
    const vec3 off = is_there - should * glm::dot(is_there, should);
    static constexpr std::array<std::array<std::string_view, 2>, 3> words{
        {{"to the right of", "to the left of"}, {"below", "above"}, {"behind", "in front of"}}};
    int widest = 0;
    for (int i = 1; i < 3; ++i) {
        if (std::abs(off[i]) > std::abs(off[widest])) widest = i;
    }
    const double angle = degrees_between(is, ought);
    const std::string_view where = axis_words(should);
    if (angle > 179.0 || axis_of(should) < 0)
        return fmt::format("points {:.1f} degrees off {}", angle, where);
    return fmt::format("points {:.1f} degrees {} {}", angle,
                       at(at(words, widest), off[widest] > 0.0F ? 1 : 0), where);
}

std::string say_turn(const Figure& figure, const std::string& what, const vec3& is, const vec3& ought) {
    const double angle = degrees_between(is, ought);
    const std::optional<vec3> axis = direction(vec3(0.0F), glm::cross(is, ought));
    if (!axis) return fmt::format("turn {} round by {:.1f} degrees", what, angle);
    const vec3 about = to_axes(figure, *axis);
    const int letter = axis_of(about);
    // For a figure that faces +Z its own axes are X, Y and Z.
    const bool looks_ahead = degrees_between(figure.forward, vec3(0.0F, 0.0F, 1.0F)) < 1.0;
    if (letter < 0) {
        return fmt::format("rotate {} by {:.1f} degrees about the axis {}{}", what, angle,
                           say_vector(about, 2), looks_ahead ? "" : " (of the figure: left, up, forward)");
    }
    static constexpr std::array<std::string_view, 3> whose{" (the figure's left)", "",
                                                           " (the figure's forward)"};
    return fmt::format("rotate {} by {:+.1f} degrees about {}{}", what, about[letter] < 0.0F ? -angle : angle,
                       "XYZ"[letter], looks_ahead ? std::string_view() : at(whose, letter));
}

}  // namespace vitruvian::check
