// Access to the influences of a mesh's vertices.
#pragma once

#include "model/document/mesh.h"

#include <cstdint>
#include <vector>

namespace vitruvian {

struct Influence {
    std::uint32_t joint = 0;  // index into Skin::nodes
    float weight = 0.0F;
};

/// Merges influences of the same joint, keeping the order of their first occurrence.
void merge_influences(std::vector<Influence>& row);

/// Calls `change` with the influences of each vertex that has any, and stores the result.
template <class Change>
void change_rows(Mesh& mesh, const Change& change) {
    std::vector<std::uint32_t> begin{0};
    std::vector<std::uint32_t> joints;
    std::vector<float> weights;
    std::vector<Influence> row;
    for (std::size_t v = 0; v + 1 < mesh.influence_begin.size(); ++v) {
        row.clear();
        for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i)
            row.push_back({mesh.influence_joint[i], mesh.influence_weight[i]});
        if (!row.empty()) change(row);
        for (const Influence& influence : row) {
            joints.push_back(influence.joint);
            weights.push_back(influence.weight);
        }
        begin.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    mesh.influence_begin = std::move(begin);
    mesh.influence_joint = std::move(joints);
    mesh.influence_weight = std::move(weights);
}

}  // namespace vitruvian
