// Bringing a joint or a site along by inverse kinematics: the whole body follows within its limits, and pins stay.
#pragma once

#include "app/tools/seized_figure.h"
#include "app/tools/tool.h"
#include "model/ik/ik_solver.h"

#include <vector>

namespace vitruvian {

enum class ReachRoot {
    as_needed,  // moves where the hips are dragged, or pins hold the body
    free,
    fixed
};

struct ReachOptions {
    ReachRoot root = ReachRoot::as_needed;
    bool pins_turn = false;  // pins hold a place alone, else a direction too
};

class ReachDrag : public Drag {
  public:
    /// `item`: something of a humanoid that has a node; `pins`: nodes that stay where they are. Where the hips are dragged
    /// and nothing is pinned, the feet stay.
    ReachDrag(SeizedFigure figure, const Item& item, std::vector<int> pins, const ReachOptions& options,
              const ToolInput& input);

    void follow(const ToolInput& input) override;
    bool type(const ToolKey& key) override;
    [[nodiscard]] std::optional<Command> command() const override;
    void draw(MarkPen& pen) const override;
    [[nodiscard]] std::string readout() const override;

    /// The pose that the body has been brought to.
    [[nodiscard]] const Pose& pose() const { return pose_; }
    /// What is left between the thing and where the pointer wants it, in metres.
    [[nodiscard]] float shortfall() const;

  private:
    void solve();

    SeizedFigure figure_;
    Item item_;
    int node_ = -1;
    IkFigure ik_;
    IkOptions options_;
    std::vector<IkTarget> targets_;  // the first is the pointer's
    mat4 from_scene_{1.0F};
    Pose pose_;  // the last one: where the next begins
    ToolView view_;
    vec3 start_{0.0F};  // in the scene
    vec2 seized_{0.0F};
    vec2 last_{0.0F};
    vec2 now_{0.0F};
    vec3 target_{0.0F};
    vec3 effector_{0.0F};
    bool moved_ = false;
};

/// What of a humanoid is commonly seized: hands, feet, head, hips, elbows and knees, as far as it has them.
[[nodiscard]] std::vector<Item> common_effectors(const Document& document, int humanoid);

}  // namespace vitruvian
