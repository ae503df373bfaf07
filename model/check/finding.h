// What a check says: which thing, what was measured against which limit, what to do, and the edits that do it.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"
#include "model/edit/command.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::check {

/// The severity of a finding. In a profile `off` means that a check does not run.
enum class Level { off, info, warning, error };
/// "off", "info", "warning", "error".
[[nodiscard]] std::string_view to_string(Level level);
[[nodiscard]] std::optional<Level> level_from_string(std::string_view name);

/// What a finding is of, as people and files name it: things that are no Item (an image, a channel) have a name too.
struct Object {
    std::string kind;      // "joint", "bone", "mesh", "node", "clip", "image", "file", ...
    std::string name;      // as in the file; may be empty
    std::string humanoid;  // of which humanoid; empty: of none
    Item item;             // of kind none where it is no Item

    bool operator==(const Object&) const = default;
};

/// What to draw at the problem, in world space of the document at the pose that was looked at.
struct Marks {
    std::vector<vec3> points;  // offending vertices, at most 200
    std::optional<vec3> from, is,
        ought;  // an angle at `from`: the direction as it is and as it should be, unit
};

/// From when to when something lasts, in seconds of a clip.
struct Span {
    double from = 0.0;
    double to = 0.0;
};

struct Finding {
    std::string_view id;           // of the registry
    Level level = Level::warning;  // after the profile
    Object object;
    std::string message;  // one sentence: what was measured
    std::string advice;   // one sentence: what to do
    Location where;
    std::optional<double> value;      // in `unit`
    std::optional<double> threshold;  // in `unit`
    std::string_view unit;            // "rad", "m", "s", "", "deg", ...
    std::optional<std::string> clip;  // name of the clip in which it happens
    int clip_index = -1;              // into Document::clips
    std::optional<double> time;       // seconds in that clip, where it is worst
    std::vector<Span> spans;          // of that clip, ascending, where known: all the time that it lasts
    std::vector<Command> fix;         // applied in order they fix it; empty: no automatic fix
    Marks marks;
};

/// A check of the registry that could not be made, and why.
struct Skipped {
    std::string_view id;
    std::string why;
};

}  // namespace vitruvian::check
