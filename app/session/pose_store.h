// Stored poses: of a figure's joints for the same rig, and of its bones for every other figure. Kept as JSON
// in a folder of the user. Independent of the session.
//
// The bone part holds the rotation of each of the 55 bones from the T-pose relative to its parent bone, in
// the figure's axes (+X its left, +Y up, +Z front), and the position of the hips as a fraction of their
// height: the same on every figure. The joint part holds each joint's delta from rest by name; it applies to
// figures that have joints of these names with the same rest rotations.
#pragma once

#include "model/pose/pose.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian {

struct StoredPose {
    struct JointPart {
        std::string name;
        quat rest = identity_quat;  // its rest rotation
        Transform delta;
        bool operator==(const JointPart&) const = default;
    };
    std::string name;
    std::array<std::optional<quat>, bone_count> turns;
    vec3 hips{0.0F};  // displacement from the T-pose, as a fraction of the hips' height
    // Height of its lowest bone above that of the T-pose, in the same unit: on legs of other proportions the
    // hips' displacement alone would make the figure float or sink.
    std::optional<float> lift;
    std::vector<JointPart> joints;
    std::vector<std::pair<std::string, float>> weights;  // displacers by name
    bool operator==(const StoredPose&) const = default;

    [[nodiscard]] bool has_bones() const;
};

/// Stores a pose. Error "pose-nothing" if the document has no such humanoid.
[[nodiscard]] Result<StoredPose> store_pose(const Document& document, int humanoid, const Pose& pose);

/// Returns `shown` blended by `share` (0..1) towards the stored pose; what the pose does not contain stays
/// unchanged. Uses the joint part if the rig is the same, else the bone part: `by_joints` tells which. With
/// `is_mirrored` left and right are exchanged. Error "pose-no-match": no joint and no bone in common.
struct AppliedPose {
    Pose pose;
    bool by_joints = false;
};
[[nodiscard]] Result<AppliedPose> posed_by(const StoredPose& stored, const Document& document, int humanoid,
                                           const Pose& shown, float share, bool is_mirrored = false);

[[nodiscard]] std::string pose_json(const StoredPose& pose);
/// Errors: "pose-syntax", "pose-no-pose"; unknown bones and non-finite numbers are ignored.
[[nodiscard]] Result<StoredPose> pose_from_json(std::string_view text);

/// The poses of a folder, sorted by name.
class PoseLibrary {
  public:
    /// Reads the folder on first use. `folder` empty: nothing is stored.
    explicit PoseLibrary(std::filesystem::path folder) : folder_(std::move(folder)) {}

    [[nodiscard]] const std::vector<StoredPose>& poses() const;
    /// Stores a pose, replacing one of the same name. Errors: "cannot-write", "pose-no-name",
    /// "pose-no-folder".
    [[nodiscard]] Result<void> keep(const StoredPose& pose);
    [[nodiscard]] Result<void> forget(const std::string& name);
    [[nodiscard]] Result<void> rename(const std::string& name, const std::string& to);

  private:
    [[nodiscard]] std::filesystem::path file_of(const std::string& name) const;
    std::filesystem::path folder_;
    mutable std::vector<StoredPose> poses_;
    mutable bool is_read_ = false;
};

/// Returns XDG_DATA_HOME/vitruvian/poses, or ~/.local/share/...; empty if neither is known.
[[nodiscard]] std::filesystem::path pose_folder();

}  // namespace vitruvian
