// Determines the frame of every node of a document in a file of H-Anim nodes and Transforms: the first step
// of writing. Knows nothing of fields and text.
//
// H-Anim requires joints whose frames are those of the humanoid at rest: no rotation, no scale, only `center`
// (H-Anim 1.1, "Modeling the Humanoid"). There are three kinds of figures:
//  - plain: they conform; their nodes' fields are written as they are.
//  - robots (see Survey::robots): all centers zero, joints placed by translation and rotation. They stay so.
//  - all others (glTF, VRM, BVH, and skins bound in another pose than rest) are converted: a joint's own axes
//    are removed, its center in the humanoid's frame stays, the skin's bind pose is the neutral pose, and the
//    joints' fields hold the pose in which the nodes rest. Nodes between joints that nothing animates are
//    removed. A joint's world matrix in the file is the document's times a constant (its axes at rest), and
//    every point of every mesh is where it was, in every pose.
#pragma once

#include "model/document/document.h"

#include <cstdint>
#include <vector>

namespace vitruvian::vrml {

enum class Role : std::uint8_t { hoisted, transform, humanoid, joint, segment, site };

/// What a node of the document becomes. A hoisted node has no node in the file: its contents are in the frame
/// of the nearest ancestor that is written.
struct NodePlan {
    Role role = Role::transform;
    int humanoid = -1;                 // the humanoid it belongs to
    int segment = -1;                  // for Role::segment: index into Humanoid::segments
    bool animated = false;             // some clip animates it
    bool placed = false;               // its fields are rest and pose combined (see ChannelSpace::local)
    bool verbatim = false;             // file and document differ by translations only
    glm::dmat4 file_from_node{1.0};    // maps the document's node to the written node's file frame
    glm::dmat4 file_from_parent{1.0};  // maps the document's parent node to the frame in which it is written
    vec3 center{0.0F};                 // the file's fields
    Transform fields;
};

/// A humanoid in the file: its parent node (-1: the world), and the topmost of its joints.
struct HumanoidPlan {
    bool written = false;
    bool brought = false;  // converted to H-Anim's form
    int anchor = -1;
    std::vector<int> roots;
    bool skin_is_exact = true;  // false: no single bind pose fits all skins; they are exact at rest only
};

struct FramePlan {
    std::vector<NodePlan> nodes;
    std::vector<HumanoidPlan> humanoids;
    std::vector<std::vector<int>> children;  // per document node
    std::vector<int> roots;                  // document nodes without a parent
};

[[nodiscard]] FramePlan plan_frames(const Document& document);

/// Returns the joint of `humanoid` that a node of its skin is written as or is in; -1 if there is none.
[[nodiscard]] int joint_written_at(const Document& document, const FramePlan& frames, int humanoid, int node);

}  // namespace vitruvian::vrml
