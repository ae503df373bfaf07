#include "tests/unit/bvh_motions.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::test {
namespace {

/// Z, X, Y in degrees with R = Rz Rx Ry.
vec3 euler(const quat& q) {
    const mat3 m = glm::mat3_cast(q);
    const float x = std::asin(std::clamp(m[1][2], -1.0F, 1.0F));
    return glm::degrees(vec3(std::atan2(-m[1][0], m[1][1]), x, std::atan2(-m[0][2], m[2][2])));
}

}  // namespace

const std::vector<JointPlan>& figure() {
    static const std::vector<JointPlan> joints{
        {"Hips", -1, {0, 95, 0}},
        {"Spine", 0, {0, 105, -1}},
        {"Spine1", 1, {0, 120, 0}},
        {"Neck", 2, {0, 146, 0}},
        {"Head", 3, {0, 156, 1}, {0, 175, 2}},
        {"LeftShoulder", 2, {4, 140, 0}},
        {"LeftArm", 5, {17, 141, -3}},
        {"LeftForeArm", 6, {45, 141, -3}},
        {"LeftHand", 7, {70, 141, -3}, {85, 141, -3}},
        {"RightShoulder", 2, {-4, 140, 0}},
        {"RightArm", 9, {-17, 141, -3}},
        {"RightForeArm", 10, {-45, 141, -3}},
        {"RightHand", 11, {-70, 141, -3}, {-85, 141, -3}},
        {"LeftUpLeg", 0, {9, 90, 4}},
        {"LeftLeg", 13, {9, 50, 4}},
        {"LeftFoot", 14, {9, 9, 4}},
        {"LeftToeBase", 15, {9, 2, 17}, {9, 2, 24}},
        {"RightUpLeg", 0, {-9, 90, 4}},
        {"RightLeg", 17, {-9, 50, 4}},
        {"RightFoot", 18, {-9, 9, 4}},
        {"RightToeBase", 19, {-9, 2, 17}, {-9, 2, 24}},
    };
    return joints;
}

bool is_limb(std::size_t joint) {
    return joint >= 6 && joint != 9;
}

Motion make_motion(Random& random) {
    Motion out;
    for (int f = 0; f < 12; ++f) {
        std::vector<quat> turns(figure().size(), identity_quat);
        turns[0] = axis_angle({0, 1, 0}, random.real(-3.0F, 3.0F));
        for (const std::size_t joint : {std::size_t{6}, std::size_t{10}})
            turns[joint] = axis_angle({0, 0, 1}, joint == 6 ? -1.4F : 1.4F);
        for (std::size_t j = 1; f > 2 && j < turns.size(); ++j)
            turns[j] =
                axis_angle(random.vector(-1, 1), random.real(0.0F, is_limb(j) ? 1.2F : 0.15F)) * turns[j];
        out.turns.push_back(turns);
        out.hips.push_back(vec3(random.real(-100, 100), 95, random.real(-100, 100)));
    }
    return out;
}

std::string bvh_of(const Motion& motion, const std::vector<quat>& frames, const vec3& root_offset) {
    const std::vector<JointPlan>& joints = figure();
    std::string out = "HIERARCHY\n";
    const auto offset = [&](std::size_t j, const vec3& place) {
        const vec3 v = glm::conjugate(frames[j]) * (place - joints[j].place);
        return fmt::format("OFFSET {} {} {}\n", v.x, v.y, v.z);
    };
    int depth = 0;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const JointPlan& joint = joints[j];
        int wanted = 0;
        for (int up = joint.parent; up >= 0; up = at(joints, up).parent) ++wanted;
        for (; depth > wanted; --depth) out += "}\n";
        out += fmt::format("{} {}\n{{\n", joint.parent < 0 ? "ROOT" : "JOINT", joint.name);
        ++depth;
        if (joint.parent < 0) {
            out += fmt::format("OFFSET {} {} {}\n", root_offset.x, root_offset.y, root_offset.z);
            out += "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n";
        } else {
            out += offset(static_cast<std::size_t>(joint.parent), joint.place);
            out += "CHANNELS 3 Zrotation Xrotation Yrotation\n";
        }
        if (joint.end != vec3(0)) out += "End Site\n{\n" + offset(j, joint.end) + "}\n";
    }
    for (; depth > 0; --depth) out += "}\n";
    out += fmt::format("MOTION\nFrames: {}\nFrame Time: 0.1\n", motion.turns.size());
    for (std::size_t f = 0; f < motion.turns.size(); ++f) {
        const vec3& p = motion.hips[f];
        out += fmt::format("{} {} {}", p.x, p.y, p.z);
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const quat parent = joints[j].parent < 0 ? identity_quat : at(frames, joints[j].parent);
            const vec3 e = euler(glm::conjugate(parent) * motion.turns[f][j] * frames[j]);
            out += fmt::format(" {} {} {}", e.x, e.y, e.z);
        }
        out += "\n";
    }
    return out;
}
std::vector<quat> along_bones(Random& random) {
    const std::vector<JointPlan>& joints = figure();
    std::vector<quat> out;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        vec3 to = joints[j].end;
        for (std::size_t k = joints.size(); k-- > j + 1;) {
            if (joints[k].parent == static_cast<int>(j)) to = joints[k].place;
        }
        const vec3 x = glm::normalize(to - joints[j].place);
        const vec3 y = glm::normalize(glm::cross(vec3(0.3F, 0.5F, 0.8F), x));
        const quat frame = glm::quat_cast(mat3(x, y, glm::cross(x, y)));
        out.push_back(glm::normalize(frame * axis_angle({1, 0, 0}, random.real(-3.0F, 3.0F))));
    }
    return out;
}

}  // namespace vitruvian::test
