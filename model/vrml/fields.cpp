// Typed reading of fields, forgiving what looks like another type: 1 for 1.0, one number for a list of one.
#include "model/vrml/world.h"

#include <algorithm>
#include <cmath>

namespace vitruvian::vrml {
namespace {

/// Nothing of a figure is further away; more would overflow once scaled and squared.
constexpr float furthest = 1e12F;

float near(float x) {
    return std::abs(x) <= furthest ? x : 0.0F;
}

std::vector<float> floats_of(const Found& found) {
    if (!found) return {};
    if (const auto* reals = std::get_if<std::vector<float>>(found.value)) return *reals;
    if (const auto* one = std::get_if<double>(found.value)) return {static_cast<float>(*one)};
    if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(found.value)) {
        std::vector<float> out(wholes->size());
        std::transform(wholes->begin(), wholes->end(), out.begin(),
                       [](std::int32_t n) { return static_cast<float>(n); });
        return out;
    }
    return {};
}

}  // namespace

bool read_bool(World& world, NodeRef node, std::string_view field, bool fallback) {
    const Found found = world.find(node, field);
    if (!found) return fallback;
    if (const auto* value = std::get_if<bool>(found.value)) return *value;
    if (const auto* number = std::get_if<double>(found.value)) return *number != 0.0;
    return fallback;
}

double read_double(World& world, NodeRef node, std::string_view field, double fallback) {
    const Found found = world.find(node, field);
    if (!found) return fallback;
    if (const auto* number = std::get_if<double>(found.value)) return *number;
    const std::vector<float> numbers = floats_of(found);
    return numbers.empty() ? fallback : static_cast<double>(numbers.front());
}

float read_float(World& world, NodeRef node, std::string_view field, float fallback) {
    return near(static_cast<float>(read_double(world, node, field, static_cast<double>(fallback))));
}

int read_int(World& world, NodeRef node, std::string_view field, int fallback) {
    const double value = read_double(world, node, field, static_cast<double>(fallback));
    return std::abs(value) < 2147483648.0 ? static_cast<int>(value) : fallback;
}

vec3 read_vec3(World& world, NodeRef node, std::string_view field, const vec3& fallback) {
    const std::vector<float> n = floats_of(world.find(node, field));
    return n.size() < 3 ? fallback : vec3(near(n[0]), near(n[1]), near(n[2]));
}

quat read_rotation(World& world, NodeRef node, std::string_view field) {
    const std::vector<float> n = floats_of(world.find(node, field));
    return n.size() < 4 ? identity_quat : axis_angle({n[0], n[1], n[2]}, near(n[3]));
}

std::string read_string(World& world, NodeRef node, std::string_view field) {
    const Found found = world.find(node, field);
    if (!found) return {};
    const auto* strings = std::get_if<std::vector<std::string>>(found.value);
    return strings == nullptr || strings->empty() ? std::string() : strings->front();
}

std::vector<std::string> read_strings(World& world, NodeRef node, std::string_view field) {
    const Found found = world.find(node, field);
    if (!found) return {};
    const auto* strings = std::get_if<std::vector<std::string>>(found.value);
    return strings == nullptr ? std::vector<std::string>() : *strings;
}

std::vector<float> read_floats(World& world, NodeRef node, std::string_view field) {
    return floats_of(world.find(node, field));
}

std::vector<std::int32_t> read_ints(World& world, NodeRef node, std::string_view field) {
    const Found found = world.find(node, field);
    if (!found) return {};
    if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(found.value)) return *wholes;
    const std::vector<float> reals = floats_of(found);
    std::vector<std::int32_t> out(reals.size());
    std::transform(reals.begin(), reals.end(), out.begin(),
                   [](float x) { return std::abs(x) < 2147483520.0F ? static_cast<std::int32_t>(x) : 0; });
    return out;
}

std::vector<vec3> read_vec3s(World& world, NodeRef node, std::string_view field) {
    const std::vector<float> n = read_floats(world, node, field);
    std::vector<vec3> out(n.size() / 3);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = {near(n[3 * i]), near(n[3 * i + 1]), near(n[3 * i + 2])};
    return out;
}

std::vector<vec2> read_vec2s(World& world, NodeRef node, std::string_view field) {
    const std::vector<float> n = read_floats(world, node, field);
    std::vector<vec2> out(n.size() / 2);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = {near(n[2 * i]), near(n[2 * i + 1])};
    return out;
}

}  // namespace vitruvian::vrml
