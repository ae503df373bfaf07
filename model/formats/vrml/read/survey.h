// The first walk over a world, each node once: what must become a frame of the document, what moves, which
// figures carry their offsets in translations. The second walk (see walk.h) makes the document.
#pragma once

#include "model/formats/vrml/world/events.h"
#include "model/formats/vrml/world/world.h"

#include <unordered_set>
#include <vector>

namespace vitruvian::vrml {

struct Survey {
    explicit Survey(World& world) : events(world) {}
    EventGraph events;
    std::vector<NodeRef> timers;  // TimeSensors, in the order found
    std::unordered_set<std::uint64_t>
        carries_frame;                         // nodes with a humanoid, joint, site or moving node in them
    std::unordered_set<std::uint64_t> robots;  // humanoids whose joints stand by translation, not center
    bool robot_without_humanoid = false;       // the same of joints outside any humanoid
    /// Transforms, in a world without Joint nodes, that are joints by their DEF names (blaxxun's avatars:
    /// "hanim_l_knee").
    std::unordered_set<std::uint64_t> named_joints;
};

/// Walks everything below `root`. Circles are broken and reported. The walk ends where the world is refused.
[[nodiscard]] Survey survey_world(World& world, const Environment& root);

}  // namespace vitruvian::vrml
