// Typed access to fields, tolerating related types: 1 for 1.0, one number for a list of one.
#include "model/formats/vrml/world/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace vitruvian::vrml {
namespace {

/// No part of a figure is further away; larger numbers would overflow when scaled and squared.
constexpr float furthest = 1e12F;

bool is_near(float x) {
    return std::abs(x) <= furthest;
}

float near(float x) {
    return is_near(x) ? x : 0.0F;
}

void mistyped(World& world, const Found& found, std::string_view field, const char* wanted) {
    if (std::holds_alternative<std::monostate>(*found.value)) return;
    world.warn(found, "vrml-field-type",
               fmt::format("the field \"{}\" is to be {}", field.substr(0, 60), wanted));
}

void far_off(World& world, const Found& found, std::string_view field) {
    world.warn(
        found, "vrml-number-range",
        fmt::format("a number of the field \"{}\" exceeds 1e12; it is read as 0", field.substr(0, 60)));
}

/// Returns the radians per unit of angle of the file that contains a value.
float radians_per_unit(World& world, NodeRef node, std::string_view field) {
    if (!world.has_angle_units()) return 1.0F;
    const Found found = world.find(node, field);
    return found ? static_cast<float>(found.env->file->tree.angle_unit) : 1.0F;
}

/// Whether it is a number, or a list that begins with one.
bool is_number(const Value& value) {
    return std::holds_alternative<double>(value) || std::holds_alternative<std::vector<float>>(value) ||
           std::holds_alternative<std::vector<std::int32_t>>(value);
}

/// A view of a field's numbers, of any type: lists are long, and often only a few numbers are needed.
class Numbers {
  public:
    explicit Numbers(const Found& found) {
        if (!found) return;
        if (const auto* reals = std::get_if<std::vector<float>>(found.value)) {
            reals_ = *reals;
        } else if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(found.value)) {
            wholes_ = *wholes;
        } else if (const auto* one = std::get_if<double>(found.value)) {
            single_ = static_cast<float>(*one);
            size_ = 1;
        }
        size_ += reals_.size() + wholes_.size();
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool all_near() const {
        return is_near(single_) && std::all_of(reals_.begin(), reals_.end(), is_near);
    }
    [[nodiscard]] float operator[](std::size_t i) const {
        if (!reals_.empty()) return reals_[i];
        return wholes_.empty() ? single_ : static_cast<float>(wholes_[i]);
    }
    [[nodiscard]] std::span<const float> reals() const { return reals_; }
    [[nodiscard]] std::span<const std::int32_t> wholes() const { return wholes_; }

  private:
    std::span<const float> reals_;
    std::span<const std::int32_t> wholes_;
    float single_ = 0.0F;
    std::size_t size_ = 0;
};

/// Returns the numbers of a list to copy; none where the world is rejected for its size.
Numbers list_of(World& world, NodeRef node, std::string_view field) {
    const Found found = world.find(node, field);
    if (found && !is_number(*found.value)) mistyped(world, found, field, "a list of numbers");
    const Numbers numbers(found);
    return world.spend_values(numbers.size()) ? numbers : Numbers(Found{});
}

/// Returns the `count` numbers of a vector or a rotation; none if there are fewer.
Numbers few_of(World& world, NodeRef node, std::string_view field, std::size_t count) {
    const Found found = world.find(node, field);
    const Numbers numbers(found);
    if (!found) return numbers;
    if (numbers.size() != count) {
        mistyped(world, found, field, count == 3 ? "three numbers" : "an axis and an angle, four numbers");
    } else if (!numbers.all_near()) {
        far_off(world, found, field);
    }
    return numbers.size() < count ? Numbers(Found{}) : numbers;
}

/// Reports irregularities of a list that is read in groups of `size` numbers.
void check_list(World& world, NodeRef node, std::string_view field, const Numbers& numbers,
                std::size_t size) {
    if (numbers.size() % size != 0) {
        mistyped(world, world.find(node, field), field, size == 2 ? "pairs of numbers" : "numbers in threes");
    } else if (!numbers.all_near()) {
        far_off(world, world.find(node, field), field);
    }
}

}  // namespace

bool read_bool(World& world, NodeRef node, std::string_view field, bool fallback) {
    const Found found = world.find(node, field);
    if (!found) return fallback;
    if (const auto* value = std::get_if<bool>(found.value)) return *value;
    if (const auto* number = std::get_if<double>(found.value)) return *number != 0.0;
    mistyped(world, found, field, "TRUE or FALSE");
    return fallback;
}

double read_double(World& world, NodeRef node, std::string_view field, double fallback) {
    const Found found = world.find(node, field);
    if (!found) return fallback;
    if (const auto* number = std::get_if<double>(found.value)) return *number;
    const Numbers numbers(found);
    if (numbers.size() == 0) mistyped(world, found, field, "a number");
    return numbers.size() == 0 ? fallback : static_cast<double>(numbers[0]);
}

float read_float(World& world, NodeRef node, std::string_view field, float fallback) {
    const double value = read_double(world, node, field, static_cast<double>(fallback));
    if (std::abs(value) > static_cast<double>(furthest)) far_off(world, world.find(node, field), field);
    return near(static_cast<float>(value));
}

int read_int(World& world, NodeRef node, std::string_view field, int fallback) {
    const double value = read_double(world, node, field, static_cast<double>(fallback));
    return std::abs(value) < 2147483648.0 ? static_cast<int>(value) : fallback;
}

vec3 read_vec3(World& world, NodeRef node, std::string_view field, const vec3& fallback) {
    const Numbers n = few_of(world, node, field, 3);
    return n.size() < 3 ? fallback : vec3(near(n[0]), near(n[1]), near(n[2]));
}

quat read_rotation(World& world, NodeRef node, std::string_view field) {
    const Numbers n = few_of(world, node, field, 4);
    if (n.size() < 4) return identity_quat;
    return axis_angle({n[0], n[1], n[2]}, near(n[3]) * radians_per_unit(world, node, field));
}

float read_angle(World& world, NodeRef node, std::string_view field, float fallback) {
    const float unit = radians_per_unit(world, node, field);
    return near(read_float(world, node, field, fallback / unit) * unit);
}

std::vector<float> read_angles(World& world, NodeRef node, std::string_view field) {
    std::vector<float> out = read_floats(world, node, field);
    const float unit = radians_per_unit(world, node, field);
    if (unit != 1.0F) std::for_each(out.begin(), out.end(), [unit](float& angle) { angle *= unit; });
    return out;
}

std::vector<float> read_rotations(World& world, NodeRef node, std::string_view field) {
    std::vector<float> out = read_floats(world, node, field);
    const float unit = radians_per_unit(world, node, field);
    for (std::size_t i = 3; unit != 1.0F && i < out.size(); i += 4) out[i] *= unit;
    return out;
}

vec3 read_joint_axis(World& world, NodeRef node) {
    const Found axis = world.find(node, "jointAxis");
    const auto* letters = axis ? std::get_if<std::vector<std::string>>(axis.value) : nullptr;
    const std::string letter = letters == nullptr || letters->empty() ? std::string() : letters->front();
    if (letter == "X" || letter == "x") return {1.0F, 0.0F, 0.0F};
    if (letter == "Y" || letter == "y") return {0.0F, 1.0F, 0.0F};
    if (!letter.empty()) return {0.0F, 0.0F, 1.0F};
    return read_vec3(world, node, "jointAxis", vec3(0.0F, 0.0F, 1.0F));
}

std::string read_string(World& world, NodeRef node, std::string_view field) {
    const Found found = world.find(node, field);
    if (!found) return {};
    const auto* strings = std::get_if<std::vector<std::string>>(found.value);
    if (strings == nullptr) mistyped(world, found, field, "a string");
    if (strings == nullptr || strings->empty()) return {};
    return world.spend_values(strings->front().size()) ? strings->front() : std::string();
}

std::vector<std::string> read_strings(World& world, NodeRef node, std::string_view field) {
    const Found found = world.find(node, field);
    if (!found) return {};
    const auto* strings = std::get_if<std::vector<std::string>>(found.value);
    if (strings == nullptr) mistyped(world, found, field, "strings");
    if (strings == nullptr) return {};
    std::size_t letters = strings->size();
    for (const std::string& text : *strings) letters += text.size();
    return world.spend_values(letters) ? *strings : std::vector<std::string>();
}

std::vector<float> read_floats(World& world, NodeRef node, std::string_view field) {
    const Numbers n = list_of(world, node, field);
    std::vector<float> out(n.reals().begin(), n.reals().end());
    out.reserve(n.size());
    for (std::size_t i = out.size(); i < n.size(); ++i) out.push_back(n[i]);
    return out;
}

std::vector<std::int32_t> read_ints(World& world, NodeRef node, std::string_view field) {
    const Numbers n = list_of(world, node, field);
    std::vector<std::int32_t> out(n.wholes().begin(), n.wholes().end());
    out.reserve(n.size());
    for (std::size_t i = out.size(); i < n.size(); ++i)
        out.push_back(std::abs(n[i]) < 2147483520.0F ? static_cast<std::int32_t>(n[i]) : 0);
    return out;
}

std::span<const std::int32_t> view_ints(World& world, NodeRef node, std::string_view field,
                                        std::vector<std::int32_t>& storage) {
    const Numbers n(world.find(node, field));
    if (!n.wholes().empty()) return n.wholes();
    storage = read_ints(world, node, field);
    return storage;
}

std::vector<vec3> read_vec3s(World& world, NodeRef node, std::string_view field) {
    const Numbers n = list_of(world, node, field);
    check_list(world, node, field, n, 3);
    std::vector<vec3> out(n.size() / 3);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = {near(n[3 * i]), near(n[3 * i + 1]), near(n[3 * i + 2])};
    return out;
}

std::vector<vec2> read_vec2s(World& world, NodeRef node, std::string_view field) {
    const Numbers n = list_of(world, node, field);
    check_list(world, node, field, n, 2);
    std::vector<vec2> out(n.size() / 2);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = {near(n[2 * i]), near(n[2 * i + 1])};
    return out;
}

}  // namespace vitruvian::vrml
