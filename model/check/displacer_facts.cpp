// Checks of H-Anim's displacers, mostly as in their file.
#include "model/check/displacers.h"
#include "model/check/findings.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"
#include "model/core/counted.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace vitruvian::check {
namespace {

/// Calls visit(node) for each Displacer of the file.
template <class Visit>
void for_each_displacer(const Subject& subject, Visit&& visit) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const WorldFacts::Node& node : facts->nodes) {
        if (node.kind == WorldFacts::Kind::displacer) visit(*facts, node);
    }
}

/// Returns the number of points that a displacer can move: its segment's, otherwise the skin's, 0 without
/// either; -1: it belongs to no figure.
int point_count(const WorldFacts& facts, const WorldFacts::Node& displacer) {
    const WorldFacts::Place* place = displacer.tree_place();
    if (place == nullptr || place->holder < 0) return -1;
    const WorldFacts::Node& holder = at(facts.nodes, place->holder);
    if (holder.kind == WorldFacts::Kind::segment && holder.points.node >= 0) return holder.points.count;
    const int humanoid = facts.humanoid_above(displacer);
    if (humanoid < 0) return -1;
    const WorldFacts::Points& skin = at(facts.nodes, humanoid).points;
    return skin.node < 0 ? 0 : skin.count;
}

std::size_t size_of(const std::vector<double>* list) {
    return list == nullptr ? 0 : list->size();
}

/// Adds what a node displaces to the sums of the points.
void add_displacements(const WorldFacts::Node& node, std::map<double, glm::dvec3>& sums) {
    const auto* points = node.find("coordIndex");
    const auto* numbers = node.find("displacements");
    for (std::size_t i = 0; i < std::min(size_of(points), size_of(numbers) / 3); ++i)
        sums[(*points)[i]] += glm::dvec3((*numbers)[3 * i], (*numbers)[3 * i + 1], (*numbers)[3 * i + 2]);
}

/// Returns the longest displacement; of a displacer in parts, of all of them together.
double longest_displacement(const WorldFacts& facts, const WorldFacts::Node& displacer) {
    double longest = 0.0;
    const auto* numbers = displacer.find("displacements");
    for (std::size_t i = 0; i + 3 <= size_of(numbers); i += 3)
        longest = std::max(longest, std::hypot((*numbers)[i], (*numbers)[i + 1], (*numbers)[i + 2]));
    if (displacer.parts.empty()) return longest;
    std::map<double, glm::dvec3> sums;  // by point
    add_displacements(displacer, sums);
    for (const int part : displacer.parts) add_displacements(at(facts.nodes, part), sums);
    for (const auto& entry : sums) longest = std::max(longest, glm::length(entry.second));
    return longest;
}

}  // namespace

void check_displacer_points(const Subject& subject, Findings& findings) {
    for_each_displacer(subject, [&](const WorldFacts& facts, const WorldFacts::Node& node) {
        const auto* indices = node.find("coordIndex");
        const int points = point_count(facts, node);
        if (indices == nullptr) return;
        const auto is_outside = [points](double index) {
            return index < 0.0 || (points >= 0 && index >= points);
        };
        const auto outside = std::find_if(indices->begin(), indices->end(), is_outside);
        if (outside == indices->end()) return;
        const auto count = std::count_if(indices->begin(), indices->end(), is_outside);
        const std::string words =
            counted(count, "of the displacer's points is", "of the displacer's points are");
        const std::string message =
            points < 0 ? fmt::format("{} below 0, the first is {}", words, *outside)
            : points == 0
                ? fmt::format("{} in no coordinates: its segment has none", words)
                : fmt::format("{} outside the {} of its segment, the first is {}", words, points, *outside);
        Finding& finding = findings.add(
            object_of(subject, node), message,
            points > 0    ? fmt::format("use points 0 to {}", points - 1)
            : points == 0 ? std::string("give the segment its coord, the one of the geometry below it")
                          : std::string("use points that exist"),
            *outside);
        finding.where = node.where;
        if (points >= 0) finding.threshold = points;
    });
}

void check_displacement_count(const Subject& subject, Findings& findings) {
    for_each_displacer(subject, [&](const WorldFacts&, const WorldFacts::Node& node) {
        const std::size_t points = size_of(node.find("coordIndex"));
        const std::size_t numbers = size_of(node.find("displacements"));
        if (numbers == 0 || numbers == points * 3) return;
        Finding& finding = findings.add(
            object_of(subject, node),
            fmt::format("the displacer has {:.4g} {} for {}", static_cast<double>(numbers) / 3.0,
                        numbers == 3 ? "displacement" : "displacements", counted(points, "point", "points")),
            "give each point one displacement, or none at all", static_cast<double>(numbers) / 3.0);
        finding.threshold = static_cast<double>(points);
        finding.where = node.where;
    });
}

void check_displacer_suffix(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    for (int i = 0; i < static_cast<int>(document.displacers.size()); ++i) {
        const Displacer& displacer = at(document.displacers, i);
        const bool is_hanim = displacer.humanoid >= 0 && is_in_file(displacer) &&
                              at(document.humanoids, displacer.humanoid).kind == HumanoidKind::hanim;
        const std::string& name = displacer.name;
        if (!is_hanim || name.ends_with("_feature") || name.ends_with("_action") || name.ends_with("_config"))
            continue;
        findings
            .add(subject.object(displacer_item(i)),
                 fmt::format("the displacer's name \"{}\" does not describe what it does", name),
                 "end it with _feature (marks points), _action (a muscle's pull) or _config (a whole shape)")
            .where = subject.where(displacer_item(i));
    }
}

void check_displacer_def(const Subject& subject, Findings& findings) {
    for_each_displacer(subject, [&](const WorldFacts&, const WorldFacts::Node& node) {
        // Of the parts of a displacer, the first one has the name.
        if (node.is_part) return;
        if (!node.name || node.name->empty() || node.def == *node.name || !is_named_as_read(subject, node))
            return;
        findings
            .add(object_of(subject, node),
                 node.def.empty()
                     ? fmt::format("the displacer \"{}\" has no DEF name", *node.name)
                     : fmt::format("the displacer \"{}\" has the DEF name \"{}\"", *node.name, node.def),
                 fmt::format("its DEF name should be \"{}\"", *node.name))
            .where = node.where;
    });
}

void check_displacement_size(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for_each_displacer(subject, [&](const WorldFacts& facts, const WorldFacts::Node& node) {
        const bool is_finite = std::find(node.not_finite.begin(), node.not_finite.end(), "displacements") ==
                               node.not_finite.end();
        const double longest = longest_displacement(facts, node);
        // Numbers are float32: 0.05 in a file is a little more.
        if (is_finite && longest <= most * (1.0 + 1e-6)) return;
        Finding& finding = findings.add(
            object_of(subject, node),
            is_finite ? fmt::format("the displacer moves a point by {:.3g} m", longest)
                      : std::string("a displacement is not a finite number"),
            is_finite ? "check its unit: a face moves by millimetres" : "give a number in its place");
        if (is_finite) finding.value = longest;
        finding.where = node.where;
    });
}

void check_displacer_place(const Subject& subject, Findings& findings) {
    for_each_displacer(subject, [&](const WorldFacts& facts, const WorldFacts::Node& node) {
        if (node.places.empty() && node.index < 0) return;  // a spare part, which nothing uses
        const auto is_right = [&](const WorldFacts::Place& place) {
            if (place.field != "displacers" || !place.is_direct || place.holder < 0) return false;
            const WorldFacts::Node& holder = at(facts.nodes, place.holder);
            if (holder.kind != WorldFacts::Kind::joint) return holder.kind == WorldFacts::Kind::segment;
            // The points of a skin, which came with version 2.0, are of no segment.
            const int humanoid = facts.humanoid_above(holder);
            return holder.is_x3d || (humanoid >= 0 && at(facts.nodes, humanoid).has_skin);
        };
        const auto wrong = std::find_if_not(node.places.begin(), node.places.end(), is_right);
        if (wrong == node.places.end()) return;
        const Object object = object_of(subject, node);
        findings
            .add(object,
                 fmt::format("the displacer \"{}\" is in \"{}\", not in a segment's displacers", object.name,
                             wrong->field),
                 "move it to the displacers of the segment whose points it moves")
            .where = wrong->where;
    });
}

}  // namespace vitruvian::check
