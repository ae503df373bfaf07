// Compares H-Anim's lists with the tree, and checks names and parents of sites and points.
#include "model/check/findings.h"
#include "model/check/structure.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"
#include "model/standard/hanim_names.h"
#include "model/standard/hanim_sites.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace vitruvian::check {
namespace {

struct ListField {
    std::string_view field;
    WorldFacts::Kind kind;
};
constexpr std::array<ListField, 3> list_fields{{{"joints", WorldFacts::Kind::joint},
                                                {"segments", WorldFacts::Kind::segment},
                                                {"sites", WorldFacts::Kind::site}}};

/// Whether the entry is a separate node, not one of the tree.
bool is_copy(const WorldFacts& facts, const WorldFacts::Listed& entry) {
    return !entry.is_use && entry.node >= 0 &&
           facts.humanoid_above(at(facts.nodes, entry.node)) != entry.humanoid;
}

/// The entries missing from each humanoid's lists, by name.
using Missing = std::set<std::tuple<int, std::string_view, std::string>>;

void check_missing_entries(const Subject& subject, Findings& findings, int humanoid, const ListField& list,
                           Missing& missing) {
    const WorldFacts& facts = *subject.world_facts();
    std::set<int> listed;
    std::set<std::string> copied;
    for (const WorldFacts::Listed& entry : facts.listed) {
        if (entry.humanoid != humanoid || entry.field != list.field) continue;
        listed.insert(entry.node);
        if (is_copy(facts, entry)) copied.insert(object_of(subject, at(facts.nodes, entry.node)).name);
    }
    for (int i = 0; i < static_cast<int>(facts.nodes.size()); ++i) {
        const WorldFacts::Node& node = at(facts.nodes, i);
        if (node.kind != list.kind || listed.contains(i) || facts.humanoid_above(node) != humanoid) continue;
        const bool is_fatal = at(facts.nodes, humanoid).has_skin && list.kind == WorldFacts::Kind::joint;
        const Object object = object_of(subject, node);
        missing.insert({humanoid, list.field, object.name});
        const bool has_copy = !object.name.empty() && copied.contains(object.name);
        findings
            .add(object,
                 fmt::format("the {} \"{}\" is missing in the humanoid's list of {}{}", word_for(node.kind),
                             object.name, list.field, has_copy ? ", which holds another of that name" : ""),
                 node.def.empty()
                     ? fmt::format("give it a DEF name and add a USE of it to {}", list.field)
                     : fmt::format("add USE {} to {}{}", node.def, list.field,
                                   is_fatal ? "; some viewers do not move the skin without it" : ""),
                 std::nullopt, is_fatal ? Level::error : Level::warning)
            .where = node.where;
    }
}

/// Checks entries that refer to no node of the tree: copies, other figures' parts, unknown names.
void check_entry(const Subject& subject, Findings& findings, const WorldFacts::Listed& entry,
                 const Missing& missing) {
    const WorldFacts& facts = *subject.world_facts();
    if (entry.is_use && !entry.is_bound) {
        findings
            .add(Subject::named("humanoid", object_of(subject, at(facts.nodes, entry.humanoid)).name),
                 fmt::format("the list of {} names \"{}\", which no node is called", entry.field, entry.name),
                 "correct the name, or take the entry out", std::nullopt, Level::warning)
            .where = entry.where;
        return;
    }
    if (entry.field == "viewpoints" || entry.node < 0) return;
    const WorldFacts::Node& node = at(facts.nodes, entry.node);
    if (facts.humanoid_above(node) == entry.humanoid) return;
    if (is_copy(facts, entry) &&
        missing.contains({entry.humanoid, entry.field, object_of(subject, node).name}))
        return;
    findings
        .add(object_of(subject, node),
             entry.is_use
                 ? fmt::format("the list of {} names \"{}\", which is not in the humanoid's tree",
                               entry.field, entry.name)
                 : fmt::format("the list of {} holds a {} of its own, \"{}\", which is not in the tree",
                               entry.field, word_for(node.kind), entry.name),
             "USE the node of the tree instead", std::nullopt, Level::warning)
        .where = entry.where;
}

/// Returns a segment's names in both versions.
std::array<std::string, 3> spellings_of_segment(const std::string& name) {
    return {name, hanim_segment_name(name, HanimVersion::v1_1).name,
            hanim_segment_name(name, HanimVersion::v2_0).name};
}

template <class Test>
bool any_spelling(const std::string& segment, Test&& test) {
    const auto spellings = spellings_of_segment(segment);
    return std::any_of(spellings.begin(), spellings.end(), test);
}

const std::string& site_name(const Subject& subject, const Site& site) {
    return at(subject.document().nodes, site.node).name;
}

/// Returns "" for sites that belong to no segment: those of Humanoid.viewpoints.
std::string segment_name(const Figure& figure, const Site& site) {
    return site.segment < 0 ? std::string() : at(figure.humanoid->segments, site.segment).name;
}

}  // namespace

void check_lists(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    Missing missing;
    for (int i = 0; i < static_cast<int>(facts->nodes.size()); ++i) {
        const WorldFacts::Node& node = at(facts->nodes, i);
        if (node.kind != WorldFacts::Kind::humanoid || node.index < 0) continue;
        for (const ListField& list : list_fields) check_missing_entries(subject, findings, i, list, missing);
    }
    for (const WorldFacts::Listed& entry : facts->listed) {
        if (at(facts->nodes, entry.humanoid).index >= 0) check_entry(subject, findings, entry, missing);
    }
}

void check_site_suffix(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        for (int i = 0; i < static_cast<int>(figure.humanoid->sites.size()); ++i) {
            const Site& site = at(figure.humanoid->sites, i);
            const std::string& name = site_name(subject, site);
            const std::string segment = segment_name(figure, site);
            const Item item{ItemKind::site, figure.index, i};
            // Version 2.0 also has names without one.
            const bool is_of_2_0 = figure.humanoid->version.starts_with("2") && segment_of_site(name);
            const bool has_suffix = is_of_2_0 || name.ends_with("_tip") || name.ends_with("_view") ||
                                    name.ends_with("_pt") || name.starts_with("x_");
            if (!has_suffix) {
                findings
                    .add(subject.object(item),
                         fmt::format("the site's name \"{}\" does not describe it", name),
                         "end it with _tip (end effector), _view (camera) or _pt (feature), or begin it with "
                         "x_")
                    .where = subject.where(item);
            } else if (name.ends_with("_tip") && !name.starts_with("x_") && !segment.empty() &&
                       !any_spelling(segment, [&](const std::string& s) { return name.starts_with(s); })) {
                findings
                    .add(subject.object(item),
                         fmt::format("the tip \"{}\" is on the segment \"{}\"", name, segment),
                         fmt::format("call it \"{}_tip\", or move it to its segment", segment))
                    .where = subject.where(item);
            }
        }
    }
}

void check_site_segment(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        std::set<std::string> present;  // in 1.1's spelling
        for (const Segment& segment : figure.humanoid->segments)
            present.insert(hanim_segment_name(segment.name, HanimVersion::v1_1).name);
        for (int i = 0; i < static_cast<int>(figure.humanoid->sites.size()); ++i) {
            const Site& site = at(figure.humanoid->sites, i);
            const std::string& name = site_name(subject, site);
            const std::optional<std::string_view> ought = segment_of_site(name);
            const std::string segment = segment_name(figure, site);
            if (!ought || segment.empty()) continue;
            const std::string wanted(*ought);
            const bool fits = any_spelling(wanted, [&](const std::string& s) { return s == segment; });
            // A coarse figure has no such segment, a detailed one of version 2.0 has several instead.
            const bool is_there = present.contains(hanim_segment_name(wanted, HanimVersion::v1_1).name);
            const bool is_finer = !hanim_segment_name(segment, HanimVersion::v1_1).has_counterpart;
            if (fits || !is_there || is_finer) continue;
            const Item item{ItemKind::site, figure.index, i};
            findings
                .add(subject.object(item),
                     fmt::format("the site \"{}\" is on \"{}\" and belongs on \"{}\"", name, segment, wanted),
                     fmt::format("move it to the segment \"{}\"", wanted))
                .where = subject.where(item);
        }
    }
}

void check_coord_names(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const WorldFacts::Node& node : facts->nodes) {
        if (node.kind != WorldFacts::Kind::segment || node.index < 0 || node.points.node < 0 || !node.name)
            continue;
        const bool is_named = any_spelling(
            *node.name, [&](const std::string& s) { return node.points.def.ends_with(s + "_coords"); });
        if (is_named && node.points_are_drawn) continue;
        const std::string message =
            is_named ? fmt::format("no geometry of the segment \"{}\" uses its points", *node.name)
            : node.points.def.empty()
                ? fmt::format("the points of the segment \"{}\" have no DEF name", *node.name)
                : fmt::format("the points of the segment \"{}\" are called \"{}\"", *node.name,
                              node.points.def);
        findings
            .add(object_of(subject, node), message,
                 is_named ? fmt::format("let its geometry say coord USE {}", node.points.def)
                          : fmt::format("call them \"{}_coords\"", *node.name))
            .where = node.where;
    }
}

}  // namespace vitruvian::check
