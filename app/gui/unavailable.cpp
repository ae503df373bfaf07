#include "app/gui/unavailable.h"

#include "app/gui/actions.h"
#include "app/gui/key_panel.h"
#include "app/gui/panel.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace vitruvian {
namespace {

struct Reason {
    std::string_view id;  // of an action; the start of several if it ends in a dot
    const char* why;
};

constexpr const char* open_something = "Nothing is open: drop a file here, or press Ctrl+O.";

constexpr std::array before_a_file = {
    Reason{"edit.undo", "No edit is left to undo."},
    Reason{"edit.redo", "No edit was undone."},
    Reason{"figure.all", "Nothing is hidden."},
    Reason{"figure.hide", open_something},
    Reason{"figure.", "No other figure is open."},
    Reason{"file.close_others", "No other file is open."},
    Reason{"file.next", "No file of a folder is open."},
    Reason{"file.previous", "No file of a folder is open."},
};

constexpr std::array with_a_file = {
    Reason{"problems.fix", "No problem with a fix is shown: choose one in the Problems panel."},
    Reason{"problems.fix_all", "No problem that was found has a fix."},
    Reason{"problems.", "No problem was found."},
    Reason{"play.next_problem", "The clip has no problems at times of its own."},
    Reason{"play.previous_problem", "The clip has no problems at times of its own."},
    Reason{"play.toggle", "No clip is chosen in the timeline, or one that is a single pose."},
    Reason{"play.", "No clip is chosen in the timeline."},
    Reason{"tool.", "Nothing that has handles is selected: select a joint, a site or a displacer."},
    Reason{"rig.normalise", "No mesh of the file has a skin."},
    Reason{"rig.prune", "No mesh of the file has a skin."},
    Reason{"rig.tidy_materials", "The file has no materials."},
    Reason{"rig.prop", "Select a site, and open the file of a prop beside the figure."},
    Reason{"rig.name", "Nothing with a name is selected."},
    Reason{"rig.delete", "Nothing that can be deleted is selected."},
    Reason{"rig.add_joint", "No joint is selected."},
    Reason{"rig.add_site", "No joint or segment is selected."},
    Reason{"rig.raise", "Nothing that has a grandparent is selected."},
};

constexpr std::array with_a_figure = {
    Reason{"rig.face", "A VRM 0 figure faces -Z, as its specification says."},
    Reason{"pose.paste", "No pose is copied: copy one first."},
    Reason{"pose.paste_mirrored", "No pose is copied: copy one first."},
    Reason{"pose.reset", "Nothing is selected."},
};

const char* reason_in(std::span<const Reason> reasons, std::string_view id) {
    const auto found = std::find_if(reasons.begin(), reasons.end(), [id](const Reason& reason) {
        return reason.id.ends_with('.') ? id.starts_with(reason.id) : id == reason.id;
    });
    return found == reasons.end() ? nullptr : found->why;
}

/// For actions on clips, of a figure that is open.
const char* reason_of_clips(const PanelContext& c, std::string_view id) {
    if (id == "clip.new") return "The file has no figure: open one that has.";
    if (id == "clip.bake") return "No clip of another file plays on the figure.";
    if (c.session.active_figure()->playing_clip() == nullptr)
        return "No clip is chosen in the timeline; I begins a new one.";
    if (!has_own_clip(c)) return "The clip is carried over from another file: bake it first.";
    if (id == "clip.paste_keys") return "No keys are copied: select keys and copy them first.";
    if (id == "clip.trim_before" || id == "clip.trim_after") return "The playhead is at an end of the clip.";
    return "No keys are selected: K opens the dope sheet.";
}

}  // namespace

std::string why_unavailable(const PanelContext& c, const Action& action) {
    if (const char* why = reason_in(before_a_file, action.id)) return why;
    if (!has_figure(c)) return open_something;
    if (std::string_view(action.menu) == "Clip") return reason_of_clips(c, action.id);
    if (const char* why = reason_in(with_a_file, action.id)) return why;
    if (!has_humanoid(c)) return "The file has no figure: open one that has.";
    if (const char* why = reason_in(with_a_figure, action.id)) return why;
    return "It needs a selected joint.";
}

}  // namespace vitruvian
