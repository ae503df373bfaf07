#include "model/formats/gltf/patch/node_references.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// `*` matches any key or element. `up`: how many levels above the index the object is that belongs to the
/// node.
struct Pattern {
    std::string_view path;
    int up = 0;
    OnRemoval on_removal = OnRemoval::removed;
};

constexpr std::string_view hanim_list =
    "/extensions/EXT_skeleton_humanoid/humanoidSkeletons/*/extensions/VITRUVIAN_hanim";
constexpr std::string_view hanim_top = "/extensions/EXT_skeleton_humanoid/extensions/VITRUVIAN_hanim";

constexpr std::array node_patterns{
    Pattern{"/skins/*/skeleton", 0, OnRemoval::successor},
    Pattern{"/animations/*/channels/*/target/node", 2},
    Pattern{"/nodes/*/extensions/VRMC_node_constraint/constraint/*/source", 0, OnRemoval::refused},
    Pattern{"/nodes/*/extensions/MSFT_lod/ids/*", 0},
    Pattern{"/extensions/EXT_skeleton_humanoid/humanoidBones/*", 0},
    Pattern{"/extensions/EXT_skeleton_humanoid/humanoidSkeletons/*/humanoidBones/*", 0},
    Pattern{"/extensions/KHR_character/rootNode", 0, OnRemoval::successor},
    Pattern{"/extensions/KHR_character_skeleton_mapping/skeletalRigMappings/*/*", 0},
    Pattern{"/extensions/VRM/humanoid/humanBones/*/node", 1},
    Pattern{"/extensions/VRM/firstPerson/firstPersonBone", 0, OnRemoval::successor},
    Pattern{"/extensions/VRM/secondaryAnimation/boneGroups/*/center", 0, OnRemoval::successor},
    Pattern{"/extensions/VRM/secondaryAnimation/boneGroups/*/bones/*", 0},
    Pattern{"/extensions/VRM/secondaryAnimation/colliderGroups/*/node", 0, OnRemoval::refused},
    Pattern{"/extensions/VRMC_vrm/humanoid/humanBones/*/node", 1},
    Pattern{"/extensions/VRMC_vrm/firstPerson/meshAnnotations/*/node", 1, OnRemoval::load},
    Pattern{"/extensions/VRMC_vrm/expressions/*/*/morphTargetBinds/*/node", 1, OnRemoval::load},
    Pattern{"/extensions/VRMC_vrm_animation/humanoid/humanBones/*/node", 1},
    Pattern{"/extensions/VRMC_vrm_animation/expressions/*/*/node", 1},
    Pattern{"/extensions/VRMC_vrm_animation/lookAt/node", 1},
    Pattern{"/extensions/VRMC_springBone/colliders/*/node", 0, OnRemoval::refused},
    Pattern{"/extensions/VRMC_springBone/springs/*/joints/*/node", 1},
    Pattern{"/extensions/VRMC_springBone/springs/*/center", 0, OnRemoval::successor},
};

/// Paths below an object of VITRUVIAN_hanim.
constexpr std::array hanim_patterns{
    Pattern{"/node", 0, OnRemoval::refused},
    Pattern{"/joints/*/node", 1},
    Pattern{"/sites/*/node", 1},
    Pattern{"/frames/*/node", 1},
    Pattern{"/segments/*/meshNodes/*", 0, OnRemoval::load},
    Pattern{"/displacers/*/targets/*/node", 1, OnRemoval::load},
    Pattern{"/skinNodes/*", 0, OnRemoval::load},
    Pattern{"/carriers/*", 0, OnRemoval::load},
};

/// Extensions whose node indices are all covered by the patterns above, or that have none.
constexpr std::array known_extensions{
    std::string_view("KHR_draco_mesh_compression"),
    std::string_view("KHR_mesh_quantization"),
    std::string_view("KHR_meshopt_compression"),
    std::string_view("EXT_meshopt_compression"),
    std::string_view("KHR_lights_punctual"),
    std::string_view("KHR_node_visibility"),
    std::string_view("KHR_animation_pointer"),
    std::string_view("KHR_xmp_json_ld"),
    std::string_view("EXT_mesh_gpu_instancing"),
    std::string_view("EXT_skeleton_humanoid"),
    std::string_view("VITRUVIAN_hanim"),
    std::string_view("KHR_character"),
    std::string_view("KHR_character_skeleton_mapping"),
    std::string_view("KHR_character_reference_pose"),
    std::string_view("VRM"),
    std::string_view("VRMC_vrm"),
    std::string_view("VRMC_vrm_animation"),
    std::string_view("VRMC_springBone"),
    std::string_view("VRMC_springBone_extended_collider"),
    std::string_view("VRMC_node_constraint"),
    std::string_view("MSFT_lod"),
    std::string_view("MSFT_texture_dds"),
    std::string_view("EXT_lights_image_based"),
};
constexpr std::array known_beginnings{
    std::string_view("KHR_materials_"),
    std::string_view("KHR_texture_"),
    std::string_view("EXT_texture_"),
    std::string_view("VRMC_materials_"),
};

/// Calls `visit` with every value that matches a pattern, and its path.
template <class Visit>
Result<void> walk(const Json& json, std::string_view rest, std::vector<std::string>& steps,
                  const Visit& visit) {
    if (rest.empty()) {
        visit(json, steps);
        return {};
    }
    const std::size_t end = std::min(rest.find('/', 1), rest.size());
    const std::string_view step = rest.substr(1, end - 1);
    const auto go = [&](const Json& inner, std::string key) -> Result<void> {
        if (key.find_first_of("/~") != std::string::npos)
            return fail("save-structure",
                        fmt::format("a key of the file has a name that cannot be said: {}", key));
        steps.push_back(std::move(key));
        Result<void> done = walk(inner, rest.substr(end), steps, visit);
        steps.pop_back();
        return done;
    };
    if (step != "*") {
        const Json* found = json.is_object() ? member(json, std::string(step).c_str()) : nullptr;
        return found == nullptr ? Result<void>() : go(*found, std::string(step));
    }
    if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i) {
            if (Result<void> done = go(json[i], std::to_string(i)); !done) return done;
        }
    } else if (json.is_object()) {
        for (const auto& [key, value] : json.items()) {
            if (Result<void> done = go(value, key); !done) return done;
        }
    }
    return {};
}

/// True also for signed integer values that are not negative.
bool is_number(const Json& json) {
    return json.is_number_integer() && json.get<std::int64_t>() >= 0;
}

Result<void> find_nodes(const Json& root, const std::string& path, const Pattern& pattern,
                        std::vector<NodeReference>& out) {
    return for_each_at(root, path, [&](const Json& json, const std::vector<std::string>& at_steps) {
        if (!is_number(json)) return;
        const std::size_t above = at_steps.size() - static_cast<std::size_t>(pattern.up);
        out.push_back({pointer_of(at_steps), json.get<int>(), pattern.on_removal,
                       pointer_of(std::span(at_steps).first(above))});
        const bool is_weights =
            path.starts_with("/animations") &&
            text_or_empty(
                root["animations"][std::stoul(at_steps[1])]["channels"][std::stoul(at_steps[3])]["target"],
                "path") == "weights";
        if (is_weights) out.back().on_removal = OnRemoval::load;
    });
}

/// Finds objects at `path` with the index of a morph target and that of its mesh, or of a node with the mesh.
Result<void> find_targets(const Json& root, const std::string& path, const char* owner, const char* number,
                          std::vector<TargetReference>& out) {
    return for_each_at(root, path, [&](const Json& json, const std::vector<std::string>& at_steps) {
        const std::string pointer = pointer_of(at_steps);
        const int target = int_or(json, number, -1);
        int mesh = int_or(json, owner, -1);
        const Json* nodes = member(root, "nodes");
        const bool by_node = std::string_view(owner) == "node";
        if (by_node && nodes != nullptr)
            mesh = mesh >= 0 && static_cast<std::size_t>(mesh) < nodes->size()
                       ? int_or(at(*nodes, mesh), "mesh", -1)
                       : -1;
        if (target >= 0 && mesh >= 0) out.push_back({pointer + '/' + number, mesh, target, pointer});
    });
}

bool is_known_to_number_no_other(const std::string& name) {
    return std::find(known_extensions.begin(), known_extensions.end(), name) != known_extensions.end() ||
           std::any_of(known_beginnings.begin(), known_beginnings.end(),
                       [&](std::string_view beginning) { return name.starts_with(beginning); });
}

}  // namespace

Result<void> for_each_at(const Json& root, std::string_view path,
                         const std::function<void(const Json&, const std::vector<std::string>&)>& visit) {
    std::vector<std::string> steps;
    return walk(root, path, steps, visit);
}

std::string pointer_of(std::span<const std::string> steps) {
    std::string out;
    for (const std::string& step : steps) out += '/' + step;
    return out;
}

Result<std::vector<NodeReference>> node_references(const Json& root) {
    std::vector<NodeReference> out;
    for (const Pattern& pattern : node_patterns) {
        if (Result<void> done = find_nodes(root, std::string(pattern.path), pattern, out); !done)
            return tl::unexpected(done.error());
    }
    for (const std::string_view object : {hanim_list, hanim_top}) {
        for (const Pattern& pattern : hanim_patterns) {
            const std::string path = std::string(object) + std::string(pattern.path);
            if (Result<void> done = find_nodes(root, path, pattern, out); !done)
                return tl::unexpected(done.error());
        }
    }
    return out;
}

Result<std::vector<TargetReference>> target_references(const Json& root) {
    std::vector<TargetReference> out;
    const auto find = [&](const std::string& path, const char* owner, const char* number) {
        return find_targets(root, path, owner, number, out);
    };
    Result<void> done = find("/extensions/VRMC_vrm/expressions/*/*/morphTargetBinds/*", "node", "index");
    if (done) done = find("/extensions/VRM/blendShapeMaster/blendShapeGroups/*/binds/*", "mesh", "index");
    for (const std::string_view object : {hanim_list, hanim_top}) {
        if (done) done = find(std::string(object) + "/displacers/*/targets/*", "node", "target");
    }
    if (!done) return tl::unexpected(done.error());
    return out;
}

std::string extension_with_unknown_nodes(const Json& root) {
    const Json* used = member(root, "extensionsUsed");
    for (std::size_t i = 0; used != nullptr && used->is_array() && i < used->size(); ++i) {
        if (!(*used)[i].is_string()) continue;
        if (const auto name = (*used)[i].get<std::string>(); !is_known_to_number_no_other(name)) return name;
    }
    const Json* extensions = member(root, "extensions");
    if (extensions == nullptr || !extensions->is_object()) return {};
    for (const auto& [name, value] : extensions->items()) {
        if (!is_known_to_number_no_other(name)) return name;
    }
    return {};
}

}  // namespace vitruvian::gltf
