// One difference between two documents: what it is of, which field, what was and what is; and its words.
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

/// A value as small as it can be told; none for long lists, and for what is not there.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<float>>;
[[nodiscard]] std::string to_string(const Value& value);  // "1 2 3"; "not given" for none

struct Difference {
    Part part = Part::document;
    int humanoid = -1;  // of joints, segments, sites, bones and expressions: index into Document::humanoids
    int index = -1;     // into the list of the later document; of what was removed, into the earlier one's
    int element = -1;   // of an info pair, a channel of a clip or a morph target: which
    Change change = Change::changed;
    std::string_view field;  // "upper_limit", as members() has it; empty where the whole thing came or went
    Value before;
    Value after;
    double magnitude = 0.0;  // the largest difference of two numbers, in `unit`; of rotations the angle
    Unit unit = Unit::none;
};

/// The Item that differs; of kind none for what is not an item (the document itself, its sky, images and faces).
[[nodiscard]] Item item_of(const Difference& difference);

/// What people call the thing that differs, in the document that has it; empty where it has no name.
[[nodiscard]] std::string name_of(const Difference& difference, const Document& document);

/// A field's name as words: "upper limit" of "upper_limit".
[[nodiscard]] std::string words_of(std::string_view field);

/// "joint l_elbow: upper limit 1 2 3, before 1 2 4". `document`: the later of the two, or for what was removed
/// the earlier.
[[nodiscard]] std::string describe(const Difference& difference, const Document& document);

}  // namespace vitruvian
