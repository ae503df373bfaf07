#include "model/formats/gltf/read/hanim_displacers.h"

#include <cstdint>
#include <optional>

namespace vitruvian::gltf {
namespace {

/// Lists the target's vertices as in `vertices`, with their offsets; then those that are not listed but have
/// offsets.
void relist(MorphTarget& target, std::vector<std::uint32_t> vertices) {
    std::unordered_map<std::uint32_t, std::size_t> place;
    for (std::size_t i = 0; i < target.vertices.size(); ++i) place[target.vertices[i]] = i;
    const std::set<std::uint32_t> listed(vertices.begin(), vertices.end());
    for (const std::uint32_t vertex : target.vertices) {
        if (!listed.contains(vertex)) vertices.push_back(vertex);
    }
    MorphTarget out;
    out.name = target.name;
    out.vertices = vertices;
    const auto offsets = [&](const std::vector<vec3>& from) {
        std::vector<vec3> to;
        if (from.empty()) return to;
        for (const std::uint32_t vertex : vertices) {
            const auto found = place.find(vertex);
            to.push_back(found == place.end() ? vec3(0.0F) : from[found->second]);
            // A vertex that is listed twice moves by the sum.
            if (found != place.end()) place.erase(found);
        }
        return to;
    };
    const auto kept = place;
    out.positions = offsets(target.positions);
    place = kept;
    out.normals = offsets(target.normals);
    target = std::move(out);
}

}  // namespace

void HanimDisplacers::read(const HanimObject& object, int humanoid, const std::vector<int>& segment_number) {
    if (displacer_number_.empty()) displacer_number_.assign(document_.displacers.size(), -1);
    for (const ListedDisplacer& listed : object.displacers(segment_number)) {
        const int made = static_cast<int>(displacers_.size());
        displacers_.push_back(listed.displacer);
        listed_.emplace_back(object.pointer(), listed.place);
        displacers_.back().humanoid = humanoid;
        bool has_weight = false;
        for (const ListedTarget& target : listed.targets) {
            const auto found = reading_.displacers_of_node.find(target.node);
            const auto at = static_cast<std::size_t>(target.target);
            if (found == reading_.displacers_of_node.end() || at >= found->second.size()) {
                object.report("a displacer names a morph target that is not there", "displacers");
                continue;
            }
            const auto old = static_cast<std::size_t>(found->second[at]);
            if (displacer_number_[old] >= 0) continue;
            displacer_number_[old] = made;
            if (!has_weight) {
                displacers_.back().weight = document_.displacers[old].weight;
                // Other programs rename and move targets in glTF's own data.
                const std::string& name = document_.displacers[old].name;
                if (!name.empty() && name != unnamed_target(at)) displacers_.back().name = name;
            }
            has_weight = true;
            if (target.vertices != nullptr) name_vertices(target);
        }
    }
}

/// Sets the vertices of a morph target as listed, with their offsets.
void HanimDisplacers::name_vertices(const ListedTarget& target) {
    if (instances_of_node_.empty()) {
        for (std::size_t m = 0; m < document_.meshes.size(); ++m) {
            instances_of_node_[document_.meshes[m].node].push_back(m);
        }
    }
    for (const std::size_t index : instances_of_node_[target.node]) {
        MeshInstance& instance = document_.meshes[index];
        if (instance.primitive < 0) continue;
        const auto primitive = static_cast<std::size_t>(instance.primitive);
        const auto at = static_cast<std::size_t>(target.target);
        if (primitive >= target.vertices->size() || at >= instance.mesh->targets.size()) continue;
        const std::optional<std::vector<std::uint32_t>> vertices =
            vertex_list((*target.vertices)[primitive], instance.mesh->positions.size());
        if (!vertices) continue;
        const auto [entry, is_new] = changed_meshes_.try_emplace(instance.mesh.get());
        if (is_new) {
            original_meshes_.push_back(instance.mesh);
            entry->second = std::make_shared<Mesh>(*instance.mesh);
            changed_meshes_[entry->second.get()] = entry->second;
        }
        const std::shared_ptr<Mesh> mesh = changed_meshes_.at(instance.mesh.get());
        if (relisted_.emplace(mesh.get(), at).second) relist(mesh->targets[at], *vertices);
        instance.mesh = mesh;
    }
}

void HanimDisplacers::finish() {
    if (displacer_number_.empty()) displacer_number_.assign(document_.displacers.size(), -1);
    for (std::size_t d = 0; d < displacer_number_.size(); ++d) {
        if (displacer_number_[d] >= 0) continue;
        displacer_number_[d] = static_cast<int>(displacers_.size());
        displacers_.push_back(document_.displacers[d]);
        listed_.emplace_back();
    }
    Places& places = reading_.places;
    std::vector<std::vector<std::pair<int, int>>> targets(displacers_.size());
    for (std::size_t d = 0; d < displacer_number_.size(); ++d) {
        auto& list = at(targets, displacer_number_[d]);
        list.insert(list.end(), places.targets[d].begin(), places.targets[d].end());
    }
    places.targets = std::move(targets);
    places.listed = std::move(listed_);
    document_.displacers = std::move(displacers_);
    for (MeshInstance& instance : document_.meshes) {
        for (int& displacer : instance.displacers) displacer = new_number(displacer);
    }
    for (Humanoid& humanoid : document_.humanoids) {
        for (Expression& expression : humanoid.expressions) {
            for (auto& [displacer, weight] : expression.binds) displacer = new_number(displacer);
        }
    }
}

}  // namespace vitruvian::gltf
