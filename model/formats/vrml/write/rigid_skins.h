// Cuts skins into rigid parts, for programs that move segments but do not deform skins. Knows nothing of the
// file's nodes.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/frames.h"

#include <vector>

namespace vitruvian::vrml {

struct RigidSkins {
    Document document;  // without skins that belong to a humanoid
    std::vector<char>
        is_cut;  // per mesh: whether it is a part of a skin, with points in the file frame of its joint
};

/// Cuts every skinned mesh of a written humanoid into one mesh per joint: a triangle (line, point) goes to
/// the joint with the greatest sum of its corners' weights, into that joint's first segment, in the neutral
/// pose of `frames`, which are the document's. Opaque triangles across a joint are added to the parts of both
/// sides, which overlap there and so show smaller gaps where the joint bends. Joints of plain H-Anim figures
/// get a segment where they have none. A displacer that moves points of several parts becomes one per part,
/// with the keys of the first.
[[nodiscard]] RigidSkins cut_into_segments(const Document& document, const FramePlan& frames);

}  // namespace vitruvian::vrml
