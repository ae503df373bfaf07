// Converts TimeSensors, interpolators and ROUTEs to clips (VRML97 6.50, 6.32, 6.37, 6.38).
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/built_nodes.h"
#include "model/formats/vrml/read/survey.h"

namespace vitruvian::vrml {

/// Adds one clip per TimeSensor that animates something, named by its DEF; times are key * cycleInterval.
/// Where two interpolators animate the same field, the last ROUTE wins. Returns what each clip was made from,
/// in the same order.
[[nodiscard]] std::vector<BuiltClip> add_clips(World& world, const Survey& survey, const BuiltNodes& built,
                                               Document& document);

}  // namespace vitruvian::vrml
