// Names of channel properties in commands, and the space of new channels.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <string_view>

namespace vitruvian {

/// "translation", "rotation", "scale", "scale-orientation", "weight".
[[nodiscard]] std::string_view to_string(ChannelPath path);
[[nodiscard]] std::optional<ChannelPath> channel_path_from_string(std::string_view name);

/// "step", "linear", "cubic".
[[nodiscard]] std::string_view to_string(Interpolation interpolation);
[[nodiscard]] std::optional<Interpolation> interpolation_from_string(std::string_view name);

/// Returns the space of a channel created by `set-keys`; `node` -1: a bone or a displacer.
[[nodiscard]] ChannelSpace space_of_new_channel(const Document& document, int node);

}  // namespace vitruvian
