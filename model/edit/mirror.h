// Mirroring of a pose from one side of a figure to the other: the rule of the command Mirror for one joint.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <optional>

namespace vitruvian {

/// A joint's counterpart on the other side.
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
