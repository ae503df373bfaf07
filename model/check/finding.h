// The result of a check: the object, the measured value and its limit, advice, and the edits that fix it.
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

/// The object of a finding, by its name in the file; it may be a thing that is not an Item (an image, a
/// channel).
struct Object {
    std::string kind;      // "joint", "bone", "mesh", "node", "clip", "image", "file", ...
    std::string name;      // as in the file; may be empty
    std::string humanoid;  // the humanoid it belongs to; empty: none
    Item item;             // of kind none if it is not an Item

    bool operator==(const Object&) const = default;
};

/// Marks to draw at the problem, in the examined pose: in scene space in the results of run_checks, from a check
/// in the space of the figure of the finding's object (Figure::world).
struct Marks {
    std::vector<vec3> points;  // offending vertices, at most 200
    std::optional<vec3> from, is,
        ought;                    // an angle at `from`: the direction as it is and as it should be, unit
    bool in_stored_pose = false;  // where no clip is named: in the file's pose, not with the joints at rest

    bool operator==(const Marks&) const = default;
};

/// A time span in seconds of a clip.
struct Span {
    double from = 0.0;
    double to = 0.0;
};

struct Finding {
    std::string_view id;           // as in the registry
    Level level = Level::warning;  // after applying the profile
    Object object;
    std::string message;  // one sentence: what was measured
    std::string advice;   // one sentence: what to do
    Location where;
    std::optional<double> value;      // in `unit`
    std::optional<double> threshold;  // in `unit`
    std::string_view unit;            // "rad", "m", "s", "", "deg", ...
    std::optional<std::string> clip;  // name of the clip in which it occurs
    int clip_index = -1;              // into Document::clips
    std::optional<double> time;       // seconds in that clip, at the worst value
    std::vector<Span> spans;          // all its spans in that clip, ascending, if known
    std::vector<Command> fix;         // commands that fix it, in order; empty: no automatic fix
    Marks marks;
};

/// A check of the registry that could not be run, and the reason.
struct Skipped {
    std::string_view id;
    std::string why;
};

}  // namespace vitruvian::check
