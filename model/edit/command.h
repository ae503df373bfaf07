// Edits as data: one Command is one change of a Document. Panels execute them, History stores them, journals
// and scripts contain them as JSON (command_json.h). apply() either makes the whole change or leaves the
// document unchanged and returns an Error. The names of commands and fields, with units and help, are in
// command_table.h.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace vitruvian {

struct SetJointLimits {
    Item joint;
    std::optional<vec3> lower;  // radians; nullopt: free
    std::optional<vec3> upper;
    bool operator==(const SetJointLimits&) const = default;
};

struct SetJointStiffness {
    Item joint;
    std::optional<vec3> stiffness;  // 0..1 per axis; nullopt: not given
    bool operator==(const SetJointStiffness&) const = default;
};

/// Moves the joint's frame; geometry, children and sites keep their rest positions. Clips keep their keys
/// (see model/edit/move_centre.h for the consequences).
struct SetJointCentre {
    Item joint;
    vec3 centre{0.0F};  // in the humanoid's frame at rest
    bool operator==(const SetJointCentre&) const = default;
};

/// Sets the rotation of the joint's delta from rest.
struct SetJointRotation {
    SetJointRotation() = default;
    SetJointRotation(const Item& which,
                     const quat& rotation);  // an axis of length 0 where the rotation is unusable

    Item joint;
    vec3 axis{0.0F, 0.0F, 1.0F};  // of any length but 0
    float angle = 0.0F;           // radians
    bool operator==(const SetJointRotation&) const = default;
};

/// Names of a kind are unique: within the humanoid, or within the file for kinds outside humanoids.
struct Rename {
    Item thing;  // a humanoid, joint, segment, site, displacer, material, clip or node
    std::string name;
    bool operator==(const Rename&) const = default;
};

/// Rotates the frame in which a joint's limits are expressed.
struct SetJointLimitOrientation {
    Item joint;
    vec3 axis{0.0F, 0.0F, 1.0F};  // of any length but 0
    float angle = 0.0F;           // radians
    bool operator==(const SetJointLimitOrientation&) const = default;
};

struct SetInfo {
    Item humanoid;
    std::string name;
    std::optional<std::string> value;  // nullopt: removes the tag
    bool operator==(const SetInfo&) const = default;
};

/// A joint is at most one bone: the joint's previous bone is unmapped.
struct SetBone {
    Item bone;
    std::optional<Item> joint;  // nullopt: unmaps the bone
    bool operator==(const SetBone&) const = default;
};

/// Moves a site, in the frame that files use: the humanoid's frame at rest for H-Anim, otherwise the joint's
/// frame.
struct SetSite {
    Item site;
    std::optional<vec3> translation;  // nullopt: unchanged
    std::optional<vec3> axis;         // nullopt: rotation unchanged
    float angle = 0.0F;               // radians
    bool operator==(const SetSite&) const = default;
};

struct AddSite {
    std::string name;
    std::optional<Item> segment;  // either this or a joint
    std::optional<Item> joint;
    vec3 translation{0.0F};  // as in SetSite
    bool operator==(const AddSite&) const = default;
};

struct DeleteSite {
    Item site;
    bool operator==(const DeleteSite&) const = default;
};

/// nullopt fields stay unchanged. A mass of 0 means unspecified.
struct SetSegment {
    Item segment;
    std::optional<float> mass;  // kilograms
    std::optional<vec3> centre_of_mass;
    std::optional<std::array<float, 9>> moments_of_inertia;  // row by row
    bool operator==(const SetSegment&) const = default;
};

struct SetDisplacerWeight {
    Item displacer;
    float weight = 0.0F;
    bool operator==(const SetDisplacerWeight&) const = default;
};

/// Adds a displacer that combines the given ones; or, if there is a pose to go to, one that moves vertices as
/// the joints deform the skin from `from_pose` to `to_pose`.
struct AddDisplacer {
    std::string name;
    std::vector<std::pair<Item, float>> from;  // empty: all, at their current weights
    // Node, and its local transform; unlisted nodes are at rest.
    std::vector<std::pair<int, Transform>> from_pose;
    std::vector<std::pair<int, Transform>> to_pose;
    bool operator==(const AddDisplacer&) const = default;
};

struct DeleteDisplacer {
    Item displacer;
    bool operator==(const DeleteDisplacer&) const = default;
};

/// Sets human joint limits (model/standard/anatomical_limits.h), for the humanoid's level of articulation.
struct ApplyAnatomicalLimits {
    Item humanoid;
    std::vector<Item> joints;  // empty: all with known limits
    bool operator==(const ApplyAnatomicalLimits&) const = default;
};

/// Mirrors one side's data to the other side; joints without a counterpart are unchanged.
struct Mirror {
    Item humanoid;
    std::string from = "left";      // or "right"
    std::vector<std::string> what;  // from mirrored_things(); empty: all
    bool operator==(const Mirror&) const = default;
};

/// Scales all lengths of the document; its unit is unchanged.
struct Scale {
    float factor = 1.0F;
    bool operator==(const Scale&) const = default;
};

/// Moves a figure so that at rest it stands on the plane Y = 0.
struct StandOnGround {
    Item humanoid;
    bool operator==(const StandOnGround&) const = default;
};

/// Rotates a figure so that at rest its up is +Y and its front +Z.
struct FaceForward {
    Item humanoid;
    bool operator==(const FaceForward&) const = default;
};

struct NormaliseWeights {
    int influences = 4;                       // maximum per vertex
    float least = 0.0F;                       // smaller weights are removed
    std::optional<Item> mesh = std::nullopt;  // nullopt: all skins
    bool operator==(const NormaliseWeights&) const = default;
};

/// Makes the current pose the joints' rest pose, and binds the skin in it; clips keep their appearance.
struct PoseAsRest {
    Item humanoid;
    bool operator==(const PoseAsRest&) const = default;
};

struct AddJoint {
    std::string name;
    Item parent;
    vec3 centre{0.0F};  // in the humanoid's frame at rest
    bool operator==(const AddJoint&) const = default;
};

/// The parent joint takes over children, weights and attached objects, which keep their rest positions.
struct DeleteJoint {
    Item joint;
    bool operator==(const DeleteJoint&) const = default;
};

/// Changes the parent; the joint keeps its position, at rest and as posed.
struct ReParent {
    Item joint;
    Item parent;
    bool operator==(const ReParent&) const = default;
};

struct AddClip {
    std::string name;
    bool operator==(const AddClip&) const = default;
};

struct DeleteClip {
    Item clip;
    bool operator==(const DeleteClip&) const = default;
};

struct TrimClip {
    std::optional<Item> clip;  // nullopt: every clip, here and below
    float from = 0.0F;         // seconds
    std::optional<float> to;   // nullopt: its end
    bool operator==(const TrimClip&) const = default;
};

struct ReverseClip {
    std::optional<Item> clip;
    bool operator==(const ReverseClip&) const = default;
};

struct ResampleClip {
    std::optional<Item> clip;
    float rate = 30.0F;  // keys per second
    bool operator==(const ResampleClip&) const = default;
};

/// Sets a key from the joint's pose in the document.
struct SetKey {
    Item clip;
    float time = 0.0F;  // seconds
    Item joint;
    bool operator==(const SetKey&) const = default;
};

/// Selects keys of a clip: those at `times` in channels of one node, bone or displacer.
struct KeyChoice {
    int node = -1;
    std::optional<Bone> bone;
    int displacer = -1;
    std::optional<ChannelPath> path;  // nullopt: every path
    std::vector<float> times;         // seconds, within a tenth of a millisecond; empty: all
    bool operator==(const KeyChoice&) const = default;
};

/// Values of one channel at times, in Channel's layout. Tangents are per second, and only for cubic channels;
/// if empty, existing keys keep theirs, and new keys get tangents that continue the curve.
struct KeyValues {
    int node = -1;
    std::optional<Bone> bone;
    int displacer = -1;
    ChannelPath path = ChannelPath::rotation;
    std::vector<float> times;  // seconds
    std::vector<float> values;
    std::vector<float> in_tangents;
    std::vector<float> out_tangents;
    bool operator==(const KeyValues&) const = default;
};

/// Sets or inserts keys in existing or new channels. New channels are linear; they hold deltas if the
/// figure's joints have no rest rotation and for bones, else local transforms.
struct SetKeys {
    Item clip;
    std::vector<KeyValues> keys;
    bool operator==(const SetKeys&) const = default;
};

/// A channel left without keys is removed.
struct DeleteKeys {
    Item clip;
    std::vector<KeyChoice> keys;
    bool operator==(const DeleteKeys&) const = default;
};

/// Moves each key from t to about + (t - about) * scale + by, replacing keys already there.
struct MoveKeys {
    Item clip;
    std::vector<KeyChoice> keys;
    float by = 0.0F;     // seconds
    float scale = 1.0F;  // negative reverses the order
    float about = 0.0F;  // seconds
    bool operator==(const MoveKeys&) const = default;
};

/// Sets the interpolation of whole channels. Channels that become cubic get smooth tangents.
struct SetInterpolation {
    Item clip;
    std::vector<KeyChoice> keys;  // their times are ignored
    std::string interpolation = "linear";
    bool operator==(const SetInterpolation&) const = default;
};

/// Makes the clip's end match its beginning: the last `seam` seconds blend to the first values.
struct LoopClip {
    std::optional<Item> clip;
    float seam = 0.2F;              // seconds
    std::vector<std::string> what;  // paths: "rotation", ...; empty: all
    bool operator==(const LoopClip&) const = default;
};

/// Poses arms, hands, legs and feet in the T-pose of EXT_skeleton_humanoid.
struct EnforceTPose {
    Item humanoid;
    bool operator==(const EnforceTPose&) const = default;
};

/// Moves nodes of sites and joints to positions in the scene by inverse kinematics (model/ik), within the
/// joint limits; `pins` stay in place. With pins the root may move, otherwise it is fixed. The resulting pose
/// is stored even if a target is out of reach.
struct ReachTargets {
    Item humanoid;
    std::vector<std::pair<int, vec3>> targets;  // node, position
    std::vector<int> pins;                      // nodes
    bool operator==(const ReachTargets&) const = default;
};

/// Rotates the axes of bones: +Y along the bone, positive rotation about +X bends it (EXT_skeleton_humanoid,
/// "Reference pose").
struct OrientBones {
    Item humanoid;
    bool operator==(const OrientBones&) const = default;
};

/// Sets the local transforms of nodes to those of a pose by changing their deltas from rest.
struct ApplyPose {
    std::vector<std::pair<int, Transform>> locals;  // node, and its local transform
    bool operator==(const ApplyPose&) const = default;
};

/// Recomputes the humanoid's bone map from joint names and skeleton shape (model/figure/bone_map.h).
struct MapBones {
    Item humanoid;
    bool operator==(const MapBones&) const = default;
};

/// Renames joints to a naming convention (model/standard/naming_scheme.h); joints for which it has no name
/// keep theirs.
struct RenameJoints {
    Item humanoid;
    std::string scheme;
    bool operator==(const RenameJoints&) const = default;
};

/// Sets a joint's weights on vertices of a skin. The other joints share the remainder in the same
/// proportions; if there are none, the nearest ancestor joint that moves the skin gets it.
struct PaintWeights {
    Item mesh;
    Item joint;
    std::vector<std::pair<int, float>> weights;  // the file's vertex (see Mesh::source_vertex), 0..1
    bool operator==(const PaintWeights&) const = default;
};

/// Merges materials that differ only in name into the first of them, and makes the names of the remaining
/// ones unique. Materials whose source contains data beyond the Material are not merged.
struct TidyMaterials {
    bool operator==(const TidyMaterials&) const = default;
};

struct Command;

/// Several commands as one edit and one undo step: all or none are applied. Each command applies to the
/// result of those before it, and its indices refer to that state.
struct Batch {
    std::string title;  // for the undo menu
    std::vector<Command> commands;
    bool operator==(const Batch& other) const;
};

template <class T, class Variant>
struct is_alternative : std::false_type {};
template <class T, class... Ts>
struct is_alternative<T, std::variant<Ts...>> : std::disjunction<std::is_same<T, Ts>...> {};

/// Holds any one of them. A struct rather than the variant itself, so that a Batch can contain Commands.
struct Command {
    using Edit =
        std::variant<SetJointLimits, SetJointLimitOrientation, SetJointStiffness, SetJointCentre,
                     SetJointRotation, Rename, SetInfo, SetBone, SetSite, AddSite, DeleteSite, SetSegment,
                     SetDisplacerWeight, AddDisplacer, DeleteDisplacer, ApplyAnatomicalLimits, Mirror, Scale,
                     StandOnGround, FaceForward, NormaliseWeights, PoseAsRest, AddJoint, DeleteJoint,
                     ReParent, AddClip, DeleteClip, TrimClip, ReverseClip, ResampleClip, SetKey, EnforceTPose,
                     SetKeys, DeleteKeys, MoveKeys, SetInterpolation, LoopClip, ReachTargets, OrientBones,
                     ApplyPose, MapBones, RenameJoints, PaintWeights, TidyMaterials, Batch>;
    Command();
    template <class Kind>
    requires is_alternative<Kind, Edit>::value Command(Kind kind)
        : edit(std::in_place_type<Kind>, std::move(kind)) {}  // implicit: an edit is a Command
    // Defined in command.cpp: those of the variant are slow to compile.
    ~Command();
    Command(const Command&);
    Command(Command&&) noexcept;
    Command& operator=(const Command&);
    Command& operator=(Command&&) noexcept;

    Edit edit;
    bool operator==(const Command& other) const;
};

/// Returns a short title for the undo menu: "Set limits of l_elbow". `document` is the one before the command
/// is applied.
[[nodiscard]] std::string title_of(const Command& command, const Document& document);

/// Applies the command, or returns an Error and leaves `document` unchanged.
[[nodiscard]] Result<void> apply(const Command& command, Document& document);

}  // namespace vitruvian
