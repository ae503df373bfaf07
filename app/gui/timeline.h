// The timeline: transport, clip choice, speed, and the scrub bar with the clip's keys.
#pragma once

namespace vitruvian {

class Session;
struct PanelContext;
struct Rect;

/// Whether anything would move: a clip that plays, or one set aside for a pose.
[[nodiscard]] bool can_play(const Session& session);

void draw_timeline(const PanelContext& c, const Rect& area);

}  // namespace vitruvian
