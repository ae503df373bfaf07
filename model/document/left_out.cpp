#include "model/document/left_out.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::size_t max_named = 3;

struct Losses {
    std::vector<std::string> names;  // the first few
    std::set<std::pair<int, int>> things;
};

std::string listed(const Losses& losses) {
    std::string out;
    for (const std::string& name : losses.names) out += (out.empty() ? "" : ", ") + name;
    const std::size_t others = losses.things.size() - losses.names.size();
    if (out.empty()) return others > 1 ? fmt::format("{} of them", others) : std::string();
    return others > 0 ? fmt::format("{} and {} more", out, others) : out;
}

}  // namespace

void note_left_out(const std::vector<Difference>& lost, const Document& document, FileFormat format,
                   Diagnostics& notes) {
    std::vector<std::pair<Part, std::string_view>> order;
    std::map<std::pair<Part, std::string_view>, Losses> all;
    for (const Difference& d : lost) {
        const std::pair key(d.part, d.field);
        const auto [entry, is_new] = all.try_emplace(key);
        if (is_new) order.push_back(key);
        if (!entry->second.things.insert({d.humanoid, d.index}).second) continue;
        const std::string name = name_of(d, document);
        if (!name.empty() && entry->second.names.size() < max_named) entry->second.names.push_back(name);
    }
    for (const auto& [part, field] : order) {
        const std::string thing = fmt::format(
            "{} {}", part == Part::expression || part == Part::image ? "an" : "a", to_string(part));
        const std::string what = field.empty() ? thing : fmt::format("the {} of {}", words_of(field), thing);
        const std::string which = listed(all.at({part, field}));
        std::string message = fmt::format("{} has no place in a {} file and is left out{}{}", what,
                                          to_string(format), which.empty() ? "" : ": ", which);
        const Location where{document.file, 0, 0, {}};
        // Names inside a mesh are not visible.
        if (field == "skin.name" || field == "geometry.name") {
            notes.note("inner-name-not-carried", std::move(message), where);
        } else {
            notes.warn("left-out", std::move(message), where);
        }
    }
}

void note_bones_by_name(const std::vector<Difference>& bones, const Document& document, Diagnostics& notes) {
    std::string names;
    for (const Difference& d : bones) names += (names.empty() ? "" : ", ") + name_of(d, document);
    if (names.empty()) return;
    notes.note(
        "bones-by-name",
        fmt::format("joints' names say which bones they are: read again, the file has other joints for "
                    "{}, or none",
                    names),
        {document.file, 0, 0, {}});
}

std::vector<Difference> centres_off_frames(const Document& document) {
    constexpr double tolerance = 1e-3;
    std::vector<glm::dmat4> world(document.nodes.size());
    for (std::size_t n = 0; n < world.size(); ++n) {
        const glm::dmat4 local(to_matrix(document.nodes[n].rest));
        const int parent = document.nodes[n].parent;
        world[n] = parent < 0 ? local : at(world, parent) * local;
    }
    std::vector<Difference> out;
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const Humanoid& humanoid = document.humanoids[h];
        glm::dmat4 humanoid_from_world(1.0);
        glm::dvec3 offset(0.0);
        if (humanoid.node >= 0) {
            const auto at = static_cast<std::size_t>(humanoid.node);
            if (std::abs(glm::determinant(world[at])) < 1e-30) continue;
            humanoid_from_world = glm::inverse(world[at]);
            offset = glm::dvec3(document.nodes[at].frame_offset);
        }
        for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
            const Joint& joint = humanoid.joints[j];
            const glm::dvec4& place = at(world, joint.node)[3];
            const glm::dvec3 centre = glm::dvec3(humanoid_from_world * place) + offset;
            const double apart = glm::distance(centre, glm::dvec3(joint.centre));
            if (!(apart > tolerance * std::max(1.0, glm::length(centre)))) continue;
            Difference d;
            d.part = Part::joint;
            d.humanoid = static_cast<int>(h);
            d.index = static_cast<int>(j);
            d.field = "centre";
            d.magnitude = apart;
            d.unit = Unit::metres;
            out.push_back(std::move(d));
        }
    }
    return out;
}

}  // namespace vitruvian
