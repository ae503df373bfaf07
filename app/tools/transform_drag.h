// Moving, rotating and scaling the selection, by pointer or by typed numbers, about one axis, in a plane or
// freely. Every item rotates about its own origin.
#pragma once

#include "app/tools/number_entry.h"
#include "app/tools/seized_figure.h"
#include "app/tools/tool.h"

#include <vector>

namespace vitruvian {

enum class TransformKind { move, rotate, scale };

/// Along or about an axis of the frame, or in the plane perpendicular to it.
struct Constraint {
    enum class Kind { none, axis, plane };
    Kind kind = Kind::none;  // none: in the picture plane, or uniform scaling
    int axis = 0;
    GizmoFrame frame = GizmoFrame::local;
    bool operator==(const Constraint&) const = default;
};

struct TransformOptions {
    GizmoFrame frame = GizmoFrame::local;  // for the first press of X, Y or Z
    bool symmetric = false;                // mirrors the change to the other side
};

class TransformDrag : public Drag {
  public:
    /// `items`: from gizmo_items, not empty. The drag starts with a button at `input.at`, or by a key.
    TransformDrag(TransformKind kind, SeizedFigure figure, std::vector<Item> items, Constraint constraint,
                  const TransformOptions& options, const ToolInput& input);

    void follow(const ToolInput& input) override;
    bool type(const ToolKey& key) override;
    [[nodiscard]] std::optional<Command> command() const override;
    void draw(MarkPen& pen) const override;
    [[nodiscard]] std::string readout() const override;

    [[nodiscard]] TransformKind kind() const { return kind_; }
    [[nodiscard]] const Constraint& constraint() const { return constraint_; }

  private:
    struct Subject {
        Item item;
        int node = -1;
    };
    void constrain(int axis, bool plane);
    void measure(const vec2& from, const vec2& to);
    [[nodiscard]] mat3 axes() const;  // of the constraint, in the scene; without one, of the picture
    [[nodiscard]] vec3 rotation_axis() const;
    [[nodiscard]] float angle() const;   // radians, snapped or typed
    [[nodiscard]] vec3 offset() const;   // along axes(), in scene units
    [[nodiscard]] vec3 factors() const;  // along the local axes
    void add_rotation(const Subject& subject, std::vector<Command>& out) const;
    void add_placing(const Subject& subject, std::vector<Command>& out) const;
    /// Adds the change of the counterpart of a joint or site that moves to `local`, for symmetric edits.
    void add_other_side(const Subject& subject, const Transform& local, std::vector<Command>& out) const;
    void add_site(const Item& site, const Transform& local, std::vector<Command>& out) const;
    [[nodiscard]] bool is_subject(const Item& item) const;
    void draw_rotation(MarkPen& pen) const;
    [[nodiscard]] std::string axis_name() const;

    TransformKind kind_;
    SeizedFigure figure_;
    std::vector<Subject> subjects_;
    Constraint constraint_;
    TransformOptions options_;
    NumberEntry number_;
    ToolView view_;
    vec3 pivot_{0.0F};
    vec2 start_{0.0F};  // the pointer
    vec2 last_{0.0F};   // last pointer position
    vec2 now_{0.0F};    // virtual position, slower than the pointer in fine mode
    bool moved_ = false;
    bool snaps_ = false;
    bool fine_ = false;
    float turned_ = 0.0F;
    vec3 offset_{0.0F};
    float factor_ = 1.0F;
};

}  // namespace vitruvian
