// Checks of left and right: joints named for the other side than they are on, and incomplete pairs.
#include "model/check/findings.h"
#include "model/check/structure.h"
#include "model/check/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::check {
namespace {

/// Returns points of the figure's middle: its bones there, and the midpoints of its legs, shoulders and arms.
std::vector<vec3> middle_points(const Figure& figure) {
    std::vector<vec3> out;
    for (const Bone bone :
         {Bone::hips, Bone::spine, Bone::chest, Bone::upper_chest, Bone::neck, Bone::head}) {
        if (figure.has(bone)) out.push_back(figure.position(bone));
    }
    for (const Bone left : {Bone::left_upper_leg, Bone::left_shoulder, Bone::left_upper_arm}) {
        const Bone right = mirrored(left);
        if (figure.has(left) && figure.has(right))
            out.push_back((figure.position(left) + figure.position(right)) * 0.5F);
    }
    return out;
}

double median(std::vector<double> values) {
    if (values.empty()) return 0.0;
    std::sort(values.begin(), values.end());
    return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2.0;
}

/// Returns where the middle is along a direction: a median, so that one misplaced joint does not put others on the
/// wrong side.
double middle_along(std::span<const vec3> points, const vec3& direction) {
    std::vector<double> places;
    for (const vec3& point : points) places.push_back(static_cast<double>(glm::dot(point, direction)));
    return median(std::move(places));
}

/// Returns how far the middle goes to the left for each metre upwards: the median of all pairs of points that are
/// not at one height.
double lean_of(std::span<const vec3> points, const vec3& left) {
    constexpr double min_rise = 0.1;  // of the height of all points
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const vec3& point : points) {
        low = std::min(low, static_cast<double>(point.y));
        high = std::max(high, static_cast<double>(point.y));
    }
    std::vector<double> slopes;
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            const vec3 way = points[i] - points[k];
            if (static_cast<double>(std::abs(way.y)) > min_rise * (high - low))
                slopes.push_back(static_cast<double>(glm::dot(way, left) / way.y));
        }
    }
    return median(std::move(slopes));
}

/// Tells on which side of a figure's middle nodes are.
class Sides {
  public:
    explicit Sides(const Figure& figure) : figure_(&figure) {
        const std::vector<vec3> points = middle_points(figure);
        middle_ = middle_along(points, figure.left);
        lean_ = lean_of(points, figure.left);
        foot_ = middle_along(points, figure.left - static_cast<float>(lean_) * vec3(0.0F, 1.0F, 0.0F));
        const bool has_legs = figure.has(Bone::left_upper_leg) && figure.has(Bone::right_upper_leg);
        if (!has_legs || std::abs(lean_) < steep) return;
        across_ = figure.position(Bone::left_upper_leg) - figure.position(Bone::right_upper_leg);
        middle_across_ = middle_along(points, *across_);
    }

    /// Returns how far a node is to the left; 0 where it is only on the other side because the figure leans
    /// (reported by PO02).
    [[nodiscard]] double left_of_middle(int node) const {
        const double level = along(node, figure_->left) - middle_;
        const double height = static_cast<double>(figure_->position(node).y);
        const double in_figure = across_ ? along(node, *across_) - middle_across_
                                         : along(node, figure_->left) - lean_ * height - foot_;
        return level * in_figure > 0.0 ? level : 0.0;
    }

  private:
    /// From this lean on, about 15 degrees, the line of the legs says what is left in the figure.
    static constexpr double steep = 0.27;

    [[nodiscard]] double along(int node, const vec3& direction) const {
        return static_cast<double>(glm::dot(figure_->position(node), direction));
    }

    const Figure* figure_;
    double middle_ = 0.0;         // along the figure's left
    double lean_ = 0.0;           // of the middle to the left, per metre upwards
    double foot_ = 0.0;           // where the leaning middle is at the height 0
    std::optional<vec3> across_;  // from leg to leg, of a figure that leans much
    double middle_across_ = 0.0;
};

/// Whether one of `nodes` is the node or above it.
bool is_at_or_below(const Document& document, int node, const std::set<int>& nodes) {
    while (node >= 0 && !nodes.contains(node)) node = at(document.nodes, node).parent;
    return node >= 0;
}

/// Returns the other side's name: l_hip for r_hip; empty where the name has no side.
std::string other_side(std::string_view name) {
    if (!name.starts_with("l_") && !name.starts_with("r_")) return {};
    return (name.starts_with("l_") ? "r_" : "l_") + std::string(name.substr(2));
}

}  // namespace

void check_swapped_sides(const Subject& subject, Findings& findings) {
    const double least = findings.threshold();
    // The other parent may be on the other side.
    const std::set<int> misplaced = nodes_of_two_parents(subject);
    // Nodes may rest in any pose, with legs crossed; the bind pose of a skin is clearer.
    std::optional<Subject> bound;
    const auto is_wrong = [least](const Sides& sides, int node, int side) {
        const double x = sides.left_of_middle(node);
        return x * side < 0.0 && std::abs(x) > least;
    };
    for (const Figure& figure : subject.figures()) {
        const Sides sides(figure);
        std::optional<Sides> bound_sides;
        const auto look = [&](const Object& object, std::string_view name, int node, int side) {
            if (side == 0 || !is_wrong(sides, node, side)) return;
            if (is_at_or_below(subject.document(), node, misplaced)) return;
            if (!figure.hanim && figure.has_mesh && subject.rest() == RestPose::nodes) {
                if (!bound) bound.emplace(subject.document(), RestPose::bind);
                if (!bound_sides) bound_sides.emplace(at(bound->figures(), figure.index));
                if (!is_wrong(*bound_sides, node, side)) return;
            }
            const double x = sides.left_of_middle(node);
            findings
                .add(object,
                     fmt::format("{} is named for the {} and is {:.3g} m on the figure's {}", name,
                                 side > 0 ? "left" : "right", std::abs(x), side > 0 ? "right" : "left"),
                     "swap the names of left and right, or move the joint to its side", x)
                .where = subject.where(node);
        };
        if (figure.hanim) {
            std::map<std::string_view, int> count;  // of several with one name ST04 tells
            for (int i = 0; i < joint_count(figure); ++i) ++count[joint_name(subject, figure, i)];
            for (int i = 0; i < joint_count(figure); ++i) {
                const std::string& name = joint_name(subject, figure, i);
                if (count[name] > 1) continue;
                const int side = name.starts_with("l_") ? 1 : name.starts_with("r_") ? -1 : 0;
                look(subject.joint(figure, i), name, at(figure.humanoid->joints, i).node, side);
            }
            continue;
        }
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            if (!figure.has(bone)) continue;
            const Bone other = mirrored(bone);
            // ST03 reports one joint for both.
            if (other != bone && figure.humanoid->bones[bone] == figure.humanoid->bones[other]) continue;
            // A BVH's rest pose only has offsets, often all along one axis: only both sides together show a
            // swap.
            const bool is_pair_wrong =
                figure.has(other) && is_wrong(sides, figure.humanoid->bones[other], sign_of_side(other));
            if (subject.document().format == FileFormat::bvh && !is_pair_wrong) continue;
            look(subject.bone(figure, bone), to_string(bone), figure.humanoid->bones[bone],
                 sign_of_side(bone));
        }
    }
}

void check_incomplete_pairs(const Subject& subject, Findings& findings) {
    const auto say = [&](const Object& object, std::string_view name, std::string_view missing, int node) {
        findings
            .add(object, fmt::format("there is {} and no {}", name, missing),
                 fmt::format("add {}, or remove {}", missing, name))
            .where = subject.where(node);
    };
    for (const Figure& figure : subject.figures()) {
        if (figure.hanim) {
            std::set<std::string> names;
            for (int i = 0; i < joint_count(figure); ++i) names.insert(joint_name(subject, figure, i));
            for (int i = 0; i < joint_count(figure); ++i) {
                const std::string& name = joint_name(subject, figure, i);
                const std::string other = other_side(name);
                if (!other.empty() && !names.contains(other))
                    say(subject.joint(figure, i), name, other, at(figure.humanoid->joints, i).node);
            }
            continue;
        }
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            if (sign_of_side(bone) == 0 || !figure.has(bone) || figure.has(mirrored(bone))) continue;
            say(subject.bone(figure, bone), to_string(bone), to_string(mirrored(bone)),
                figure.humanoid->bones[bone]);
        }
    }
}

}  // namespace vitruvian::check
