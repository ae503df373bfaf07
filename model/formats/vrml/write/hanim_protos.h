// H-Anim's nodes where they are not built in: VRML97's PROTOs for them, and what X3D asks a file to declare.
#pragma once

#include "model/formats/vrml/write/output_node.h"

#include <string>
#include <string_view>

namespace vitruvian::vrml {

/// The PROTOs of H-Anim 1.1 (Humanoid, Joint, Segment, Site, Displacer) with exactly its interfaces; with
/// `skins` also the fields of 200x for a continuous mesh: skin, skinCoord, skinNormal, skinCoordIndex,
/// skinCoordWeight, a Joint's displacers and a Displacer's weight. Their bodies show a figure in every VRML97
/// browser: a Joint is a Transform, a Humanoid shows its humanoidBody, its viewpoints, and its skin at rest.
[[nodiscard]] std::string hanim_protos(bool skins);

/// "Joint" for "HAnimJoint"; other names as they are.
[[nodiscard]] std::string_view vrml97_type(std::string_view type);

/// The level of X3D's component HAnim that a scene needs: HAnimMotion came with the second.
[[nodiscard]] int hanim_level(const OutputScene& scene);

}  // namespace vitruvian::vrml
