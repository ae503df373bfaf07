// Findings' objects for nodes of a world file, whether or not the reader made something of them.
#pragma once

#include "model/check/source_world.h"
#include "model/check/subject.h"

namespace vitruvian::check {

/// The Item that the reader made of a node; of kind none where it made nothing.
[[nodiscard]] Item item_of(const WorldFacts::Node& node);
/// By its name in the file, else its DEF.
[[nodiscard]] Object object_of(const Subject& subject, const WorldFacts::Node& node);
/// False where an edit gave the thing another name than the file has.
[[nodiscard]] bool is_named_as_read(const Subject& subject, const WorldFacts::Node& node);
/// What the file says of a joint, while its limits, their frame and its stiffness are as they were read; null otherwise.
[[nodiscard]] const WorldFacts::Node* unedited_joint(const Subject& subject, int humanoid, int joint);
/// "joint", "segment", ...
[[nodiscard]] std::string_view word_for(WorldFacts::Kind kind);

}  // namespace vitruvian::check
