#include "model/figure/articulation.h"

#include "model/core/ascii.h"
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "model/standard/hanim_joints.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace vitruvian {
namespace {

struct Spelling {
    HanimJointName joint;
    bool in_1_1 = false;
    bool in_2_0 = false;
};

std::string with_side(std::string_view name, Side side) {
    std::string out = side == Side::left ? "l_" : side == Side::right ? "r_" : "";
    return out.append(name);
}

std::vector<Side> sides_of(const HanimJointFact& fact) {
    return fact.sided ? std::vector{Side::left, Side::right} : std::vector{Side::none};
}

/// Every standard name, exactly as the versions write it.
const std::map<std::string, Spelling, std::less<>>& spellings() {
    static const auto table = [] {
        std::map<std::string, Spelling, std::less<>> out;
        const auto facts = hanim_joint_facts();
        for (std::size_t i = 0; i < facts.size(); ++i) {
            for (const Side side : sides_of(facts[i])) {
                if (!facts[i].name_1_1.empty()) {
                    Spelling& old = out[with_side(facts[i].name_1_1, side)];
                    old.joint = {i, side};
                    old.in_1_1 = true;
                }
                Spelling& now = out[with_side(facts[i].name_2, side)];
                now.joint = {i, side};
                now.in_2_0 = true;
            }
        }
        return out;
    }();
    return table;
}

std::string digits_of(std::string_view text) {
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out),
                 [](char c) { return c >= '0' && c <= '9'; });
    return out;
}

std::ptrdiff_t parts_of(std::string_view name) {
    return std::count(name.begin(), name.end(), '_');
}

/// Number of letters to insert, delete, change or swap with the next (Damerau-Levenshtein, adjacent swaps
/// only).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = a[i - 1] == b[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

/// Returns the spelling that the figure's other joints suggest for a joint that both versions name
/// differently.
std::string spelt_as(const HanimJointName& joint, bool second) {
    const HanimJointFact& fact = hanim_joint_facts()[joint.fact];
    return with_side(second || fact.name_1_1.empty() ? fact.name_2 : fact.name_1_1, joint.side);
}

/// Returns the nearest standard name, nullopt where two are equally near.
std::optional<std::string> nearest_name(const std::string& name) {
    const std::size_t shortest = 5;  // vl5, l_hip: changing one letter easily gives another joint
    const std::size_t longest = 64;
    if (name.size() < shortest || name.size() > longest) return std::nullopt;
    const std::string digits = digits_of(name);
    const auto parts = parts_of(name);
    std::size_t best = name.size() >= 9 ? 3 : 2;  // must be closer than this
    std::optional<std::string> found;
    std::size_t as_near = 0;
    for (const auto& [candidate, spelling] : spellings()) {
        if (digits_of(candidate) != digits || parts_of(candidate) != parts) continue;
        const bool other_side = spelling.joint.side != Side::none && name.size() > 2 && name[1] == '_' &&
                                lower_case(name.substr(0, 2)) != candidate.substr(0, 2);
        const std::size_t difference =
            candidate.size() > name.size() ? candidate.size() - name.size() : name.size() - candidate.size();
        if (other_side || difference >= best + 1) continue;
        const std::size_t distance = edit_distance(name, lower_case(candidate));
        if (distance > best || (distance == best && !found)) continue;
        if (distance == best) {
            ++as_near;
            continue;
        }
        best = distance;
        found = candidate;
        as_near = 0;
    }
    return as_near == 0 ? found : std::nullopt;
}

bool is_marked(std::string_view name) {
    return name.starts_with("x_") || name.starts_with("l_x_") || name.starts_with("r_x_") ||
           name.starts_with("hanim_x_");
}

/// Classifies each joint's name.
void sort_names(const Document& document, const Humanoid& humanoid, Articulation& out) {
    std::map<std::pair<std::size_t, Side>, std::size_t> counts;
    std::vector<std::string> doubtful;
    for (const Joint& joint : humanoid.joints) {
        const std::string& name = at(document.nodes, joint.node).name;
        const auto spelt = spellings().find(name);
        if (spelt != spellings().end()) {
            const Spelling& s = spelt->second;
            if (s.in_1_1 && s.in_2_0) ++out.names_of_both;
            if (s.in_1_1 && !s.in_2_0) out.names_1_1.push_back(name);
            if (s.in_2_0 && !s.in_1_1) out.names_2_0.push_back(name);
            if (++counts[{s.joint.fact, s.joint.side}] == 2) out.repeated.push_back(name);
        } else if (is_marked(name)) {
            out.extra.push_back(name);
        } else {
            doubtful.push_back(name);
        }
    }
    for (const std::string& name : doubtful) {
        std::optional<std::string> meant = likely_joint_name(name);
        if (const auto joint = meant ? hanim_joint_from_name(*meant) : std::nullopt) {
            // A joint that the figure already has under its correct name is not also a misspelling.
            if (hanim_joint_from_name(name) != joint && counts.contains({joint->fact, joint->side}))
                meant.reset();
            const bool second = out.names_1_1.empty() && !out.names_2_0.empty();
            const bool by_letters = hanim_joint_from_name(name) != joint;
            // If no name is one of H-Anim's, similarity to one is a coincidence.
            if (by_letters && counts.empty()) meant.reset();
            if (meant && !by_letters) meant = spelt_as(*joint, second);
        }
        if (meant) {
            out.misspelt.push_back({name, *meant});
        } else {
            out.non_standard.push_back(name);
        }
    }
}

NameVersion version_of(const Articulation& a) {
    if (!a.names_1_1.empty() && a.names_2_0 == std::vector<std::string>{"humanoid_root"})
        return NameVersion::iso_2006;
    if (!a.names_1_1.empty() && !a.names_2_0.empty()) return NameVersion::mixed;
    if (!a.names_1_1.empty()) return NameVersion::v1_1;
    if (!a.names_2_0.empty()) return NameVersion::v2_0;
    return a.names_of_both > 0 ? NameVersion::either : NameVersion::none;
}

}  // namespace

std::string_view to_string(NameVersion version) {
    switch (version) {
        case NameVersion::none:
            return "none";
        case NameVersion::either:
            return "either";
        case NameVersion::v1_1:
            return "1.1";
        case NameVersion::iso_2006:
            return "iso-2006";
        case NameVersion::v2_0:
            return "2.0";
        case NameVersion::mixed:
            return "mixed";
    }
    return "";
}

bool Articulation::conforms_to_1_1() const {
    return names != NameVersion::none && names_2_0.empty() && non_standard.empty() && misspelt.empty();
}

bool Articulation::conforms_to_2_0() const {
    return names != NameVersion::none && names_1_1.empty() && non_standard.empty() && misspelt.empty();
}

std::optional<std::string> likely_joint_name(std::string_view name) {
    if (spellings().find(name) != spellings().end()) return std::nullopt;
    // Case, prefixes, spaces and well-known misspellings.
    if (const auto joint = hanim_joint_from_name(name)) return spelt_as(*joint, false);
    const std::string key = lower_case(name);
    if (spellings().find(key + "_joint") != spellings().end()) return key + "_joint";
    return nearest_name(key);
}

Articulation articulation_of(const Document& document, const Humanoid& humanoid) {
    Articulation out;
    out.level = level_of_articulation(document, humanoid);
    out.declared = humanoid.declared_loa;
    sort_names(document, humanoid, out);
    out.names = version_of(out);
    std::set<std::pair<std::size_t, Side>> present;
    for (const Joint& joint : humanoid.joints) {
        const auto name = hanim_joint_from_name(at(document.nodes, joint.node).name);
        if (name) present.insert({name->fact, name->side});
    }
    const bool second = out.names == NameVersion::v2_0 ||
                        (out.names == NameVersion::either && humanoid.version.starts_with("2."));
    const auto facts = hanim_joint_facts();
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (facts[i].level > out.level + 1) continue;
        for (const Side side : sides_of(facts[i])) {
            if (!present.contains({i, side})) out.missing.push_back(spelt_as({i, side}, second));
        }
    }
    return out;
}

}  // namespace vitruvian
