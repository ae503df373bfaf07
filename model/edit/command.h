// Edits as data: one Command is one change of a Document. Panels push them, History keeps them, journals and scripts
// hold them as JSON (command_json.h). apply() either changes the document as asked or leaves it untouched and says why.
// What a command and its fields are called, with units and help: command_table.h.
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

/// Moves the joint's frame; geometry, children and sites stay where they are at rest. Clips keep their keys
/// (see model/edit/move_centre.h for what that means).
struct SetJointCentre {
    Item joint;
    vec3 centre{0.0F};  // in the humanoid's frame at rest
    bool operator==(const SetJointCentre&) const = default;
};

/// The rotation part of the joint's delta from rest.
struct SetJointRotation {
    SetJointRotation() = default;
    SetJointRotation(const Item& which,
                     const quat& rotation);  // an axis of length 0 where the rotation is unusable

    Item joint;
    vec3 axis{0.0F, 0.0F, 1.0F};  // of any length but 0
    float angle = 0.0F;           // radians
    bool operator==(const SetJointRotation&) const = default;
};

/// Names of one kind are unique: within the humanoid, or, of what is not a humanoid's, within the file.
struct Rename {
    Item thing;  // a humanoid, joint, segment, site, displacer, material, clip or node
    std::string name;
    bool operator==(const Rename&) const = default;
};

/// Turns the frame that a joint's limits are about.
struct SetJointLimitOrientation {
    Item joint;
    vec3 axis{0.0F, 0.0F, 1.0F};  // of any length but 0
    float angle = 0.0F;           // radians
    bool operator==(const SetJointLimitOrientation&) const = default;
};

struct SetInfo {
    Item humanoid;
    std::string name;
    std::optional<std::string> value;  // nullopt: the tag goes
    bool operator==(const SetInfo&) const = default;
};

/// A joint is one bone: another one that had it loses it.
struct SetBone {
    Item bone;
    std::optional<Item> joint;  // nullopt: the figure has no such bone
    bool operator==(const SetBone&) const = default;
};

/// In the segment's frame as files say it: of H-Anim that of the humanoid at rest, elsewhere that of the joint.
struct SetSite {
    Item site;
    std::optional<vec3> translation;  // nullopt: as it is
    std::optional<vec3> axis;         // nullopt: turned as it is
    float angle = 0.0F;               // radians
    bool operator==(const SetSite&) const = default;
};

struct AddSite {
    std::string name;
    std::optional<Item> segment;  // this or a joint
    std::optional<Item> joint;
    vec3 translation{0.0F};  // as in SetSite
    bool operator==(const AddSite&) const = default;
};

struct DeleteSite {
    Item site;
    bool operator==(const DeleteSite&) const = default;
};

/// What is nullopt stays as it is. A mass of 0 is one that is not given.
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

/// A new displacer that moves vertices as those given do together; or, where there is a pose to go to, as the joints move
/// the skin from the one pose to the other.
struct AddDisplacer {
    std::string name;
    std::vector<std::pair<Item, float>> from;  // empty: all, as far as they are applied
    // Node, and its frame in its parent's; nodes of which nothing is said are at rest.
    std::vector<std::pair<int, Transform>> from_pose;
    std::vector<std::pair<int, Transform>> to_pose;
    bool operator==(const AddDisplacer&) const = default;
};

struct DeleteDisplacer {
    Item displacer;
    bool operator==(const DeleteDisplacer&) const = default;
};

/// How far joints of people reach (model/standard/anatomical_limits.h), for the humanoid's level of articulation.
struct ApplyAnatomicalLimits {
    Item humanoid;
    std::vector<Item> joints;  // empty: all that are known
    bool operator==(const ApplyAnatomicalLimits&) const = default;
};

/// One side's things for the other side, mirrored; what has no counterpart stays.
struct Mirror {
    Item humanoid;
    std::string from = "left";      // or "right"
    std::vector<std::string> what;  // of mirrored_things(); empty: all
    bool operator==(const Mirror&) const = default;
};

/// All lengths of the document; its unit stays.
struct Scale {
    float factor = 1.0F;
    bool operator==(const Scale&) const = default;
};

/// Moves a figure so that it stands at rest on the plane Y = 0.
struct StandOnGround {
    Item humanoid;
    bool operator==(const StandOnGround&) const = default;
};

/// Turns a figure so that at rest its up is +Y and its front +Z.
struct FaceForward {
    Item humanoid;
    bool operator==(const FaceForward&) const = default;
};

struct NormaliseWeights {
    int influences = 4;                       // at most, of a vertex
    float least = 0.0F;                       // smaller ones go
    std::optional<Item> mesh = std::nullopt;  // nullopt: all skins
    bool operator==(const NormaliseWeights&) const = default;
};

/// The pose that joints have becomes their rest, and the skin is bound in it; clips show what they showed.
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

/// Children, weights and all that it carried go to the joint above and stay where they are at rest.
struct DeleteJoint {
    Item joint;
    bool operator==(const DeleteJoint&) const = default;
};

/// The joint stays where it is, at rest and as it is posed.
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
    std::optional<Item> clip;  // nullopt: every one, here and below
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
    float rate = 30.0F;  // keys a second
    bool operator==(const ResampleClip&) const = default;
};

/// Keys the joint as it is posed in the document.
struct SetKey {
    Item clip;
    float time = 0.0F;  // seconds
    Item joint;
    bool operator==(const SetKey&) const = default;
};

/// Keys of a clip: those at `times` of what moves one node, bone or displacer.
struct KeyChoice {
    int node = -1;
    std::optional<Bone> bone;
    int displacer = -1;
    std::optional<ChannelPath> path;  // nullopt: every one
    std::vector<float> times;         // seconds, to a tenth of a millisecond; empty: all
    bool operator==(const KeyChoice&) const = default;
};

/// Values of one channel at times, as Channel has them. Tangents are per second, and only for cubic channels; empty:
/// those that the keys have, or what continues the curve.
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

/// Sets keys, or new ones, in channels that are there or are made: as linear ones, of deltas where the figure's joints
/// rest unturned and of what a bone clip says, else of local transforms.
struct SetKeys {
    Item clip;
    std::vector<KeyValues> keys;
    bool operator==(const SetKeys&) const = default;
};

/// A channel without keys goes.
struct DeleteKeys {
    Item clip;
    std::vector<KeyChoice> keys;
    bool operator==(const DeleteKeys&) const = default;
};

/// Each key goes from t to about + (t - about) * scale + by, in the place of what is there.
struct MoveKeys {
    Item clip;
    std::vector<KeyChoice> keys;
    float by = 0.0F;     // seconds
    float scale = 1.0F;  // below 0 turns them round
    float about = 0.0F;  // seconds
    bool operator==(const MoveKeys&) const = default;
};

/// How values between keys come about, of whole channels. What becomes cubic passes its keys smoothly.
struct SetInterpolation {
    Item clip;
    std::vector<KeyChoice> keys;  // their times do not matter
    std::string interpolation = "linear";
    bool operator==(const SetInterpolation&) const = default;
};

/// The clip's end becomes its beginning: within the last `seam` seconds it goes over to what was there first.
struct LoopClip {
    std::optional<Item> clip;
    float seam = 0.2F;              // seconds
    std::vector<std::string> what;  // paths: "rotation", ...; empty: all
    bool operator==(const LoopClip&) const = default;
};

/// Poses arms, hands, legs and feet as the T-pose of EXT_skeleton_humanoid has them.
struct EnforceTPose {
    Item humanoid;
    bool operator==(const EnforceTPose&) const = default;
};

/// Brings nodes of sites and joints to points of the scene by inverse kinematics (model/ik), within the joints' limits;
/// `pins` stay where they are. With pins the root may move, without them it stays. The pose that comes of it is stored,
/// also where a target is out of reach.
struct ReachTargets {
    Item humanoid;
    std::vector<std::pair<int, vec3>> targets;  // node, position
    std::vector<int> pins;                      // nodes
    bool operator==(const ReachTargets&) const = default;
};

/// Turns the axes of bones: +Y along the bone, +X bends it (EXT_skeleton_humanoid, "Reference pose").
struct OrientBones {
    Item humanoid;
    bool operator==(const OrientBones&) const = default;
};

/// Puts nodes where a pose has them: the delta from rest of each becomes what leads there.
struct ApplyPose {
    std::vector<std::pair<int, Transform>> locals;  // node, and its frame in its parent's
    bool operator==(const ApplyPose&) const = default;
};

/// Finds the humanoid's bones again by the joints' names and the skeleton's shape (model/figure/bone_map.h).
struct MapBones {
    Item humanoid;
    bool operator==(const MapBones&) const = default;
};

/// Names joints as a convention does (model/standard/naming_scheme.h); what it has no name for keeps its own.
struct RenameJoints {
    Item humanoid;
    std::string scheme;
    bool operator==(const RenameJoints&) const = default;
};

/// How far a joint moves vertices of a skin. The other joints share the rest as they did; where no other has any, the
/// nearest joint above that moves the skin gets it.
struct PaintWeights {
    Item mesh;
    Item joint;
    std::vector<std::pair<int, float>> weights;  // the file's vertex (see Mesh::source_vertex), 0..1
    bool operator==(const PaintWeights&) const = default;
};

/// Materials that are the same in all but their name become the first of them, and each that is left has a name that no
/// other has. What the file says of a material beyond its Material keeps it from becoming another.
struct TidyMaterials {
    bool operator==(const TidyMaterials&) const = default;
};

struct Command;

/// Several commands as one edit and one undo step: all of them or none. Each is applied to what those before it left,
/// and its indices count in that.
struct Batch {
    std::string title;  // for the undo menu
    std::vector<Command> commands;
    bool operator==(const Batch& other) const;
};

template <class T, class Variant>
struct is_alternative : std::false_type {};
template <class T, class... Ts>
struct is_alternative<T, std::variant<Ts...>> : std::disjunction<std::is_same<T, Ts>...> {};

/// Any one of them. A struct of its own, not the variant itself, so that a Batch can hold Commands.
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
    // In command.cpp: the variant's are long to compile.
    ~Command();
    Command(const Command&);
    Command(Command&&) noexcept;
    Command& operator=(const Command&);
    Command& operator=(Command&&) noexcept;

    Edit edit;
    bool operator==(const Command& other) const;
};

/// A short title for the undo menu: "Set limits of l_elbow". `document` is the one that the command is for.
[[nodiscard]] std::string title_of(const Command& command, const Document& document);

/// Changes `document`, or returns an Error and leaves it as it was.
[[nodiscard]] Result<void> apply(const Command& command, Document& document);

}  // namespace vitruvian
