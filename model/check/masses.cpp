// Checks of segments' physical data (H-Anim 1.1, Segment).
#include "model/check/findings.h"
#include "model/check/segment_box.h"
#include "model/check/sites_and_mass.h"
#include "model/check/subject.h"
#include "model/figure/mass_centres.h"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace vitruvian::check {
namespace {

constexpr double min_kilograms = 40.0;
constexpr double max_kilograms = 120.0;
constexpr double max_outside = 0.001;

/// `placed`: its position in world space, if the segment has a mass.
void check_centre(const Subject& subject, Findings& findings, const Figure& figure, int index,
                  const std::optional<vec3>& placed) {
    const Segment& segment = at(figure.humanoid->segments, index);
    // A centre at the origin is the default: not given.
    if (segment.centre_of_mass == vec3(0.0F)) return;
    // H-Anim's segments are in the humanoid's space, a robot's in that of their joints.
    const int node = at(figure.humanoid->joints, segment.joint).node;
    const vec3 in_joint = segment.centre_of_mass - at(subject.document().nodes, node).frame_offset;
    const vec3 in_figure = placed.value_or(vec3(at(figure.world, node) * vec4(in_joint, 1.0F)));
    const bool has_own_box = segment.bounding_box.has_value();
    const Bounds box = has_own_box ? *segment.bounding_box : segment_box(subject, figure, index);
    const auto outside =
        static_cast<double>(distance_to_box(box, has_own_box ? segment.centre_of_mass : in_figure));
    if (box.empty() || outside <= max_outside) return;
    const Item item{ItemKind::segment, figure.index, index};
    Finding& finding = findings.add(
        subject.object(item),
        fmt::format("the centre of mass of \"{}\" is {:.3g} m outside the segment", segment.name, outside),
        "give it in the same space as the segment's geometry, within it", outside);
    finding.threshold = max_outside;
    finding.unit = "m";
    finding.where = subject.where(item);
    finding.marks.points.push_back(in_figure);
}

/// Returns what is wrong with an inertia matrix; empty: nothing.
std::string fault_of(const std::array<float, 9>& m) {
    Eigen::Matrix3d matrix;
    for (int i = 0; i < 9; ++i) matrix(i / 3, i % 3) = static_cast<double>(m.at(static_cast<std::size_t>(i)));
    const double size = matrix.cwiseAbs().maxCoeff();
    const double slack = 1e-5 * size;  // float32, printed with few digits
    if ((matrix - matrix.transpose()).cwiseAbs().maxCoeff() > slack) return "is not symmetric";
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix, Eigen::EigenvaluesOnly);
    const Eigen::Vector3d moments = solver.eigenvalues();
    if (moments[0] < -slack || moments[2] <= 0.0)
        return fmt::format("has a principal moment of {:.3g}, which is not positive", moments[0]);
    if (moments[2] > moments[0] + moments[1] + slack) {
        return fmt::format(
            "has principal moments of {:.3g}, {:.3g} and {:.3g}; the last is more than the others together",
            moments[0], moments[1], moments[2]);
    }
    return {};
}

}  // namespace

void check_masses(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        double sum = 0.0;
        for (const Segment& segment : figure.humanoid->segments)
            sum += std::max(0.0, static_cast<double>(segment.mass));
        if (sum > 0.0 && (sum < min_kilograms || sum > max_kilograms)) {
            Finding& finding = findings.add(
                subject.humanoid(figure), fmt::format("the segments weigh {:.4g} kg together", sum),
                fmt::format("a grown person has {} to {} kg; give masses in kilograms", min_kilograms,
                            max_kilograms),
                sum);
            finding.threshold = sum < min_kilograms ? min_kilograms : max_kilograms;
            finding.unit = "kg";
            finding.where = subject.where(Item{ItemKind::humanoid, -1, figure.index});
        }
        const std::vector<std::optional<vec3>> centres =
            mass_centres(subject.document(), figure.index, figure.world);
        for (int i = 0; i < static_cast<int>(figure.humanoid->segments.size()); ++i)
            check_centre(subject, findings, figure, i, at(centres, i));
    }
}

void check_inertia(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        for (int i = 0; i < static_cast<int>(figure.humanoid->segments.size()); ++i) {
            const Segment& segment = at(figure.humanoid->segments, i);
            const auto& m = segment.moments_of_inertia;
            if (std::all_of(m.begin(), m.end(), [](float v) { return v == 0.0F; })) continue;
            const std::string fault = fault_of(m);
            if (fault.empty()) continue;
            const Item item{ItemKind::segment, figure.index, i};
            findings
                .add(subject.object(item),
                     fmt::format("the inertia matrix of \"{}\" {}", segment.name, fault),
                     "give the matrix of a body: symmetric, with three positive moments of which none is "
                     "above the "
                     "sum of the other two")
                .where = subject.where(item);
        }
    }
}

}  // namespace vitruvian::check
