// Displacers: their weights, and where they move the skin.
#include "model/core/at.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {

namespace {

struct Reach {
    vec3 farthest{0.0F};
    std::vector<vec3> offsets;
    Bounds moved;
    Bounds named;  // at rest
};

Reach reach_of(const Rig& rig, int displacer) {
    Reach out;
    std::vector<float> weights(rig.document.displacers.size(), 0.0F);
    at(weights, displacer) = 1.0F;
    for (std::size_t m = 0; m < rig.document.meshes.size(); ++m) {
        const MeshInstance& mesh = rig.document.meshes[m];
        auto place = std::find(mesh.displacers.begin(), mesh.displacers.end(), displacer);
        if (place == mesh.displacers.end()) continue;
        const std::vector<vec3> moved = skinned_positions(mesh, rig.world, weights);
        for (; place != mesh.displacers.end();
             place = std::find(place + 1, mesh.displacers.end(), displacer)) {
            const auto target = static_cast<std::size_t>(place - mesh.displacers.begin());
            for (const std::uint32_t v : mesh.mesh->targets[target].vertices) {
                out.named.add(rig.vertices[m][v]);
                const vec3 offset = moved[v] - rig.vertices[m][v];
                if (glm::length(offset) > glm::length(out.farthest)) out.farthest = offset;
                if (glm::length(offset) == 0.0F) continue;
                out.offsets.push_back(offset);
                out.moved.add(moved[v]);
            }
        }
    }
    return out;
}

std::vector<std::string> names_of_displacers(const Document& document) {
    std::vector<std::string> out;
    for (const Displacer& displacer : document.displacers) out.push_back(displacer.name);
    return out;
}

}  // namespace

/// By name, else by what they do to which part of the skin.
const Pairs& Comparison::displacer_pairs() {
    if (displacer_pairs_) return *displacer_pairs_;
    std::map<std::pair<bool, int>, Reach> known;
    const auto reach = [&](bool is_first, int displacer) -> const Reach& {
        const auto [place, is_new] = known.try_emplace({is_first, displacer});
        if (is_new) place->second = reach_of(is_first ? first_ : second_, displacer);
        return place->second;
    };
    const Likeness likeness = [&](int i, int j) {
        const Reach& a = reach(true, i);
        const Reach& b = reach(false, j);
        if (a.named.empty() || b.named.empty()) return 0.0F;
        const float size = glm::length(a.named.size()) + glm::length(a.farthest);
        const float apart = glm::distance(a.moved.min, b.moved.min) +
                            glm::distance(a.moved.max, b.moved.max) +
                            std::abs(glm::length(a.farthest) - glm::length(b.farthest));
        constexpr float fifth = 0.2F;
        return size > 0.0F ? std::max(0.0F, 1.0F - 0.5F * apart / (fifth * size)) : 0.0F;
    };
    displacer_pairs_ =
        pair_up(names_of_displacers(first_.document), names_of_displacers(second_.document), likeness);
    return *displacer_pairs_;
}

void Comparison::compare_displacers() {
    for (const auto& [i, j] : paired(RigPart::displacer, names_of_displacers(first_.document),
                                     names_of_displacers(second_.document), displacer_pairs())) {
        const Displacer& a = at(first_.document.displacers, i);
        const Displacer& b = at(second_.document.displacers, j);
        const std::size_t from = changes_.size();
        renamed(RigPart::displacer, a.name, b.name);
        if (std::abs(a.weight - b.weight) > tolerance_) {
            RigChange& change = add(RigPart::displacer, b.name, RigChangeKind::changed, "weight");
            change.before = static_cast<double>(a.weight);
            change.after = static_cast<double>(b.weight);
            change.magnitude = std::abs(static_cast<double>(b.weight) - static_cast<double>(a.weight));
        }
        compare_offsets(i, j);
        for (std::size_t k = from; k < changes_.size(); ++k) {
            changes_[k].item_before = displacer_item(i);
            changes_[k].item_after = displacer_item(j);
        }
    }
}

/// How many vertices a displacer moves is a matter of splitting; how far it moves them at most, and where, is not.
void Comparison::compare_offsets(int before, int after) {
    const Reach a = reach_of(first_, before);
    Reach b = reach_of(second_, after);
    // Of several that are as far, in other directions, the same one.
    constexpr float as_far = 0.9999F;
    const float least = glm::length(b.farthest) * as_far;
    for (const vec3& offset : b.offsets) {
        if (glm::length(offset) < least) continue;
        if (glm::distance(offset, a.farthest) < glm::distance(b.farthest, a.farthest)) b.farthest = offset;
    }
    const std::string& name = at(second_.document.displacers, after).name;
    numbers(RigPart::displacer, name, "farthest_offset", a.farthest, b.farthest, "m", length_);
    if (a.moved.empty() || b.moved.empty()) return;
    numbers(RigPart::displacer, name, "lowest_corner", a.moved.min, b.moved.min, "m", length_);
    numbers(RigPart::displacer, name, "highest_corner", a.moved.max, b.moved.max, "m", length_);
}

}  // namespace vitruvian::rig_diff
