// Displacers: their weights, and where they move the skin.
#include "model/core/at.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
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

/// Where the rig's nodes stand at `world`.
Reach reach_of(const Rig& rig, int displacer, std::span<const mat4> world) {
    Reach out;
    const std::vector<float> none(rig.document.displacers.size(), 0.0F);
    std::vector<float> weights = none;
    at(weights, displacer) = 1.0F;
    for (std::size_t m = 0; m < rig.document.meshes.size(); ++m) {
        const MeshInstance& mesh = rig.document.meshes[m];
        auto place = std::find(mesh.displacers.begin(), mesh.displacers.end(), displacer);
        if (place == mesh.displacers.end()) continue;
        const std::vector<vec3> moved = skinned_positions(mesh, world, weights);
        const std::vector<vec3> rest = skinned_positions(mesh, world, none);
        for (; place != mesh.displacers.end();
             place = std::find(place + 1, mesh.displacers.end(), displacer)) {
            const auto target = static_cast<std::size_t>(place - mesh.displacers.begin());
            for (const std::uint32_t v : mesh.mesh->targets[target].vertices) {
                out.named.add(rest[v]);
                const vec3 offset = moved[v] - rest[v];
                if (glm::length(offset) > glm::length(out.farthest)) out.farthest = offset;
                if (glm::length(offset) == 0.0F) continue;
                out.offsets.push_back(offset);
                out.moved.add(moved[v]);
            }
        }
    }
    return out;
}

/// Of several offsets that are as far, in other directions, the one most like `wanted`.
vec3 farthest_like(const Reach& reach, const vec3& wanted) {
    constexpr float as_far = 0.9999F;
    const float least = glm::length(reach.farthest) * as_far;
    vec3 out = reach.farthest;
    for (const vec3& offset : reach.offsets) {
        if (glm::length(offset) < least) continue;
        if (glm::distance(offset, wanted) < glm::distance(out, wanted)) out = offset;
    }
    return out;
}

}  // namespace

/// By name, else by what they do to which part of the skin.
const Pairs& Comparison::displacer_pairs() {
    if (displacer_pairs_) return *displacer_pairs_;
    std::map<std::pair<bool, int>, Reach> known;
    const auto reach = [&](bool is_first, int displacer) -> const Reach& {
        const auto [place, is_new] = known.try_emplace({is_first, displacer});
        if (is_new)
            place->second = is_first ? reach_of(first_, displacer, first_.world)
                                     : reach_of(second_, displacer, second_.world);
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
        pair_up(names_of(first_.document.displacers), names_of(second_.document.displacers), likeness);
    return *displacer_pairs_;
}

void Comparison::compare_displacers() {
    for (const auto& [i, j] : paired(RigPart::displacer, names_of(first_.document.displacers),
                                     names_of(second_.document.displacers), displacer_pairs())) {
        const Displacer& a = at(first_.document.displacers, i);
        const Displacer& b = at(second_.document.displacers, j);
        const std::size_t from = changes_.size();
        renamed(RigPart::displacer, a.name, b.name);
        number(RigPart::displacer, b.name, "weight", static_cast<double>(a.weight),
               static_cast<double>(b.weight), "", tolerance_);
        compare_offsets(i, j);
        for (std::size_t k = from; k < changes_.size(); ++k) {
            changes_[k].item_before = displacer_item(i);
            changes_[k].item_after = displacer_item(j);
        }
    }
}

/// How many vertices a displacer moves is a matter of splitting; how far it moves them at most, and where, is not.
void Comparison::compare_offsets(int before, int after) {
    const Reach b = reach_of(second_, after, second_.world);
    const auto same = [&](const Reach& a) {
        const double apart = tolerance_ * length_;
        const auto near = [apart](const vec3& x, const vec3& y) {
            return static_cast<double>(glm::distance(x, y)) <= apart;
        };
        return near(a.farthest, farthest_like(b, a.farthest)) && a.moved.empty() == b.moved.empty() &&
               (a.moved.empty() || (near(a.moved.min, b.moved.min) && near(a.moved.max, b.moved.max)));
    };
    const Reach a = reach_of(first_, before, first_.world);
    if (same(a) || (has_same_axes() && same(reach_of(first_, before, world_along())))) return;
    const std::string& name = at(second_.document.displacers, after).name;
    numbers(RigPart::displacer, name, "farthest_offset", a.farthest, farthest_like(b, a.farthest), "m",
            length_);
    if (a.moved.empty() || b.moved.empty()) return;
    numbers(RigPart::displacer, name, "lowest_corner", a.moved.min, b.moved.min, "m", length_);
    numbers(RigPart::displacer, name, "highest_corner", a.moved.max, b.moved.max, "m", length_);
}

}  // namespace vitruvian::rig_diff
