// The timeline: transport, clip choice, speed, and the scrub bar with the clip's keys.
#pragma once

namespace vitruvian {

struct PanelContext;
struct Rect;

void draw_timeline(const PanelContext& c, const Rect& area);

}  // namespace vitruvian
