// Commands on segments.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

Result<void> set_segment(const SetSegment& edit, Document& document) {
    if (!is_there(document, edit.segment, ItemKind::segment))
        return no_such_thing(edit.segment, ItemKind::segment);
    if (edit.mass && !(*edit.mass >= 0.0F && std::isfinite(*edit.mass)))
        return fail("edit-bad-mass", "A mass must be finite and not below 0; 0 means not given.");
    const auto finite = [](float value) { return std::isfinite(value); };
    const bool is_finite_inertia =
        !edit.moments_of_inertia ||
        std::all_of(edit.moments_of_inertia->begin(), edit.moments_of_inertia->end(), finite);
    if ((edit.centre_of_mass && !is_finite(*edit.centre_of_mass)) || !is_finite_inertia)
        return fail("edit-not-finite", "Centres of mass and moments of inertia must be finite.");
    Segment& segment = at(at(document.humanoids, edit.segment.humanoid).segments, edit.segment.index);
    segment.mass = edit.mass.value_or(segment.mass);
    segment.centre_of_mass = edit.centre_of_mass.value_or(segment.centre_of_mass);
    segment.moments_of_inertia = edit.moments_of_inertia.value_or(segment.moments_of_inertia);
    return {};
}

}  // namespace

std::vector<CommandKind> segment_commands() {
    return {command_kind<SetSegment, set_segment>(
        "set-segment", "Set mass of {segment}",
        "Sets a segment's mass, centre of mass and moments of inertia.",
        {command_field<&SetSegment::segment>("segment", "", "the segment", {ItemKind::segment}),
         may_be_absent(
             command_field<&SetSegment::mass>("mass", "kg", "its mass; 0: not given; null: as it is")),
         may_be_absent(command_field<&SetSegment::centre_of_mass>(
             "centre-of-mass", "length", "in the segment's frame, in the file's unit; null: as it is")),
         may_be_absent(command_field<&SetSegment::moments_of_inertia>(
             "moments-of-inertia", "kg length^2", "the inertia tensor row by row; null: as it is"))})};
}

}  // namespace vitruvian
