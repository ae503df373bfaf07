// Dragging a joint or a site by inverse kinematics: the whole body follows within its joint limits, and
// pinned nodes stay in place.
#pragma once

#include "app/tools/seized_figure.h"
#include "app/tools/tool.h"
#include "model/edit/reach.h"

#include <vector>

namespace vitruvian {

struct ReachOptions {
    ReachRoot root = ReachRoot::as_needed;
    bool pins_turn = false;  // pins fix the position only; else the orientation too
};

class ReachDrag : public Drag {
  public:
    /// `item`: an item of a humanoid that has a node; `pins`: nodes that stay in place. If the hips are
    /// dragged and nothing is pinned, the feet stay.
    ReachDrag(const OpenFigure& figure, const Item& item, std::vector<int> pins, const ReachOptions& options,
              const ToolInput& input);

    void follow(const ToolInput& input) override;
    bool type(const ToolKey& key) override;
    [[nodiscard]] std::optional<Command> command() const override;
    void draw(MarkPen& pen) const override;
    [[nodiscard]] std::string readout() const override;

    /// Returns the clip that the drag releases; none: -1.
    [[nodiscard]] const ChooseClip& clip() const { return figure_.clip; }
    /// Returns the solved pose.
    [[nodiscard]] const Pose& pose() const { return pose_; }
    /// Returns the remaining distance between the item and the pointer's target, in metres.
    [[nodiscard]] float shortfall() const;

  private:
    void solve();
    void sit_back(const vec3& along);

    Item item_;
    int node_ = -1;
    IkFigure ik_;
    IkOptions options_;
    SeizedFigure figure_;
    std::vector<IkTarget> targets_;  // the first is the dragged one
    mat4 from_scene_{1.0F};
    Pose pose_;  // the last solution, from which the next solve starts
    ToolView view_;
    vec3 start_{0.0F};  // in the scene
    vec2 seized_{0.0F};
    vec2 last_{0.0F};
    vec2 now_{0.0F};
    vec3 target_{0.0F};
    vec3 effector_{0.0F};
    bool moved_ = false;
};

/// Returns the usual effectors that a humanoid has: hands, feet, head, hips, elbows and knees.
[[nodiscard]] std::vector<Item> common_effectors(const Document& document, int humanoid);

}  // namespace vitruvian
