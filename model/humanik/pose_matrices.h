// A pose as the global matrices of its joints, under HumanIK's node names and ids: to CSV and JSON and back.
// A matrix is 16 numbers as HumanIK has them: the joint's right (X), up (Y) and front (Z) axes in world
// space, each times the scale along it and followed by 0, then the translation and 1. Lengths are in the
// file's units.
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
    vec3 right{1.0F, 0.0F, 0.0F};  // unit, in world space; zero where the scale is
    vec3 up{0.0F, 1.0F, 0.0F};
    vec3 front{0.0F, 0.0F, 1.0F};
    vec3 scale{1.0F};          // along right, up and front; never negative
    bool left_handed = false;  // mirrored: right x up points against front
    float shear = 0.0F;        // radians: maximum deviation of the axes from perpendicularity
};
[[nodiscard]] MatrixFacts facts_of(const mat4& global);

/// One joint's matrix.
struct PoseMatrix {
    std::string joint;
    std::string node;              // HumanIK's name of it, or empty
    std::optional<int> id;         // HumanIK's id of it
    std::optional<int> file_node;  // glTF's index of it: tells joints of one name apart
    mat4 global{1.0F};
    Location where;  // in the file it was read from
};

/// The joints of a humanoid, parents first.
[[nodiscard]] std::vector<PoseMatrix> pose_matrices(const Document& document, int humanoid,
                                                    std::span<const mat4> world);

/// "joint,humanik,id,m0,...,m15" and a line for each joint. Numbers survive a round trip.
[[nodiscard]] std::string to_csv(std::span<const PoseMatrix> matrices);
/// {"joints": [{"name": ..., "humanik": ..., "id": ..., "global": [16 numbers]}]}
[[nodiscard]] std::string to_json(std::span<const PoseMatrix> matrices);

/// Reads either, and what else `vitruvian pose` writes (its JSON, its CSV and its table for HumanIK): columns
/// by their titles, or a name, an id or nothing, and 16 numbers where there are no titles. Errors have the
/// line and column, or the JSON pointer. Numbers in the places of 0, 0, 0, 1 that are others are reported and
/// ignored.
[[nodiscard]] Result<std::vector<PoseMatrix>> read_pose_matrices(std::string_view text,
                                                                 const std::string& name,
                                                                 Diagnostics& diagnostics);

/// `base` with the joints of humanoid `humanoid` where `matrices` have them in world space; joints without a
/// matrix go along with the ones above them. A joint is found by its glTF node and name, by its name, else by
/// HumanIK's name, else by its id. Told, and posed as they are: mirrored and sheared matrices. Told and left
/// out: flat ones, and those that no joint goes by. An Error where no matrix fits any joint.
[[nodiscard]] Result<Pose> posed_by_matrices(const Document& document, int humanoid,
                                             std::span<const PoseMatrix> matrices, const Pose& base,
                                             Diagnostics& diagnostics);

}  // namespace vitruvian
