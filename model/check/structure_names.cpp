// Checks of names of joints, segments, sites and nodes.
#include "model/check/findings.h"
#include "model/check/measure.h"
#include "model/check/source_world_syntax.h"
#include "model/check/structure.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"
#include "model/core/counted.h"
#include "model/core/utf8.h"
#include "model/figure/articulation.h"
#include "model/standard/hanim_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace vitruvian::check {
namespace {

/// Reports one finding for each name that several items have.
void say_duplicates(const Subject& subject, Findings& findings, const std::vector<Item>& items, Level level) {
    std::map<std::string, std::vector<Item>> by_name;
    for (const Item& item : items) {
        if (std::string name = name_of(subject.document(), item); !name.empty())
            by_name[std::move(name)].push_back(item);
    }
    for (const auto& [name, same] : by_name) {
        if (same.size() < 2) continue;
        const std::string_view kind = to_string(same.front().kind);
        findings
            .add(subject.object(same.front()),
                 fmt::format("{} {}s are called \"{}\"", same.size(), kind, name),
                 fmt::format("give each {} a name of its own", kind), static_cast<double>(same.size()), level)
            .where = subject.where(same[1]);
    }
}

/// Items that are in the file themselves: those from a second USE (reported by ST13) are the same nodes.
std::vector<Item> written_items(const Subject& subject, ItemKind kind, int figure) {
    using Kind = WorldFacts::Kind;
    std::vector<Item> out = items_of(subject.document(), kind, figure);
    const Kind in_file = kind == ItemKind::joint     ? Kind::joint
                         : kind == ItemKind::segment ? Kind::segment
                                                     : Kind::site;
    if (const WorldFacts* facts = subject.world_facts())
        std::erase_if(out,
                      [&](const Item& item) { return facts->find(in_file, figure, item.index) == nullptr; });
    return out;
}

void find_duplicates_of_hanim(const Subject& subject, Findings& findings, const Figure& figure) {
    const Document& document = subject.document();
    for (const ItemKind kind : {ItemKind::joint, ItemKind::segment, ItemKind::site})
        say_duplicates(subject, findings, written_items(subject, kind, figure.index), Level::error);
    std::map<int, std::vector<Item>> by_segment;
    for (int i = 0; i < static_cast<int>(document.displacers.size()); ++i) {
        const Displacer& displacer = at(document.displacers, i);
        if (displacer.humanoid == figure.index && is_in_file(displacer))
            by_segment[displacer.segment].push_back(displacer_item(i));
    }
    for (const auto& [segment, items] : by_segment) say_duplicates(subject, findings, items, Level::error);
}

bool is_own_name(std::string_view name) {
    return name.starts_with("x_") || name.starts_with("l_x_") || name.starts_with("r_x_");
}

std::size_t code_points(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        text.remove_prefix(std::max<std::size_t>(utf8_length(text), 1));
        ++count;
    }
    return count;
}

}  // namespace

void check_duplicate_names(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        if (figure.hanim) find_duplicates_of_hanim(subject, findings, figure);
    }
    if (!subject.is_hanim())
        say_duplicates(subject, findings, items_of(subject.document(), ItemKind::node), Level::warning);
}

void check_missing_names(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    std::set<int> robots;
    for (const WorldFacts::Node& node : facts->nodes) {
        if (node.is_robot) robots.insert(node.humanoid);
    }
    for (const WorldFacts::Node& node : facts->nodes) {
        const bool is_nameless = !node.name || node.name->empty();
        // The robots' dialect uses DEF names.
        if (!node.def.empty() && node.humanoid >= 0 && robots.contains(node.humanoid)) continue;
        if (node.kind == WorldFacts::Kind::humanoid || !is_nameless || node.index < 0 ||
            !is_named_as_read(subject, node)) {
            continue;
        }
        const std::string_view kind = word_for(node.kind);
        findings
            .add(object_of(subject, node),
                 node.def.empty() ? fmt::format("a {} has no name", kind)
                                  : fmt::format("the {} with DEF \"{}\" has no name", kind, node.def),
                 fmt::format("fill in the {}'s name field", kind))
            .where = node.where;
    }
}

void check_joint_names(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        const bool is_second = figure.humanoid->version.starts_with("2");
        const HanimVersion version = is_second ? HanimVersion::v2_0 : HanimVersion::v1_1;
        const Articulation names = articulation_of(document, *figure.humanoid);
        const auto set_of = [](const std::vector<std::string>& list) {
            return std::set<std::string>(list.begin(), list.end());
        };
        const std::set<std::string> others = set_of(is_second ? names.names_1_1 : names.names_2_0);
        const std::set<std::string> unknown = set_of(names.non_standard);
        std::map<std::string, std::string> slips;
        for (const MisspeltName& slip : names.misspelt) slips.emplace(slip.name, slip.meant);
        for (int i = 0; i < joint_count(figure); ++i) {
            const std::string& name = joint_name(subject, figure, i);
            const auto slip = slips.find(name);
            const VersionedName own = hanim_joint_name(name, version);
            if (others.contains(name) && own.has_counterpart && own.name != name) {
                Finding& finding = findings.add(
                    subject.joint(figure, i),
                    fmt::format("\"{}\" is the name that version {} has", name, is_second ? "1.1" : "2.0"),
                    fmt::format("call the joint \"{}\"", own.name), std::nullopt, Level::warning);
                finding.where = subject.where(joint_item(figure.index, i));
                // Where another joint has that name, the user has to decide.
                if (find_items(document, ItemKind::joint, own.name, figure.index).empty())
                    finding.fix.push_back(Rename{joint_item(figure.index, i), own.name});
            } else if (others.contains(name)) {
                findings
                    .add(subject.joint(figure, i),
                         fmt::format("version {} has no joint \"{}\"", is_second ? "2.0" : "1.1", name),
                         fmt::format("mark it as an own joint: \"{}\"", own.name), std::nullopt,
                         Level::warning)
                    .where = subject.where(joint_item(figure.index, i));
            } else if (slip != slips.end()) {
                findings
                    .add(subject.joint(figure, i), fmt::format("no version has a joint \"{}\"", name),
                         fmt::format("\"{}\" is probably meant", slip->second), std::nullopt, Level::info)
                    .where = subject.where(joint_item(figure.index, i));
            } else if (unknown.contains(name) && !is_own_name(name)) {
                findings
                    .add(subject.joint(figure, i), fmt::format("no version has a joint \"{}\"", name),
                         fmt::format("mark it as an own joint: \"x_{}\"", name), std::nullopt, Level::info)
                    .where = subject.where(joint_item(figure.index, i));
            }
        }
    }
}

namespace {

/// A name as a DEF name can hold it: spaces and other characters that VRML97's or XML's grammar does not allow
/// there are '_'.
std::string as_def_name(std::string name) {
    const auto is_allowed = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
               c == '-' || (c & 0x80) != 0;
    };
    std::replace_if(
        name.begin(), name.end(), [&](char c) { return !is_allowed(c); }, '_');
    return name;
}

/// Returns what precedes the name in a DEF name; nullopt where it does not end with it.
std::optional<std::string> prefix_of(const WorldFacts::Node& node) {
    const bool is_literal = node.def.ends_with(*node.name);
    if (node.def.empty() || (!is_literal && !node.def.ends_with(as_def_name(*node.name))))
        return std::nullopt;
    return node.def.substr(0, node.def.size() - node.name->size());
}

void check_prefix_of_figure(const Subject& subject, Findings& findings, const Figure& figure) {
    std::vector<const WorldFacts::Node*> joints;
    std::map<std::string, int> prefixes;
    for (const WorldFacts::Node& node : subject.world_facts()->nodes) {
        const bool is_of_figure =
            node.kind == WorldFacts::Kind::joint && node.index >= 0 && node.humanoid == figure.index;
        if (!is_of_figure || !node.name || node.name->empty() || !is_named_as_read(subject, node)) continue;
        joints.push_back(&node);
        if (const auto prefix = prefix_of(node)) ++prefixes[*prefix];
    }
    if (joints.empty()) return;
    const Location of_figure = subject.where(Item{ItemKind::humanoid, -1, figure.index});
    const auto most = std::max_element(prefixes.begin(), prefixes.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == prefixes.end()) {
        findings
            .add(subject.humanoid(figure),
                 joints.size() == 1
                     ? std::string("the joint's DEF name does not end with the joint's name")
                     : fmt::format("none of the {} joints' DEF names ends with the joint's name",
                                   joints.size()),
                 "call each joint's node \"hanim_\" and the joint's name")
            .where = of_figure;
        return;
    }
    for (const WorldFacts::Node* node : joints) {
        if (prefix_of(*node) == most->first) continue;
        findings
            .add(object_of(subject, *node),
                 node->def.empty()
                     ? fmt::format("the joint \"{}\" has no DEF name", *node->name)
                     : fmt::format("the joint \"{}\" has the DEF name \"{}\"", *node->name, node->def),
                 fmt::format("its DEF name should be \"{}{}\", as the other joints' are", most->first,
                             as_def_name(*node->name)))
            .where = node->where;
    }
    if (subject.figures().size() == 1 && most->first != "hanim_") {
        findings
            .add(subject.humanoid(figure),
                 most->first.empty() ? std::string("the joints' DEF names have no prefix")
                                     : fmt::format("the joints' DEF names begin with \"{}\"", most->first),
                 "the only figure of a file has the prefix \"hanim_\"")
            .where = of_figure;
    }
}

}  // namespace

void check_def_prefix(const Subject& subject, Findings& findings) {
    if (subject.world_facts() == nullptr) return;
    for (const Figure& figure : subject.figures()) {
        if (figure.hanim) check_prefix_of_figure(subject, findings, figure);
    }
}

void check_name_letters(const Subject& subject, Findings& findings) {
    const auto most = static_cast<std::size_t>(findings.threshold());
    for (const Figure& figure : subject.figures()) {
        std::set<int> seen;
        const auto look = [&](int node, const Item& item) {
            if (node < 0 || !seen.insert(node).second) return;
            const std::string& name = at(subject.document().nodes, node).name;
            const std::size_t length = code_points(name);
            const bool is_ascii =
                std::all_of(name.begin(), name.end(), [](char c) { return (c & 0x80) == 0; });
            if (length <= most && is_ascii) return;
            const std::string message =
                length > most
                    ? fmt::format("the name \"{}\" has {}", name, counted(length, "letter", "letters"))
                    : fmt::format("the name \"{}\" has letters that are not ASCII", name);
            findings
                .add(subject.object(item), message,
                     length > most ? fmt::format("shorten it to at most {}", most)
                                   : std::string("use ASCII letters: some programs drop or change others"),
                     static_cast<double>(length), length > most ? Level::error : Level::warning)
                .where = subject.where(node);
        };
        for (int i = 0; i < joint_count(figure); ++i)
            look(at(figure.humanoid->joints, i).node, joint_item(figure.index, i));
        for (const int node : figure.humanoid->bones.node) look(node, {ItemKind::node, -1, node});
    }
}

namespace {

/// Returns the number after `stem`, 0 if there is none; nullopt where the name is another.
std::optional<int> number_after(std::string_view name, std::string_view stem) {
    const std::size_t max_digits = 6;
    if (!name.starts_with(stem) || name.size() > stem.size() + max_digits) return std::nullopt;
    int number = 0;
    for (const char c : name.substr(stem.size())) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + (c - '0');
    }
    return number;
}

/// Whether a series of three joints or more counts from 1, with the first directly on the hips (SMPL's spine) or the
/// last bone of the trunk (a neck): nothing is missing before it. `joints`: indices by number.
bool counts_from_one(const Figure& figure, const Document& document, const std::map<int, int>& joints) {
    constexpr std::size_t least = 3;
    if (joints.size() < least || joints.begin()->first != 1) return false;
    const int first = at(figure.humanoid->joints, joints.begin()->second).node;
    const int parent = at(document.nodes, first).parent;
    constexpr std::array trunk{Bone::hips, Bone::chest, Bone::upper_chest};
    return parent >= 0 && std::any_of(trunk.begin(), trunk.end(),
                                      [&](Bone bone) { return figure.humanoid->bones[bone] == parent; });
}

}  // namespace

void check_numbering(const Subject& subject, Findings& findings) {
    const bool is_for_humanik = findings.profile().name == "humanik";  // which wants "Spine"
    for (const Figure& figure : subject.figures()) {
        if (is_bare_skeleton(figure)) continue;  // of an animal or a machine
        for (const std::string_view stem : {"Spine", "Neck"}) {
            std::map<int, int> joints;  // by number
            for (int i = 0; i < joint_count(figure); ++i) {
                if (const auto number = number_after(joint_name(subject, figure, i), stem))
                    joints.emplace(*number, i);
            }
            int expected = !is_for_humanik && counts_from_one(figure, subject.document(), joints) ? 1 : 0;
            for (const auto& [number, joint] : joints) {
                if (number != expected) {
                    const std::string missing =
                        expected == 0 ? std::string(stem) : fmt::format("{}{}", stem, expected);
                    findings
                        .add(subject.joint(figure, joint),
                             fmt::format("there is \"{}\" and no \"{}\" before it",
                                         joint_name(subject, figure, joint), missing),
                             fmt::format("number the joints without holes: {0}, {0}1, {0}2 and so on", stem))
                        .where = subject.where(at(figure.humanoid->joints, joint).node);
                }
                expected = number + 1;
            }
        }
    }
}

void check_vocabulary(const Subject& subject, Findings& findings) {
    std::vector<std::string> old_names;
    std::vector<std::string> new_names;
    bool has_old_root = false;
    bool has_new_root = false;
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        for (int i = 0; i < joint_count(figure); ++i) {
            has_old_root = has_old_root || joint_name(subject, figure, i) == "HumanoidRoot";
            has_new_root = has_new_root || joint_name(subject, figure, i) == "humanoid_root";
        }
        const Articulation names = articulation_of(subject.document(), *figure.humanoid);
        const auto take = [](const std::vector<std::string>& from, std::vector<std::string>& to) {
            // ISO 2006 has the names of 1.1, except for its root.
            for (const std::string& name : from) {
                if (name != "humanoid_root" && name != "HumanoidRoot") to.push_back(name);
            }
        };
        take(names.names_1_1, old_names);
        take(names.names_2_0, new_names);
        if (has_old_root && old_names.empty()) old_names.emplace_back("HumanoidRoot");
        if (has_old_root && has_new_root && new_names.empty()) new_names.emplace_back("humanoid_root");
        if (old_names.empty() || new_names.empty()) continue;
        findings
            .add(subject.humanoid(figure),
                 fmt::format("the joints have names of two versions: \"{}\" is 1.1's, \"{}\" is not",
                             old_names.front(), new_names.front()),
                 "use the names of one version throughout")
            .where = subject.where(Item{ItemKind::humanoid, -1, figure.index});
        return;
    }
}

}  // namespace vitruvian::check
