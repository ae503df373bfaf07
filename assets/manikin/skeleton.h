// The manikin's joints and sites as the tables beside this file give them, both sides. No shapes, no motion.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian::manikin {

using Vec = glm::dvec3;
using Quat = glm::dquat;

struct JointRow {
    std::string name;
    int parent = -1;  // smaller than the own index
    std::string segment;
    Vec centre{0.0};  // metres, default pose
    Vec lower{0.0};   // radians, in the frame limit_axis/limit_angle
    Vec upper{0.0};
    Vec limit_axis{0.0, 0.0, 1.0};
    double limit_angle = 0.0;
    Vec stiffness{0.0};
};

struct SiteRow {
    std::string name;
    std::string segment;
    Vec position{0.0};
};

struct Skeleton {
    std::vector<JointRow> joints;  // parents before children
    std::vector<SiteRow> sites;

    /// Index of a joint; ends the program with a message where there is none.
    [[nodiscard]] int joint(const std::string& name) const;
    /// Index of the joint that moves a segment.
    [[nodiscard]] int joint_of_segment(const std::string& segment) const;
    [[nodiscard]] const Vec& centre(const std::string& joint_name) const;
    [[nodiscard]] const Vec& site(const std::string& name) const;
};

/// Reads skeleton.txt and sites.txt of `folder` and mirrors the left side. Ends the program on a bad table.
[[nodiscard]] Skeleton read_skeleton(const std::filesystem::path& folder);

/// "l_knee" to "r_knee"; a name of the middle comes back unchanged.
[[nodiscard]] std::string mirrored_name(const std::string& name);

/// The reflection in x = 0.
[[nodiscard]] inline Vec mirrored(const Vec& p) {
    return {-p.x, p.y, p.z};
}
/// The same turn seen in a mirror.
[[nodiscard]] inline Quat mirrored(const Quat& q) {
    return {q.w, q.x, -q.y, -q.z};
}

[[noreturn]] void give_up(const std::string& message);

}  // namespace vitruvian::manikin
