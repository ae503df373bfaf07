// What each thing of a document was made of in its world: what animation and writing in place need to know of the walk
// that made the document (walk.h).
#pragma once

#include "model/core/transform.h"
#include "model/formats/vrml/read/appearance.h"
#include "model/formats/vrml/world/world.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vitruvian::vrml {

/// A document node that a world's node became, and how its fields are animated.
struct FrameTarget {
    int node = -1;
    bool in_rest = false;  // the file's transform is in rest: channels replace the local transform
    vec3 base{0.0F};       // what a local translation has on top of the file's
};

/// An HAnimMotion or HAnimPose, and whose it is (an index into Document::humanoids).
struct BuiltMotion {
    NodeRef node;
    int humanoid = -1;
};

/// Where a channel of a clip stands.
struct BuiltTrack {
    NodeRef interpolator;
    vec3 base{0.0F};  // what its translations have on top of the file's
};

/// The TimeSensor that a clip was made of, and its tracks, like Clip::channels.
struct BuiltClip {
    NodeRef timer;
    std::vector<BuiltTrack> tracks;
};

/// A group that no node of the document represents (see groups.h), and as which of its children.
struct GroupPlace {
    int group = -1;  // into BuiltNodes::groups; -1: in none below the document's node
    int child = 0;   // of a Switch or LOD
};

/// An Anchor, Billboard, Collision, LOD or Switch, a plain group with a pointing sensor, an Inline whose file was not read,
/// or an instance of a PROTO.
struct BuiltGroup {
    NodeRef node;
    GroupPlace around;
    int frame = -1;                  // the document's node in which it stands; -1: the world
    glm::dmat4 node_from_here{1.0};  // that node from the group's frame
};

/// What a mesh of the document was made of.
struct BuiltShape {
    NodeRef coord;
    NodeRef normal;
    std::shared_ptr<const std::vector<std::uint32_t>> normal_of_vertex;
    GroupPlace place;
    NodeRef shape;
};

/// A camera or a light: where it stands is not its node's frame.
struct BuiltPlace {
    NodeRef node;
    glm::dmat4 node_from_here{1.0};  // the document's node from where the world's node stands
};

/// What animation and writing need to know of the walk.
struct BuiltNodes {
    std::vector<BuiltShape> shapes;                                      // like Document::meshes
    std::unordered_map<std::uint64_t, std::vector<FrameTarget>> frames;  // by NodeRef::key
    std::unordered_map<std::uint64_t, std::vector<int>> displacers;      // indices into Document::displacers
    std::vector<BuiltMotion> motions;

    // The way back, for writing: the world's node of each of Document::nodes, of each humanoid's segments and
    // of each of Document::displacers.
    std::vector<NodeRef> nodes;
    std::vector<GroupPlace> node_places;  // like Document::nodes
    std::vector<BuiltGroup> groups;
    std::vector<std::vector<NodeRef>> segments;
    std::vector<NodeRef> displacer_nodes;
    std::vector<BuiltPlace> viewpoints;    // like Document::viewpoints
    std::vector<BuiltPlace> lights;        // like Document::lights
    std::vector<BuiltMaterial> materials;  // like Document::materials
    std::vector<BuiltClip> clips;          // like Document::clips, without those of motions
    NodeRef background;                    // not valid: there is none
};

}  // namespace vitruvian::vrml
