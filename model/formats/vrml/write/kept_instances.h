// Instances of PROTOs that are written as instances, not expanded: those that are not in a figure, contain no
// part of one, and show the same as when the file was read. Also PROTOs without instances.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/def_names.h"

namespace vitruvian::vrml {

struct OpenedWorld;
struct SourceGroups;

/// Fills `out` with the instances, their PROTOs, and the parts of the document that come from them. The
/// document was made from `source`. PROTOs without instances that the target cannot store are noted.
void keep_instances(const Document& document, OpenedWorld& source, bool vrml97, DefNames& names,
                    SourceGroups& out, Diagnostics& notes);

}  // namespace vitruvian::vrml
