#include "model/check/world_checks.h"

#include "model/check/findings.h"
#include "model/check/skin_world_weights.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::check {
namespace {

constexpr std::string_view no_event = "-";

/// Returns how many numbers a value of an interpolator has; 0 where a key has one per point.
std::size_t numbers_per_key(std::string_view type) {
    if (type == "OrientationInterpolator" || type == "SquadOrientationInterpolator") return 4;
    if (type == "PositionInterpolator" || type == "SplinePositionInterpolator" || type == "ColorInterpolator")
        return 3;
    return type == "ScalarInterpolator" || type == "SplineScalarInterpolator" ? 1 : 0;
}

bool has_right_count(const WorldFacts::Interpolator& it) {
    const std::size_t width = numbers_per_key(it.type);
    if (width > 0) return it.values == it.keys.size() * width;
    // The number of points is arbitrary, but the same for every key.
    return it.keys.empty() ? it.values == 0 : it.values % (it.keys.size() * 3) == 0 && it.values > 0;
}

}  // namespace

void check_interpolator_keys(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const WorldFacts::Interpolator& it : facts->interpolators) {
        const auto outside = std::find_if(it.keys.begin(), it.keys.end(),
                                          [](double key) { return !(key >= 0.0 && key <= 1.0); });
        const bool is_counted = has_right_count(it);
        if (outside == it.keys.end() && is_counted) continue;
        const std::size_t width = std::max<std::size_t>(numbers_per_key(it.type), 1);
        const std::string message =
            !is_counted
                ? fmt::format("the {} has {} and {}", it.type, counted(it.keys.size(), "key", "keys"),
                              counted(it.values / width, "value", "values"))
                : fmt::format("key {} of the {} is {:.6g}", outside - it.keys.begin(), it.type, *outside);
        Finding& finding = findings.add(
            Subject::named("node", it.def), message,
            is_counted ? "bring its keys to 0 to 1 (the share of the cycle)" : "give one value for each key",
            is_counted ? *outside : static_cast<double>(it.values / width));
        finding.where = it.where;
        set_interpolator_clip(finding, subject, *facts, it.def, is_counted ? *outside : -1.0);
    }
}

void check_routes(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const WorldFacts::LostRoute& lost : facts->lost_routes) {
        const std::string message =
            lost.name.empty() ? counted(lost.count, "ROUTE", "ROUTEs") + " cannot be read"
                              : fmt::format("{} \"{}\", which no node is called",
                                            counted(lost.count, "ROUTE names", "ROUTEs name"), lost.name);
        findings
            .add(Subject::named("node", lost.name), message,
                 lost.name.empty() ? "write ROUTE node.event TO node.event"
                                   : "correct the name, or take the ROUTE out",
                 lost.count)
            .where = lost.where;
    }
    for (const WorldFacts::Route& route : facts->routes) {
        const std::string shown =
            fmt::format("ROUTE {}.{} TO {}.{}", route.from, route.from_field, route.to, route.to_field);
        const bool has_no_source = route.from_type == no_event;
        const bool has_no_target = route.to_type == no_event;
        const bool is_mixed =
            !route.from_type.empty() && !route.to_type.empty() && route.from_type != route.to_type;
        if (!has_no_source && !has_no_target && !is_mixed) continue;
        const std::string message =
            has_no_source   ? fmt::format("{}: \"{}\" sends no \"{}\"", shown, route.from, route.from_field)
            : has_no_target ? fmt::format("{}: \"{}\" receives no \"{}\"", shown, route.to, route.to_field)
                            : fmt::format("{} joins {} to {}", shown, route.from_type, route.to_type);
        findings.add(Subject::named("node", route.from), message, "join two events of one type").where =
            route.where;
    }
}

void check_skin_coord_weights(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const WorldFacts::Node& node : facts->nodes) {
        if (node.kind != WorldFacts::Kind::joint) continue;
        const auto* indices = node.find("skinCoordIndex");
        const auto* weights = node.find("skinCoordWeight");
        const std::size_t index_count = indices == nullptr ? 0 : indices->size();
        const std::size_t weight_count = weights == nullptr ? 0 : weights->size();
        const int humanoid = facts->humanoid_above(node);
        const int points = humanoid < 0 || at(facts->nodes, humanoid).points.node < 0
                               ? -1
                               : at(facts->nodes, humanoid).points.count;
        if (node.humanoid >= 0 && has_edited_weights(subject, node.humanoid)) continue;
        const Object object = object_of(subject, node);
        const auto add = [&](std::string message, std::string advice, double value) {
            Finding& finding = findings.add(object, std::move(message), std::move(advice), value);
            finding.where = node.where;
            if (node.humanoid >= 0) finding.fix = normalising_skin(subject, node.humanoid);
        };
        if (index_count != weight_count) {
            add(fmt::format("\"{}\" has {} skinCoordIndex and {} skinCoordWeight numbers", object.name,
                            index_count, weight_count),
                "give one weight for each point; missing ones are taken as 1",
                static_cast<double>(weight_count));
            continue;
        }
        if (points < 0 || indices == nullptr) continue;
        const auto is_outside = [points](double index) { return index < 0.0 || index >= points; };
        const auto outside = std::find_if(indices->begin(), indices->end(), is_outside);
        if (outside == indices->end()) continue;
        add(fmt::format("{} of \"{}\"'s points are outside the skin's {}, the first is {}",
                        std::count_if(indices->begin(), indices->end(), is_outside), object.name, points,
                        *outside),
            fmt::format("use points 0 to {}", points - 1), *outside);
    }
}

void check_skin_coord_use(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const WorldFacts::SkinShape& shape : facts->skin_shapes) {
        const WorldFacts::Node& humanoid = at(facts->nodes, shape.humanoid);
        if (humanoid.index < 0 || humanoid.points.node < 0 || shape.points.node == humanoid.points.node)
            continue;
        findings
            .add(Subject::named("mesh", shape.def),
                 fmt::format("a {} of the skin has the points \"{}\", not the humanoid's skinCoord \"{}\"",
                             shape.type, shape.points.def, humanoid.points.def),
                 fmt::format("let it say coord USE {}", humanoid.points.def))
            .where = shape.where;
    }
}

}  // namespace vitruvian::check
