// A clip: keyed channels that move nodes or humanoid bones over time. Immutable once built.
#pragma once

#include "model/core/transform.h"
#include "model/standard/bone.h"

#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

enum class ChannelPath { translation, rotation, scale, scale_orientation, weight };
enum class Interpolation { step, linear, cubic };

/// What the values of a channel replace.
enum class ChannelSpace {
    local,  // that component of the node's local transform (glTF node channels)
    delta,  // that component of the delta from rest: local = rest * delta (H-Anim joints,
            // EXT_skeleton_humanoid)
};

/// One keyed property. `times` ascend (equal neighbours are a jump); values outside are clamped to the ends.
/// `values` holds `components(path)` floats per key (rotations as unit quaternions x y z w);
/// for cubic (glTF CUBICSPLINE) three times that per key: in-tangent, value, out-tangent.
/// Linear rotations are slerped the short way and normalised.
struct Channel {
    int node = -1;             // index into Document::nodes; -1 where the target is a bone or a displacer
    std::optional<Bone> bone;  // a humanoid bone of any model (EXT_skeleton_humanoid, VRMA, BVH)
    int displacer = -1;        // index into Document::displacers, for ChannelPath::weight
    ChannelPath path = ChannelPath::rotation;
    ChannelSpace space = ChannelSpace::local;
    Interpolation interpolation = Interpolation::linear;
    std::vector<float> times;  // seconds
    std::vector<float> values;

    bool operator==(const Channel&) const = default;
};

/// True if both channels key the same property.
[[nodiscard]] bool moves_the_same(const Channel& a, const Channel& b);

/// Floats per key: 3 for translation and scale, 4 for rotation and scale_orientation, 1 for weight.
[[nodiscard]] int components(ChannelPath path);

/// Returns the component of a transform that `path` names, as the values of a key: components(path) floats,
/// none for a weight.
[[nodiscard]] std::vector<float> key_values(const Transform& transform, ChannelPath path);

/// Returns a channel that holds a node's local values: one key, at 0 seconds.
[[nodiscard]] Channel held_channel(int node, ChannelPath path, std::vector<float> values);

struct Clip {
    std::string name;
    double duration = 0.0;  // seconds: the last key, or the TimeSensor's cycleInterval
    bool loop = true;       // as in the file; a viewer may override it
    std::vector<Channel> channels;
    // "TPose", ...: a static reference pose, not a motion (KHR_character_reference_pose).
    std::string reference_pose;

    /// True if any channel targets a bone instead of a node.
    [[nodiscard]] bool targets_bones() const;
};

/// True if the clips differ only in their names.
[[nodiscard]] bool is_same_motion(const Clip& a, const Clip& b);

}  // namespace vitruvian
