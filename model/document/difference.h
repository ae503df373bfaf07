// One difference between two documents: the object, the field, the old and the new value; and its text.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"
#include "model/document/members.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vitruvian {

enum class Change { changed, added, removed };
[[nodiscard]] std::string_view to_string(Change change);

/// A short form of a value; empty for long lists and for missing values.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<float>>;
[[nodiscard]] std::string to_string(const Value& value);  // "1 2 3"; "not given" for none

struct Difference {
    Part part = Part::document;
    int humanoid = -1;  // for joints, segments, sites, bones and expressions: index into Document::humanoids
    int index = -1;  // into the list of the later document; for removed objects, into that of the earlier one
    int element = -1;  // index of an info pair, a clip's channel or a morph target
    Change change = Change::changed;
    std::string_view field;  // "upper_limit", as in members(); empty if the whole object was added or removed
    Value before;
    Value after;
    double magnitude = 0.0;  // largest difference of two numbers, in `unit`; for rotations the angle
    Unit unit = Unit::none;
};

/// Returns the Item that differs; its kind is none for what is not an item (the document, its sky, images and
/// faces).
[[nodiscard]] Item item_of(const Difference& difference);

/// Returns the display name of the object that differs, in the document that contains it; empty if it has
/// none.
[[nodiscard]] std::string name_of(const Difference& difference, const Document& document);

/// Returns a field's name as words: "upper limit" for "upper_limit".
[[nodiscard]] std::string words_of(std::string_view field);

/// "joint l_elbow: upper limit 1 2 3, before 1 2 4". `document`: the later of the two, or the earlier for
/// removed objects.
[[nodiscard]] std::string describe(const Difference& difference, const Document& document);

}  // namespace vitruvian
