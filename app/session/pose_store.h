// A pose to keep: of a figure's joints for that rig itself, and of its bones for every other figure. As JSON in a folder
// of a person's own. Knows nothing of the session.
//
// The bones' half is how each of the 55 bones is turned from the T-pose against its parent bone, in the figure's axes (+X
// its left, +Y up, +Z front), and where the hips are as a share of their height: the same on every figure. The joints'
// half is each joint's delta from rest by its name, which holds where a figure has joints of those names that rest alike.
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
        quat rest = identity_quat;  // rotation of its rest
        Transform delta;
        bool operator==(const JointPart&) const = default;
    };
    std::string name;
    std::array<std::optional<quat>, bone_count> turns;
    vec3 hips{0.0F};  // displacement from the T-pose, as a share of the hips' height
    // By how much its lowest bone is higher than that of the T-pose, likewise: with other legs the hips' displacement alone
    // would leave it in the air or sink it.
    std::optional<float> lift;
    std::vector<JointPart> joints;
    std::vector<std::pair<std::string, float>> weights;  // displacers by name
    bool operator==(const StoredPose&) const = default;

    [[nodiscard]] bool has_bones() const;
};

/// Error "pose-nothing" where the document has no such humanoid.
[[nodiscard]] Result<StoredPose> store_pose(const Document& document, int humanoid, const Pose& pose);

/// Left and right exchanged: its bones' half, and no other.
[[nodiscard]] StoredPose mirrored(const StoredPose& pose);

/// `shown` with `share` (0..1) of the way to the pose; of what the pose says nothing it stays as it is. By joints where
/// the rig is the same, else by bones: `by_joints` says which. Error "pose-no-match": no joint and no bone in common.
struct AppliedPose {
    Pose pose;
    bool by_joints = false;
};
[[nodiscard]] Result<AppliedPose> posed_by(const StoredPose& stored, const Document& document, int humanoid,
                                           const Pose& shown, float share);

[[nodiscard]] std::string pose_json(const StoredPose& pose);
/// Errors: "pose-syntax", "pose-no-pose"; unknown bones and what is not a finite number are left out.
[[nodiscard]] Result<StoredPose> pose_from_json(std::string_view text);

/// The poses of a folder, by name.
class PoseLibrary {
  public:
    /// Reads nothing until it is asked. Empty: nothing is kept.
    explicit PoseLibrary(std::filesystem::path folder) : folder_(std::move(folder)) {}

    [[nodiscard]] const std::vector<StoredPose>& poses() const;
    /// In the place of one of that name. Errors: "cannot-write", "pose-no-name", "pose-no-folder".
    [[nodiscard]] Result<void> keep(const StoredPose& pose);
    [[nodiscard]] Result<void> forget(const std::string& name);
    [[nodiscard]] Result<void> rename(const std::string& name, const std::string& to);

  private:
    [[nodiscard]] std::filesystem::path file_of(const std::string& name) const;
    std::filesystem::path folder_;
    mutable std::vector<StoredPose> poses_;
    mutable bool is_read_ = false;
};

/// XDG_DATA_HOME/vitruvian/poses, or ~/.local/share/...; empty where neither is known.
[[nodiscard]] std::filesystem::path pose_folder();

}  // namespace vitruvian
