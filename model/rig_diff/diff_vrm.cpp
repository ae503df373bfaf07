#include "model/rig_diff/diff_vrm.h"

#include "model/document/file_format.h"
#include "model/formats/gltf/vrm_things.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace vitruvian::rig_diff {
namespace {

using gltf::VrmField;
using gltf::VrmThing;

/// The document with the joints' new names, so that what hangs on them keeps its name.
Document with_new_names(const Document& document, const std::vector<RigChange>& changes) {
    std::map<std::string_view, std::string_view> new_names;
    for (const RigChange& change : changes) {
        const auto* old_name = std::get_if<std::string>(&change.before);
        if (change.part == RigPart::joint && change.kind == RigChangeKind::renamed && old_name != nullptr)
            new_names[*old_name] = change.name;
    }
    Document out = document;
    for (Node& node : out.nodes) {
        if (const auto found = new_names.find(node.name); found != new_names.end()) node.name = found->second;
    }
    return out;
}

/// Things or fields by their names, which are all different.
template <class Named>
std::map<std::string_view, const Named*> by_name(const std::vector<Named>& list) {
    std::map<std::string_view, const Named*> out;
    for (const Named& named : list) out.emplace(named.name, &named);
    return out;
}

/// Multiplies a length; other values stay.
void scale(VrmField& field, double factor) {
    if (field.unit != "m") return;
    if (auto* number = std::get_if<double>(&field.value)) *number *= factor;
    if (auto* numbers = std::get_if<std::vector<float>>(&field.value)) {
        for (float& number : *numbers) number *= static_cast<float>(factor);
    }
}

/// The largest difference of two values of numbers; nullopt for other values, and for lists of different lengths.
std::optional<double> distance(const Value& before, const Value& after) {
    const auto* a = std::get_if<double>(&before);
    const auto* b = std::get_if<double>(&after);
    if (a != nullptr && b != nullptr) return std::abs(*b - *a);
    const auto* list = std::get_if<std::vector<float>>(&before);
    const auto* other = std::get_if<std::vector<float>>(&after);
    if (list == nullptr || other == nullptr || list->size() != other->size()) return std::nullopt;
    double out = 0.0;
    for (std::size_t i = 0; i < list->size(); ++i)
        out = std::max(out, static_cast<double>(std::abs((*other)[i] - (*list)[i])));
    return out;
}

RigChange change_of(const VrmThing& thing, RigChangeKind kind) {
    RigChange out;
    out.part = RigPart::info;
    out.name = thing.name;
    out.kind = kind;
    return out;
}

void compare_fields(const VrmThing& before, const VrmThing& after, double tolerance,
                    std::vector<RigChange>& changes) {
    const auto add = [&](const std::string& field, const Value& old_value, const Value& value) -> RigChange& {
        RigChange& change = changes.emplace_back(change_of(after, RigChangeKind::changed));
        change.field = field;
        change.before = old_value;
        change.after = value;
        return change;
    };
    const auto old_fields = by_name(before.fields);
    const auto new_fields = by_name(after.fields);
    for (const VrmField& field : after.fields) {
        const auto old = old_fields.find(field.name);
        if (old == old_fields.end()) {
            add(field.name, {}, field.value);
            continue;
        }
        const Value& old_value = old->second->value;
        const std::optional<double> apart = distance(old_value, field.value);
        if (apart ? *apart <= tolerance : old_value == field.value) continue;
        RigChange& change = add(field.name, old_value, field.value);
        change.magnitude = apart.value_or(0.0);
        change.unit = field.unit;
    }
    for (const VrmField& field : before.fields) {
        if (!new_fields.contains(field.name)) add(field.name, field.value, {});
    }
}

}  // namespace

void compare_vrm(const Document& first, const Document& second, double tolerance,
                 std::vector<RigChange>& changes) {
    if (first.humanoids.empty() || second.humanoids.empty()) return;
    const HumanoidKind kind = first.humanoids.front().kind;
    if (kind != second.humanoids.front().kind || !is_vrm(kind)) return;
    std::vector<VrmThing> before = gltf::vrm_things(with_new_names(first, changes));
    const std::vector<VrmThing> after = gltf::vrm_things(second);
    const double factor = change_of_size(changes).value_or(1.0);
    for (VrmThing& thing : before) {
        for (VrmField& field : thing.fields) scale(field, factor);
    }
    const auto old_things = by_name(before);
    const auto new_things = by_name(after);
    for (const VrmThing& thing : before) {
        if (!new_things.contains(thing.name)) changes.push_back(change_of(thing, RigChangeKind::removed));
    }
    for (const VrmThing& thing : after) {
        const auto old = old_things.find(thing.name);
        if (old == old_things.end()) {
            changes.push_back(change_of(thing, RigChangeKind::added));
        } else {
            compare_fields(*old->second, thing, tolerance, changes);
        }
    }
}

}  // namespace vitruvian::rig_diff
