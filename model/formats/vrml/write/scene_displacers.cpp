#include "model/formats/vrml/write/scene_displacers.h"

#include "model/core/at.h"

#include <algorithm>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Returns the name with the suffix for a displacer's purpose (H-Anim 1.1, Displacer), if it is missing.
std::string displacer_name(const Displacer& displacer) {
    const auto ends = [&](std::string_view suffix) {
        return std::string_view(displacer.name).ends_with(suffix);
    };
    if (displacer.kind == DisplacerKind::feature && !ends("_feature")) return displacer.name + "_feature";
    if (displacer.kind == DisplacerKind::config && !ends("_config")) return displacer.name + "_config";
    const bool says_other = ends("_feature") || ends("_config");
    if (displacer.kind == DisplacerKind::action && says_other) return displacer.name + "_action";
    return displacer.name;
}

/// Sets the points that a displacer moves. A feature moves none; but X_ITE does not open a file with a Displacer that
/// has fewer displacements than points, on a joint or on a segment.
void set_offsets(const std::map<std::uint32_t, vec3>& by_point, bool with_numbers, OutputNode& out) {
    std::vector<std::int32_t> points;
    std::vector<float> numbers;
    for (const auto& [point, offset] : by_point) {
        points.push_back(static_cast<std::int32_t>(point));
        numbers.insert(numbers.end(), {offset.x, offset.y, offset.z});
    }
    if (!points.empty()) out.set_list("coordIndex", std::move(points));
    if (with_numbers && !numbers.empty()) out.set_list("displacements", std::move(numbers), 3);
}

/// Returns a displacer of a segment or joint. `part`: of those of a skin's displacer; null: it has none.
OutputNode displacer_node(SceneContext& scene, int index, const Pool* pool, const DisplacerPart* part) {
    const Displacer& displacer = at(scene.document.displacers, index);
    OutputNode out{"HAnimDisplacer", {}, false, {}};
    const std::string name = displacer_name(displacer);
    const bool is_first = part == nullptr || part == &at(scene.displacer_parts, index).front();
    out.def = scene.names.make(is_first ? name : name + "_part");
    if (is_first) {
        at(scene.def_of_displacer, index) = out.def;
    } else {
        scene.written_parts.emplace_back(index, out.def);
    }
    out.set("name", name);
    if (displacer.weight != 0.0F) out.set("weight", displacer.weight);
    if (pool == nullptr) return out;
    const MeshPoints::Offsets& offsets = pool->points.all().displacers.at(index);
    set_offsets(part == nullptr ? offsets.by_point : part->by_point, offsets.moves || !scene.vrml97, out);
    return out;
}

/// The displacers of a segment; -1: those of the skin as a whole.
std::vector<int> displacers_of(const SceneContext& scene, int h, int segment) {
    const auto found = scene.displacers_of_segment.find({h, std::max(segment, -1)});
    return found == scene.displacers_of_segment.end() ? std::vector<int>() : found->second;
}

/// Whether a mesh that does not bend has the displacer too: then it is one node, on that mesh's segment or on a joint.
bool is_on_rigid_mesh(const SceneContext& scene, int displacer) {
    return std::any_of(scene.segment_pools.begin(), scene.segment_pools.end(), [&](const auto& entry) {
        return entry.second->points.all().displacers.contains(displacer);
    });
}

}  // namespace

/// VRML97's browsers displace no skins, so that one part serves there.
void place_skin_displacers(SceneContext& scene) {
    scene.displacer_parts.assign(scene.document.displacers.size(), {});
    for (const auto& [h, pool] : scene.skins) {
        const MeshPoints& points = pool->points.all();
        for (const auto& [index, offsets] : points.displacers) {
            std::vector<DisplacerPart> parts = displacer_parts(offsets.by_point, points.influences);
            if (scene.vrml97 || is_on_rigid_mesh(scene, index))
                parts = {{parts.front().joint, offsets.by_point}};
            at(scene.displacer_parts, index) = std::move(parts);
        }
    }
}

void set_segment_displacers(SceneContext& scene, int h, int segment, const Pool* pool, OutputNode& out) {
    Nodes made;
    bool on_own_points = false;
    const auto skin = scene.skins.find(h);
    for (const int d : displacers_of(scene, h, segment)) {
        if (!at(scene.def_of_displacer, d).empty()) continue;
        const bool in_pool = pool != nullptr && pool->points.all().displacers.contains(d);
        if (segment < 0 && !in_pool) continue;
        on_own_points =
            on_own_points || (in_pool && (skin == scene.skins.end() || pool != skin->second.get()));
        made.push_back(displacer_node(scene, d, in_pool ? pool : nullptr, nullptr));
    }
    if (on_own_points && pool->coordinate.written)
        out.set_node("coord", use_of("Coordinate", pool->coordinate.def));
    out.set_nodes("displacers", std::move(made));
}

void set_joint_displacers(SceneContext& scene, int h, int joint, bool is_first, OutputNode& out) {
    const auto skin = scene.skins.find(h);
    if (skin == scene.skins.end()) return;
    Nodes made;
    for (const int d : displacers_of(scene, h, -1)) {
        if (at(scene.displacer_parts, d).size() == 1 && !at(scene.def_of_displacer, d).empty()) continue;
        for (const DisplacerPart& part : at(scene.displacer_parts, d)) {
            if (part.joint < 0 ? is_first : part.joint == joint)
                made.push_back(displacer_node(scene, d, skin->second.get(), &part));
        }
    }
    out.set_nodes("displacers", std::move(made));
}

void join_written_parts(SceneContext& scene) {
    for (const auto& [displacer, def] : scene.written_parts) {
        scene.output.routes.push_back(
            {at(scene.def_of_displacer, displacer), "weight_changed", def, "set_weight"});
    }
}

}  // namespace vitruvian::vrml
