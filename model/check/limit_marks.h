// The arc that shows a finding about a joint's limits.
#pragma once

#include "model/check/finding.h"

namespace vitruvian::check {

class Subject;
struct Figure;

/// Marks two turns of the joint's bone about an axis (0 to 2) of its limit frame at rest: as it is
/// and as it should be, in radians. A bone along the axis is shown by the frame's next axis.
void mark_limit(const Subject& subject, const Figure& figure, int joint, int axis, double is, double ought,
                Finding& finding);

/// Marks a joint's bone in the pose of the finding's clip and time (without: in the file's): as it is,
/// and as it would be with `correction` applied in the joint's own space. A bone along the correction's axis is
/// shown by a direction across it.
void mark_correction(const Subject& subject, const Figure& figure, int joint, const quat& correction,
                     Finding& finding);

/// The same for a joint that exceeds its limits there: turned back into them.
void mark_excess(const Subject& subject, const Figure& figure, int joint, Finding& finding);

}  // namespace vitruvian::check
