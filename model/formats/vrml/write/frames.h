// Where every node of a document stands in a file of H-Anim nodes and Transforms: the first step of writing.
// It knows no fields and no text.
//
// H-Anim wants joints whose frames are those of the humanoid at rest: no rotation, no scale, only `center`
// (H-Anim 1.1, "Modeling the Humanoid"). Three kinds of figures are met:
//  - plain: they are like that; their nodes' fields go into the file as they are.
//  - robots (see Survey::robots): all centers zero, joints placed by translation and rotation. They stay so.
//  - all others (glTF, VRM, BVH, and skins bound in another pose than rest) are brought into that form: a
//    joint's own axes go, its center in the humanoid's frame stays, the skin's bind pose is the neutral pose,
//    and the pose in which the nodes rest is what the joints' fields hold. Nodes between joints that nothing
//    moves vanish. A joint's world matrix in the file is the document's times a constant (its axes at rest),
//    and every point of every mesh is where it was, in every pose.
#pragma once

#include "model/document/document.h"

#include <cstdint>
#include <vector>

namespace vitruvian::vrml {

enum class Role : std::uint8_t { hoisted, transform, humanoid, joint, segment, site };

/// What one node of the document becomes. A hoisted node is none of its own: what it carries stands in the
/// frame of the nearest node above it that is written.
struct NodePlan {
    Role role = Role::transform;
    int humanoid = -1;                 // whose part it is
    int segment = -1;                  // of Role::segment: index into Humanoid::segments
    bool animated = false;             // some clip moves it
    bool placed = false;               // its fields are rest and pose in one (see ChannelSpace::local)
    bool verbatim = false;             // file and document differ by translations alone
    glm::dmat4 file_from_node{1.0};    // the written node's file frame, from the document's node
    glm::dmat4 file_from_parent{1.0};  // the frame in which it is written, from the document's parent node
    vec3 center{0.0F};                 // the file's fields
    Transform fields;
};

/// A humanoid in the file: below which node (-1: the world), and the topmost of its joints.
struct HumanoidPlan {
    bool written = false;
    bool brought = false;  // brought into H-Anim's form
    int anchor = -1;
    std::vector<int> roots;
    bool skin_is_exact = true;  // false: no single bind pose serves all skins; they fit at rest only
};

struct FramePlan {
    std::vector<NodePlan> nodes;
    std::vector<HumanoidPlan> humanoids;
    std::vector<std::vector<int>> children;  // of each document node
    std::vector<int> roots;                  // document nodes without a parent
};

[[nodiscard]] FramePlan plan_frames(const Document& document);

/// The joint of humanoid `humanoid` that a node, as one that moves a skin, is written as or stands in; -1: none of its.
[[nodiscard]] int joint_written_at(const Document& document, const FramePlan& frames, int humanoid, int node);

}  // namespace vitruvian::vrml
