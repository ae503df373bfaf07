// Commands for playing a clip.
#include "app/gui/actions.h"
#include "app/gui/panel.h"
#include "app/gui/problems_panel.h"
#include "app/gui/timeline.h"

namespace vitruvian {
namespace {

using Context = const PanelContext&;

bool has_clip(Context c) {
    return c.session.clock_clip() != nullptr;
}

/// Chooses the next clip of the playing clip's file, or of the figure; after the last one none, then the
/// first.
void choose_neighbour(Context c, int step) {
    const OpenFigure& figure = *c.session.active_figure();
    const std::optional<ClipSetAside> aside = c.session.clip_set_aside();
    const OpenFigure* source = aside ? c.session.figure(aside->choice.source) : c.session.clip_source(figure);
    const auto places = static_cast<int>((source ? *source : figure).document().clips.size()) + 1;
    const int now = aside ? aside->choice.clip + 1 : figure.playing_clip() ? figure.clip + 1 : 0;
    const int next = (now + step + places) % places - 1;
    c.push(ChooseClip{figure.id, next, next < 0 || source == nullptr ? 0 : source->id});
}

bool has_clips(Context c) {
    const OpenFigure* figure = c.session.active_figure();
    return figure != nullptr && (figure->playing_clip() != nullptr || !figure->document().clips.empty());
}

void add_clip_choices(std::vector<Action>& list) {
    list.push_back({"play.next_clip",
                    "Next clip",
                    "Play",
                    {static_cast<int>(Key::down), true, false},
                    [](Context c) { choose_neighbour(c, 1); },
                    has_clips,
                    {},
                    true});
    list.push_back({"play.previous_clip",
                    "Previous clip",
                    "Play",
                    {static_cast<int>(Key::up), true, false},
                    [](Context c) { choose_neighbour(c, -1); },
                    has_clips,
                    {}});
    list.push_back(
        {"play.no_clip",
         "No clip: the pose of the file",
         "Play",
         {},
         [](Context c) {
             c.push(ChooseClip{c.session.active_id(), -1});
         },
         has_clips,
         [](Context c) { return has_clips(c) && c.session.active_figure()->playing_clip() == nullptr; }});
}

void add_speeds(std::vector<Action>& list) {
    const auto speed = [&](const char* id, const char* title, float factor, bool separator) {
        list.push_back({id,
                        title,
                        "Play",
                        {},
                        [factor](Context c) { c.push(SetSpeed{factor}); },
                        {},
                        [factor](Context c) { return c.session.playback().speed == factor; },
                        separator});
    };
    speed("play.speed_quarter", "Quarter speed", 0.25F, true);
    speed("play.speed_half", "Half speed", 0.5F, false);
    speed("play.speed_normal", "Normal speed", 1.0F, false);
    speed("play.speed_double", "Double speed", 2.0F, false);
}

}  // namespace

void add_play_actions(std::vector<Action>& list) {
    list.push_back({"play.toggle", "Play", "Play", plain(Key::space),
                    [](Context c) { c.push(SetPlaying{!c.session.playback().playing}); },
                    [](Context c) { return can_play(c.session); },
                    [](Context c) { return c.session.playback().playing; }});
    list.push_back({"play.loop",
                    "Loop",
                    "Play",
                    ctrl('L'),
                    [](Context c) { c.push(SetLoop{!c.session.playback().loop}); },
                    {},
                    [](Context c) { return c.session.playback().loop; }});
    list.push_back({"play.back",
                    "Previous frame",
                    "Play",
                    plain(Key::left),
                    [](Context c) { c.push(StepFrames{-1}); },
                    has_clip,
                    {},
                    true});
    list.push_back({"play.forward",
                    "Next frame",
                    "Play",
                    plain(Key::right),
                    [](Context c) { c.push(StepFrames{1}); },
                    has_clip,
                    {}});
    list.push_back({"play.start",
                    "To the start",
                    "Play",
                    ctrl('J'),
                    [](Context c) { c.push(SetTime{0.0}); },
                    has_clip,
                    {}});
    list.push_back({"play.next_problem",
                    "Next problem of the clip",
                    "Play",
                    {static_cast<int>(Key::right), true, false},
                    [](Context c) { jump_to_problem(c, 1); },
                    has_timed_problems,
                    {}});
    list.push_back({"play.previous_problem",
                    "Previous problem of the clip",
                    "Play",
                    {static_cast<int>(Key::left), true, false},
                    [](Context c) { jump_to_problem(c, -1); },
                    has_timed_problems,
                    {}});
    add_clip_choices(list);
    add_speeds(list);
}

}  // namespace vitruvian
