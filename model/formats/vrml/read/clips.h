// TimeSensor, interpolators and ROUTEs to clips (VRML97 6.50, 6.32, 6.37, 6.38).
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/built_nodes.h"
#include "model/formats/vrml/read/survey.h"

namespace vitruvian::vrml {

/// One clip per TimeSensor that moves something, named by its DEF; times are key * cycleInterval.
/// Where two interpolators move the same field, the last ROUTE counts. What each was made of, in their order.
[[nodiscard]] std::vector<BuiltClip> add_clips(World& world, const Survey& survey, const BuiltNodes& built,
                                               Document& document);

}  // namespace vitruvian::vrml
