// Handles for the rotation limits and stiffness of the selected joint: per axis of the limit frame a fan with
// a handle at each end, and a ring whose thickness shows the stiffness. Also the handle for a displacer's
// weight.
#pragma once

#include "app/scene/limit_fan.h"
#include "app/tools/number_entry.h"
#include "app/tools/seized_figure.h"
#include "app/tools/tool.h"

#include <array>
#include <optional>
#include <vector>

namespace vitruvian {

struct LimitPart {
    enum class Kind { lower, upper, stiffness };
    Kind kind = Kind::lower;
    int axis = 0;
    bool operator==(const LimitPart&) const = default;
};

/// The three fans and the stiffness of a joint, of constant size on screen.
struct LimitHandles {
    Item joint;
    std::vector<LimitFan> fans;  // X, Y, Z
    std::optional<vec3> stiffness;
};

/// Returns nullopt if the item represents no joint.
[[nodiscard]] std::optional<LimitHandles> limit_handles(const OpenFigure& figure, const Item& item,
                                                        const ToolView& view);
[[nodiscard]] std::optional<LimitPart> limit_part_at(const LimitHandles& handles, const ToolView& view,
                                                     const vec2& at);
/// Returns the position where a part can be grabbed.
[[nodiscard]] vec3 place_of_part(const LimitHandles& handles, const LimitPart& part);
void draw_limits(const LimitHandles& handles, const std::optional<LimitPart>& lit, MarkPen& pen);
/// "X upper  45.0\u00B0", "Y stiffness  0.30".
[[nodiscard]] std::string value_of_part(const LimitHandles& handles, const LimitPart& part);

/// Drags one end of a limit, or a stiffness.
class LimitDrag : public Drag {
  public:
    LimitDrag(const OpenFigure& figure, LimitHandles handles, LimitPart part, bool symmetric,
              const ToolInput& input);

    void follow(const ToolInput& input) override;
    bool type(const ToolKey& key) override;
    [[nodiscard]] bool waits_for_number() const override { return !moved_; }
    [[nodiscard]] std::optional<Command> command() const override;
    void draw(MarkPen& pen) const override;
    [[nodiscard]] std::string readout() const override;

  private:
    [[nodiscard]] float value() const;
    /// Returns the handles with the dragged value.
    [[nodiscard]] LimitHandles present() const;
    [[nodiscard]] Command stiffness_command(const LimitHandles& now) const;

    Document document_;
    LimitHandles handles_;
    LimitPart part_;
    bool symmetric_;
    NumberEntry number_;
    ToolView view_;
    vec2 last_{0.0F};
    vec2 outward_{0.0F};  // outward direction of a stiffness ring, in the picture
    bool moved_ = false;
    bool snaps_ = false;
    float value_ = 0.0F;
};

/// The direction in which a displacer moves its vertices, and its current weight.
struct WeightHandle {
    Item displacer;
    std::vector<std::array<vec3, 2>> vectors;  // positions of some of its vertices at weight 0 and at 1
    vec3 from{0.0F};                           // their mean at weight 0
    vec3 direction{0.0F, 1.0F, 0.0F};          // mean direction, unit
    float weight = 0.0F;
};

/// Returns nullopt if the item is not a displacer, or one that moves nothing.
[[nodiscard]] std::optional<WeightHandle> weight_handle(const OpenFigure& figure, const Item& item);
/// Returns the handle's position for a weight, at constant size on screen.
[[nodiscard]] vec3 place_of_weight(const WeightHandle& handle, const ToolView& view, float weight);
void draw_weight(const WeightHandle& handle, bool lit, MarkPen& pen);

class WeightDrag : public Drag {
  public:
    WeightDrag(SeizedFigure figure, WeightHandle handle, const ToolInput& input);

    void follow(const ToolInput& input) override;
    bool type(const ToolKey& key) override;
    [[nodiscard]] bool waits_for_number() const override { return !moved_; }
    [[nodiscard]] std::optional<Command> command() const override;
    void draw(MarkPen& pen) const override;
    [[nodiscard]] std::string readout() const override;

  private:
    [[nodiscard]] float value() const;

    SeizedFigure figure_;
    WeightHandle handle_;
    NumberEntry number_;
    ToolView view_;
    vec2 last_{0.0F};
    bool moved_ = false;
    bool snaps_ = false;
    float value_ = 0.0F;
};

}  // namespace vitruvian
