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
    /// `items`: items of one humanoid that have nodes; the pointer drags the first, and the others go the same
    /// way. `pins`: nodes that stay in place. If the hips are dragged and nothing is pinned, the feet stay.
    ReachDrag(const OpenFigure& figure, const std::vector<Item>& items, std::vector<int> pins,
              const ReachOptions& options, const ToolInput& input);

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
    /// Something that is dragged; places in the scene.
    struct Effector {
        int node = -1;
        vec3 start{0.0F};
        vec3 now{0.0F};
    };

    void solve();
    void sit_back(const vec3& along);
    [[nodiscard]] vec3 missing(const Effector& effector) const {
        return effector.start + way_ - effector.now;
    }

    Item item_;
    std::vector<Effector> effectors_;  // the first is under the pointer
    IkFigure ik_;
    IkOptions options_;
    SeizedFigure figure_;
    std::vector<IkTarget> targets_;  // of the effectors, then of the pins
    mat4 from_scene_{1.0F};
    Pose pose_;  // the last solution, from which the next solve starts
    ToolView view_;
    vec2 seized_{0.0F};
    vec2 last_{0.0F};
    vec2 now_{0.0F};
    vec3 way_{0.0F};  // of the effectors' targets from where they began, in the scene
    bool moved_ = false;
};

/// Returns the usual effectors that a humanoid has: hands, feet, head, hips, elbows and knees.
[[nodiscard]] std::vector<Item> common_effectors(const Document& document, int humanoid);

}  // namespace vitruvian
