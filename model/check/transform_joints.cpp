// Checks of scales, mirrors, shear and rotations of joints.
#include "model/check/figure_nodes.h"
#include "model/check/measure.h"
#include "model/check/transform_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::check {
namespace {

constexpr double min_shear = 1e-4;

/// Returns the largest cosine between two axes; 0 where the frame is singular.
double shear_of(const mat3& frame) {
    double worst = 0.0;
    for (int i = 0; i < 3; ++i) {
        const glm::dvec3 a(frame[i]);
        const glm::dvec3 b(frame[(i + 1) % 3]);
        const double lengths = glm::length(a) * glm::length(b);
        if (lengths > 1e-12) worst = std::max(worst, std::abs(glm::dot(a, b)) / lengths);
    }
    return worst;
}

/// Whether a glTF node's matrix cannot be decomposed into translation, rotation and scale.
bool is_sheared_matrix(const Node& node) {
    return node.rest.scale_orientation != identity_quat && shear_of(mat3(to_matrix(node.rest))) > min_shear;
}

/// Returns the joint's scale in the file: H-Anim's own scale, glTF's local one (for a matrix the lengths of
/// its columns), ignoring mirroring.
vec3 scale_of(const Node& node) {
    if (node.rest.scale_orientation != identity_quat) {
        const mat3 columns(to_matrix(node.rest));
        return {glm::length(columns[0]), glm::length(columns[1]), glm::length(columns[2])};
    }
    return glm::abs(node.rest.scale * node.delta.scale);
}

float unevenness(const vec3& scale) {
    return std::max({scale.x, scale.y, scale.z}) - std::min({scale.x, scale.y, scale.z});
}

template <class Look>
void for_each_joint(const Subject& subject, Findings& findings, Look look) {
    if (!has_figures(subject, findings)) return;
    for (const Figure& figure : subject.figures()) {
        const std::vector<int> joint_of_node = joints_of_nodes(subject.document(), *figure.humanoid);
        for (const int node : body_nodes(subject.document(), figure))
            look(figure, node, joint_object(subject, figure, joint_of_node, node));
    }
}

/// Returns joints' frames in the file's pose: a scale is visible in the frames below it.
std::vector<mat3> posed_frames(const Subject& subject) {
    const std::vector<mat4> world = world_matrices(subject.skeleton(), file_pose(subject.skeleton()));
    return {world.begin(), world.end()};
}

/// Examines each joint's posed frame and reports the topmost ones where `value` is bad.
template <class IsBad, class Report>
void report_topmost(const Subject& subject, Findings& findings, IsBad is_bad, Report report) {
    const std::vector<mat3> frames = posed_frames(subject);
    std::vector<char> is_told(frames.size(), 0);
    for_each_joint(subject, findings, [&](const Figure&, int node, Object object) {
        if (!is_bad(at(frames, node)) || has_ancestor(subject.document(), node, is_told)) return;
        at(is_told, node) = 1;
        report(at(frames, node), std::move(object)).where = subject.where(node);
    });
}

/// Whether the figure's joints have fields for rotation and translation besides their rest: in worlds. In a
/// glTF file an H-Anim figure's pose is in its nodes.
bool has_joint_fields(const Document& document, const Figure& figure) {
    return figure.hanim && document.format != FileFormat::gltf && document.format != FileFormat::glb &&
           document.format != FileFormat::vrm;
}

}  // namespace

void check_uneven_scale(const Subject& subject, Findings& findings) {
    for_each_joint(subject, findings, [&](const Figure&, int node, Object object) {
        const Node& joint = at(subject.document().nodes, node);
        if (is_sheared_matrix(joint)) return;  // reported by TR05 and TR07
        const vec3 scale = scale_of(joint);
        const auto uneven = static_cast<double>(unevenness(scale));
        if (uneven <= findings.threshold()) return;
        findings
            .add(std::move(object),
                 fmt::format("its scale ({:.4g}, {:.4g}, {:.4g}) differs along its axes", scale.x, scale.y,
                             scale.z),
                 "bake the scale into the mesh and the joints below, and set it to 1", uneven)
            .where = subject.where(node);
    });
}

void check_unit_scale(const Subject& subject, Findings& findings) {
    constexpr float uneven_from = 1e-3F;  // reported by TR01
    for_each_joint(subject, findings, [&](const Figure&, int node, Object object) {
        const vec3 scale = scale_of(at(subject.document().nodes, node));
        if (unevenness(scale) > uneven_from) return;
        const vec3 off = glm::abs(scale - 1.0F);
        const auto worst = static_cast<double>(std::max({off.x, off.y, off.z}));
        if (worst <= findings.threshold()) return;
        findings
            .add(std::move(object), fmt::format("it is scaled by {:.4g}", scale.x),
                 "bake the scale into the mesh and the joints below, and set it to 1", worst)
            .where = subject.where(node);
    });
}

void check_mirrored(const Subject& subject, Findings& findings) {
    report_topmost(
        subject, findings,
        [&](const mat3& frame) { return glm::determinant(glm::dmat3(frame)) < findings.threshold(); },
        [&](const mat3& frame, Object object) -> Finding& {
            const double determinant = glm::determinant(glm::dmat3(frame));
            return findings.add(
                std::move(object),
                fmt::format("it is mirrored, with all below it: the determinant is {:.4g}", determinant),
                "make all scales from here up to the root positive", determinant);
        });
}

void check_shear(const Subject& subject, Findings& findings) {
    report_topmost(
        subject, findings, [&](const mat3& frame) { return shear_of(frame) > findings.threshold(); },
        [&](const mat3& frame, Object object) -> Finding& {
            const double shear = shear_of(frame);
            return findings.add(std::move(object),
                                fmt::format("its axes are {:.3f} degrees from standing square to each other",
                                            glm::degrees(std::asin(std::min(shear, 1.0)))),
                                "take the uneven scale away that a joint above it has", shear);
        });
}

void check_rest_rotation(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    const auto asks = [&](const Figure& figure) {
        return figure.humanoid->kind == HumanoidKind::vrm0 || has_joint_fields(document, figure);
    };
    if (std::none_of(subject.figures().begin(), subject.figures().end(), asks))
        return findings.skip("only H-Anim and VRM 0.x ask for joints without a rotation at rest");
    for_each_joint(subject, findings, [&](const Figure& figure, int node, Object object) {
        const bool is_vrm = figure.humanoid->kind == HumanoidKind::vrm0;
        if (!asks(figure)) return;
        const Node& there = at(document.nodes, node);
        const Transform own = is_vrm ? compose(there.rest, there.delta) : there.delta;
        const double angle =
            2.0 *
            std::atan2(static_cast<double>(glm::length(vec3(own.rotation.x, own.rotation.y, own.rotation.z))),
                       static_cast<double>(std::abs(own.rotation.w)));
        const double moved = is_vrm ? 0.0 : static_cast<double>(glm::length(own.translation));
        const bool is_turned = angle > findings.threshold();
        if (!is_turned && moved <= findings.threshold()) return;
        Finding& finding = findings.add(
            std::move(object),
            is_turned ? fmt::format("it is turned by {:.2f} degrees at rest", glm::degrees(angle))
                      : fmt::format("it is moved by {:.4f} m at rest", moved),
            is_vrm ? "bake its rotation into the bones and the mesh"
                   : "set its rotation and translation to 0",
            is_turned ? angle : moved, is_vrm ? std::optional(Level::info) : std::nullopt);
        finding.unit = is_turned ? "rad" : "m";
        finding.where = subject.where(node);
        if (is_vrm) return;
        Transform still = there.delta;
        still.rotation = identity_quat;
        still.translation = vec3(0.0F);
        finding.fix = {ApplyPose{{{node, compose(there.rest, still)}}}};
    });
}

}  // namespace vitruvian::check
