#include "model/figure/stance.h"

#include "model/core/at.h"
#include "model/figure/body_frame.h"
#include "model/figure/reference_pose.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace vitruvian {
namespace {

constexpr UnitGuess metres{1.0F, "metres"};
constexpr UnitGuess centimetres{0.01F, "centimetres"};
constexpr UnitGuess millimetres{0.001F, "millimetres"};
constexpr UnitGuess inches{0.0254F, "inches"};
constexpr std::array usual_units{metres, centimetres, millimetres, inches};

/// Bounds, and the minimum and maximum along the up axis.
struct Reach {
    Bounds bounds;
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();
    void add(const vec3& point, const vec3& up) {
        if (!is_finite(point)) return;
        bounds.add(point);
        low = std::min(low, glm::dot(point, up));
        high = std::max(high, glm::dot(point, up));
    }
};

/// Of visible meshes; of joints where there are no meshes, also of sites where all joints are at one
/// position.
Reach reach_of(const Document& document, std::span<const mat4> world, std::span<const float> weights,
               int humanoid, const vec3& up) {
    Reach out;
    for (const MeshInstance& instance : document.meshes) {
        if (humanoid >= 0 && instance.humanoid != humanoid) continue;
        for (const vec3& point : skinned_positions(instance, world, weights)) out.add(point, up);
    }
    if (!out.bounds.empty()) return out;
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        if (humanoid >= 0 && h != static_cast<std::size_t>(humanoid)) continue;
        for (const Joint& joint : document.humanoids[h].joints) {
            out.add(vec3(at(world, joint.node)[3]), up);
        }
    }
    if (out.bounds.min != out.bounds.max) return out;
    for (const Humanoid& one : document.humanoids) {
        for (const Site& site : one.sites) out.add(vec3(at(world, site.node)[3]), up);
    }
    return out;
}

/// Returns the figure's size for guessing its unit: that of its joints where its meshes extend much further
/// (a stage, a prop in its hand) or are tiny.
float size_for_unit(const Document& document, std::span<const mat4> world, int humanoid,
                    const Stance& stance) {
    Reach joints;
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        if (humanoid >= 0 && h != static_cast<std::size_t>(humanoid)) continue;
        for (const Joint& joint : document.humanoids[h].joints)
            joints.add(vec3(at(world, joint.node)[3]), stance.up);
    }
    const float tall = joints.bounds.empty() ? 0.0F : joints.high - joints.low;
    const bool by_joints = tall > 0.0F && (stance.height < 0.8F * tall || stance.height > 3.0F * tall);
    return by_joints ? tall : stance.height;
}

/// Returns the unit that a file declares, by name where it is a common one.
UnitGuess declared_unit(float metres) {
    for (const UnitGuess& usual : usual_units) {
        if (std::abs(metres - usual.metres) < 0.01F * usual.metres) return usual;
    }
    return {metres, ""};
}

/// Returns the midpoint between the legs' roots, otherwise the hips' own joint.
std::optional<vec3> hips_of(const Humanoid& figure, std::span<const mat4> world) {
    const auto place = [&](Bone bone) -> std::optional<vec3> {
        const int node = figure.bones[bone];
        if (node < 0 || !is_finite(vec3(at(world, node)[3]))) return std::nullopt;
        return vec3(at(world, node)[3]);
    };
    const std::optional<vec3> left = place(Bone::left_upper_leg);
    const std::optional<vec3> right = place(Bone::right_upper_leg);
    if (left && right) return (*left + *right) * 0.5F;
    return place(Bone::hips);
}

}  // namespace

UnitGuess guess_unit(float height) {
    if (!(height > 0.0F) || !std::isfinite(height)) return metres;
    if (height >= 0.25F && height < 10.0F) return metres;
    if (height >= 40.0F && height < 110.0F) return inches;
    if (height >= 110.0F && height < 700.0F) return centimetres;
    if (height >= 700.0F && height < 4000.0F) return millimetres;
    const float person = 1.7F;
    return {std::pow(10.0F, std::round(std::log10(person / height))), ""};
}

Stance find_stance(const Document& document, std::span<const mat4> world, std::span<const float> weights,
                   int humanoid) {
    Stance out;
    std::optional<vec3> hips;
    const auto index = static_cast<std::size_t>(std::max(humanoid, 0));
    if (index < document.humanoids.size()) {
        const Humanoid& figure = document.humanoids[index];
        BodyFrame body = find_body_frame(figure, world);
        if (!body.on_axes) {
            // Nodes may rest in a moment of a motion: the bind pose shows which way is up.
            const BodyFrame bound =
                make_reference_pose(document, static_cast<int>(index), ReferenceKind::bind).body;
            if (bound.found && bound.on_axes) body = bound;
        }
        out.up = body.up();
        out.front = body.front();
        out.left = glm::cross(out.up, out.front);
        out.found = body.found;
        hips = hips_of(figure, world);
    }
    const Reach reach = reach_of(document, world, weights, humanoid, out.up);
    if (reach.bounds.empty()) return out;
    out.bounds = reach.bounds;
    out.height = reach.high - reach.low;
    const vec3 above = hips ? *hips : reach.bounds.centre();
    out.ground = above + (reach.low - glm::dot(above, out.up)) * out.up;
    UnitGuess unit = document.metres_per_unit ? declared_unit(*document.metres_per_unit)
                                              : guess_unit(size_for_unit(document, world, humanoid, out));
    // An object of an unusual size, or a hand, is in the unit that glTF, VRML97 and X3D specify.
    if (unit.name.empty() && !document.metres_per_unit && !hips && document.format != FileFormat::bvh)
        unit = metres;
    out.metres_per_unit = unit.metres;
    out.unit = unit.name;
    return out;
}

}  // namespace vitruvian
