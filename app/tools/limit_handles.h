// The limits and the stiffness of the selected joint, drawn about it and changed by dragging: a fan with a handle at each end
// and a ring whose thickness is how stiff, for each axis of the limit frame. And the weight of a displacer.
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

/// A joint's three fans with its stiffness, of one size on the screen.
struct LimitHandles {
    Item joint;
    std::vector<LimitFan> fans;  // of X, Y, Z
    std::optional<vec3> stiffness;
};

/// nullopt where the item represents no joint.
[[nodiscard]] std::optional<LimitHandles> limit_handles(const OpenFigure& figure, const Item& item,
                                                        const ToolView& view);
[[nodiscard]] std::optional<LimitPart> limit_part_at(const LimitHandles& handles, const ToolView& view,
                                                     const vec2& at);
/// Where a part can be seized.
[[nodiscard]] vec3 place_of_part(const LimitHandles& handles, const LimitPart& part);
void draw_limits(const LimitHandles& handles, const std::optional<LimitPart>& lit, MarkPen& pen);
/// "X upper  45.0\u00B0", "Y stiffness  0.30".
[[nodiscard]] std::string value_of_part(const LimitHandles& handles, const LimitPart& part);

/// One end of a limit, or a stiffness.
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
    /// The handles as they are dragged.
    [[nodiscard]] LimitHandles present() const;

    Document document_;
    LimitHandles handles_;
    LimitPart part_;
    bool symmetric_;
    NumberEntry number_;
    ToolView view_;
    vec2 last_{0.0F};
    vec2 outward_{0.0F};  // of a stiffness ring, in the picture
    bool moved_ = false;
    bool snaps_ = false;
    float value_ = 0.0F;
};

/// The way that a displacer moves its vertices, and how far it does at present.
struct WeightHandle {
    Item displacer;
    std::vector<std::array<vec3, 2>> vectors;  // of some of its vertices: at weight 0 and at 1
    vec3 from{0.0F};                           // their mean at weight 0
    vec3 direction{0.0F, 1.0F, 0.0F};          // of their mean, unit
    float weight = 0.0F;
};

/// nullopt for what is not a displacer, or one that moves nothing.
[[nodiscard]] std::optional<WeightHandle> weight_handle(const OpenFigure& figure, const Item& item);
/// Where the handle is for a weight, of one size on the screen.
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
