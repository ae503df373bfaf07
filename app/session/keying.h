// Converts poses to keys. Pure functions, independent of the session.
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

/// Returns what a key for the whole pose covers: joints and humanoids that the clip (null: none) animates or
/// that differ from rest, displacers that it animates or whose weight is not 0. Every joint if that is
/// nothing.
[[nodiscard]] PosedThings posed_things(const Document& document, const Clip* clip, const Pose& pose);

/// Returns what a key for an item covers: a joint, that of a segment or site, or a displacer.
[[nodiscard]] PosedThings posed_things(const Document& document, std::span<const Item> items);

/// Returns the pose as keys at `time` for `set-keys`: rotations, and whatever else differs from rest or
/// already has a channel.
[[nodiscard]] std::vector<KeyValues> keys_of_pose(const Document& document, const Clip* clip,
                                                  const Pose& pose, const PosedThings& things, float time);

/// Returns all keys of those things at `time`, for `delete-keys`; of everything if `things` is null.
[[nodiscard]] std::vector<KeyChoice> keys_at_time(const Clip& clip, const PosedThings* things, float time);

/// Returns the figure's own pose with the clip applied at `seconds`. The clip animates nodes.
[[nodiscard]] Pose pose_with_clip(const Document& document, const Clip& clip, double seconds);

/// Returns the document with the pose's node transforms and weights.
[[nodiscard]] Document stored_in(const Document& document, const Pose& pose);

/// Returns the edit that changes one pose of a figure into another.
[[nodiscard]] Batch leading_to(const Pose& from, const Pose& to, std::string title);

/// Returns the pose `stored` with all that differs between `from` and `to` as in `to`.
[[nodiscard]] Pose with_changes(Pose stored, const Pose& from, const Pose& to);

/// Returns what differs between two poses of a figure, beyond rounding.
[[nodiscard]] PosedThings changed_things(const Pose& from, const Pose& to);

/// True if the command only poses the figure.
[[nodiscard]] bool is_posing(const Command& command);

/// True if the command poses a whole figure: a T-pose, or one side like the other.
[[nodiscard]] bool poses_whole(const Command& command);

/// Returns the change that a posing command makes to the figure, in the pose of clip `clip` at `seconds`, as
/// keys at that time. nullopt if it changes nothing; errors are the command's.
[[nodiscard]] Result<std::optional<Command>> posing_as_keys(const Command& command, const Document& document,
                                                            int clip, double seconds);

/// Returns one edit that adds a clip of the document's node channels to it, under an unused name.
[[nodiscard]] Batch clip_as_commands(const Document& document, const Clip& clip, const std::string& title);

/// Returns `wanted`, or "wanted 2", ..., whichever no clip has.
[[nodiscard]] std::string free_clip_name(const Document& document, const std::string& wanted);

}  // namespace vitruvian
