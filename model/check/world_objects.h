// Finding objects for nodes of a VRML/X3D file, whether or not the reader created an item from them.
#pragma once

#include "model/check/finding.h"
#include "model/check/source_world.h"
#include "model/check/subject.h"

#include <string_view>

namespace vitruvian::check {

/// Returns the Item that the reader created from a node; of kind none if there is none.
[[nodiscard]] Item item_of(const WorldFacts::Node& node);
/// Uses its name in the file, else its DEF.
[[nodiscard]] Object object_of(const Subject& subject, const WorldFacts::Node& node);
/// False if an edit renamed the object.
[[nodiscard]] bool is_named_as_read(const Subject& subject, const WorldFacts::Node& node);
/// Returns a joint's source data while its limits, their frame and its stiffness are unedited; null
/// otherwise.
[[nodiscard]] const WorldFacts::Node* unedited_joint(const Subject& subject, int humanoid, int joint);
/// Sets the clip of a finding about an interpolator, if the TimeSensor that drives it is one, and the time of a
/// key (a share of the cycle; outside 0 to 1: none).
void set_interpolator_clip(Finding& finding, const Subject& subject, const WorldFacts& facts,
                           std::string_view interpolator, double key);
/// "joint", "segment", ...
[[nodiscard]] std::string_view word_for(WorldFacts::Kind kind);

}  // namespace vitruvian::check
