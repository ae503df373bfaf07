// State shared by the parts of the second walk: the document that is built, what has been found in the world,
// and the current place in it.
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

/// The current place of the walk.
struct WalkPlace {
    int node = -1;          // the document's node that contains what follows; -1: the world
    vec3 offset{0.0F};      // its frame_offset
    glm::dmat4 baked{1.0};  // maps the frame here to the containing node's file frame
    int humanoid = -1;
    int joint = -1;
    int segment = -1;
    bool robot = false;
    bool repeats = false;    // below a joint that is used a second time
    bool last_call = false;  // no humanoid contains this joint: build it here
    std::string_view name;   // DEF of the PROTO instance whose body the next node is
    GroupPlace group;        // below `node`
    SegmentDisplacers* displacers = nullptr;
    HumanoidSkin* skin = nullptr;
    bool in_skin = false;  // below the humanoid's `skin` field
    bool hidden = false;   // in a node with `visible` FALSE
};

/// What the walk is inside of, and how much further it may go.
struct WalkState {
    std::unordered_set<std::uint64_t> open;
    std::unordered_set<const Environment*> open_files;  // of Inlines
    std::size_t visits = 0;
    bool cancelled = false;
};

/// The joints found.
struct JointsMet {
    std::unordered_map<std::uint64_t, std::pair<int, glm::dmat4>> places;  // first place of each: node, baked
    std::vector<std::pair<NodeRef, WalkPlace>> outside;                    // joints outside any humanoid
};

/// Data shared by mesh instances.
struct SharedParts {
    std::map<std::pair<const Mesh*, std::uint64_t>, std::shared_ptr<const Mesh>>
        displaced;  // by mesh and segment
    std::shared_ptr<const Skin> last_skin;
    int scene_node = -1;  // contains what is in no node
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

/// Where a node is used several times, the first occurrence counts: returns whether this is it.
[[nodiscard]] bool is_first(BuildContext& build, NodeRef node);

/// Returns the name of a humanoid or a part of one: its `name`, otherwise its DEF name without a prefix.
[[nodiscard]] std::string name_of(World& world, NodeRef node, const WalkPlace& at);

}  // namespace vitruvian::vrml
