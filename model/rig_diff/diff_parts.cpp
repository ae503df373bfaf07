// Compares segments and sites.
#include "model/core/at.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {

namespace {

/// Whether the segment has data that formats without segments cannot store.
bool says_something(const Segment& segment) {
    return segment.mass != 0.0F || segment.centre_of_mass != vec3(0.0F) ||
           segment.moments_of_inertia != std::array<float, 9>{};
}

bool has_segments(const Humanoid& figure) {
    return figure.kind == HumanoidKind::hanim;
}

/// What lengths in a figure's own frame, such as its segments' centres of mass, are multiplied by in the world.
float stretch_of(const Rig& rig, const Humanoid& figure) {
    constexpr float least = 1e-9F;
    return figure.node < 0 ? 1.0F : std::max(glm::length(vec3(at(rig.world, figure.node)[0])), least);
}

}  // namespace

/// Returns names as in the files, for figures of different kinds.
std::vector<std::string> Comparison::names_of_sites(bool is_first, int humanoid) const {
    const Rig& rig = is_first ? first_ : second_;
    const Humanoid& figure = rig.humanoid(humanoid);
    const Humanoid& other = (is_first ? second_ : first_).humanoid(humanoid);
    std::vector<std::string> out;
    for (const Site& site : figure.sites)
        out.push_back(own_name(figure, other, name_of_node(rig.document, site.node)));
    return out;
}

/// By name, otherwise by joint.
Pairs Comparison::match_segments(int humanoid) const {
    const Humanoid& first = first_.humanoid(humanoid);
    const Humanoid& second = second_.humanoid(humanoid);
    const auto node_of = [](const Humanoid& figure, int segment) {
        return at(figure.joints, at(figure.segments, segment).joint).node;
    };
    const Likeness likeness = [&](int i, int j) {
        return second_node(node_of(first, i)) == node_of(second, j) ? 1.0F : 0.0F;
    };
    return pair_up(names_of(first.segments), names_of(second.segments), likeness);
}

void Comparison::compare_segments(int humanoid) {
    const Humanoid& first = first_.humanoid(humanoid);
    const Humanoid& second = second_.humanoid(humanoid);
    const std::size_t from = changes_.size();
    const Pairs pairs = paired(RigPart::segment, names_of(first.segments), names_of(second.segments),
                               match_segments(humanoid));
    // Segments that only contain a mesh or a site exist because the format requires them.
    if (has_segments(first) != has_segments(second)) {
        forgive(from, [humanoid](const RigChange& change, const Rig& rig) {
            const auto& all = rig.humanoid(humanoid).segments;
            return std::none_of(all.begin(), all.end(), [&](const Segment& segment) {
                return segment.name == change.name && says_something(segment);
            });
        });
    }
    const float stretch = stretch_of(first_, first) / stretch_of(second_, second);
    for (const auto& [i, j] : pairs) {
        const Segment& a = at(first.segments, i);
        const Segment& b = at(second.segments, j);
        const std::size_t before_pair = changes_.size();
        renamed(RigPart::segment, a.name, b.name);
        number(RigPart::segment, b.name, "mass", static_cast<double>(a.mass), static_cast<double>(b.mass),
               "kg", tolerance_);
        numbers(RigPart::segment, b.name, "centre_of_mass", a.centre_of_mass * stretch, b.centre_of_mass, "m",
                length_);
        double largest = 0.0;
        for (std::size_t k = 0; k < 9; ++k)
            largest =
                std::max(largest, static_cast<double>(std::abs(a.moments_of_inertia[k] * stretch * stretch -
                                                               b.moments_of_inertia[k])));
        if (largest > tolerance_) {
            RigChange& change = add(RigPart::segment, b.name, RigChangeKind::changed, "moments_of_inertia");
            change.before = std::vector<float>(a.moments_of_inertia.begin(), a.moments_of_inertia.end());
            change.after = std::vector<float>(b.moments_of_inertia.begin(), b.moments_of_inertia.end());
            change.magnitude = largest;
            change.unit = "kg m2";
        }
        set_items(before_pair, item_of(RigPart::segment, i), item_of(RigPart::segment, j));
    }
}

/// By name, otherwise by position on the same joint.
Pairs Comparison::match_sites(int humanoid) const {
    const Humanoid& first = first_.humanoid(humanoid);
    const Humanoid& second = second_.humanoid(humanoid);
    const auto near = static_cast<float>(0.02 * length_);
    const Likeness likeness = [&](int i, int j) {
        const int before = at(first.sites, i).node;
        const int after = at(second.sites, j).node;
        if (second_node(at(first_.carrier, before)) != at(second_.carrier, after)) return 0.0F;
        return 1.0F - 0.5F * glm::distance(first_.position(before), second_.position(after)) / near;
    };
    return pair_up(names_of_sites(true, humanoid), names_of_sites(false, humanoid), likeness);
}

void Comparison::compare_sites(int humanoid) {
    const Humanoid& first = first_.humanoid(humanoid);
    const Humanoid& second = second_.humanoid(humanoid);
    const Pairs segments = match_segments(humanoid);
    const auto segment = [](const Humanoid& figure, const Site& site) {
        return site.segment < 0 ? std::string() : at(figure.segments, site.segment).name;
    };
    const std::vector<std::string> names = names_of_sites(true, humanoid);
    const std::vector<std::string> new_names = names_of_sites(false, humanoid);
    const std::size_t before_pairs = changes_.size();
    const Pairs pairs = paired(RigPart::site, names, new_names, match_sites(humanoid));
    // All chains of a motion file end at one, which has no name there.
    const bool one_is_motion = is_motion_file(first_) != is_motion_file(second_);
    const auto is_end = [](const std::string& site) { return site.ends_with("_end"); };
    if (one_is_motion) {
        forgive(before_pairs, [&is_end](const RigChange& change, const Rig& rig) {
            return is_motion_file(rig) && is_end(change.name);
        });
    }
    for (const auto& [i, j] : pairs) {
        const Site& a = at(first.sites, i);
        const Site& b = at(second.sites, j);
        const std::string name = name_of_node(second_.document, b.node);
        const std::size_t from = changes_.size();
        const bool is_made_up =
            one_is_motion && is_end(is_motion_file(first_) ? at(names, i) : at(new_names, j));
        if (at(names, i) != at(new_names, j) && !is_made_up)
            renamed(RigPart::site, name_of_node(first_.document, a.node), name);
        const auto [above, new_above] = carriers_or_roots(a.node, b.node);
        const bool same_joint = above >= 0 && second_node(above) == new_above;
        if (!same_joint || !goes_along(a.node, b.node, above, new_above))
            numbers(RigPart::site, name, "position", first_.position(a.node), second_.position(b.node), "m",
                    length_);
        if (!same_joint || !turns_along(a.node, b.node, above, new_above))
            turn(RigPart::site, name, "orientation", first_.orientation(a.node), second_.orientation(b.node));
        const bool both_say = has_segments(first) == has_segments(second);
        const bool none_says = a.segment < 0 || b.segment < 0;
        if (none_says ? both_say
                      : std::find(segments.begin(), segments.end(), std::pair(a.segment, b.segment)) ==
                            segments.end())
            words(RigPart::site, name, "segment", segment(first, a), segment(second, b));
        set_items(from, item_of(RigPart::site, i), item_of(RigPart::site, j));
    }
}

}  // namespace vitruvian::rig_diff
