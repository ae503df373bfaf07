#include "model/figure/stance.h"

#include "model/pose/pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>

namespace vitruvian {
namespace {

using Point = std::optional<vec3>;

constexpr UnitGuess metres{1.0F, "metres"};
constexpr UnitGuess centimetres{0.01F, "centimetres"};
constexpr UnitGuess millimetres{0.001F, "millimetres"};
constexpr UnitGuess inches{0.0254F, "inches"};
constexpr std::array usual_units{metres, centimetres, millimetres, inches};

constexpr float snap_up_cosine = 0.8660254F;      // 30 degrees
constexpr float snap_front_cosine = 0.98480775F;  // 10 degrees

/// Where the figure's bones are.
struct Landmarks {
    Point hips, top, left_hip, right_hip, left_shoulder, right_shoulder, feet, toes, face;
    float size = 0.0F;  // the joints' extent, against which lengths are judged
};

Point middle(const Point& a, const Point& b) {
    if (a && b) return (*a + *b) * 0.5F;
    return a ? a : b;
}

Landmarks find_landmarks(const BoneMap& bones, std::span<const mat4> world) {
    Bounds extent;
    const auto at = [&](std::initializer_list<Bone> candidates) -> Point {
        for (const Bone bone : candidates) {
            if (bones[bone] < 0) continue;
            const vec3 p(world[static_cast<std::size_t>(bones[bone])][3]);
            if (!is_finite(p)) continue;
            extent.add(p);
            return p;
        }
        return std::nullopt;
    };
    Landmarks out;
    out.left_hip = at({Bone::left_upper_leg, Bone::left_lower_leg});
    out.right_hip = at({Bone::right_upper_leg, Bone::right_lower_leg});
    out.left_shoulder = at({Bone::left_upper_arm, Bone::left_shoulder});
    out.right_shoulder = at({Bone::right_upper_arm, Bone::right_shoulder});
    out.feet = middle(at({Bone::left_foot}), at({Bone::right_foot}));
    out.toes = middle(at({Bone::left_toes}), at({Bone::right_toes}));
    out.face = middle(at({Bone::left_eye}), at({Bone::right_eye}));
    if (!out.face) out.face = at({Bone::jaw});
    out.hips = middle(out.left_hip, out.right_hip);
    if (!out.hips) out.hips = at({Bone::hips});
    out.top = at({Bone::head, Bone::neck});
    if (!out.top) out.top = middle(out.left_shoulder, out.right_shoulder);
    if (!out.top) out.top = at({Bone::upper_chest, Bone::chest});
    out.size = extent.empty() ? 0.0F : glm::length(extent.size());
    return out;
}

/// Unit a to b, or nullopt where they (nearly) coincide.
Point direction(const Point& a, const Point& b, float size) {
    if (!a || !b) return std::nullopt;
    const vec3 d = *b - *a;
    const float length = glm::length(d);
    if (!(length > 1e-3F * size) || !std::isfinite(length)) return std::nullopt;
    return d / length;
}

vec3 nearest_axis(const vec3& v) {
    const vec3 a = glm::abs(v);
    if (a.x >= a.y && a.x >= a.z) return {v.x < 0.0F ? -1.0F : 1.0F, 0.0F, 0.0F};
    if (a.y >= a.z) return {0.0F, v.y < 0.0F ? -1.0F : 1.0F, 0.0F};
    return {0.0F, 0.0F, v.z < 0.0F ? -1.0F : 1.0F};
}

vec3 snapped(const vec3& v, float least_cosine) {
    const vec3 axis = nearest_axis(v);
    return glm::dot(axis, v) >= least_cosine ? axis : v;
}

/// `v` made perpendicular to the unit vector `up` and unit, or nullopt where little of it is left.
Point level(const Point& v, const vec3& up) {
    if (!v) return std::nullopt;
    const vec3 flat = *v - glm::dot(*v, up) * up;
    const float length = glm::length(flat);
    if (!(length > 0.2F)) return std::nullopt;
    return flat / length;
}

Point find_up(const Landmarks& marks) {
    if (const Point up = direction(marks.hips, marks.top, marks.size)) return up;
    if (const Point up = direction(marks.feet, marks.hips, marks.size)) return up;
    return direction(marks.feet, marks.top, marks.size);
}

Point find_left(const Landmarks& marks, const vec3& up) {
    const Point hips = direction(marks.right_hip, marks.left_hip, marks.size);
    const Point shoulders = direction(marks.right_shoulder, marks.left_shoulder, marks.size);
    if (hips && shoulders) {
        if (const Point both = level(glm::normalize(*hips + *shoulders), up)) return both;
    }
    if (const Point by_hips = level(hips, up)) return by_hips;
    return level(shoulders, up);
}

/// Sides give the front; where they are missing, or toes and face both say that they are swapped, those do.
Point find_front(const Landmarks& marks, const vec3& up) {
    const Point by_toes = level(direction(marks.feet, marks.toes, marks.size), up);
    const Point by_face = level(direction(marks.top, marks.face, marks.size), up);
    const Point left = find_left(marks, up);
    if (!left) return by_toes ? by_toes : by_face;
    const vec3 front = glm::cross(*left, up);
    const auto denies = [&front](const Point& other) { return other && glm::dot(*other, front) < -0.5F; };
    return denies(by_toes) && denies(by_face) ? -front : front;
}

void set_axes(Stance& stance, const vec3& up, const vec3& front) {
    stance.up = up;
    stance.front = glm::normalize(front - glm::dot(front, up) * up);
    stance.left = glm::cross(stance.up, stance.front);
}

/// For joints without names: the file's Y is up unless they reach much further along Z, and then the wider of
/// the two other axes goes from side to side.
void set_axes_by_extent(Stance& stance, const Humanoid& humanoid, std::span<const mat4> world) {
    Bounds joints;
    for (const Joint& joint : humanoid.joints) {
        const vec3 p(world[static_cast<std::size_t>(joint.node)][3]);
        if (is_finite(p)) joints.add(p);
    }
    if (joints.empty()) return;
    const vec3 size = joints.size();
    constexpr float clearly = 1.5F;
    if (!(size.z > clearly * size.y)) return;
    set_axes(stance, {0.0F, 0.0F, 1.0F}, size.x >= size.y ? vec3(0.0F, -1.0F, 0.0F) : vec3(1.0F, 0.0F, 0.0F));
}

/// Bounds, and the lowest and highest point along up.
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
            out.add(vec3(world[static_cast<std::size_t>(joint.node)][3]), up);
        }
    }
    return out;
}

/// How high the figure is for telling its unit: by its joints where its meshes reach much further (a stage, a
/// prop in its hand) or are hardly there.
float size_for_unit(const Document& document, std::span<const mat4> world, int humanoid,
                    const Stance& stance) {
    Reach joints;
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        if (humanoid >= 0 && h != static_cast<std::size_t>(humanoid)) continue;
        for (const Joint& joint : document.humanoids[h].joints)
            joints.add(vec3(world[static_cast<std::size_t>(joint.node)][3]), stance.up);
    }
    const float tall = joints.bounds.empty() ? 0.0F : joints.high - joints.low;
    const bool by_joints = tall > 0.0F && (stance.height < 0.8F * tall || stance.height > 3.0F * tall);
    return by_joints ? tall : stance.height;
}

/// The unit that a file declares, by name where it is a usual one.
UnitGuess declared_unit(float metres) {
    for (const UnitGuess& usual : usual_units) {
        if (std::abs(metres - usual.metres) < 0.01F * usual.metres) return usual;
    }
    return {metres, ""};
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
    Point hips;
    const auto index = static_cast<std::size_t>(std::max(humanoid, 0));
    if (index < document.humanoids.size()) {
        const Humanoid& figure = document.humanoids[index];
        const Landmarks marks = find_landmarks(figure.bones, world);
        hips = marks.hips;
        const Point steep = find_up(marks);
        const vec3 up = steep ? snapped(*steep, snap_up_cosine) : out.up;
        const Point front = find_front(marks, up);
        out.found = steep.has_value() && front.has_value();
        if (front) {
            set_axes(out, up, snapped(*front, snap_front_cosine));
        } else if (steep) {
            const bool flat_front = std::abs(up.z) > 0.9F;
            set_axes(out, up, flat_front ? vec3(1.0F, 0.0F, 0.0F) : vec3(0.0F, 0.0F, 1.0F));
        } else {
            set_axes_by_extent(out, figure, world);
        }
    }
    const Reach reach = reach_of(document, world, weights, humanoid, out.up);
    if (reach.bounds.empty()) return out;
    out.bounds = reach.bounds;
    out.height = reach.high - reach.low;
    const vec3 above = hips ? *hips : reach.bounds.centre();
    out.ground = above + (reach.low - glm::dot(above, out.up)) * out.up;
    const UnitGuess unit = document.metres_per_unit
                               ? declared_unit(*document.metres_per_unit)
                               : guess_unit(size_for_unit(document, world, humanoid, out));
    out.metres_per_unit = unit.metres;
    out.unit = unit.name;
    return out;
}

}  // namespace vitruvian
