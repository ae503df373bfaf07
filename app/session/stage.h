// The open figures and their placement. Independent of intents, of files on disk and of workers.
#pragma once

#include "app/session/figure.h"

#include <cstdint>
#include <vector>

namespace vitruvian {

struct Stage {
    std::vector<OpenFigure> figures;
    std::uint64_t next_id = 1;
    std::uint64_t laid_over = 0;  // the figure that stands where `laid_under` does, to be compared; 0: none
    std::uint64_t laid_under = 0;

    /// Returns the figure with that id; null if it is not open.
    [[nodiscard]] const OpenFigure* find(std::uint64_t id) const;
    [[nodiscard]] OpenFigure* find(std::uint64_t id);
    /// Returns the figure with that OpenFigure::reading; null if it was closed or reloaded since.
    [[nodiscard]] OpenFigure* find_reading(std::uint64_t reading);

    [[nodiscard]] bool only_builtin() const;
    [[nodiscard]] bool has_unsaved_edits() const;
    /// True if a shown figure plays a clip that has a length: one of a single frame is a pose.
    [[nodiscard]] bool moves() const;
    /// True if the selection is valid: empty, an open figure, or an existing item of one.
    [[nodiscard]] bool holds(const Selection& selection) const;
    /// Returns the figures for compose_frame, attached ones last; valid until the stage changes.
    [[nodiscard]] std::vector<Figure> frames() const;

    /// Returns the open file with the clip that `figure` plays; null if the clip is its own or there is none.
    [[nodiscard]] const OpenFigure* clip_source(const OpenFigure& figure) const;
    [[nodiscard]] OpenFigure* clip_source(const OpenFigure& figure);
    /// True if that file's rig is shown and plays the same clip.
    [[nodiscard]] bool source_is_shown(const OpenFigure& figure) const;
};

/// Places the shown figures beside each other starting with the first (many in several rows), on a common
/// ground, facing the same way, at true size; figures much smaller or larger than the first are scaled
/// towards its size. A figure that is laid over another stands where that one does.
void place_side_by_side(Stage& stage);

/// Moves attached figures to their sites. True if one was detached because its holder is gone.
[[nodiscard]] bool hold_props(Stage& stage);

/// Returns the camera that sees the stage as `camera` did when its first figure had the stance `before`:
/// another figure, with other axes and units, may be first now.
[[nodiscard]] Camera moved_along(const Camera& camera, const Stance& before, const Stance& now);

}  // namespace vitruvian
