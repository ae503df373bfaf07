// Writes nodes, cameras and lights of a glTF file that is written from scratch.
#include "model/core/at.h"
#include "model/document/placed.h"
#include "model/figure/dimmed_light.h"
#include "model/formats/gltf/read/light_units.h"
#include "model/formats/gltf/write/writing.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::gltf {
namespace {

bool is_uniform(const vec3& scale) {
    return scale.x == scale.y && scale.y == scale.z;
}

bool has_shear(const Transform& t) {
    return t.scale_orientation != identity_quat && !is_uniform(t.scale);
}

OrderedJson node_json(const NodeOut& node, const std::vector<int>& children) {
    OrderedJson out = OrderedJson::object();
    if (!node.name.empty()) out["name"] = node.name;
    if (!children.empty()) out["children"] = children;
    add_transform(out, node.local);
    if (node.mesh >= 0) out["mesh"] = node.mesh;
    if (node.skin >= 0) out["skin"] = node.skin;
    if (node.camera >= 0) out["camera"] = node.camera;
    const bool has_weights =
        std::any_of(node.weights.begin(), node.weights.end(), [](float w) { return w != 0.0F; });
    if (has_weights) out["weights"] = numbers(node.weights);
    if (node.light >= 0) out["extensions"]["KHR_lights_punctual"]["light"] = node.light;
    if (!node.constraint.empty()) out["extensions"]["VRMC_node_constraint"] = node.constraint;
    return out;
}

OrderedJson camera_json(const Viewpoint& view) {
    OrderedJson out = OrderedJson::object();
    if (!view.name.empty()) out["name"] = view.name;
    out["type"] = "perspective";
    // Optional, but Castle Game Engine (view3dscene) rejects files without zfar.
    out["perspective"] = {
        {"yfov", number(std::clamp(view.field_of_view, 0.011F, 3.09F))}, {"znear", 0.01}, {"zfar", 100000.0}};
    return out;
}

/// Returns VRML light properties that glTF lacks, as VITRUVIAN's extras: attenuation, ambient intensity, and
/// whether it is off.
OrderedJson world_words(const Light& light) {
    OrderedJson out = OrderedJson::object();
    const vec3 by_square(0.0F, 0.0F, 1.0F);
    if (light.kind != Light::Kind::directional && light.attenuation != by_square)
        out["attenuation"] = numbers(light.attenuation);
    if (light.ambient_intensity != 0.0F) out["ambientIntensity"] = number(light.ambient_intensity);
    if (!light.on) {
        out["on"] = false;
        out["intensity"] = number(candela_of_white * std::max(light.intensity, 0.0F));
    }
    return out;
}

OrderedJson light_json(const Light& light) {
    OrderedJson out = OrderedJson::object();
    if (!light.name.empty()) out["name"] = light.name;
    const char* kind = light.kind == Light::Kind::directional ? "directional"
                       : light.kind == Light::Kind::point     ? "point"
                                                              : "spot";
    out["type"] = kind;
    out["color"] = numbers(glm::clamp(light.color, vec3(0.0F), vec3(1.0F)));
    out["intensity"] = number(light.on ? candela_of_white * std::max(light.intensity, 0.0F) : 0.0F);
    if (light.kind != Light::Kind::directional && light.radius && *light.radius > 0.0F) {
        out["range"] = number(*light.radius);
    }
    if (light.kind == Light::Kind::spot) {
        const float outer = std::clamp(light.outer_cone, 1e-3F, glm::half_pi<float>());
        out["spot"] = {{"innerConeAngle", number(std::clamp(light.inner_cone, 0.0F, outer * 0.999F))},
                       {"outerConeAngle", number(outer)}};
    }
    if (OrderedJson words = world_words(light); !words.empty())
        out["extras"] = {{"VITRUVIAN", std::move(words)}};
    return out;
}

void write_viewpoints(Writing& writing) {
    for (const Viewpoint& view : writing.document.viewpoints) {
        NodeOut node;
        node.name = view.name;
        node.parent = view.node;
        node.local = own_frame(view);
        node.camera = writing.add("cameras", camera_json(view));
        writing.add_carrier(std::move(node));
    }
}

void write_lights(Writing& writing) {
    OrderedJson lights = OrderedJson::array();
    for (const Light& own : writing.document.lights) {
        const glm::dmat4 frame(world_from_node(writing, own.node));
        const float unit = size_of(frame) * unit_of_light(writing.document, frame);
        const Light light = undimmed_light(in_smaller_units(own, unit));
        NodeOut node;
        node.name = light.name;
        node.parent = light.node;
        node.local = own_frame(light);
        node.light = static_cast<int>(lights.size());
        lights.push_back(light_json(light));
        writing.add_carrier(std::move(node));
        const bool fades =
            light.kind != Light::Kind::directional && light.attenuation != vec3(0.0F, 0.0F, 1.0F);
        if (fades || light.ambient_intensity != 0.0F) {
            writing.note("gltf-light-falloff",
                         "glTF's lights fade with the square of the distance and have no ambient share");
        }
    }
    if (lights.empty()) return;
    writing.root["extensions"]["KHR_lights_punctual"]["lights"] = std::move(lights);
    writing.extensions.insert("KHR_lights_punctual");
}

int root_of(const std::vector<NodeOut>& nodes, int node) {
    while (at(nodes, node).parent >= 0) node = at(nodes, node).parent;
    return node;
}

/// Makes all root nodes children of a new node.
void put_below(Writing& writing, NodeOut above) {
    const int root = writing.add_carrier(std::move(above));
    for (std::size_t i = 0; i < writing.nodes.size(); ++i) {
        if (writing.nodes[i].parent < 0 && static_cast<int>(i) != root) writing.nodes[i].parent = root;
    }
}

/// The joints of a skin must have a common root (glTF 2.0, 3.7.3.1): where they do not, one is added above
/// all.
void give_skins_a_common_root(Writing& writing) {
    const bool all_have = std::all_of(writing.skins.begin(), writing.skins.end(), [&](const SkinOut& skin) {
        const int root = root_of(writing.nodes, skin.joints.front());
        return std::all_of(skin.joints.begin(), skin.joints.end(),
                           [&](int joint) { return root_of(writing.nodes, joint) == root; });
    });
    if (!all_have) put_below(writing, {});
}

/// Returns the humanoid around each node (-1: none): that of the nearest joint.
std::vector<int> humanoids_of_nodes(const Document& document) {
    std::vector<int> out(document.nodes.size(), -1);
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        for (const Joint& joint : document.humanoids[h].joints) at(out, joint.node) = static_cast<int>(h);
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (out[i] < 0 && document.nodes[i].parent >= 0) out[i] = at(out, document.nodes[i].parent);
    }
    return out;
}

/// three.js turns spaces into underscores, and "Torso_2" is also what it calls the third thing named "Torso", be
/// it a node or a part of a mesh: channels of the one would move the other. It leaves dots out.
std::string numbered_name(const std::string& name, int number) {
    return name + '.' + std::to_string(number);
}

/// Returns the names that the document's nodes have in the file: different ones within a humanoid, and outside
/// of all (assimp refuses a skin with two joints of one name). Two humanoids may share names.
std::vector<std::string> names_of_nodes(Writing& writing) {
    const std::vector<Node>& nodes = writing.document.nodes;
    std::vector<std::string> out;
    for (const Node& node : nodes) {
        out.push_back(node.name);
        writing.names.insert(node.name);
    }
    const std::vector<int> humanoid = humanoids_of_nodes(writing.document);
    std::set<std::pair<int, std::string>> seen;
    std::size_t renamed = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (out[i].empty() || seen.emplace(humanoid[i], out[i]).second) continue;
        for (int n = 2; !writing.names.insert(out[i]).second; ++n) out[i] = numbered_name(nodes[i].name, n);
        ++renamed;
    }
    if (renamed > 0) {
        writing.note(
            "gltf-names-numbered",
            fmt::format("{} nodes have the name of another one, and are written with a number after it",
                        renamed));
    }
    return out;
}

}  // namespace

mat4 world_from_node(const Writing& writing, int node) {
    mat4 out(1.0F);
    for (; node >= 0; node = at(writing.document.nodes, node).parent)
        out = to_matrix(at(writing.local, node)) * out;
    return out;
}

int Writing::add(const char* list, OrderedJson element) {
    OrderedJson& elements = root[list];
    elements.push_back(std::move(element));
    return static_cast<int>(elements.size()) - 1;
}

/// Programs find nodes by name (assimp: cameras by that of their node), so added nodes do not use a name that
/// is taken. The mesh, camera or light on it keeps its own name.
int Writing::add_node(NodeOut node) {
    if (!node.name.empty()) {
        const std::string first = node.name;
        for (int n = 2; !names.insert(node.name).second; ++n) node.name = numbered_name(first, n);
    }
    nodes.push_back(std::move(node));
    return static_cast<int>(nodes.size()) - 1;
}

int Writing::add_carrier(NodeOut node) {
    if (has_shear(node.local)) {
        NodeOut inner = node;
        inner.local = {};
        inner.local.rotation = glm::conjugate(node.local.scale_orientation);
        node.local.rotation = normalized_or_identity(node.local.rotation * node.local.scale_orientation);
        node.local.scale_orientation = identity_quat;
        node.mesh = node.skin = node.camera = node.light = -1;
        node.weights.clear();
        node.displacers.clear();
        inner.parent = add_node(std::move(node));
        return add_node(std::move(inner));
    }
    node.local.scale_orientation = identity_quat;
    const int out = add_node(std::move(node));
    carriers.push_back(out);
    return out;
}

void Writing::note(const std::string& code, const std::string& message) {
    notes.warn(code, message, {document.file, 0, 0, {}});
}

void write_nodes(Writing& writing) {
    const std::vector<Node>& nodes = writing.document.nodes;
    std::vector<std::string> names = names_of_nodes(writing);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        NodeOut out;
        out.name = std::move(names[i]);
        out.parent = nodes[i].parent;
        out.local = writing.local[i];
        out.local.scale_orientation = identity_quat;
        writing.nodes.push_back(std::move(out));
        writing.file_node.push_back(static_cast<int>(i));
        writing.posed_node.push_back(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Transform& local = writing.local[i];
        if (!has_shear(local)) continue;
        NodeOut outer;
        outer.name = nodes[i].name.empty() ? std::string() : nodes[i].name + " stretch";
        outer.parent = nodes[i].parent;
        outer.local = local;
        outer.local.rotation = normalized_or_identity(local.rotation * local.scale_orientation);
        outer.local.scale_orientation = identity_quat;
        writing.posed_node[i] = writing.add_node(std::move(outer));
        writing.nodes[i].parent = writing.posed_node[i];
        writing.nodes[i].local = {};
        writing.nodes[i].local.rotation = glm::conjugate(local.scale_orientation);
    }
}

void write_cameras_and_lights(Writing& writing) {
    write_viewpoints(writing);
    write_lights(writing);
    if (writing.document.sky) writing.note("gltf-no-background", "glTF has no background; it is left out");
}

void finish_nodes(Writing& writing) {
    if (writing.turn != identity_quat) {
        NodeOut front;
        front.name = front_node_name;
        front.local.rotation = writing.turn;
        put_below(writing, std::move(front));
    }
    give_skins_a_common_root(writing);
    std::vector<std::vector<int>> children(writing.nodes.size());
    std::vector<int> roots;
    for (std::size_t i = 0; i < writing.nodes.size(); ++i) {
        const int parent = writing.nodes[i].parent;
        (parent < 0 ? roots : at(children, parent)).push_back(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < writing.nodes.size(); ++i) {
        writing.add("nodes", node_json(writing.nodes[i], children[i]));
    }
    if (roots.empty()) return;
    writing.add("scenes", {{"nodes", roots}});
    writing.root["scene"] = 0;
}

}  // namespace vitruvian::gltf
