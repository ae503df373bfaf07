// From poses to keys: what a figure's pose is in the terms of a clip. Pure functions; nothing here knows the session.
#pragma once

#include "model/edit/command.h"
#include "model/pose/pose.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

/// Nodes and displacers that are keyed together.
struct PosedThings {
    std::vector<int> nodes;
    std::vector<int> displacers;
    [[nodiscard]] bool empty() const { return nodes.empty() && displacers.empty(); }
};

/// What a key for the whole pose is of: joints and humanoids that the clip (null: none) moves or that stand otherwise than
/// at rest, displacers that it moves or that are applied. Every joint where that is nothing.
[[nodiscard]] PosedThings posed_things(const Document& document, const Clip* clip, const Pose& pose);

/// What a key for an item is of: a joint, a segment's or a site's; a displacer.
[[nodiscard]] PosedThings posed_things(const Document& document, const Item& item);

/// The pose at `time` as keys for `set-keys`: rotations, and what else is not as it rests or has a channel already.
[[nodiscard]] std::vector<KeyValues> keys_of_pose(const Document& document, const Clip* clip,
                                                  const Pose& pose, const PosedThings& things, float time);

/// All keys of those things at `time`, for `delete-keys`; without things, of everything.
[[nodiscard]] std::vector<KeyChoice> keys_at_time(const Clip& clip, const PosedThings* things, float time);

/// The figure's own pose with what the clip makes of it at `seconds`. The clip moves nodes.
[[nodiscard]] Pose pose_with_clip(const Document& document, const Clip& clip, double seconds);

/// The document with nodes and weights where the pose has them.
[[nodiscard]] Document stored_in(const Document& document, const Pose& pose);

/// What leads from one pose of a figure to another, as one edit.
[[nodiscard]] Batch leading_to(const Pose& from, const Pose& to, std::string title);

/// What stands otherwise in two poses of a figure, but for rounding.
[[nodiscard]] PosedThings changed_things(const Pose& from, const Pose& to);

/// Whether the command poses the figure and does nothing else to it.
[[nodiscard]] bool is_posing(const Command& command);

/// What a posing command changes of the figure as clip `clip` has it at `seconds`, as keys there: the same gesture seen as
/// animation. nullopt where it changes nothing; errors are the command's.
[[nodiscard]] Result<std::optional<Command>> posing_as_keys(const Command& command, const Document& document,
                                                            int clip, double seconds);

/// A clip of node channels of the document as a new clip of it, under a name that is free: one edit.
[[nodiscard]] Batch clip_as_commands(const Document& document, const Clip& clip, const std::string& title);

/// `wanted`, or "wanted 2", ..., which no clip has.
[[nodiscard]] std::string free_clip_name(const Document& document, const std::string& wanted);

}  // namespace vitruvian
