// The tools of a view and their state: the chosen tool, the current drag, the pins. Updated once a frame.
// Also orbits, pans and zooms the camera, and selects by clicks, boxes and lassos.
#pragma once

#include "app/tools/gizmo.h"
#include "app/tools/limit_handles.h"
#include "app/tools/reach_drag.h"
#include "app/tools/select_area.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

enum class ToolKind { select, move, rotate, scale, limits, reach };

class Toolbox {
  public:
    ToolKind kind = ToolKind::rotate;
    GizmoFrame frame = GizmoFrame::local;
    bool symmetric = false;
    ReachOptions reach;

    /// Moves, rotates or scales the selection from the next update on, until confirmed or cancelled.
    void start(TransformKind transform);
    /// Makes the next drag in the picture a box selection.
    void start_box() { next_is_box_ = true; }
    /// Pins the selection at its current place for inverse kinematics, or unpins it.
    void toggle_pins(const Session& session);
    void remove_pins() { pins_.clear(); }
    [[nodiscard]] const std::vector<Selection>& pins() const { return pins_; }

    /// True during a drag, which then takes all keys.
    [[nodiscard]] bool busy() const { return drag_ != nullptr || asked_.has_value(); }
    /// Queues a key for the next update; only while busy.
    void type(const ToolKey& key) { keys_.push_back(key); }

    [[nodiscard]] ToolOutput update(const ToolInput& input, const Session& session);
    /// Returns what update() draws, without a pointer, for another picture of the same scene; `only`: see
    /// ToolInput.
    [[nodiscard]] ToolMarks marks_in(const ToolView& view, std::uint64_t only, const Session& session);

    /// Returns the names and picture positions of the handles that can be grabbed, for reports.
    [[nodiscard]] std::vector<std::pair<std::string, vec2>> handles(const ToolView& view,
                                                                    const Session& session) const;

  private:
    /// The handle under the pointer; at most one is set.
    struct Under {
        std::optional<Constraint> part;
        std::optional<LimitPart> limit;
        bool weight = false;
        Selection effector;  // of the reach tool

        [[nodiscard]] bool any() const {
            return part || limit || weight || effector.item.kind != ItemKind::none;
        }
    };
    [[nodiscard]] bool is_seen(std::uint64_t figure) const { return only_ == 0 || only_ == figure; }
    [[nodiscard]] Under look_under(const ToolInput& input, const Session& session) const;
    [[nodiscard]] std::optional<Gizmo> gizmo(const Session& session) const;
    /// Returns the frame of the selected joint or site, unless the gizmo shows it already.
    [[nodiscard]] std::optional<Gizmo> own_frame(const Session& session) const;
    [[nodiscard]] const WeightHandle* weight(const Session& session) const;
    [[nodiscard]] std::vector<Selection> effectors(const Session& session) const;
    /// Returns the most influential joint for the clicked surface, the next one at a repeated click, or with
    /// Alt the clicked item itself.
    [[nodiscard]] Selection clicked(const ToolInput& input, const Session& session);

    void start_asked(const ToolInput& input, const Session& session);
    [[nodiscard]] std::vector<Item> dragged_with(const Selection& seized, const Session& session) const;
    void seize_under(const Under& under, const ToolInput& input, const Session& session, ToolOutput& out);
    void go_on(const ToolInput& input, const Session& session, ToolOutput& out);
    void push_change(const Session& session, ToolOutput& out);
    void confirm(ToolOutput& out);
    void cancel(ToolOutput& out);
    void navigate(const ToolInput& input, const Session& session, ToolOutput& out);
    void draw_handles(const Under& under, const ToolInput& input, const Session& session, ToolOutput& out);
    void prune(const Session& session);

    /// A figure's document when its pins were last checked.
    struct PinnedIn {
        Document document;
        unsigned revision = 0;
    };
    std::vector<Selection> pins_;
    std::map<std::uint64_t, PinnedIn> pinned_in_;  // by figure
    std::uint64_t only_ = 0;                       // ToolInput::only of the current picture

    std::unique_ptr<Drag> drag_;
    std::optional<TransformKind> asked_;
    std::vector<ToolKey> keys_;
    std::uint64_t figure_ = 0;  // the figure being dragged
    bool by_button_ = false;
    bool awaits_number_ = false;  // the drag no longer follows the pointer
    bool begun_ = false;          // the gesture has a step
    ChooseClip clip_;             // detached for the drag
    double clip_time_ = 0.0;
    bool takes_pose_ = false;  // the drag takes over the clip's pose
    std::optional<Command> last_;

    std::optional<PointerButton> pressed_;
    vec2 press_{0.0F};
    vec2 last_at_{-1.0F};
    mat4 last_seen_{0.0F};  // the view at that time
    vec2 last_click_{-100.0F};
    bool dragged_ = false;
    bool next_is_box_ = false;
    std::optional<SelectArea> area_;

    mutable std::optional<WeightHandle> weight_;
    mutable std::pair<Selection, std::uint64_t> weight_of_;  // and the picture revision
};

}  // namespace vitruvian
