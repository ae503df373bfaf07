// The state of a figure during inverse kinematics: the variable angles, and the positions of the nodes
// between them and the effectors. For ik_solver.cpp.
#pragma once

#include "model/core/at.h"
#include "model/ik/ik_figure.h"
#include "model/ik/ik_solver.h"

#include <Eigen/Core>

#include <span>
#include <vector>

namespace vitruvian {

using IkMatrix = Eigen::MatrixXd;
using IkVector = Eigen::VectorXd;

/// One degree of freedom: an angle of a joint, or a translation of the root along an axis.
struct IkFreedom {
    int joint = -1;  // index into IkFigure::joints; -1: the root's translation
    int axis = 0;
    double lower = 0.0;
    double upper = 0.0;
    double willingness = 0.0;
};

class IkState {
  public:
    IkState(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
            const IkOptions& options);

    void set(const IkVector& angles) {
        angles_ = angles;
        place();
    }
    /// For each degree of freedom; for the root's translation the displacement from the start.
    [[nodiscard]] const IkVector& angles() const { return angles_; }
    [[nodiscard]] const std::vector<IkFreedom>& freedoms() const { return freedoms_; }
    /// Returns the remaining errors of the targets times their weights, in world units; `clamp`: limits each to
    /// what one step considers.
    [[nodiscard]] IkVector residual(bool clamp = false) const;
    [[nodiscard]] double error() const { return residual().squaredNorm(); }
    /// Returns the derivatives of the effectors by degree of freedom: a row for each number of the residual.
    [[nodiscard]] IkMatrix jacobian() const;
    [[nodiscard]] bool reached() const;
    [[nodiscard]] std::vector<float> distances() const;
    [[nodiscard]] Pose pose() const;

    [[nodiscard]] const IkFigure& figure() const { return figure_; }
    [[nodiscard]] std::span<const IkTarget> targets() const { return targets_; }
    [[nodiscard]] const IkOptions& options() const { return options_; }
    [[nodiscard]] double metre() const { return metre_; }
    [[nodiscard]] glm::dvec3 position_of(int node) const { return glm::dvec3(at(world_, node)[3]); }
    [[nodiscard]] const glm::dmat3& rotation_of(int node) const { return at(rotation_, node); }
    [[nodiscard]] const Transform& local_of(int node) const { return at(pose_.local, node); }

  private:
    void find_involved_nodes();
    void find_freedoms();
    void place();
    [[nodiscard]] glm::dvec3 offset(const IkTarget& target) const;
    [[nodiscard]] glm::dvec3 turn(const IkTarget& target) const;
    void add_column(IkMatrix& out, Eigen::Index column, const IkFreedom& freedom) const;

    const IkFigure& figure_;
    Pose pose_;
    std::span<const IkTarget> targets_;
    IkOptions options_;
    double metre_;                            // in world units
    std::vector<int> nodes_;                  // ancestors of effectors, parents first
    std::vector<std::vector<char>> reaches_;  // for each target: the nodes that move it
    std::vector<IkFreedom> freedoms_;
    IkVector angles_;
    std::vector<glm::dmat4> world_;
    std::vector<glm::dmat3> rotation_;  // axes_of world_
};

/// Returns a frame's axes without scale; for a mirrored frame the negated ones, in which rotations are the
/// same as in the frame.
[[nodiscard]] glm::dmat3 axes_of(const glm::dmat4& frame);

}  // namespace vitruvian
