#include "model/formats/vrml/write/sensors.h"

#include "model/formats/vrml/syntax/known_fields.h"
#include "model/formats/vrml/world/world_node.h"
#include "model/formats/vrml/write/carried_types.h"
#include "model/formats/vrml/write/plain_copies.h"
#include "model/formats/vrml/write/proto_copies.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Events by their plain names that nodes of a Document have in any encoding.
constexpr std::array<std::string_view, 33> event_ins{"startTime",
                                                     "stopTime",
                                                     "pauseTime",
                                                     "resumeTime",
                                                     "enabled",
                                                     "bind",
                                                     "loop",
                                                     "cycleInterval",
                                                     "rotation",
                                                     "translation",
                                                     "scale",
                                                     "center",
                                                     "scaleOrientation",
                                                     "diffuseColor",
                                                     "emissiveColor",
                                                     "specularColor",
                                                     "transparency",
                                                     "shininess",
                                                     "ambientIntensity",
                                                     "on",
                                                     "whichChoice",
                                                     "collide",
                                                     "intensity",
                                                     "color",
                                                     "direction",
                                                     "location",
                                                     "position",
                                                     "orientation",
                                                     "fieldOfView",
                                                     "weight",
                                                     "description",
                                                     "radius",
                                                     "attenuation"};

/// Returns the group that contains each node.
std::map<NodeId, NodeId> groups_of(const SyntaxTree& tree) {
    std::map<NodeId, NodeId> out;
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        if (tree.nodes[id].is_use || tree.nodes[id].scope != none) continue;
        for (const NodeId child : nodes_of(tree.nodes[id], "children")) out.emplace(child, id);
    }
    return out;
}

/// Returns the node that one end of a ROUTE refers to.
NodeId definition(const SyntaxTree& tree, NodeId id) {
    return tree.nodes[id].is_use && tree.nodes[id].use_of != none ? tree.nodes[id].use_of : id;
}

bool is_instance(const SyntaxTree& tree, NodeId id) {
    return is_plain_instance(tree.nodes[definition(tree, id)]);
}

bool is_event_in(std::string_view event) {
    return std::find(event_ins.begin(), event_ins.end(), plain_event_name(event)) != event_ins.end();
}

/// Returns TimeSensors that drive no part of a clip, but something that is copied.
std::set<NodeId> timers_of_events(const SyntaxTree& tree, const std::set<NodeId>& at_need) {
    std::set<NodeId> out;
    std::set<NodeId> of_clips;
    for (const Route& route : tree.routes) {
        const NodeId from = definition(tree, route.from);
        const std::string_view to = tree.nodes[route.to].type;
        if (tree.nodes[from].type != "TimeSensor" || tree.nodes[from].def.empty()) continue;
        if (is_carried_sensor(to) || at_need.contains(definition(tree, route.to)) ||
            is_instance(tree, route.to)) {
            out.insert(from);
        } else {
            of_clips.insert(from);
        }
    }
    for (const NodeId id : of_clips) out.erase(id);
    return out;
}

/// Returns nodes in a field of a carried node, which are copied with it.
std::set<NodeId> parts_of_carried(const SyntaxTree& tree) {
    std::set<NodeId> out;
    const auto add = [&out](const Value& value) {
        if (const auto* ids = std::get_if<std::vector<NodeId>>(&value)) out.insert(ids->begin(), ids->end());
    };
    for (const SyntaxNode& node : tree.nodes) {
        if (node.is_use || !is_carried_sensor(node.type)) continue;
        for (const Field& field : node.fields) add(field.value);
        for (const InterfaceField& field : node.interface) add(field.value);
    }
    return out;
}

}  // namespace

bool is_carried_sensor(std::string_view type) {
    return carried_type(type).is_carried;
}

std::set<NodeId> carried_at_need(const SyntaxTree& tree) {
    std::set<NodeId> out;
    std::set<NodeId> of_clips;
    for (const Route& route : tree.routes) {
        const NodeId from = definition(tree, route.from);
        const SyntaxNode& node = tree.nodes[from];
        if (node_kind(node.type) != WorldNode::interpolator || !carried_type(node.type).at_need) continue;
        if (node.def.empty() || node.scope != none) continue;
        const std::string_view to = tree.nodes[route.to].type;
        const WorldNode kind = node_kind(to);
        const bool is_clip =
            kind == WorldNode::transform || is_hanim(kind) || to == "Coordinate" || to == "Normal";
        if (is_clip) {
            of_clips.insert(from);
        } else if (is_carried_sensor(to) || is_event_in(route.to_field) || is_instance(tree, route.to)) {
            out.insert(from);
        }
    }
    for (const NodeId id : of_clips) out.erase(id);
    bool first_navigation = true;
    bool first_background = true;
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        const SyntaxNode& node = tree.nodes[id];
        if (node.is_use || node.scope != none) continue;
        const bool is_background = node.type == "Background" || node.type == "TextureBackground";
        if (!is_background && node.type != "NavigationInfo") continue;
        const bool is_first = std::exchange(is_background ? first_background : first_navigation, false);
        if (!is_first && !node.def.empty() && carried_type(node.type).at_need) out.insert(id);
    }
    return out;
}

bool is_sensor_route(const SyntaxTree& tree, const Route& route, const std::set<NodeId>& at_need) {
    const SyntaxNode& from = tree.nodes[route.from];
    const SyntaxNode& to = tree.nodes[route.to];
    if (route.scope != none || from.def.empty() || to.def.empty()) return false;
    if (is_carried_sensor(to.type) && to.type != "TimeSensor") return true;
    if (at_need.contains(definition(tree, route.to))) return true;
    const bool is_carried = is_carried_sensor(from.type) || at_need.contains(definition(tree, route.from)) ||
                            is_instance(tree, route.from);
    if (is_instance(tree, route.to)) return is_carried;
    return is_carried && node_kind(to.type) != WorldNode::interpolator && is_event_in(route.to_field);
}

Sensors read_sensors(const SyntaxTree& tree, bool vrml97) {
    Sensors out;
    const std::map<NodeId, NodeId> groups = groups_of(tree);
    const std::set<NodeId> roots(tree.roots.begin(), tree.roots.end());
    const std::set<NodeId> at_need = carried_at_need(tree);
    const std::set<NodeId> timers = timers_of_events(tree, at_need);
    const std::set<NodeId> parts = parts_of_carried(tree);
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        const SyntaxNode& node = tree.nodes[id];
        const CarriedType type = carried_type(node.type);
        const bool is_carried = type.is_carried || at_need.contains(id);
        if (!is_carried || node.is_use || node.scope != none) continue;
        const bool is_clip = node.type == "TimeSensor" && !timers.contains(id);
        if (is_clip || parts.contains(id)) continue;
        const auto group = groups.find(id);
        std::optional<OutputNode> copy = copy_carried(tree, id, vrml97);
        if (!copy) {
            ++out.unsaid;
            continue;
        }
        SensorNode sensor;
        sensor.node = std::move(*copy);
        if (!type.anywhere && !roots.contains(id)) {
            sensor.in_group = true;
            if (group != groups.end()) {
                sensor.group = group->second;
                sensor.parent = std::string(tree.nodes[group->second].def);
                sensor.parent_name = text_of(tree.nodes[group->second], "name");
            }
        }
        out.nodes.push_back(std::move(sensor));
    }
    for (const Route& route : tree.routes) {
        if (!is_sensor_route(tree, route, at_need)) continue;
        const SyntaxNode& to = tree.nodes[definition(tree, route.to)];
        if (to.type == "Viewpoint") {
            const std::string_view description = text_of(to, "description");
            out.viewpoints.emplace_back(to.def, description.empty() ? to.def : description);
        }
        OutputRoute made{std::string(tree.nodes[route.from].def), std::string(route.from_field),
                         std::string(tree.nodes[route.to].def), std::string(route.to_field)};
        out.routes.push_back({std::move(made), is_instance(tree, route.from), is_instance(tree, route.to)});
    }
    const auto sky = std::find_if(tree.nodes.begin(), tree.nodes.end(), [](const SyntaxNode& node) {
        return node.type == "Background" && !node.is_use && node.scope == none;
    });
    if (sky != tree.nodes.end()) out.background = sky->def;
    return out;
}

}  // namespace vitruvian::vrml
