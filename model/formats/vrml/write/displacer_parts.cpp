#include "model/formats/vrml/write/displacer_parts.h"

#include <glm/geometric.hpp>

#include <algorithm>

namespace vitruvian::vrml {
namespace {

/// A smaller share of the longest displacement is not worth a part.
constexpr float least_share = 1e-3F;

/// Returns the joint that moves most of what is displaced; -1 if none moves any of it.
int joint_with_most(const std::map<std::uint32_t, vec3>& offsets, const PointJoints& joints) {
    constexpr float of_a_feature = 1e-6F;  // its points are listed, but not moved
    std::map<int, float> share;
    for (const auto& [point, offset] : offsets) {
        if (point >= joints.size()) continue;
        for (const auto& [joint, weight] : joints[point])
            share[joint] += weight * (glm::length(offset) + of_a_feature);
    }
    const auto most = std::max_element(share.begin(), share.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == share.end() ? -1 : most->first;
}

}  // namespace

std::vector<DisplacerPart> displacer_parts(const std::map<std::uint32_t, vec3>& offsets,
                                           const PointJoints& joints) {
    DisplacerPart main{joint_with_most(offsets, joints), offsets};
    float longest = 0.0F;
    for (const auto& entry : offsets) longest = std::max(longest, glm::length(entry.second));
    std::map<int, DisplacerPart> others;
    for (const auto& [point, offset] : offsets) {
        if (point >= joints.size()) continue;
        float sum = 0.0F;
        for (const auto& entry : joints[point]) sum += entry.second;
        for (const auto& [joint, weight] : joints[point]) {
            if (joint == main.joint || weight * glm::length(offset) <= least_share * longest * sum) continue;
            const vec3 share = offset * (weight / sum);
            DisplacerPart& other = others[joint];
            other.joint = joint;
            other.by_point[point] = share;
            main.by_point[point] -= share;
        }
    }
    std::vector<DisplacerPart> out{std::move(main)};
    for (auto& entry : others) out.push_back(std::move(entry.second));
    return out;
}

}  // namespace vitruvian::vrml
