// The gaze of a VRM animation (VRMC_vrm_animation 1.0, lookAt) as turns of eyes or weights of expressions (VRMC_vrm 1.0,
// lookAt), and back. Private to model/remap.
#pragma once

#include "model/remap/remap_tables.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Returns the channel of a clip's gaze, or null.
[[nodiscard]] const Channel* gaze_channel(const RemapSource& source);

/// Returns how a figure's eyes follow a gaze: as its file says; those of other figures than VRM's look where it says.
/// nullopt for a VRM without lookAt, which no gaze moves.
[[nodiscard]] std::optional<Gaze> gaze_of(const Humanoid& figure);

/// Adds the turns of the figure's eyes that follow the clip's gaze. Returns false if there are none.
bool turn_eyes(const RemapSource& source, const Document& target, const Humanoid& figure, SourceTables& out);

[[nodiscard]] bool is_eye(Bone bone);
/// Whether an expression is one of lookLeft, lookRight, lookUp and lookDown, which VRM reserves for gazes.
[[nodiscard]] bool is_look(std::string_view expression);

/// The weight of one of them.
struct LookWeight {
    std::string name;
    Channel weight;
};

/// Returns all four weights that follow a gaze.
[[nodiscard]] std::vector<LookWeight> look_weights(const Channel& gaze, const Gaze& by);

/// Returns the gaze that eyes or weights have followed; the eyes' rotations are relative to ahead. nullopt if nothing
/// moves them.
[[nodiscard]] std::optional<Channel> gaze_of_eyes(const Gaze& by, const BoneMap& bones, const Clip& clip);
[[nodiscard]] std::optional<Channel> gaze_of_weights(const Gaze& by, const std::vector<LookWeight>& weights);

}  // namespace vitruvian
