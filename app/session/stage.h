// The open figures and where they stand. Knows nothing of who asks, of files on the disk or of workers.
#pragma once

#include "app/session/figure.h"

#include <cstdint>
#include <vector>

namespace vitruvian {

struct Stage {
    std::vector<OpenFigure> figures;
    std::uint64_t next_id = 1;

    /// The figure of that id; null where it is not open.
    [[nodiscard]] const OpenFigure* find(std::uint64_t id) const;
    [[nodiscard]] OpenFigure* find(std::uint64_t id);
    /// The figure that workers know by that number; null where it was closed or loaded again since.
    [[nodiscard]] OpenFigure* find_reading(std::uint64_t reading);

    [[nodiscard]] bool only_builtin() const;
    [[nodiscard]] bool has_unsaved_edits() const;
    /// Some figure that is drawn plays a clip.
    [[nodiscard]] bool moves() const;
    /// True for what a selection may be: nothing, a figure, or something that it has.
    [[nodiscard]] bool holds(const Selection& selection) const;
    /// What compose_frame takes, what is attached last; valid while the stage is not changed.
    [[nodiscard]] std::vector<Figure> frames() const;

    /// The open file that has the clip which `figure` plays; null where it is its own, or none.
    [[nodiscard]] const OpenFigure* clip_source(const OpenFigure& figure) const;
    [[nodiscard]] OpenFigure* clip_source(const OpenFigure& figure);
    /// True where that file's rig is shown and plays the same clip.
    [[nodiscard]] bool source_is_shown(const OpenFigure& figure) const;
};

/// Stands the shown figures beside each other from the first one on, many in several rows, on one ground,
/// facing alike, at their true sizes; what is far smaller or larger than the first only somewhat so.
void place_side_by_side(Stage& stage);

/// Brings what is attached to where it is held. True where something was released, because what held it is no more.
[[nodiscard]] bool hold_props(Stage& stage);

/// The camera that sees the stage now as `camera` saw it when its first figure stood as `before`: another
/// figure may have come first, with other axes and units.
[[nodiscard]] Camera moved_along(const Camera& camera, const Stance& before, const Stance& now);

}  // namespace vitruvian
