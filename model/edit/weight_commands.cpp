// Commands on skin weights.
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/influences.h"

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

/// The largest stay, in the order that they had; a vertex that has only small ones keeps the largest.
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
    row.resize(std::min(row.size(), most));  // of several that are alike
    double sum = 0.0;
    for (const Influence& influence : row) sum += static_cast<double>(influence.weight);
    for (Influence& influence : row)
        influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
}

Result<void> normalise(const NormaliseWeights& edit, Document& document) {
    if (edit.influences < 1)
        return fail("edit-bad-count",
                    "A vertex needs at least one influence: \"influences\" must be 1 or more.");
    if (!(edit.least >= 0.0F && edit.least < 1.0F))
        return fail("edit-bad-weight", "\"least\" must be from 0 up to, but not, 1.");
    Document changed = document;
    std::unordered_map<const Mesh*, std::shared_ptr<const Mesh>> made;
    for (MeshInstance& instance : changed.meshes) {
        if (!instance.mesh->is_skinned()) continue;
        const auto [entry, is_new] = made.try_emplace(instance.mesh.get());
        if (is_new) {
            auto copy = std::make_shared<Mesh>(*instance.mesh);
            change_rows(*copy, [&](std::vector<Influence>& row) { prune(row, edit); });
            entry->second = std::move(copy);
        }
        instance.mesh = entry->second;
    }
    if (made.empty()) return fail("edit-no-skin", "The file has no skin whose weights could be normalised.");
    return keep_if_valid(std::move(changed), document);
}

}  // namespace

std::vector<CommandKind> weight_commands() {
    return {command_kind<NormaliseWeights, normalise>(
        "normalise-weights", "Normalise weights",
        "Keeps the largest influences of each vertex of all skins, and makes their sum 1.",
        {may_be_absent(command_field<&NormaliseWeights::influences>(
             "influences", "", "how many a vertex may have; 4 if left out")),
         may_be_absent(command_field<&NormaliseWeights::least>(
             "least", "", "smaller weights are removed; 0 if left out"))})};
}

}  // namespace vitruvian
