// A document to an output scene: humanoids with their joints, segments, sites, displacers and skins, all
// other nodes as Transforms, shapes, cameras, lights, sky and clips. What an output scene cannot say is
// noted. It knows no encoding; only that VRML97 and X3D name some fields differently.
#pragma once

#include "model/formats/vrml/write/appearance_writer.h"
#include "model/formats/vrml/write/frames.h"
#include "model/formats/vrml/write/hanim_naming.h"
#include "model/formats/vrml/write/metadata.h"
#include "model/formats/vrml/write/shape_writer.h"
#include "model/io/save_options.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

class SceneMaker {
  public:
    /// Side files and notes go into `encoded`.
    SceneMaker(const Document& document, const SaveOptions& options, EncodedDocument& encoded);
    [[nodiscard]] OutputScene make();

  private:
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
    class SkinnedMesh;
    /// The parts of a humanoid as they are written, for its lists.
    struct Lists {
        std::vector<std::string> joints;
        std::vector<std::string> segments;
        std::vector<std::string> sites;
    };

    // scene_maker.cpp: the tree
    void sort_content();
    void add_inside(int parent, Nodes& out);
    void add_node(int node, Nodes& out);
    void add_views_and_lights(int node, Nodes& out);
    void add_meshes(int node, int below, Nodes& out);
    void add_humanoids_below(int parent, int before_child, Nodes& out);
    [[nodiscard]] OutputNode transform_node(int node, std::string_view type);
    [[nodiscard]] OutputNode viewpoint_node(const Viewpoint& view, const glm::dmat4& file_from_node);
    [[nodiscard]] OutputNode light_node(const Light& light, const glm::dmat4& file_from_node);
    [[nodiscard]] OutputNode background_node(const Sky& sky);
    void add_rigid(const MeshInstance& instance, Nodes& out);
    void add_words(Nodes& out);
    [[nodiscard]] std::string define(int node, const std::string& wanted);
    static void set_transform(OutputNode& out, const NodePlan& plan);

    // scene_humanoid.cpp: figures
    void add_humanoid(int humanoid, Nodes& out);
    [[nodiscard]] OutputNode joint_node(int node);
    void set_joint_data(const Joint& joint, OutputNode& out);
    void add_joint_children(int node, Nodes& out);
    [[nodiscard]] OutputNode segment_node(int humanoid, int segment, int frame);
    void set_segment_data(const Segment& segment, OutputNode& out);
    void add_segment_content(int humanoid, int segment, int joint, Nodes& out);
    [[nodiscard]] OutputNode site_node(int node);
    void set_displacers(int humanoid, int segment, const Pool* pool, OutputNode& out);
    [[nodiscard]] OutputNode displacer_node(int displacer, const Pool* pool);
    void set_lists(const Lists& lists, OutputNode& out) const;
    [[nodiscard]] int written_as(int node) const;
    [[nodiscard]] int first_mesh_of(int humanoid, int segment) const;
    [[nodiscard]] int segment_at(int joint, int humanoid, int segment) const;
    /// Stands for the segment that a joint gets for what hangs on it: no index of Humanoid::segments.
    [[nodiscard]] static int auto_segment(int joint) { return -2 - joint; }

    // scene_skin.cpp: points that move
    void make_skin_pool(int humanoid);
    void make_segment_pools();
    void turn_skin_weights();
    void set_skin_weights(int node, OutputNode& out) const;
    [[nodiscard]] int joint_of_influence(int node, int humanoid) const;
    [[nodiscard]] glm::dmat4 world_from_file(int humanoid) const;
    void bake_skinned(const MeshInstance& instance, Nodes& out);

    [[nodiscard]] int number_of(const MeshInstance& instance) const {
        return static_cast<int>(&instance - document_.meshes.data());
    }
    [[nodiscard]] const Node& node(int index) const {
        return document_.nodes[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] const NodePlan& plan(int index) const {
        return plan_.nodes[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] const Humanoid& humanoid(int index) const {
        return document_.humanoids[static_cast<std::size_t>(index)];
    }

    const Document& document_;
    const SaveOptions& options_;
    EncodedDocument& encoded_;
    bool vrml97_;
    FramePlan plan_;
    DefNames names_;
    AppearanceWriter appearances_;
    ShapeWriter shapes_;
    HanimNaming naming_;
    OutputScene scene_;
    std::vector<mat4> world_;                              // of the document's nodes, as stored
    std::vector<std::vector<const MeshInstance*>> rigid_;  // of each node
    std::vector<const MeshInstance*> adrift_;              // skinned meshes that no humanoid can wear
    std::vector<std::vector<int>> viewpoints_;             // of each node
    std::vector<std::vector<int>> lights_;
    std::vector<std::string> def_of_node_;
    std::vector<std::string> def_of_displacer_;
    std::vector<std::size_t> next_rigid_;  // into rigid_: the first of each node's that is not written
    std::vector<int> first_mesh_;          // the first rigid mesh at or below a node; -1: none
    std::vector<int> first_segment_;       // the lowest segment index at or below a node
    using Part = std::pair<int, int>;      // humanoid, segment
    std::map<Part, std::vector<const MeshInstance*>> rigid_of_segment_;
    std::map<Part, std::vector<int>> sites_of_segment_;       // nodes
    std::map<Part, std::vector<int>> displacers_of_segment_;  // -1 for the segment: on none
    std::map<int, std::vector<int>> segments_of_joint_;       // by node
    std::map<int, std::vector<int>> humanoids_below_;         // without a node of their own, by anchor
    std::unordered_map<int, std::vector<int>>
        humanoids_at_;  // the same, by their first joint's way up to there
    std::vector<std::vector<std::size_t>> meshes_of_humanoid_;
    std::vector<bool> in_segment_;                // sites that come with a joint's segment
    std::vector<int> joint_index_;                // of each node, into its Humanoid::joints
    std::map<int, std::unique_ptr<Pool>> skins_;  // by humanoid
    std::map<std::pair<int, int>, std::unique_ptr<Pool>> segment_pools_;
    std::unordered_map<const MeshInstance*, const CoordinateUse*> pooled_;  // of segment_pools_
    std::map<int, std::pair<std::vector<std::int32_t>, std::vector<float>>>
        weights_of_joint_;  // points, weights
    std::vector<std::shared_ptr<const Mesh>> baked_;
    std::vector<std::pair<std::string, std::string>> renamed_;  // DEF name, exact name
    std::vector<NodeMetadata> metadata_;                        // of the source's nodes
    int current_ = -1;                                          // the humanoid being written
    Lists* lists_ = nullptr;                                    // of the humanoid being written
    std::vector<bool> humanoid_done_;
    std::vector<bool> viewpoint_done_;
};

}  // namespace vitruvian::vrml
