// What the parts of the second walk share: the document that is made, what has been met of the world, and where in it the
// walk stands.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/appearance.h"
#include "model/formats/vrml/read/built_nodes.h"
#include "model/formats/vrml/read/survey.h"
#include "model/formats/vrml/shapes/geometry.h"
#include "model/formats/vrml/world/world.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

struct HumanoidSkin;
struct SegmentDisplacers;

/// Where the walk stands.
struct WalkPlace {
    int node = -1;          // the document's node that carries what follows; -1: the world
    vec3 offset{0.0F};      // its frame_offset
    glm::dmat4 baked{1.0};  // the carrying node's file frame from the frame here
    int humanoid = -1;
    int joint = -1;
    int segment = -1;
    bool robot = false;
    bool repeats = false;    // below a joint that is used again
    bool last_call = false;  // no humanoid took this joint: build it where it stands
    std::string_view name;   // DEF of the PROTO instance that the next node is the body of
    GroupPlace group;        // below `node`
    SegmentDisplacers* displacers = nullptr;
    HumanoidSkin* skin = nullptr;
    bool in_skin = false;  // below the humanoid's `skin` field
};

/// Within what the walk stands, and how far it may go on.
struct WalkState {
    std::unordered_set<std::uint64_t> open;
    std::unordered_set<const Environment*> open_files;  // of Inlines
    std::size_t visits = 0;
    bool cancelled = false;
};

/// The joints that were met.
struct JointsMet {
    std::unordered_map<std::uint64_t, std::pair<int, glm::dmat4>> places;  // of each, the first: node, baked
    std::vector<std::pair<NodeRef, WalkPlace>> outside;                    // of any humanoid
};

/// What mesh instances have in common.
struct SharedParts {
    std::map<std::pair<const Mesh*, std::uint64_t>, std::shared_ptr<const Mesh>>
        displaced;  // by mesh and segment
    std::shared_ptr<const Skin> last_skin;
    int scene_node = -1;  // carries what stands in no node
};

struct BuildContext {
    BuildContext(World& world, const Survey& survey, Document& document)
        : world(world), survey(survey), document(document), geometry(world), appearance(world, document) {}

    World& world;
    const Survey& survey;
    Document& document;
    GeometryLibrary geometry;
    AppearanceLibrary appearance;
    BuiltNodes built;
    WalkState walk;
    JointsMet joints;
    SharedParts shared;
    std::unordered_set<std::uint64_t> once;  // humanoids, joints, segments, sites, viewpoints, motions
    std::size_t repeated_segments = 0;
};

/// Of a node that is used several times the first occurrence counts: whether this is it.
[[nodiscard]] bool is_first(BuildContext& build, NodeRef node);

/// What a humanoid or a part of one is called: its `name`, else by its DEF name without a prefix.
[[nodiscard]] std::string name_of(World& world, NodeRef node, const WalkPlace& at);

}  // namespace vitruvian::vrml
