// What the other side of a figure does when one side does something: the rule of the command Mirror for one joint.
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

/// The counterpart of a joint, by its bone or by its name, turned as the mirror image of `rotation` (from the joint's
/// rest); nullopt where the joint is in the middle, or has none.
[[nodiscard]] std::optional<MirroredJoint> mirrored_rotation(const Document& document, const Item& joint,
                                                             const quat& rotation);

/// The same for all of a joint's delta from rest.
struct MirroredDelta {
    Item joint;
    Transform delta;
};
[[nodiscard]] std::optional<MirroredDelta> mirrored_delta(const Document& document, const Item& joint,
                                                          const Transform& delta);

/// A site's counterpart, and where it is in its parent's frame as the mirror image, at rest, of a site that is at `local`
/// in its own.
struct MirroredSite {
    Item site;
    Transform local;
};
[[nodiscard]] std::optional<MirroredSite> mirrored_site(const Document& document, const Item& site,
                                                        const Transform& local);

/// The counterpart with the mirror image of limits about X, Y, Z.
struct MirroredLimits {
    Item joint;
    vec3 lower{0.0F};
    vec3 upper{0.0F};
};
[[nodiscard]] std::optional<MirroredLimits> mirrored_limits(const Document& document, const Item& joint,
                                                            const vec3& lower, const vec3& upper);

}  // namespace vitruvian
