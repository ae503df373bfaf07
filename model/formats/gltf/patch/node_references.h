// Finds all references to node indices in a glTF file's JSON, except nodes' children, scenes' roots and
// skins' joints, in core glTF and in the extensions known here; also all references to morph target indices.
#pragma once

#include "model/core/result.h"
#include "model/formats/gltf/read/library_json.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::gltf {

/// Calls `visit` with every value that matches a path and with the keys or indices that lead to it; `*`
/// matches any key or element. Error "save-structure" where a key on the path cannot be named (see
/// JsonEdits::set).
[[nodiscard]] Result<void> for_each_at(
    const Json& root, std::string_view path,
    const std::function<void(const Json& value, const std::vector<std::string>& steps)>& visit);

/// Returns these keys and indices as a JSON pointer.
[[nodiscard]] std::string pointer_of(std::span<const std::string> steps);

/// What happens to a reference when its node is removed and another node takes over its children.
enum class OnRemoval {
    removed,    // it is removed, with the object that contains it
    successor,  // it refers to the node that takes over
    refused,    // it cannot be kept without that node, so the removal is refused
    load,       // it refers to the mesh, camera or light on the node, which stays in the file
};

struct NodeReference {
    std::string pointer;  // to the index
    int node = -1;
    OnRemoval on_removal = OnRemoval::removed;
    std::string holder;  // what is removed together with the node
};

/// Errors as in for_each_at.
[[nodiscard]] Result<std::vector<NodeReference>> node_references(const Json& root);

struct TargetReference {
    std::string pointer;  // to the index
    int mesh = -1;
    int target = -1;
    std::string holder;  // what is removed together with the target
};

/// Errors as in for_each_at.
[[nodiscard]] Result<std::vector<TargetReference>> target_references(const Json& root);

/// Returns the first extension used by the file that may refer to nodes in ways not known here; empty: none.
[[nodiscard]] std::string extension_with_unknown_nodes(const Json& root);

}  // namespace vitruvian::gltf
