// The contents of a file: what is read, edited and saved. A value type, cheap to copy. Independent of file
// syntax, OpenGL and windows.
//
// All frames of a file form one tree of nodes, parents before children: the relevant VRML/X3D groups,
// humanoids, joints and sites, or all glTF nodes. A Humanoid refers to nodes of that tree. For every node
//     local = rest * delta,   world = world(parent) * local,   skin = world * inverse_bind.
// H-Anim: the node's origin is its centre, so rest = T(center - parent.center),
//     delta = T(translation) R SR S SR^-1 and a rigid mesh has inverse_bind = T(-center).
//     Nested VRML Transforms are equivalent to this (VRML97 6.52 Transform).
// glTF: rest is the node's local transform and delta the identity.
#pragma once

#include "model/core/result.h"
#include "model/core/transform.h"
#include "model/document/clip.h"
#include "model/document/mesh.h"
#include "model/standard/bone.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

enum class FileFormat { unknown, vrml97, x3d_classic, x3d_xml, x3d_json, gltf, glb, vrm, bvh };
[[nodiscard]] std::string_view to_string(FileFormat format);  // as in `info --json`: "x3d-classic"

enum class NodeKind { group, humanoid, joint, site };

/// One frame of the scene tree.
struct Node {
    std::string name;
    int parent = -1;  // index into Document::nodes, smaller than the node's own; -1: the world
    NodeKind kind = NodeKind::group;
    Transform rest;
    Transform delta;          // the pose the file stores on top of rest
    vec3 frame_offset{0.0F};  // H-Anim: the node's `center` (the file's frame is this one moved by -offset)
    int source_index = -1;    // glTF node index; -1 otherwise
};

/// H-Anim data of a joint, in addition to its node. Unspecified values are nullopt, never 0 (H-Anim 1.1,
/// Joint).
struct Joint {
    int node = -1;
    vec3 centre{0.0F};                // in the humanoid's frame at rest
    std::optional<vec3> lower_limit;  // llimit, radians about X, Y, Z of the limit frame
    std::optional<vec3> upper_limit;  // ulimit
    quat limit_orientation = identity_quat;
    std::optional<vec3> stiffness;  // 0 (free) .. 1 (rigid) per axis
};

/// A body part that moves with one joint, and its physical data (H-Anim 1.1, Segment). A mass of 0 means
/// unspecified.
struct Segment {
    std::string name;
    int joint = -1;     // index into Humanoid::joints
    float mass = 0.0F;  // kilograms
    vec3 centre_of_mass{0.0F};
    std::array<float, 9> moments_of_inertia{};  // row by row
    std::optional<Bounds> bounding_box;         // as in the file
};

/// A named location on a segment: end effector (_tip), camera (_view), feature point (_pt) or glTF socket.
struct Site {
    int node = -1;
    int segment = -1;  // index into Humanoid::segments; -1 if the file attaches it to a joint
};

enum class DisplacerKind { feature, action, config, morph };

/// A weighted vertex offset: H-Anim Displacer or glTF morph target. MeshInstance::displacers refers to these.
struct Displacer {
    std::string name;
    DisplacerKind kind = DisplacerKind::morph;
    int humanoid = -1;  // index into Document::humanoids; -1: on a mesh outside any
    int segment = -1;   // index into that Humanoid::segments; -1: on the skin
    float weight = 0.0F;
    /// Represents one key of a CoordinateInterpolator or NormalInterpolator: created by the reader, so that
    /// clips animate it like any other displacer; the file has no such Displacer.
    bool keyed_shape = false;
    /// Represents what an expression does to materials, by its weight: created by the reader too. It moves nothing.
    std::vector<MaterialChange> changes;
};

/// False for what a reader created so that it has a weight.
[[nodiscard]] inline bool is_in_file(const Displacer& displacer) {
    return !displacer.keyed_shape && displacer.changes.empty();
}

/// A camera defined in the file, in the frame of `node` (-1: the world). Looks along its -Z with +Y up.
struct Viewpoint {
    std::string name;
    int node = -1;
    int humanoid = -1;
    vec3 position{0.0F, 0.0F, 10.0F};
    quat orientation = identity_quat;
    float field_of_view = 0.785398F;  // radians, of the smaller side (VRML97 6.53)
};

/// A light defined in the file (VRML97 6.15, 6.34, 6.45; KHR_lights_punctual), in the frame of `node`. It
/// shines along its -Z.
struct Light {
    enum class Kind { directional, point, spot };
    std::string name;
    Kind kind = Kind::directional;
    int node = -1;
    vec3 position{0.0F};
    quat orientation = identity_quat;
    vec3 color{1.0F};  // linear
    float intensity = 1.0F;
    float ambient_intensity = 0.0F;
    bool on = true;
    std::optional<float> radius;         // nullopt: infinite
    vec3 attenuation{1.0F, 0.0F, 0.0F};  // 1 / (a + b d + c d^2)
    float inner_cone = 0.0F;             // radians from the axis, for spot lights
    float outer_cone = 0.785398F;
};

/// Sky and ground by angle (VRML97 6.5): angles ascend from the zenith (sky) and the nadir (ground).
struct Sky {
    std::vector<vec3> sky_colors{vec3(0.0F)};  // linear; one more than angles
    std::vector<float> sky_angles;             // radians
    std::vector<vec3> ground_colors;
    std::vector<float> ground_angles;
    /// A sky box drawn over the colours: front (-Z), back, left, right, top, bottom, each upright as seen
    /// from the origin; top and bottom adjoin the front. Index into Document::images; -1: none.
    std::array<int, 6> pictures{-1, -1, -1, -1, -1, -1};
};

/// What an expression does to others while it shows: nothing, hides them, or weakens them by its weight.
enum class ExpressionOverride { none, block, blend };

/// A facial expression, under its VRM 1.0 name if it is a VRM preset. In a model it lists the displacers and
/// their weights; in a clip file it gives the node whose X translation is the weight.
struct Expression {
    std::string name;
    int node = -1;                             // in VRMA files; -1 in models
    std::vector<std::pair<int, float>> binds;  // index into Document::displacers, weight
    bool binary = false;                       // its weight counts as 1 above 0.5, else as 0
    ExpressionOverride override_blink = ExpressionOverride::none;
    ExpressionOverride override_look_at = ExpressionOverride::none;  // the four expressions of a gaze
    ExpressionOverride override_mouth = ExpressionOverride::none;    // the five vowels
};

/// `output` at `input` radians from ahead and beyond, less before it in proportion: radians of an eye, or a weight.
struct GazeRange {
    float input = 1.5707963F;
    float output = 1.5707963F;

    bool operator==(const GazeRange&) const = default;
};

/// How a figure's eyes follow its gaze (VRMC_vrm 1.0, lookAt): they turn, or its expressions lookLeft, lookRight,
/// lookUp and lookDown show. Inwards is towards the nose.
struct Gaze {
    bool by_expressions = false;
    GazeRange inner;
    GazeRange outer;  // also of lookLeft and lookRight
    GazeRange down;
    GazeRange up;

    bool operator==(const Gaze&) const = default;
};

/// Origin of a humanoid's bone map; `kind` in `info --json`.
enum class HumanoidKind { hanim, ext_skeleton_humanoid, vrm0, vrm1, khr_character, inferred };
[[nodiscard]] std::string_view to_string(HumanoidKind kind);

/// One figure: its joints and the data about them. (Copy operations etc. are defined in document.cpp, here
/// and below, so that not every file that includes this compiles them.)
struct Humanoid {
    Humanoid();
    ~Humanoid();
    Humanoid(const Humanoid&);
    Humanoid(Humanoid&&) noexcept;
    Humanoid& operator=(const Humanoid&);
    Humanoid& operator=(Humanoid&&) noexcept;

    std::string name;
    std::string version;  // of the specification: "1.1", "2.0"
    HumanoidKind kind = HumanoidKind::inferred;
    std::vector<std::pair<std::string, std::string>> info;  // tag, value
    int node = -1;                                          // the humanoid's own frame; -1: the world
    std::vector<Joint> joints;                              // parents before children
    std::vector<Segment> segments;
    std::vector<Site> sites;
    BoneMap bones;                            // node of each of the 55 bones, -1 where absent
    std::vector<BoneEvidence> bone_evidence;  // empty, or one for each of the 55 bones
    std::optional<int> declared_loa;          // as in the file (H-Anim 2.0 loa); see level_of_articulation
    std::string skeletal_configuration;       // H-Anim 2.0; empty: not given
    std::optional<Bounds> bounding_box;       // as in the file
    std::vector<Expression> expressions;
    std::optional<Gaze> gaze;  // as in the file
    /// In VRMA files: the node whose rotation is the gaze, about Y to the figure's left and then about X down.
    int gaze_node = -1;
};

/// An instance of a mesh in the scene.
struct MeshInstance {
    MeshInstance();
    ~MeshInstance();
    MeshInstance(const MeshInstance&);
    MeshInstance(MeshInstance&&) noexcept;
    MeshInstance& operator=(const MeshInstance&);
    MeshInstance& operator=(MeshInstance&&) noexcept;

    std::string name;
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const Skin> skin;  // never null; one entry for a rigid mesh
    int material = -1;                 // index into Document::materials; -1: the default material
    int node = -1;                     // parent node (glTF mesh node, H-Anim joint); -1: the world
    int primitive = -1;                // glTF primitive index; -1 otherwise
    int humanoid = -1;
    int segment = -1;             // index into that Humanoid::segments
    std::vector<int> displacers;  // for each of Mesh::targets, an index into Document::displacers
    /// The material in each of Document::variants, -1 for `material`; empty if it is `material` in all.
    std::vector<int> variant_materials;
};

struct DocumentSource;  // model/io/source.h

struct Document {
    Document();
    ~Document();
    Document(const Document&);
    Document(Document&&) noexcept;
    Document& operator=(const Document&);
    Document& operator=(Document&&) noexcept;

    std::string file;  // path as given; empty for the built-in figure
    FileFormat format = FileFormat::unknown;
    std::vector<Node> nodes;
    std::vector<Humanoid> humanoids;
    std::vector<MeshInstance> meshes;
    std::vector<Displacer> displacers;
    std::vector<Viewpoint> viewpoints;
    std::vector<Light> lights;
    std::optional<Sky> sky;                // the first bound Background
    std::optional<float> metres_per_unit;  // if given in the file (X3D UNIT length); see Stance for estimates
    std::vector<Material> materials;
    std::vector<std::string> variants;  // names of the material variants (KHR_materials_variants)
    std::vector<std::shared_ptr<const ImageSource>> images;
    std::vector<std::shared_ptr<const Clip>> clips;
    Diagnostics diagnostics;
    std::shared_ptr<const DocumentSource> source;  // null: created in memory, not read
};

/// States whether the reader already checked each attribute value, index and weight of the meshes while copying
/// them, so that large meshes are not scanned twice.
enum class MeshNumbers { unproved, proved };

/// Returns the first violated invariant of a document, or nullopt: every index in range, parents before
/// children, every number finite, attributes of equal length, weights normalised, rotations unit. Readers
/// call it last; unit tests and fuzzers call it on every document they get.
[[nodiscard]] std::optional<std::string> expect_valid(const Document& document,
                                                      MeshNumbers numbers = MeshNumbers::unproved);

}  // namespace vitruvian
