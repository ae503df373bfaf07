#include "app/gui/action_help.h"

#include "app/gui/actions.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace vitruvian {
namespace {

struct Help {
    std::string_view id;  // or its beginning, ending in '.'
    const char* text;
};

constexpr std::array helps = {
    Help{"file.next", "The files are in the order of their names, round and round."},
    Help{"file.import_pose", "A CSV or JSON file of joints' matrices poses the figure, as one edit."},
    Help{"file.export_pose", "The joints' global matrices, as the figure stands now, beside its file"},
    Help{"file.reload", "Reads the files again; unsaved edits are asked about first."},
    Help{"file.save",
         "Only the bytes that say what was edited change; the version before stays as a backup."},
    Help{"file.screenshot", "A PNG of the view that was worked in last, beside the figure's file"},
    Help{"edit.palette", "Every command by some letters of its name"},
    Help{"rig.map", "Finds the 55 bones by names, place and shape; the Bones panel gives the reasons."},
    Help{"rig.t_pose", "Stores the pose that animations count from: arms level, palms down, feet ahead."},
    Help{"rig.orient",
         "Each bone's +Y along it and +X its bending axis, at rest; the skin stays where it is."},
    Help{"rig.limits",
         "The limits that people's joints have, in degrees about each axis, for every joint that is known"},
    Help{"rig.limits_chain",
         "The same for the selected joint and all that hang on it; needs a selected joint"},
    Help{"rig.rename.", "Shows which joints get which names before anything is done"},
    Help{"rig.prop",
         "Puts the file that was opened last on the selected site, in metres; it follows every pose. Part of "
         "the "
         "view: no file holds it, and undo does not know it. Needs a selected site and a second file."},
    Help{"rig.mirror", "Limits, stiffness, centres, sites and pose of the left become the right's."},
    Help{"rig.mirror_back", "Limits, stiffness, centres, sites and pose of the right become the left's."},
    Help{"rig.ground", "Moves the figure up or down so that it rests on Y = 0"},
    Help{"rig.face", "Turns the figure so that at rest its up is +Y and its front +Z"},
    Help{"rig.rest", "The pose that the file stores becomes the rest, and the skin is bound in it."},
    Help{"rig.scale.",
         "Centres, vertices, sites, offsets and clips alike; the figure looks the same in other units."},
    Help{"rig.normalise", "Of each vertex the four largest weights stay, and their sum becomes 1."},
    Help{"rig.prune", "Weights under 0.01 go; what is left of each vertex sums to 1."},
    Help{"rig.zero_displacers", "Nothing is displaced."},
    Help{"rig.delete",
         "A joint, site or displacer; what hangs on a joint goes to the one above. Ctrl+Z brings it back."},
    Help{"view.frame", "The view comes near to what is selected, and keeps its direction."},
    Help{"view.frame_all", "All figures fill the view, which keeps its direction."},
    Help{"view.best", "Three quarters from the front"},
    Help{"view.orthographic", "Parallel lines stay parallel, for measuring by eye."},
    Help{"views.one", "The view that was worked in last, alone"},
    Help{"views.two", "Two figures get a view each, to be compared; a label's menu chooses others."},
    Help{"views.three", "A large free one, with front and side at its right"},
    Help{"views.four", "The lines between them are dragged; a double click puts them into the middle."},
    Help{"views.linked", "Moving, zooming, turning and framing one view does the same to the others."},
    Help{"views.next", "Keys are for that view then; else for the one under the pointer."},
    Help{"views.turns", "Else it moves where it would turn."},
    Help{"figure.hide", "The others close up."},
    Help{"figure.alone", "Hides every other figure"},
    Help{"panel.rom", "Turns each joint through its range and tells where the skin suffers"},
    Help{"panel.diff", "What one rig has otherwise than another, as a list and as ghosts"},
    Help{"layout.", "Panels and views as they were left in it; chosen again: as they were at first"},
    Help{"layer.weights",
         "Of the selected joint, from dark 0 to bright 1; of none, by the joint that leads. Magenta: none at "
         "all"},
    Help{"layer.stiffness", "Dark is free (0), bright is rigid (1), grey not given"},
    Help{"layer.limits", "Of the selected joint, in degrees about each axis of its limit frame"},
    Help{"layer.displacers", "Vertices that a displacer moves, brighter the farther"},
    Help{"layer.centre_of_mass", "Of each segment whose mass the file gives, and of the figure"},
    Help{"layer.sky", "Needs a file that has a background"},
    Help{"layer.lights", "Needs a file that has lights"},
    Help{"tool.select",
         "A click selects the joint that leads there, a second one the next; Alt: the thing itself"},
    Help{"tool.move", "In centimetres; then X, Y, Z, digits, Enter, Esc"},
    Help{"tool.rotate", "In degrees; then X, Y, Z, digits, Enter, Esc"},
    Help{"tool.scale", "By a factor; then X, Y, Z, digits, Enter, Esc"},
    Help{"tool.limits", "The ends of the arcs are dragged, in degrees, and the rings, 0 to 1."},
    Help{"tool.reach", "Whole-body inverse kinematics by limits and stiffness; pins hold what is pinned."},
    Help{"tool.pin", "While reaching it stays where it is."},
    Help{"tool.box", "The next drag in the view selects the joints that it encloses."},
    Help{"pose.library", "Poses that are kept from one file to another, applied in part or mirrored"},
    Help{"pose.reset", "Back to rest: rotations and translations become nothing."},
    Help{"clip.key", "At the present time, of the clip that plays; where none does, in a new one"},
    Help{"clip.auto_key", "Posing a figure while it plays keys that clip, in place of the file's pose."},
    Help{"clip.bake",
         "What is carried over to the figure becomes a clip of its own joints: 0.002 radians off at most"},
    Help{"clip.onion", "The figure at times around the present one"},
    Help{"clip.trail", "Where it goes through the whole clip"},
    Help{"clip.trim", "What is before the first and after the last chosen key goes."},
    Help{"play.loop", "At the end it begins anew."},
    Help{"play.back", "A thirtieth of a second"},
    Help{"play.forward", "A thirtieth of a second"},
};

}  // namespace

const char* help_of(const Action& action) {
    const auto found = std::find_if(helps.begin(), helps.end(), [&](const Help& help) {
        return help.id.back() == '.' ? std::string_view(action.id).starts_with(help.id)
                                     : action.id == help.id;
    });
    return found == helps.end() ? nullptr : found->text;
}

}  // namespace vitruvian
