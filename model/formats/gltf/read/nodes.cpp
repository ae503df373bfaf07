// Reads the node tree and its cameras (glTF 2.0, 3.5 and 3.10).
#include "model/core/at.h"
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian::gltf {
namespace {

vec3 to_vec3(const std::vector<double>& v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

/// Converts a node's x y z w to a unit quaternion; repaired with a Diagnostic where it is far from unit length.
quat to_rotation(Reading& reading, const std::vector<double>& v, std::size_t index) {
    const quat q(static_cast<float>(v[3]), static_cast<float>(v[0]), static_cast<float>(v[1]),
                 static_cast<float>(v[2]));
    if (std::abs(glm::dot(q, q) - 1.0F) > 1e-3F) {
        reading.warn("gltf-rotation-not-unit", "a rotation is not a unit quaternion and was normalised",
                     fmt::format("/nodes/{}/rotation", index));
    }
    return normalized_or_identity(q);
}

Transform rest_of(Reading& reading, std::size_t index) {
    const tiny::Node& node = reading.scene.nodes[index];
    if (node.matrix.size() == 16) {
        mat4 matrix;
        for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = static_cast<float>(at(node.matrix, i));
        return to_transform(matrix);
    }
    Transform out;
    if (node.translation.size() == 3) out.translation = to_vec3(node.translation);
    if (node.rotation.size() == 4) out.rotation = to_rotation(reading, node.rotation, index);
    if (node.scale.size() == 3) out.scale = to_vec3(node.scale);
    return out;
}

/// Returns the glTF parent of each node, -1 for roots. The first of several parents keeps the child.
std::vector<int> find_parents(Reading& reading) {
    const std::vector<tiny::Node>& nodes = reading.scene.nodes;
    std::vector<int> parent(nodes.size(), -1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (std::size_t c = 0; c < nodes[i].children.size(); ++c) {
            int& up = at(parent, nodes[i].children[c]);
            if (up < 0) {
                up = static_cast<int>(i);
            } else {
                reading.warn("gltf-several-parents", "a node has several parents; it stays with the first",
                             fmt::format("/nodes/{}/children/{}", i, c));
            }
        }
    }
    return parent;
}

/// Returns roots: those of the default scene, of the other scenes, then nodes of no scene.
std::vector<int> find_roots(const Reading& reading, const std::vector<int>& parent) {
    std::vector<bool> taken(parent.size(), false);
    std::vector<int> roots;
    const auto take = [&](int node) {
        const auto at = static_cast<std::size_t>(node);
        if (parent[at] >= 0 || taken[at]) return;
        taken[at] = true;
        roots.push_back(node);
    };
    const std::vector<tiny::Scene>& scenes = reading.scene.scenes;
    const std::size_t first = static_cast<std::size_t>(std::max(reading.scene.defaultScene, 0));
    if (first < scenes.size()) std::for_each(scenes[first].nodes.begin(), scenes[first].nodes.end(), take);
    for (const tiny::Scene& scene : scenes) std::for_each(scene.nodes.begin(), scene.nodes.end(), take);
    for (std::size_t i = 0; i < parent.size(); ++i) take(static_cast<int>(i));
    return roots;
}

bool is_hidden(const Reading& reading, std::size_t node) {
    const JsonValue* visibility = extension(reading.element("nodes", node), "KHR_node_visibility");
    return visibility != nullptr && !flag_or(*visibility, "visible", true);
}

/// Returns the nodes whose meshes are visible: those of the default scene, otherwise of the first (glTF 2.0,
/// 3.5.1), except those that KHR_node_visibility hides and their descendants. All nodes where there is no scene, or
/// where it has no mesh: a library of figures.
std::vector<bool> find_shown(const Reading& reading) {
    const std::vector<tiny::Node>& nodes = reading.scene.nodes;
    const std::vector<tiny::Scene>& scenes = reading.scene.scenes;
    const auto scene = static_cast<std::size_t>(std::max(reading.scene.defaultScene, 0));
    std::vector<bool> shown(nodes.size(), false);
    bool has_mesh = false;
    std::vector<int> stack;
    if (scene < scenes.size()) stack = scenes[scene].nodes;
    while (!stack.empty()) {
        const auto at = static_cast<std::size_t>(stack.back());
        stack.pop_back();
        if (shown[at] || is_hidden(reading, at)) continue;
        shown[at] = true;
        has_mesh = has_mesh || nodes[at].mesh >= 0;
        stack.insert(stack.end(), nodes[at].children.begin(), nodes[at].children.end());
    }
    return has_mesh ? shown : std::vector<bool>(nodes.size(), true);
}

Result<void> add_tree(Reading& reading, int root, const std::vector<int>& parent) {
    struct Step {
        int node;
        std::size_t depth;
    };
    std::vector<Step> stack{{root, 1}};
    while (!stack.empty()) {
        const auto [node, depth] = stack.back();
        stack.pop_back();
        const auto index = static_cast<std::size_t>(node);
        if (reading.document_node[index] >= 0) continue;  // listed twice among its parent's children
        if (depth > reading.options.limits.max_depth) {
            return fail("gltf-too-deep", "the node tree is too deep",
                        {reading.file, 0, 0, fmt::format("/nodes/{}", node)});
        }
        const tiny::Node& source = reading.scene.nodes[index];
        Node out;
        out.name = source.name;
        out.parent = parent[index] < 0 ? -1 : at(reading.document_node, parent[index]);
        out.rest = rest_of(reading, index);
        out.source_index = node;
        reading.document_node[index] = static_cast<int>(reading.document.nodes.size());
        reading.document.nodes.push_back(std::move(out));
        const std::size_t first = stack.size();
        for (const int child : source.children) {
            if (at(parent, child) == node) stack.push_back({child, depth + 1});
        }
        // The stack is last in, first out: siblings are visited in the file's order.
        std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
    }
    return {};
}

}  // namespace

const JsonValue& Reading::element(const char* list, std::size_t index) const {
    static const JsonValue none{};
    const JsonValue* found = member(root, list);
    return found != nullptr && found->is_array() && index < found->size() ? (*found)[index] : none;
}

void Reading::warn(const std::string& code, const std::string& message, const std::string& pointer) {
    diagnostics.warn(code, message, {file, 0, 0, pointer});
}

Result<void> read_nodes(Reading& reading) {
    const std::size_t count = reading.scene.nodes.size();
    if (count > reading.options.limits.max_nodes) {
        return fail("gltf-too-large", fmt::format("the file has {} nodes", count),
                    {reading.file, 0, 0, "/nodes"});
    }
    reading.document_node.assign(count, -1);
    reading.document.nodes.reserve(count);
    reading.is_shown = find_shown(reading);
    const std::vector<int> parent = find_parents(reading);
    for (const int root : find_roots(reading, parent)) {
        if (Result<void> added = add_tree(reading, root, parent); !added) return added;
    }
    // A node that no root reaches is part of a cycle.
    const auto left = std::find(reading.document_node.begin(), reading.document_node.end(), -1);
    if (left != reading.document_node.end()) {
        const auto node = left - reading.document_node.begin();
        return fail("gltf-node-cycle", "the node is its own ancestor",
                    {reading.file, 0, 0, fmt::format("/nodes/{}", node)});
    }
    return {};
}

void read_cameras(Reading& reading) {
    for (std::size_t i = 0; i < reading.scene.nodes.size(); ++i) {
        const int index = reading.scene.nodes[i].camera;
        if (index < 0) continue;
        const tiny::Camera& camera = at(reading.scene.cameras, index);
        Viewpoint view;
        view.node = reading.document_node[i];
        view.name = !camera.name.empty() ? camera.name : reading.scene.nodes[i].name;
        if (view.name.empty()) view.name = fmt::format("camera {}", index);
        view.position = vec3(0.0F);
        const auto angle = static_cast<float>(camera.perspective.yfov);
        const bool usable = camera.type == "perspective" && angle > 0.01F && angle < 3.1F;
        // Orthographic cameras are shown from their position with a narrow field of view.
        view.field_of_view = usable ? angle : 0.5F;
        if (camera.type == "orthographic")
            reading.warn("gltf-orthographic-camera",
                         "orthographic cameras are shown, and written, in perspective",
                         fmt::format("/cameras/{}", index));
        reading.document.viewpoints.push_back(std::move(view));
    }
}

}  // namespace vitruvian::gltf
