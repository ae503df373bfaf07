// What the parts of making an output scene share (scene_maker.h): the document, what each of its nodes carries and where
// it stands in the file, and what has been written so far. It knows no encoding; only that VRML97 and X3D name some
// fields differently.
#pragma once

#include "model/core/at.h"
#include "model/formats/vrml/write/appearance_writer.h"
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

/// The points that a skin, or a segment's displacers, are about.
struct Pool {
    PointPool points;
    SharedCoordinate coordinate;
    SharedNormal normal;  // of a skin
    std::vector<PooledMesh> meshes;
};

/// The parts of a humanoid as they are written, for its lists.
struct FigureLists {
    std::vector<std::string> joints;
    std::vector<std::string> segments;
    std::vector<std::string> sites;
};

/// Stands for the segment that a joint gets for what is below it: no index of Humanoid::segments.
[[nodiscard]] inline int auto_segment(int joint) {
    return -2 - joint;
}

struct SceneContext {
    /// Sorts what the document holds by the nodes that carry it. `frames` are the document's. Side files and notes go into
    /// `encoded`.
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
    std::vector<std::vector<const MeshInstance*>> rigid;  // of each node
    std::vector<char> is_cut;                             // see RigidSkins; empty: nothing is
    const Document* uncut = nullptr;                      // what the document was cut from; null: it is whole
    std::vector<const MeshInstance*> adrift;              // skinned meshes that no humanoid can wear
    std::vector<std::vector<int>> viewpoints;             // of each node
    std::vector<std::vector<int>> lights;
    std::vector<std::string> def_of_node;
    std::vector<std::string> def_of_displacer;
    std::vector<std::size_t> next_rigid;  // into rigid: the first of each node's that is not written
    std::vector<int> first_mesh;          // the first rigid mesh at or below a node; -1: none
    std::vector<int> first_segment;       // the lowest segment index at or below a node
    using Part = std::pair<int, int>;     // humanoid, segment
    std::map<Part, std::vector<const MeshInstance*>> rigid_of_segment;
    std::map<Part, std::vector<int>> sites_of_segment;       // nodes
    std::map<Part, std::vector<int>> displacers_of_segment;  // -1 for the segment: on none
    std::map<int, std::vector<int>> segments_of_joint;       // by node
    std::map<int, std::vector<int>> humanoids_below;         // without a node of their own, by anchor
    std::unordered_map<int, std::vector<int>>
        humanoids_at;  // the same, by their first joint's way up to there
    std::vector<std::vector<std::size_t>> meshes_of_humanoid;
    std::vector<bool> in_segment;                // sites that come with a joint's segment
    std::vector<int> joint_index;                // of each node, into its Humanoid::joints
    std::map<int, std::unique_ptr<Pool>> skins;  // by humanoid
    std::map<std::pair<int, int>, std::unique_ptr<Pool>> segment_pools;
    std::unordered_map<const MeshInstance*, const CoordinateUse*> pooled;  // of segment_pools
    std::map<int, std::pair<std::vector<std::int32_t>, std::vector<float>>>
        weights_of_joint;  // points, weights
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

/// The node that `index` is written as, or in whose frame it stands.
[[nodiscard]] int written_as(const SceneContext& scene, int index);
/// The segment of `joint` in which something belongs that says so; -1: in none of them.
[[nodiscard]] int segment_at(const SceneContext& scene, int joint, int h, int segment);

/// True for figures that are brought into H-Anim's form: what is below a joint itself goes into a segment of it.
[[nodiscard]] bool is_strict(const SceneContext& scene, int humanoid);

/// A DEF name for a node, which is remembered as the node's.
[[nodiscard]] std::string define(SceneContext& scene, int node, const std::string& wanted);

}  // namespace vitruvian::vrml
