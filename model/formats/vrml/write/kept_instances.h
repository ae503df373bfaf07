// Instances of PROTOs that are written as instances, not as what they show: those that stand in no figure, hold no part of
// one, and show what they showed when the file was read. And PROTOs that have no instance.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/def_names.h"

namespace vitruvian::vrml {

struct OpenedWorld;
struct SourceGroups;

/// Fills `out` with the instances, their PROTOs, and what of the document comes with them. The document is made of
/// `source`. Notes name PROTOs without instances that the target has no words for.
void keep_instances(const Document& document, OpenedWorld& source, bool vrml97, DefNames& names,
                    SourceGroups& out, Diagnostics& notes);

}  // namespace vitruvian::vrml
