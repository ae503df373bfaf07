// The field names of VRML97, X3D, H-Anim and the robots' dialect, of all nodes together: they distinguish a
// misspelt or foreign field from a known one that has no effect here.
#pragma once

#include <string_view>

namespace vitruvian::vrml {

/// Returns an event's or exposed field's plain name: "set_" and "_changed" are optional in files.
[[nodiscard]] std::string_view plain_event_name(std::string_view name);

/// Whether some standard node has a field or event `name` (without "set_" and "_changed").
[[nodiscard]] bool is_known_field(std::string_view name);

/// Returns the replacement for a number of `field` that is NaN or too large for float32: 0, or for keys and
/// their values a number that key_limits.h rejects, so that the key is dropped and the motion does not jump.
[[nodiscard]] float in_place_of_absurd(std::string_view field);

}  // namespace vitruvian::vrml
