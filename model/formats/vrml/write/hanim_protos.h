// H-Anim's nodes where they are not built in: PROTOs for VRML97, and the component level that X3D requires a
// file to declare.
#pragma once

#include "model/formats/vrml/write/output_node.h"

#include <string>
#include <string_view>

namespace vitruvian::vrml {

/// Returns the PROTOs of H-Anim 1.1 (Humanoid, Joint, Segment, Site, Displacer) with exactly its interfaces;
/// with `skins` also the fields of 200x for a continuous mesh: skin, skinCoord, skinNormal, skinCoordIndex,
/// skinCoordWeight, a Joint's displacers and a Displacer's weight. Their bodies show a figure in every VRML97
/// browser: a Joint is a Transform, a Humanoid shows its humanoidBody, its viewpoints, and its skin at rest.
[[nodiscard]] std::string hanim_protos(bool skins);

/// Returns "Joint" for "HAnimJoint"; other names unchanged.
[[nodiscard]] std::string_view vrml97_type(std::string_view type);

/// Returns the level of X3D's component HAnim that a scene needs: HAnimMotion requires level 2.
[[nodiscard]] int hanim_level(const OutputScene& scene);

}  // namespace vitruvian::vrml
