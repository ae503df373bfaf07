// The side-by-side views of the stage: camera and shown figures of each. Independent of the window.
#pragma once

#include "renderer/camera.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace vitruvian {

/// View layouts, in reading order: one; two side by side; a large free view with front and side at its right;
/// top, free, front and side.
enum class ViewLayout { one, two, three, four };
inline constexpr std::size_t max_views = 4;
[[nodiscard]] constexpr int view_count(ViewLayout layout) {
    return static_cast<int>(layout) + 1;
}

struct StageView {
    Camera camera;
    float aspect = 1.6F;
    Air air;                                 // margins kept free at the edges
    StandardView from = StandardView::best;  // side from which added figures are framed
    bool opposite = false;                   // see ShowView
    bool turns = true;                       // false: orbiting pans instead
    std::uint64_t figure = 0;                // shown alone; 0: all shown figures
    std::uint64_t revision = 1;              // changes whenever one of these fields changes

    /// Set while the camera frames everything in a picture of this shape; orbiting keeps it.
    struct Fit {
        float aspect = 0.0F;
        Air air;
        bool operator==(const Fit&) const = default;
    };
    std::optional<Fit> fit;

    /// The camera before looking through a camera of a file.
    struct Left {
        Camera camera;
        std::optional<Fit> fit;
    };
    std::optional<Left> left;
};

/// All views; the layout determines how many are visible.
struct Views {
    std::array<StageView, max_views> all;
    ViewLayout layout = ViewLayout::one;
    int active = 0;              // the one that keys and intents apply to
    bool linked = true;          // panning, orbiting and zooming applies to all views
    std::uint64_t revision = 1;  // incremented with those of the views

    [[nodiscard]] int count() const { return view_count(layout); }
    [[nodiscard]] StageView& view() { return all.at(static_cast<std::size_t>(active)); }
    [[nodiscard]] const StageView& view() const { return all.at(static_cast<std::size_t>(active)); }
    void touch(StageView& view) { view.revision = ++revision; }
};

}  // namespace vitruvian
