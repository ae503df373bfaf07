// The pictures of the stage that are seen side by side: from where each looks, and at whom. Knows nothing of a window.
#pragma once

#include "renderer/camera.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace vitruvian {

/// In reading order: one; two side by side; a large free one with front and side at its right; top, free, front and side.
enum class ViewLayout { one, two, three, four };
inline constexpr std::size_t max_views = 4;
[[nodiscard]] constexpr int view_count(ViewLayout layout) {
    return static_cast<int>(layout) + 1;
}

struct StageView {
    Camera camera;
    float aspect = 1.6F;
    Air air;                                 // kept free at the edges
    StandardView from = StandardView::best;  // what arrives is seen from there
    bool opposite = false;                   // see ShowView
    bool turns = true;                       // false: it moves where it would turn
    std::uint64_t figure = 0;                // seen alone; 0: all that are shown
    std::uint64_t revision = 1;              // another number whenever one of these is another

    /// The camera shows everything, in a picture of this shape; turning it leaves that so.
    struct Fit {
        float aspect = 0.0F;
        Air air;
        bool operator==(const Fit&) const = default;
    };
    std::optional<Fit> fit;

    /// What was seen before a camera of a file was looked through.
    struct Left {
        Camera camera;
        std::optional<Fit> fit;
    };
    std::optional<Left> left;
};

/// All views, of which so many are seen as the layout has.
struct Views {
    std::array<StageView, max_views> all;
    ViewLayout layout = ViewLayout::one;
    int active = 0;              // what keys and intents are for
    bool linked = true;          // moving, turning and zooming one does the same to the others
    std::uint64_t revision = 1;  // grows with those of the views

    [[nodiscard]] int count() const { return view_count(layout); }
    [[nodiscard]] StageView& view() { return all.at(static_cast<std::size_t>(active)); }
    [[nodiscard]] const StageView& view() const { return all.at(static_cast<std::size_t>(active)); }
    void touch(StageView& view) { view.revision = ++revision; }
};

}  // namespace vitruvian
