// Mirroring of a pose from one side of a figure to the other: the rule of the command Mirror for one joint.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <optional>
#include <vector>

namespace vitruvian {

/// Returns the counterpart of a joint or site on the other side, by its bone or its name; nullopt if it is in the
/// middle, or has none.
[[nodiscard]] std::optional<Item> counterpart(const Document& document, const Item& item);

/// A joint's counterpart on the other side, with the mirror image of a rotation.
struct MirroredJoint {
    Item joint;
    quat rotation = identity_quat;  // from its rest
};

/// Returns the counterpart of a joint, by its bone or its name, with the mirror image of `rotation` (from the
/// joint's rest); nullopt if the joint is in the middle, or has no counterpart.
[[nodiscard]] std::optional<MirroredJoint> mirrored_rotation(const Document& document, const Item& joint,
                                                             const quat& rotation);

/// As above, for the joint's whole delta from rest.
struct MirroredDelta {
    Item joint;
    Transform delta;
};
[[nodiscard]] std::optional<MirroredDelta> mirrored_delta(const Document& document, const Item& joint,
                                                          const Transform& delta);

/// Returns the joints' deltas from rest with left and right exchanged: `deltas` has one for each joint of the
/// humanoid, in its order. A joint in the middle gets the mirror image of its own; one of a side without a
/// counterpart keeps it.
[[nodiscard]] std::vector<Transform> sides_exchanged(const Document& document, int humanoid,
                                                     std::vector<Transform> deltas);

/// A site's counterpart, and the mirror image at rest, in its parent's frame, of a site with local transform
/// `local`.
struct MirroredSite {
    Item site;
    Transform local;
};
[[nodiscard]] std::optional<MirroredSite> mirrored_site(const Document& document, const Item& site,
                                                        const Transform& local);

/// The counterpart of a joint with the mirror image of limits about X, Y, Z.
struct MirroredLimits {
    Item joint;
    vec3 lower{0.0F};
    vec3 upper{0.0F};
};
[[nodiscard]] std::optional<MirroredLimits> mirrored_limits(const Document& document, const Item& joint,
                                                            const vec3& lower, const vec3& upper);

}  // namespace vitruvian
