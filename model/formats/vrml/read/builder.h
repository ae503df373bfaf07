// The second walk over a world: frames, figures, meshes and cameras of the document. See document.h for how a
// node's frame stands at its center. A joint's translation, rotation and scale are its pose (delta); those of
// a Transform, Humanoid or Site say where it is placed, and go into rest, so that the neutral pose keeps
// them.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/appearance.h"
#include "model/formats/vrml/read/survey.h"
#include "model/formats/vrml/shapes/geometry.h"
#include "model/formats/vrml/world/world.h"

#include <unordered_map>
#include <unordered_set>
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

/// A group that no node of the document stands for (see Builder::enter_group), and as which of its children.
struct GroupPlace {
    int group = -1;  // into BuiltNodes::groups; -1: in none below the document's node
    int child = 0;   // of a Switch or LOD
};

/// An Anchor, Billboard, Collision, LOD or Switch, or an Inline whose file was not read.
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
};

/// A camera or a light: where it stands is not its node's frame.
struct BuiltPlace {
    NodeRef node;
    glm::dmat4 node_from_here{1.0};  // the document's node from where the world's node stands
};

/// What animation needs to know of the walk.
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

class Builder {
  public:
    Builder(World& world, const Survey& survey, Document& document)
        : world_(&world),
          survey_(&survey),
          document_(&document),
          geometry_(world),
          appearance_(world, document) {}

    /// Builds everything below `root`. False where it was cancelled.
    [[nodiscard]] bool run(const Environment& root);
    [[nodiscard]] const BuiltNodes& built() const { return built_; }
    [[nodiscard]] BuiltNodes take_built() {
        built_.materials = appearance_.built();
        return std::move(built_);
    }

  private:
    /// A Displacer as the file has it, to be put on the meshes that use the segment's points.
    struct SegmentDisplacer {
        int index = -1;  // into Document::displacers
        std::string name;
        std::vector<std::int32_t> points;
        std::vector<vec3> offsets;
    };
    struct SegmentDisplacers {
        NodeRef coord;
        std::uint64_t segment = 0;
        std::vector<SegmentDisplacer> list;
    };
    /// A joint's share of the skin. `bind` is its node from the skin's points, where that is not by `center`.
    struct SkinJoint {
        int node = -1;
        vec3 center{0.0F};
        std::optional<glm::dmat4> bind;
        std::vector<std::int32_t> points;
        std::vector<float> weights;
    };
    /// What a humanoid's joints say of its skin; in rows by point once a shape asks (indices into `joints`).
    struct HumanoidSkin {
        NodeRef humanoid;
        int humanoid_node = -1;
        vec3 center{0.0F};
        NodeRef coord;
        std::vector<vec3> binding_points;   // skinBindingCoords: the skin as it is bound, where the file says
        std::vector<vec3> binding_normals;  // skinBindingNormals
        SegmentDisplacers displacers;
        std::vector<SkinJoint> joints;
        std::vector<std::uint32_t> begin;
        std::vector<std::uint32_t> joint;
        std::vector<float> weight;
    };
    /// Where the walk stands.
    struct Context {
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
        GroupPlace place;        // below `node`
        SegmentDisplacers* displacers = nullptr;
        HumanoidSkin* skin = nullptr;
        bool in_skin = false;  // below the humanoid's `skin` field
    };
    enum class FieldsAre { placement, pose };

    void visit(NodeRef node, const Context& at);
    void dispatch(NodeRef node, WorldNode kind, const Context& at);
    void visit_all(const std::vector<NodeRef>& nodes, const Context& at);
    void visit_children(NodeRef node, const Context& at);
    void visit_instance(NodeRef node, const Context& at);
    void visit_transform(NodeRef node, const Context& at);
    void visit_switch(NodeRef node, const Context& at);
    void visit_lod(NodeRef node, const Context& at);
    void visit_inline(NodeRef node, const Context& at);
    void visit_humanoid(NodeRef node, const Context& at);
    void visit_joint(NodeRef node, const Context& at);
    void visit_segment(NodeRef node, const Context& at);
    void visit_site(NodeRef node, const Context& at);
    void visit_viewpoint(NodeRef node, const Context& at);
    void visit_shape(NodeRef node, const Context& at);
    void visit_light(NodeRef node, const Context& at);
    void visit_background(NodeRef node);

    /// Where the children of a group stand that becomes no node of the document. Those in PROTOs are not kept.
    [[nodiscard]] Context enter_group(NodeRef node, const Context& at);
    /// Adds the document's node for `node` and returns where its children stand.
    [[nodiscard]] Context add_frame(NodeRef node, const Context& at, vitruvian::NodeKind kind,
                                    FieldsAre fields, std::string name);
    void repeat_joint(NodeRef node, const Context& at);
    void add_joint(NodeRef node, Context& inside);
    void read_limits(NodeRef node, Joint& joint);
    void read_info(NodeRef node, Humanoid& humanoid);
    void give_own_names(Humanoid& humanoid);
    void check_lists(NodeRef node, const Humanoid& humanoid);
    void add_displacers(NodeRef node, const Context& at, SegmentDisplacers& out);
    void add_instance(NodeRef shape, const Context& at, const Geometry& geometry, int material);
    void visit_motion(NodeRef node, const Context& at);
    void visit_skin(NodeRef humanoid, const Context& inside);
    void collect_skin(NodeRef joint, const Context& at);
    void read_binding_pose(NodeRef humanoid, HumanoidSkin& skin);
    void arrange_skin(NodeRef humanoid, HumanoidSkin& skin, std::size_t points);
    void wear_skin(MeshInstance& instance, NodeRef shape, const Context& at, const Geometry& geometry);
    [[nodiscard]] std::shared_ptr<const Mesh> displaced(const Geometry& geometry,
                                                        const SegmentDisplacers& displacers);
    [[nodiscard]] std::shared_ptr<const Skin> rigid_skin(int node, const Context& at);
    void place_joint_centres();
    void adopt_joints_without_humanoid();
    [[nodiscard]] bool is_first(NodeRef node) { return once_.insert(node.key()).second; }
    [[nodiscard]] std::string name_of(NodeRef node, const Context& at);
    [[nodiscard]] bool spent(NodeRef node);

    World* world_;
    const Survey* survey_;
    Document* document_;
    GeometryLibrary geometry_;
    AppearanceLibrary appearance_;
    BuiltNodes built_;
    std::unordered_set<std::uint64_t> once_;  // joints, sites, viewpoints: the first occurrence counts
    std::unordered_map<std::uint64_t, std::pair<int, glm::dmat4>> joint_places_;  // of each joint, the first
    std::unordered_set<std::uint64_t> open_;
    std::unordered_set<const Environment*> open_files_;  // of Inlines
    std::vector<std::pair<NodeRef, Context>> later_;     // joints met outside any humanoid
    std::map<std::pair<const Mesh*, std::uint64_t>, std::shared_ptr<const Mesh>> displaced_;
    std::shared_ptr<const Skin> last_skin_;
    int scene_ = -1;
    std::size_t visits_ = 0;
    std::size_t repeated_segments_ = 0;
    bool cancelled_ = false;
};

}  // namespace vitruvian::vrml
