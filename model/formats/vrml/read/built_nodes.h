// What each element of a document was made from in its world: the results of the walk (walk.h) that animation
// and writing in place need.
#pragma once

#include "model/core/at.h"
#include "model/core/transform.h"
#include "model/formats/vrml/read/appearance.h"
#include "model/formats/vrml/world/world.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitruvian::vrml {

/// The name of the node at the top level that carries shapes in no other frame. No node of the file is it.
inline constexpr std::string_view scene_node_name = "scene";

/// A document node made from a world's node, and how that node's fields are animated.
struct FrameTarget {
    int node = -1;
    bool in_rest = false;  // the file's transform is in rest: channels replace the whole local transform
    vec3 base{0.0F};       // what a local translation has in addition to the file's
};

/// An HAnimMotion or HAnimPose, and the humanoid it animates (an index into Document::humanoids).
struct BuiltMotion {
    NodeRef node;
    int humanoid = -1;
};

/// The nodes of the file that a clip's channel was made from.
struct BuiltTrack {
    NodeRef interpolator;
    vec3 base{0.0F};  // what its translations have in addition to the file's
};

/// The TimeSensor that a clip was made from, and its tracks, parallel to Clip::channels.
struct BuiltClip {
    NodeRef timer;
    std::vector<BuiltTrack> tracks;
};

/// A part of a Displacer beside the first one, which is in BuiltNodes::displacer_nodes (see displacer_parts.h).
struct BuiltDisplacerPart {
    NodeRef node;
    int joint = -1;  // the document's node
};

/// A group that no node of the document represents (see groups.h), and the index of the child in it.
struct GroupPlace {
    int group = -1;  // into BuiltNodes::groups; -1: in none below the document's node
    int child = 0;   // of a Switch or LOD
};

/// An Anchor, Billboard, Collision, LOD or Switch, a plain group with a pointing sensor, an Inline whose file
/// was not read, an instance of a PROTO, or a Shape that is not shown.
struct BuiltGroup {
    NodeRef node;
    GroupPlace around;
    int frame = -1;                  // the document's node that contains it; -1: the world
    glm::dmat4 node_from_here{1.0};  // maps the group's frame to that node
};

/// What a mesh of the document was made from.
struct BuiltShape {
    NodeRef coord;
    NodeRef normal;
    std::shared_ptr<const std::vector<std::uint32_t>> normal_of_vertex;
    GroupPlace place;
    NodeRef shape;
};

/// A camera or a light, which need not be at its document node's frame.
struct BuiltPlace {
    NodeRef node;
    glm::dmat4 node_from_here{1.0};  // maps the frame of the world's node to the document's node
};

/// What animation and writing need to know of the walk.
struct BuiltNodes {
    std::vector<BuiltShape> shapes;                                      // parallel to Document::meshes
    std::unordered_map<std::uint64_t, std::vector<FrameTarget>> frames;  // by NodeRef::key
    std::unordered_map<std::uint64_t, std::vector<int>> displacers;      // indices into Document::displacers
    std::vector<BuiltMotion> motions;

    // The reverse mapping, for writing: the world's node of each of Document::nodes, of each humanoid's
    // segments and of each of Document::displacers.
    std::vector<NodeRef> nodes;
    std::vector<GroupPlace> node_places;  // parallel to Document::nodes
    std::vector<BuiltGroup> groups;
    std::vector<std::vector<NodeRef>> segments;
    std::vector<NodeRef> displacer_nodes;
    std::map<int, std::vector<BuiltDisplacerPart>> displacer_parts;  // beside displacer_nodes
    std::vector<BuiltPlace> viewpoints;                              // parallel to Document::viewpoints
    std::vector<BuiltPlace> lights;                                  // parallel to Document::lights
    std::vector<BuiltMaterial> materials;                            // parallel to Document::materials
    std::vector<BuiltClip> clips;  // parallel to Document::clips, without those made from motions
    NodeRef background;            // not valid: there is none
};

/// Returns the parts of a displacer beside the first one.
[[nodiscard]] inline std::span<const BuiltDisplacerPart> parts_of_displacer(const BuiltNodes& built,
                                                                            int displacer) {
    const auto found = built.displacer_parts.find(displacer);
    if (found == built.displacer_parts.end()) return {};
    return found->second;
}

/// Returns the nodes of a displacer that has any: the first one, then its other parts.
[[nodiscard]] inline std::vector<NodeRef> nodes_of_displacer(const BuiltNodes& built, int displacer) {
    std::vector<NodeRef> out{at(built.displacer_nodes, displacer)};
    for (const BuiltDisplacerPart& part : parts_of_displacer(built, displacer)) out.push_back(part.node);
    return out;
}

}  // namespace vitruvian::vrml
