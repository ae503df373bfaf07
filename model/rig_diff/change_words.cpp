#include "model/rig_diff/change_words.h"

#include <fmt/format.h>

#include <numbers>
#include <variant>
#include <vector>

namespace vitruvian {
namespace {

std::string rounded(const Value& value) {
    if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.4g}", *number);
    const auto* numbers = std::get_if<std::vector<float>>(&value);
    if (numbers == nullptr) return to_string(value);
    std::string out;
    for (const float number : *numbers) out += fmt::format("{}{:.4g}", out.empty() ? "" : " ", number);
    return out;
}

}  // namespace

std::string shown_name(const RigChange& change) {
    if (!change.name.empty()) return change.name;
    return change.place.empty() ? "(no name)" : change.place;
}

std::string words_of_value(const RigChange& change, const Value& value) {
    return rounded(change.before) == rounded(change.after) ? to_string(value) : rounded(value);
}

std::string words_of_change(const RigChange& change) {
    if (change.kind == RigChangeKind::renamed) {
        const std::string before = to_string(change.before);
        if (!before.empty()) return fmt::format(", before {}", before);
        return change.place.empty() ? ", before without a name"
                                    : fmt::format(", before {} without a name", change.place);
    }
    if (change.field.empty()) return {};
    std::string out = ": " + words_of(change.field);
    const bool has_values = change.before.index() != 0 || change.after.index() != 0;
    if (has_values && change.part != RigPart::weights)
        out += fmt::format(" {}, before {}", words_of_value(change, change.after),
                           words_of_value(change, change.before));
    if (!change.detail.empty()) out += ", " + change.detail;
    const std::string size = words_of_magnitude(change);
    return size.empty() ? out : out + fmt::format(" ({})", size);
}

std::string words_of_magnitude(const RigChange& change) {
    if (change.magnitude == 0.0) return {};
    if (change.unit == "rad") {
        return fmt::format("{:.4g} rad ({:.1f} deg)", change.magnitude,
                           change.magnitude * 180.0 / std::numbers::pi);
    }
    return fmt::format("{:.4g}{}{}", change.magnitude, change.unit.empty() ? "" : " ", change.unit);
}

}  // namespace vitruvian
