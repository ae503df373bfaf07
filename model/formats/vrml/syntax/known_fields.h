// The names that fields have in VRML97, X3D, H-Anim and the robots' dialect, of all nodes together: what
// tells a misspelt or foreign field from one that is merely of no consequence.
#pragma once

#include <string_view>

namespace vitruvian::vrml {

/// An event's or exposed field's plain name: "set_" and "_changed" are optional in files.
[[nodiscard]] std::string_view plain_event_name(std::string_view name);

/// True where some standard node has a field or event `name` ("set_" and "_changed" left out).
[[nodiscard]] bool is_known_field(std::string_view name);

/// What stands in for a number of `field` that is NaN or too large for float32: 0, or among keys and their values
/// one that key_limits.h refuses, so that the key is dropped and the motion does not jump.
[[nodiscard]] float in_place_of_absurd(std::string_view field);

}  // namespace vitruvian::vrml
