#include "model/edit/natural_bends.h"

#include "model/core/at.h"
#include "model/edit/command.h"

#include <utility>
#include <vector>

namespace vitruvian {

IkFigure make_natural_ik_figure(const Document& document, int humanoid) {
    const Humanoid& owner = at(document.humanoids, humanoid);
    Document limited = document;
    std::vector<int> nodes;
    for (int j = 0; j < static_cast<int>(owner.joints.size()); ++j) {
        const Joint& joint = at(owner.joints, j);
        if (joint.lower_limit || joint.upper_limit) continue;
        for (const Bone bone : hinge_bones) {
            if (owner.bones[bone] != joint.node) continue;
            const Command limits =
                ApplyAnatomicalLimits{{ItemKind::humanoid, -1, humanoid}, {{ItemKind::joint, humanoid, j}}};
            // A knee without known limits stays free.
            if (apply(limits, limited)) nodes.push_back(joint.node);
        }
    }
    IkFigure out = make_ik_figure(limited, humanoid);
    for (const int node : nodes) at(out.joints, at(out.joint_of_node, node)).may_be_beyond = true;
    return out;
}

}  // namespace vitruvian
