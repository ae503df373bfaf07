// Skins cut into rigid parts, for programs that move segments and bend no skin. It knows no nodes of files.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/frames.h"

#include <vector>

namespace vitruvian::vrml {

struct RigidSkins {
    Document document;  // without skins that a humanoid wears
    std::vector<char>
        is_cut;  // of each mesh: a part of a skin, whose points are in the file frame of its joint
};

/// Every skinned mesh of a humanoid that is written, one mesh for each joint that has some of it: a triangle (line,
/// point) goes to the joint with the greatest sum of its corners' weights, into that joint's first segment, and stands
/// there as in the neutral pose of `frames`, which are the document's. Opaque triangles across a joint are in the parts of
/// both sides, which overlap there and gape less where the joint bends. Joints of plain H-Anim figures get a segment where
/// they have none. A displacer that moves points of several parts becomes one for each, with the keys of the first.
[[nodiscard]] RigidSkins cut_into_segments(const Document& document, const FramePlan& frames);

}  // namespace vitruvian::vrml
