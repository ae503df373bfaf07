// A pose as the global matrices of its joints, under HumanIK's node names and ids: to CSV and JSON and back.
// A matrix is 16 numbers as in HumanIK: the joint's right (X), up (Y) and front (Z) axes in world space, each
// multiplied by the scale along it and followed by 0, then the translation and 1. Lengths are in the file's
// units.
#pragma once

#include "model/core/result.h"
#include "model/pose/pose.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// The values derived from the 16 numbers.
struct MatrixFacts {
    vec3 right{1.0F, 0.0F, 0.0F};  // unit vectors in world space; zero where the scale is zero
    vec3 up{0.0F, 1.0F, 0.0F};
    vec3 front{0.0F, 0.0F, 1.0F};
    vec3 scale{1.0F};          // along right, up and front; never negative
    bool left_handed = false;  // mirrored: the cross product of right and up is opposite to front
    float shear = 0.0F;        // radians: maximum deviation of the axes from perpendicularity
};
[[nodiscard]] MatrixFacts facts_of(const mat4& global);

/// One joint's matrix.
struct PoseMatrix {
    std::string joint;
    std::string node;              // HumanIK's name, or empty
    std::optional<int> id;         // HumanIK's id
    std::optional<int> file_node;  // glTF node index: distinguishes joints with the same name
    mat4 global{1.0F};
    Location where;  // in the file it was read from
};

/// Returns the joints of a humanoid, parents first.
[[nodiscard]] std::vector<PoseMatrix> pose_matrices(const Document& document, int humanoid,
                                                    std::span<const mat4> world);

/// Returns "joint,humanik,id,m0,...,m15" and a line for each joint. Numbers survive a round trip.
[[nodiscard]] std::string to_csv(std::span<const PoseMatrix> matrices);
/// {"joints": [{"name": ..., "humanik": ..., "id": ..., "global": [16 numbers]}]}
[[nodiscard]] std::string to_json(std::span<const PoseMatrix> matrices);

/// Reads both formats, and other output of `vitruvian pose` (its JSON, its CSV and its table for HumanIK):
/// columns by their titles, or without titles an optional name or id and 16 numbers. Errors have the line and
/// column, or the JSON pointer. Numbers other than 0, 0, 0, 1 in those places are reported and ignored.
[[nodiscard]] Result<std::vector<PoseMatrix>> read_pose_matrices(std::string_view text,
                                                                 const std::string& name,
                                                                 Diagnostics& diagnostics);

/// Returns `base` with the joints of humanoid `humanoid` set to `matrices` in world space; joints without a
/// matrix follow their parents. A joint is found by its glTF node and name, then by its name, by HumanIK's
/// name, or by its id. Mirrored and sheared matrices are reported and used; singular ones and those that
/// match no joint are reported and left out. An Error where no matrix matches a joint.
[[nodiscard]] Result<Pose> posed_by_matrices(const Document& document, int humanoid,
                                             std::span<const PoseMatrix> matrices, const Pose& base,
                                             Diagnostics& diagnostics);

}  // namespace vitruvian
