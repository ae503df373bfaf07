// The tools of a view and what is under way with them: which tool is chosen, what the pointer has seized, what is pinned.
// One update a frame. Also orbits, moves and zooms the camera, and selects by clicks, boxes and lassos.
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

    /// Moves, turns or scales what is selected from the next update on, until it is confirmed or cancelled.
    void start(TransformKind transform);
    /// The next drag in the picture selects what it encloses.
    void start_box() { next_is_box_ = true; }
    /// Pins what is selected where inverse kinematics finds it, or frees it again.
    void toggle_pins(const Session& session);
    void remove_pins() { pins_.clear(); }
    [[nodiscard]] const std::vector<Selection>& pins() const { return pins_; }

    /// Something is seized: keys are for it alone.
    [[nodiscard]] bool busy() const { return drag_ != nullptr || asked_.has_value(); }
    /// For the next update; only while busy.
    void type(const ToolKey& key) { keys_.push_back(key); }

    [[nodiscard]] ToolOutput update(const ToolInput& input, const Session& session);
    /// What update() draws, without a pointer, in another picture of the same scene; `only`: see ToolInput.
    [[nodiscard]] ToolMarks marks_in(const ToolView& view, std::uint64_t only, const Session& session);

    /// Handles that can be seized at present, for reports: their names and where they are in the picture.
    [[nodiscard]] std::vector<std::pair<std::string, vec2>> handles(const ToolView& view,
                                                                    const Session& session) const;

  private:
    /// What the pointer could seize; at most one of them.
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
    [[nodiscard]] const WeightHandle* weight(const Session& session) const;
    [[nodiscard]] std::vector<Selection> effectors(const Session& session) const;
    /// The joint that leads to what is seen there, at a second click the next, with Alt the thing itself.
    [[nodiscard]] Selection clicked(const ToolInput& input, const Session& session);

    void start_asked(const ToolInput& input, const Session& session);
    void seize_under(const Under& under, const ToolInput& input, const Session& session, ToolOutput& out);
    void go_on(const ToolInput& input, const Session& session, ToolOutput& out);
    void push_change(const Session& session, ToolOutput& out);
    void confirm(ToolOutput& out);
    void cancel(ToolOutput& out);
    void navigate(const ToolInput& input, const Session& session, ToolOutput& out);
    void draw_handles(const Under& under, const ToolInput& input, const Session& session, ToolOutput& out);
    void prune(const Session& session);

    /// A figure's document as it was when its pins were looked at last.
    struct PinnedIn {
        Document document;
        unsigned revision = 0;
    };
    std::vector<Selection> pins_;
    std::map<std::uint64_t, PinnedIn> pinned_in_;  // by figure
    std::uint64_t only_ = 0;                       // of the picture that is looked at

    std::unique_ptr<Drag> drag_;
    std::optional<TransformKind> asked_;
    std::vector<ToolKey> keys_;
    std::uint64_t figure_ = 0;  // that is dragged at
    bool by_button_ = false;
    bool awaits_number_ = false;  // it does not follow the pointer any more
    bool begun_ = false;          // the gesture has a step
    ChooseClip clip_;             // that was released for the drag
    double clip_time_ = 0.0;
    bool takes_pose_ = false;  // of the clip
    std::optional<Command> last_;

    std::optional<PointerButton> pressed_;
    vec2 press_{0.0F};
    vec2 last_at_{-1.0F};
    mat4 last_seen_{0.0F};  // the camera then
    vec2 last_click_{-100.0F};
    bool dragged_ = false;
    bool next_is_box_ = false;
    std::optional<SelectArea> area_;

    mutable std::optional<WeightHandle> weight_;
    mutable std::pair<Selection, std::uint64_t> weight_of_;  // and the picture's revision
};

}  // namespace vitruvian
