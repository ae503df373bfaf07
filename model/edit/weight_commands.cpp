// Commands on skin weights.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/influences.h"
#include "model/edit/skin_brush.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace vitruvian {

void merge_influences(std::vector<Influence>& row) {
    std::vector<Influence> out;
    for (const Influence& influence : row) {
        const auto same = std::find_if(
            out.begin(), out.end(), [&](const Influence& other) { return other.joint == influence.joint; });
        if (same == out.end()) {
            out.push_back(influence);
        } else {
            same->weight += influence.weight;
        }
    }
    row = std::move(out);
}

namespace {

/// Keeps the largest, in their order; a vertex with only small ones keeps the largest one.
void prune(std::vector<Influence>& row, const NormaliseWeights& edit) {
    merge_influences(row);
    std::vector<float> sizes;
    for (const Influence& influence : row) sizes.push_back(influence.weight);
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    const auto most = std::min(static_cast<std::size_t>(edit.influences), sizes.size());
    const float least = std::min(std::max(edit.least, sizes[most - 1]), sizes.front());
    std::erase_if(row, [&](const Influence& influence) {
        return influence.weight < least || influence.weight <= 0.0F;
    });
    row.resize(std::min(row.size(), most));  // where several are equal
    constexpr double rounding = 1e-6;
    double sum = 0.0;
    for (const Influence& influence : row) sum += static_cast<double>(influence.weight);
    if (std::abs(sum - 1.0) <= rounding) return;
    for (Influence& influence : row)
        influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
}

/// Returns the same mesh where all its weights are already correct.
std::shared_ptr<const Mesh> normalised(const std::shared_ptr<const Mesh>& mesh,
                                       const NormaliseWeights& edit) {
    auto out = std::make_shared<Mesh>(*mesh);
    change_rows(*out, [&](std::vector<Influence>& row) { prune(row, edit); });
    out->influence_repaired = false;
    const bool same = !mesh->influence_repaired && out->influence_begin == mesh->influence_begin &&
                      out->influence_joint == mesh->influence_joint &&
                      out->influence_weight == mesh->influence_weight;
    return same ? mesh : out;
}

Result<void> normalise(const NormaliseWeights& edit, Document& document) {
    if (edit.influences < 1)
        return fail("edit-bad-count",
                    "A vertex needs at least one influence: \"influences\" must be 1 or more.");
    if (!(edit.least >= 0.0F && edit.least < 1.0F))
        return fail("edit-bad-weight", "\"least\" must be from 0 up to, but not, 1.");
    if (edit.mesh && !is_there(document, *edit.mesh, ItemKind::mesh))
        return no_such_thing(*edit.mesh, ItemKind::mesh);
    const MeshInstance* const chosen = edit.mesh ? &at(document.meshes, edit.mesh->index) : nullptr;
    Document changed = document;
    std::unordered_map<const Mesh*, std::shared_ptr<const Mesh>> made;
    for (MeshInstance& instance : changed.meshes) {
        const bool is_meant = chosen == nullptr || share_vertices(document, *chosen, instance);
        if (!is_meant || !instance.mesh->is_skinned()) continue;
        const auto [entry, is_new] = made.try_emplace(instance.mesh.get());
        if (is_new) entry->second = normalised(instance.mesh, edit);
        instance.mesh = entry->second;
    }
    if (made.empty()) {
        return fail("edit-no-skin", fmt::format("{} has no skin whose weights could be normalised.",
                                                edit.mesh ? "The mesh" : "The file"));
    }
    return keep_if_valid(std::move(changed), document, MeshNumbers::unproved);
}

}  // namespace

std::vector<CommandKind> weight_commands() {
    return {command_kind<NormaliseWeights, normalise>(
        "normalise-weights", "Normalise weights",
        "Keeps the largest influences of each vertex of a skinned mesh, and makes their sum 1.",
        {may_be_absent(command_field<&NormaliseWeights::influences>(
             "influences", "", "how many a vertex may have; 4 if left out")),
         may_be_absent(command_field<&NormaliseWeights::least>("least", "",
                                                               "smaller weights are removed; 0 if left out")),
         may_be_absent(command_field<&NormaliseWeights::mesh>("mesh", "", "all skins if left out",
                                                              {ItemKind::mesh}))})};
}

}  // namespace vitruvian
