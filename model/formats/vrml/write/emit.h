// Formats output scenes as text, in VRML97 and in X3D's three encodings. Node names only matter where an
// encoding treats them differently.
#pragma once

#include "model/core/utf8.h"
#include "model/formats/vrml/write/output_node.h"

#include <string>

namespace vitruvian::vrml {

/// VRML97 (ISO/IEC 14772-1) with PROTOs of H-Anim 1.1 for the nodes that VRML97 lacks. The scene must not
/// contain fields that only X3D has.
[[nodiscard]] std::string emit_vrml97(const OutputScene& scene);
/// X3D 4.0, profile Immersive with the component HAnim (ISO/IEC 19775-1, 19776).
[[nodiscard]] std::string emit_x3d_classic(const OutputScene& scene);
[[nodiscard]] std::string emit_x3d_xml(const OutputScene& scene);
[[nodiscard]] std::string emit_x3d_json(const OutputScene& scene);

/// Appends the shortest spelling that reads back to the same number, -0 as 0; used by every encoding.
void append_number(std::string& out, float value);
void append_number(std::string& out, double value);

/// Returns the name of a unit of length, which X3D wants beside its metres.
[[nodiscard]] std::string_view unit_name(float metres);

/// Appends an SFImage: width, height and components, then one hexadecimal number per pixel.
void append_image(std::string& out, const std::vector<std::int32_t>& values);

}  // namespace vitruvian::vrml
