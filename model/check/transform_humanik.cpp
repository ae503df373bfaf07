// Converts a figure's joints to HumanIK's 16 numbers, and back.
#include "model/check/measure.h"
#include "model/check/transform_checks.h"
#include "model/humanik/pose_matrices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::check {
namespace {

struct Fault {
    std::string words;
    double value = 0.0;
};

std::optional<Fault> fault_of(const mat4& m, double limit) {
    const double row =
        std::max({std::abs(static_cast<double>(m[0][3])), std::abs(static_cast<double>(m[1][3])),
                  std::abs(static_cast<double>(m[2][3])), std::abs(static_cast<double>(m[3][3]) - 1.0)});
    if (row > limit) return Fault{"numbers 3, 7, 11 and 15 are not 0, 0, 0 and 1", row};
    const glm::dmat3 axes{mat3(m)};
    double worst = 0.0;
    for (int i = 0; i < 3; ++i) {
        const glm::dvec3& a = axes[i];
        const glm::dvec3& b = axes[(i + 1) % 3];
        const double lengths = glm::length(a) * glm::length(b);
        if (lengths > 0.0) worst = std::max(worst, std::abs(glm::dot(a, b)) / lengths);
    }
    if (worst > limit)
        return Fault{fmt::format("its axes are not square to each other ({:.2g})", worst), worst};
    const double determinant = glm::determinant(axes) + 0.0;  // -0 becomes 0
    if (determinant <= 0.0)
        return Fault{fmt::format("it is mirrored or flat: the determinant is {:.4g}", determinant),
                     determinant};
    return std::nullopt;
}

/// Returns the largest difference of two joints' frames: of positions relative to the figure's height, of
/// axes relative to their lengths.
double difference(const mat4& a, const mat4& b, double height) {
    double worst = 0.0;
    for (int c = 0; c < 4; ++c) {
        const auto unit = c == 3 ? height : std::max(static_cast<double>(glm::length(vec3(a[c]))), 1e-9);
        for (int r = 0; r < 3; ++r)
            worst = std::max(worst, std::abs(static_cast<double>(a[c][r] - b[c][r])) / unit);
    }
    return worst;
}

}  // namespace

void check_sixteen_numbers(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    const std::vector<mat4> world = world_matrices(subject.skeleton(), file_pose(subject.skeleton()));
    for (const Figure& figure : subject.figures()) {
        const auto& joints = figure.humanoid->joints;
        for (int j = 0; j < static_cast<int>(joints.size()); ++j) {
            const int node = at(joints, j).node;
            const auto fault = fault_of(at(world, node), findings.threshold());
            if (!fault) continue;
            findings
                .add(subject.joint(figure, j), "as HumanIK's 16 numbers " + fault->words,
                     "take uneven and negative scales away from it and the joints above", fault->value)
                .where = subject.where(node);
        }
    }
}

void check_round_trip(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    const Pose pose = file_pose(subject.skeleton());
    const std::vector<mat4> world = world_matrices(subject.skeleton(), pose);
    for (const Figure& figure : subject.figures()) {
        if (figure.humanoid->joints.empty()) continue;
        // Read onto joints in another pose: only the matrices can restore them.
        Pose base = pose;
        for (const Joint& joint : figure.humanoid->joints) at(base.local, joint.node) = Transform{};
        Diagnostics ignored;
        const auto read =
            read_pose_matrices(to_csv(pose_matrices(subject.document(), figure.index, world)), {}, ignored);
        const auto posed = read ? posed_by_matrices(subject.document(), figure.index, *read, base, ignored)
                                : Result<Pose>(tl::unexpected(read.error()));
        if (!posed) {
            findings.add(subject.humanoid(figure), "its pose cannot be read back: " + posed.error().message,
                         "give its joints names of their own");
            continue;
        }
        const std::vector<mat4> again = world_matrices(subject.skeleton(), *posed);
        double worst = 0.0;
        int where = -1;
        for (const Joint& joint : figure.humanoid->joints) {
            const double off =
                difference(at(world, joint.node), at(again, joint.node), static_cast<double>(figure.height));
            if (off <= worst) continue;
            worst = off;
            where = joint.node;
        }
        if (worst <= findings.threshold()) continue;
        findings
            .add(subject.humanoid(figure),
                 fmt::format("written as matrices and read again its pose differs by {:.2g} at {}", worst,
                             spoken(subject, where)),
                 "take uneven and negative scales away, and give joints names of their own", worst)
            .where = subject.where(where);
    }
}

}  // namespace vitruvian::check
