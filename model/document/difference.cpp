#include "model/document/difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>

namespace vitruvian {
namespace {}  // namespace

std::string_view to_string(Unit unit) {
    switch (unit) {
        case Unit::none:
            return "";
        case Unit::metres:
            return "m";
        case Unit::square_metres_kilograms:
            return "kg m2";
        case Unit::kilograms:
            return "kg";
        case Unit::radians:
            return "rad";
        case Unit::seconds:
            return "s";
    }
    return "";
}

std::string_view to_string(Part part) {
    static constexpr std::array<std::string_view, 16> names{
        "document", "node",      "humanoid",  "joint", "segment", "site",     "bone",  "expression",
        "mesh",     "displacer", "viewpoint", "light", "sky",     "material", "image", "clip"};
    return names.at(static_cast<std::size_t>(part));
}

std::string_view to_string(Change change) {
    return change == Change::added ? "added" : change == Change::removed ? "removed" : "changed";
}

std::string to_string(const Value& value) {
    struct Printer {
        std::string operator()(std::monostate) const { return "not given"; }
        std::string operator()(bool x) const { return x ? "yes" : "no"; }
        std::string operator()(std::int64_t x) const { return std::to_string(x); }
        std::string operator()(double x) const { return fmt::format("{}", static_cast<float>(x)); }
        std::string operator()(const std::string& x) const { return x; }
        std::string operator()(const std::vector<float>& x) const {
            return fmt::format("{}", fmt::join(x, " "));
        }
    };
    return std::visit(Printer{}, value);
}

Item item_of(const Difference& d) {
    switch (d.part) {
        case Part::document:
        case Part::expression:
        case Part::sky:
        case Part::image:
            return {};
        case Part::node:
            return {ItemKind::node, -1, d.index};
        case Part::humanoid:
            return {ItemKind::humanoid, -1, d.index};
        case Part::joint:
            return {ItemKind::joint, d.humanoid, d.index};
        case Part::segment:
            return {ItemKind::segment, d.humanoid, d.index};
        case Part::site:
            return {ItemKind::site, d.humanoid, d.index};
        case Part::bone:
            return {ItemKind::bone, d.humanoid, d.index};
        case Part::mesh:
            return {ItemKind::mesh, -1, d.index};
        case Part::displacer:
            return {ItemKind::displacer, -1, d.index};
        case Part::viewpoint:
            return {ItemKind::viewpoint, -1, d.index};
        case Part::light:
            return {ItemKind::light, -1, d.index};
        case Part::material:
            return {ItemKind::material, -1, d.index};
        case Part::clip:
            return {ItemKind::clip, -1, d.index};
    }
    return {};
}

std::string name_of(const Difference& d, const Document& document) {
    const auto named = [&d](const auto& list) {
        const auto i = static_cast<std::size_t>(d.index);
        return d.index >= 0 && i < list.size() ? target(list[i]).name : std::string();
    };
    const auto h = static_cast<std::size_t>(d.humanoid);
    if (d.part == Part::image) return named(document.images);
    if (d.part == Part::expression)
        return d.humanoid >= 0 && h < document.humanoids.size() ? named(document.humanoids[h].expressions)
                                                                : "";
    return name_of(document, item_of(d));
}

std::string words_of(std::string_view field) {
    std::string out(field);
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c == '_' || c == '.'; }, ' ');
    return out;
}

std::string describe(const Difference& difference, const Document& document) {
    std::string out(to_string(difference.part));
    const std::string name = name_of(difference, document);
    if (!name.empty()) out += ' ' + name;
    if (difference.change != Change::changed) return out + ": " + std::string(to_string(difference.change));
    out += ": " + words_of(difference.field);
    if (difference.element >= 0) out += fmt::format(" {}", difference.element);
    return out + fmt::format(" {}, before {}", to_string(difference.after), to_string(difference.before));
}

}  // namespace vitruvian
