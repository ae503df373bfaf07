// Every place of a glTF file's JSON that is the number of a node, but for nodes' children, scenes' roots and skins' joints,
// in glTF itself and in the extensions that are known here; and those that are the number of a morph target.
#pragma once

#include "model/core/result.h"
#include "model/formats/gltf/read/library_json.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::gltf {

/// Calls `visit` with every value that a path of steps leads to, and the steps that did; `*` is every key or element. An
/// Error "save-structure" where a key on the way cannot be named (see JsonEdits::set).
[[nodiscard]] Result<void> for_each_at(
    const Json& root, std::string_view path,
    const std::function<void(const Json& value, const std::vector<std::string>& steps)>& visit);

/// Those steps as a JSON pointer.
[[nodiscard]] std::string pointer_of(std::span<const std::string> steps);

/// What becomes of a place when its node goes and another takes over what hung on it.
enum class Bereaved {
    removed,  // the place goes, with the object that is about it
    heir,     // it names the heir
    refused,  // it cannot be said without that node
    load,     // it is about what the node carries, which stays in the file
};

struct NodeReference {
    std::string pointer;  // of the number
    int node = -1;
    Bereaved bereaved = Bereaved::removed;
    std::string holder;  // what goes with the node
};

/// Errors as for_each_at.
[[nodiscard]] Result<std::vector<NodeReference>> node_references(const Json& root);

struct TargetReference {
    std::string pointer;  // of the number
    int mesh = -1;
    int target = -1;
    std::string holder;  // what goes with the target
};

/// Errors as for_each_at.
[[nodiscard]] Result<std::vector<TargetReference>> target_references(const Json& root);

/// The first extension that the file uses and that may number nodes in places that are not known here; empty: none.
[[nodiscard]] std::string extension_with_unknown_nodes(const Json& root);

}  // namespace vitruvian::gltf
