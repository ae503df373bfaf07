// State shared by the parts that build an output scene (scene_maker.h): the document, the contents and frames
// of its nodes in the file, and what has been written so far. Knows no encoding, except that VRML97 and X3D
// name some fields differently.
#pragma once

#include "model/core/at.h"
#include "model/formats/vrml/write/appearance_writer.h"
#include "model/formats/vrml/write/displacer_parts.h"
#include "model/formats/vrml/write/frames.h"
#include "model/formats/vrml/write/hanim_naming.h"
#include "model/formats/vrml/write/metadata.h"
#include "model/formats/vrml/write/rigid_skins.h"
#include "model/formats/vrml/write/scene_groups.h"
#include "model/formats/vrml/write/sensors.h"
#include "model/formats/vrml/write/shape_writer.h"
#include "model/formats/vrml/write/source_world.h"
#include "model/io/save_options.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

using Nodes = std::vector<OutputNode>;

/// A mesh of a skin or of a segment with displacers, and how it uses the common points.
struct PooledMesh {
    const MeshInstance* instance = nullptr;
    CoordinateUse use;
};

/// The points that a skin or a segment's displacers refer to.
struct Pool {
    PointPool points;
    SharedCoordinate coordinate;
    SharedNormal normal;  // of a skin
    std::vector<PooledMesh> meshes;
};

/// The parts of a humanoid that were written, for its lists.
struct FigureLists {
    std::vector<std::string> joints;
    std::vector<std::string> segments;
    std::vector<std::string> sites;
};

/// Represents the segment that is created for a joint's contents: not an index of Humanoid::segments.
[[nodiscard]] inline int auto_segment(int joint) {
    return -2 - joint;
}

struct SceneContext {
    /// Sorts the document's contents by the nodes that contain them. `frames` are the document's. Side files
    /// and notes go into `encoded`.
    SceneContext(const Document& document, FramePlan frames, const SaveOptions& options,
                 EncodedDocument& encoded);

    [[nodiscard]] int number_of(const MeshInstance& instance) const {
        return static_cast<int>(&instance - document.meshes.data());
    }
    [[nodiscard]] const Node& node(int index) const { return at(document.nodes, index); }
    [[nodiscard]] const NodePlan& plan(int index) const { return at(frames.nodes, index); }
    [[nodiscard]] const Humanoid& humanoid(int index) const { return at(document.humanoids, index); }

    const Document& document;
    const SaveOptions& options;
    EncodedDocument& encoded;
    bool vrml97;
    FramePlan frames;
    DefNames names;
    AppearanceWriter appearances;
    ShapeWriter shapes;
    HanimNaming naming;
    OutputScene output;
    std::vector<mat4> world;                              // of the document's nodes, as stored
    std::vector<std::vector<const MeshInstance*>> rigid;  // per node
    std::vector<char> is_cut;                             // see RigidSkins; empty: nothing is cut
    const Document* uncut = nullptr;                      // before cutting; null: it was not cut
    std::vector<const MeshInstance*> adrift;              // skinned meshes that belong to no humanoid
    std::vector<std::vector<int>> viewpoints;             // per node
    std::vector<std::vector<int>> lights;
    std::vector<std::string> def_of_node;
    std::vector<std::string> def_of_displacer;
    std::vector<std::size_t> next_rigid;  // into rigid: per node, the first that is not written yet
    std::vector<int> first_mesh;          // the first rigid mesh at or below a node; -1: none
    std::vector<int> first_segment;       // the lowest segment index at or below a node
    using Part = std::pair<int, int>;     // humanoid, segment
    std::map<Part, std::vector<const MeshInstance*>> rigid_of_segment;
    std::map<Part, std::vector<int>> sites_of_segment;       // nodes
    std::map<Part, std::vector<int>> displacers_of_segment;  // -1 for the segment: in none
    std::map<int, std::vector<int>> segments_of_joint;       // by node
    std::map<int, std::vector<int>> humanoids_below;         // without a node of their own, by parent
    std::unordered_map<int, std::vector<int>>
        humanoids_at;  // without a node of their own, by the ancestors of their first joint up to there
    std::vector<std::vector<std::size_t>> meshes_of_humanoid;
    std::vector<bool> in_segment;                // sites that are written in a joint's segment
    std::vector<int> joint_index;                // per node, into its Humanoid::joints
    std::map<int, std::unique_ptr<Pool>> skins;  // by humanoid
    std::map<std::pair<int, int>, std::unique_ptr<Pool>> segment_pools;
    std::unordered_map<const MeshInstance*, const CoordinateUse*> pooled;  // of segment_pools
    std::map<int, std::pair<std::vector<std::int32_t>, std::vector<float>>>
        weights_of_joint;                                     // points, weights
    std::vector<std::vector<DisplacerPart>> displacer_parts;  // of a skin; joint -1: its first one
    std::vector<std::pair<int, std::string>> written_parts;  // displacer, DEF name of a part beside the first
    std::vector<std::shared_ptr<const Mesh>> baked;
    std::vector<std::pair<std::string, std::string>> renamed;  // DEF name, exact name
    SourceWorld source;
    std::vector<NodeMetadata> metadata;  // of the source's nodes
    std::vector<NodeComments> comments;  // of the source's nodes
    Sensors sensors;                     // of the source
    SourceGroups groups;                 // of the source
    int current = -1;                    // the humanoid being written
    FigureLists* lists = nullptr;        // of the humanoid being written
    std::vector<bool> humanoid_done;
    std::vector<bool> viewpoint_done;
};

/// Returns the node that `index` is written as, or whose frame its contents are written in.
[[nodiscard]] int written_as(const SceneContext& scene, int index);
/// Returns the segment of `joint` that an element with this segment index is written in; -1 if there is none.
[[nodiscard]] int segment_at(const SceneContext& scene, int joint, int h, int segment);

/// Whether the figure is converted to H-Anim's form: a joint's own contents go into a segment of it.
[[nodiscard]] bool is_strict(const SceneContext& scene, int humanoid);

/// Returns a new DEF name for a node and records it as the node's.
[[nodiscard]] std::string define(SceneContext& scene, int node, const std::string& wanted);

}  // namespace vitruvian::vrml
