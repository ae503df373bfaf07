// The first walk over a world, which visits each node once: finds what has to become a frame of the document,
// what is animated, and which figures have their joint offsets in translations. The second walk (see walk.h)
// builds the document.
#pragma once

#include "model/formats/vrml/world/events.h"
#include "model/formats/vrml/world/world.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vitruvian::vrml {

struct Survey {
    explicit Survey(World& world) : events(world) {}
    EventGraph events;
    std::vector<NodeRef> timers;  // TimeSensors, in file order
    std::unordered_set<std::uint64_t>
        carries_frame;                         // nodes that contain a humanoid, joint, site or animated node
    std::unordered_set<std::uint64_t> robots;  // humanoids whose joints are placed by translation, not center
    bool robot_without_humanoid = false;       // the same for joints outside any humanoid
    /// Transforms, in a world without Joint nodes, that are joints by their DEF names (blaxxun's avatars:
    /// "hanim_l_knee").
    std::unordered_set<std::uint64_t> named_joints;
    /// Nodes that have the weight of another one, which may be that of a Displacer in several parts (see
    /// displacer_parts.h), by NodeRef::key.
    std::unordered_map<std::uint64_t, NodeRef> weight_leaders;
};

/// Walks everything below `root`. Cycles are broken and reported. The walk ends where the world is rejected.
[[nodiscard]] Survey survey_world(World& world, const Environment& root);

}  // namespace vitruvian::vrml
