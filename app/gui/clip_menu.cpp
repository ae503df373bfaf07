#include "app/gui/clip_menu.h"

#include "app/gui/action_help.h"
#include "app/gui/actions.h"
#include "app/gui/key_panel.h"
#include "app/gui/panel.h"
#include "app/gui/unavailable.h"
#include "app/gui/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace vitruvian {
namespace {

using Context = const PanelContext&;
using Run = std::function<void(Context)>;
using Asks = std::function<bool(Context)>;

bool has_selection(Context c) {
    return c.session.selection().item.kind != ItemKind::none;
}

/// Returns the clip that the active figure plays as an item; requires has_own_clip.
Item own_clip(Context c) {
    return {ItemKind::clip, -1, c.session.active_figure()->clip};
}

void edit(Context c, Command command) {
    c.push(Edit{c.session.active_id(), std::move(command)});
}

/// Returns the playhead's time, within the clip and before its end, where nothing would remain.
float playhead(Context c) {
    return static_cast<float>(snapped(c.session.clip_time(), c.gui.keys_panel.frame_rate));
}

bool is_within(Context c) {
    const Clip* clip = c.session.clock_clip();
    return has_own_clip(c) && clip != nullptr && playhead(c) > 1e-3F &&
           static_cast<double>(playhead(c)) < clip->duration - 1e-3;
}

bool spans_time(Context c) {
    const KeySelection& chosen = c.gui.keys_panel.selection;
    return has_chosen_keys(c) && chosen.last() - chosen.first() > 1e-3F;
}

void interpolate(Context c, const char* how) {
    std::vector<KeyChoice> keys = c.gui.keys_panel.selection.keys();
    for (KeyChoice& choice : keys) choice.times.clear();
    edit(c, SetInterpolation{own_clip(c), std::move(keys), how});
}

void loop(Context c, std::vector<std::string> what) {
    // About 0.2 seconds, which the edit divides by 8: its keys are on frames.
    const Clip* clip = c.session.clock_clip();
    const double frames = 8.0 * std::max(std::round(0.2 / 8.0 * frame_rate_of(*clip)), 1.0);
    const auto seam = static_cast<float>(std::min(frames / frame_rate_of(*clip), 0.5 * clip->duration));
    edit(c, LoopClip{own_clip(c), seam, std::move(what)});
}

void new_clip(Context c) {
    const OpenFigure& figure = *c.session.active_figure();
    c.push(ChooseClip{figure.id, -1});
    c.push(KeyPose{figure.id, true});
}

void toggle_tab(Context c, TimelineTab tab) {
    const bool now = c.gui.settings.show_timeline && c.gui.settings.timeline_tab == static_cast<int>(tab);
    show_tab(c, now ? TimelineTab::time : tab);
}

void change_onion(Context c, void (*change)(Onion&)) {
    Onion onion = c.session.playback().onion;
    change(onion);
    c.push(SetOnion{onion});
}

Action action(const char* id, const char* title, const char* menu, Shortcut key, Run run, Asks enabled = {},
              bool separator = false) {
    return {id, title, menu, key, std::move(run), std::move(enabled), {}, separator};
}

void add_keys(std::vector<Action>& list) {
    const auto own_or_none = [](Context c) {
        const OpenFigure* figure = c.session.active_figure();
        return figure != nullptr && (figure->playing_clip() == nullptr || has_own_clip(c));
    };
    list.push_back(action(
        "clip.key", "Insert keys: the selection and what was just posed", "Clip", plain('I'),
        [](Context c) {
            c.push(KeyPose{c.session.active_id(), false});
        },
        own_or_none));
    list.push_back(action(
        "clip.key_all", "Insert keys: the whole pose", "Clip", {'I', false, true},
        [](Context c) {
            c.push(KeyPose{c.session.active_id(), true});
        },
        own_or_none));
    list.push_back(action(
        "clip.unkey", "Delete keys at the playhead", "Clip", {'I', false, false, true},
        [](Context c) {
            c.push(UnkeyPose{c.session.active_id(), false});
        },
        has_own_clip));
    list.push_back(action("clip.auto_key", "Automatic keys: posing keys the clip", "Clip", ctrl('K'),
                          [](Context c) { c.push(SetAutoKey{!c.session.playback().auto_key}); }));
    list.back().checked = [](Context c) { return c.session.playback().auto_key; };
    list.push_back(action("clip.copy_keys", "Copy the selected keys", "Clip", {}, copy_chosen_keys,
                          has_chosen_keys, true));
    list.push_back(action("clip.paste_keys", "Paste keys at the playhead", "Clip", {}, paste_keys,
                          [](Context c) { return has_own_clip(c) && !c.gui.keys_panel.clipboard.empty(); }));
    list.push_back(action("clip.delete_keys", "Delete the selected keys", "Clip", {}, delete_chosen_keys,
                          has_chosen_keys));
    for (const auto& [id, title, how] :
         {std::tuple("clip.linear", "Selected rows: linear between keys", "linear"),
          std::tuple("clip.smooth", "Selected rows: smooth curves, with tangents", "cubic"),
          std::tuple("clip.step", "Selected rows: hold until the next key", "step")}) {
        list.push_back(action(
            id, title, "Clip", {}, [how = how](Context c) { interpolate(c, how); }, has_chosen_keys));
    }
}

void add_whole_clips(std::vector<Action>& list) {
    list.push_back(action(
        "clip.loop", "Make it loop: blend the end into the start", "Clip", {}, [](Context c) { loop(c, {}); },
        has_own_clip, true));
    list.push_back(action(
        "clip.loop_turns", "Make it loop, but let it travel: blend rotations only", "Clip", {},
        [](Context c) { loop(c, {"rotation"}); }, has_own_clip));
    list.push_back(action(
        "clip.trim_before", "Trim: remove what is before the playhead", "Clip", {},
        [](Context c) {
            edit(c, TrimClip{own_clip(c), playhead(c), {}});
            c.push(SetTime{0.0});
        },
        is_within));
    list.push_back(action(
        "clip.trim_after", "Trim: remove what is after the playhead", "Clip", {},
        [](Context c) {
            edit(c, TrimClip{own_clip(c), 0.0F, playhead(c)});
        },
        is_within));
    list.push_back(action(
        "clip.trim", "Trim to the selected keys", "Clip", {},
        [](Context c) {
            const KeySelection& chosen = c.gui.keys_panel.selection;
            edit(c, TrimClip{own_clip(c), chosen.first(), chosen.last()});
        },
        spans_time));
    list.push_back(action(
        "clip.reverse", "Reverse", "Clip", {}, [](Context c) { edit(c, ReverseClip{own_clip(c)}); },
        has_own_clip));
    list.push_back(action(
        "clip.resample_30", "Resample to 30 keys per second", "Clip", {},
        [](Context c) {
            edit(c, ResampleClip{own_clip(c), 30.0F});
        },
        has_own_clip));
    list.push_back(action(
        "clip.resample_10", "Resample to 10 keys per second", "Clip", {},
        [](Context c) {
            edit(c, ResampleClip{own_clip(c), 10.0F});
        },
        has_own_clip));
    list.push_back(action(
        "clip.bake", "Bake the retargeted clip, with few keys", "Clip", {},
        [](Context c) { c.push(BakeClip{c.session.active_id()}); },
        [](Context c) {
            const OpenFigure* figure = c.session.active_figure();
            return figure != nullptr && figure->plan() != nullptr;
        },
        true));
    list.push_back(action("clip.new", "New clip from this pose", "Clip", {}, new_clip, has_humanoid));
    list.push_back(action(
        "clip.delete", "Delete the clip", "Clip", {}, [](Context c) { edit(c, DeleteClip{own_clip(c)}); },
        has_own_clip));
}

void add_sights(std::vector<Action>& list) {
    const auto shows = [](TimelineTab tab) {
        return [tab](Context c) {
            return c.gui.settings.show_timeline && c.gui.settings.timeline_tab == static_cast<int>(tab);
        };
    };
    list.push_back(action(
        "clip.sheet", "Dope sheet", "Clip", plain('K'), [](Context c) { toggle_tab(c, TimelineTab::keys); },
        {}, true));
    list.back().checked = shows(TimelineTab::keys);
    list.push_back(action("clip.curves", "Curve editor", "Clip", {'K', false, true},
                          [](Context c) { toggle_tab(c, TimelineTab::curves); }));
    list.back().checked = shows(TimelineTab::curves);
    list.push_back(action(
        "clip.onion", "Onion skin: ghosts of frames before and after", "Clip", plain('O'), [](Context c) {
            change_onion(c, [](Onion& onion) { onion.before = onion.after = onion.ghosts() ? 0 : 3; });
        }));
    list.back().checked = [](Context c) { return c.session.playback().onion.ghosts(); };
    list.push_back(
        action("clip.trail", "Motion path of the selection", "Clip", {'O', false, true},
               [](Context c) { change_onion(c, [](Onion& onion) { onion.trail = !onion.trail; }); }));
    list.back().checked = [](Context c) { return c.session.playback().onion.trail; };
    list.push_back(action(
        "clip.next_key", "Next key", "Clip", {}, [](Context c) { jump_to_key(c, 1); }, has_own_clip));
    list.push_back(action(
        "clip.previous_key", "Previous key", "Clip", {}, [](Context c) { jump_to_key(c, -1); },
        has_own_clip));
}

}  // namespace

void add_pose_actions(std::vector<Action>& list) {
    list.push_back(action("pose.library", "Pose library", "Pose", {},
                          [](Context c) { c.gui.poses.open = !c.gui.poses.open; }));
    list.back().checked = [](Context c) { return c.gui.poses.open; };
    list.push_back(action(
        "pose.copy", "Copy the pose", "Pose", ctrl_shift('C'),
        [](Context c) { c.push(CopyPose{c.session.active_id()}); }, has_humanoid, true));
    const auto can_paste = [](Context c) { return has_humanoid(c) && c.session.has_copied_pose(); };
    list.push_back(action(
        "pose.paste", "Paste the pose", "Pose", ctrl_shift('V'),
        [](Context c) {
            c.push(PastePose{c.session.active_id(), false});
        },
        can_paste));
    list.push_back(action(
        "pose.paste_mirrored", "Paste the pose mirrored", "Pose", ctrl_shift('X'),
        [](Context c) {
            c.push(PastePose{c.session.active_id(), true});
        },
        can_paste));
    const auto mirror = [&list](const char* id, const char* title, const char* from) {
        list.push_back(action(
            id, title, "Pose", {},
            [from](Context c) {
                const Item& item = c.session.selection().item;
                const int humanoid = humanoid_of(c.session.active_figure()->document(), item);
                edit(c, Mirror{{ItemKind::humanoid, -1, std::max(humanoid, 0)}, from, {"pose"}});
            },
            has_humanoid));
    };
    mirror("pose.mirror_left", "Pose the right side like the left", "left");
    mirror("pose.mirror_right", "Pose the left side like the right", "right");
    list.push_back(action(
        "pose.reset", "Reset the selection", "Pose", {'R', false, false, true},
        [](Context c) {
            c.push(ResetPose{c.session.active_id(), false});
        },
        has_selection, true));
    list.push_back(action(
        "pose.reset_all", "Reset the whole pose", "Pose", {'R', false, true, true},
        [](Context c) {
            c.push(ResetPose{c.session.active_id(), true});
        },
        has_humanoid));
}

void add_clip_actions(std::vector<Action>& list) {
    add_keys(list);
    add_whole_clips(list);
    add_sights(list);
}

void explain(const PanelContext& c, const Action& action, bool enabled) {
    const char* help = help_of(action);
    const std::string why = enabled ? std::string() : why_unavailable(c, action);
    if (why.empty()) return tooltip(c, help);
    tooltip(c, help == nullptr ? why.c_str() : fmt::format("{}\n{}", help, why).c_str());
}

void draw_clip_menu(const PanelContext& c) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(12), c.theme.px(6)));
    if (ImGui::BeginPopup("clip menu")) {
        for (const Action& action : actions()) {
            if (std::string_view(action.menu) != "Clip") continue;
            if (action.separator_before) ImGui::Separator();
            const bool enabled = !action.enabled || action.enabled(c);
            const bool checked = action.checked && action.checked(c);
            if (ImGui::MenuItem(action.title.c_str(), action.shortcut.text().c_str(), checked, enabled))
                action.run(c);
            c.mark("clip menu/" + action.id);
            explain(c, action, enabled);
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
}

}  // namespace vitruvian
