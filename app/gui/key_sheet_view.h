// The dope sheet of one frame, and what the pointer and the keyboard do in it.
#pragma once

#include "app/gui/key_panel.h"
#include "app/gui/panel.h"
#include "model/core/at.h"

#include <vector>

namespace vitruvian {

/// Everything that drawing and the hand need of one frame.
struct KeySheetView {
    const PanelContext& c;
    const OpenFigure& figure;
    const Clip& clip;
    KeyPanelState& state;
    TimeScale scale;
    ImVec2 lanes;            // where they begin on the screen: below the ruler
    float height = 0.0F;     // of the lanes
    float row = 0.0F;        // of one
    std::vector<int> shown;  // rows, the summary (-1) first

    [[nodiscard]] float y(std::size_t place) const {
        return lanes.y + static_cast<float>(place) * row - state.scroll;
    }
    [[nodiscard]] bool editable() const { return figure.clip_file == 0; }
    [[nodiscard]] const std::vector<float>& times(int index) const {
        return index < 0 ? state.times : at(state.rows, index).times;
    }
    [[nodiscard]] Item clip_item() const { return {ItemKind::clip, -1, figure.clip}; }
};

/// The key of the row (-1: the summary's) at that time is chosen.
[[nodiscard]] bool is_chosen(const KeySheetView& s, int index, float time);

/// The lanes under the pointer: keys are chosen, moved, scaled, copied and deleted.
void work_lanes(KeySheetView& s);

}  // namespace vitruvian
