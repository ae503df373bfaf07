#include "model/formats/vrml/write/sensors.h"

#include "model/formats/vrml/syntax/known_fields.h"
#include "model/formats/vrml/world/world_node.h"
#include "model/formats/vrml/write/carried_types.h"
#include "model/formats/vrml/write/plain_copies.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Events by their plain names that nodes of a Document have however they are written.
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

/// Which group each node stands in.
std::map<NodeId, NodeId> groups_of(const SyntaxTree& tree) {
    std::map<NodeId, NodeId> out;
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        if (tree.nodes[id].is_use || tree.nodes[id].scope != none) continue;
        for (const NodeId child : nodes_of(tree.nodes[id], "children")) out.emplace(child, id);
    }
    return out;
}

/// TimeSensors that drive none of what makes a clip, and something that is carried.
std::set<NodeId> timers_of_events(const SyntaxTree& tree) {
    std::set<NodeId> out;
    std::set<NodeId> of_clips;
    for (const Route& route : tree.routes) {
        const auto definition = [&tree](NodeId id) {
            return tree.nodes[id].is_use && tree.nodes[id].use_of != none ? tree.nodes[id].use_of : id;
        };
        const NodeId from = definition(route.from);
        const std::string_view to = tree.nodes[route.to].type;
        if (tree.nodes[from].type != "TimeSensor" || tree.nodes[from].def.empty()) continue;
        if (is_carried_sensor(to)) {
            out.insert(from);
        } else {
            of_clips.insert(from);
        }
    }
    for (const NodeId id : of_clips) out.erase(id);
    return out;
}

/// Nodes that stand in a field of a carried one, and go with it.
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

/// USE statements in carried nodes get the types that their nodes are written as; those that mean nothing here go.
/// How many did.
std::size_t settle_uses(OutputNode& node, const std::map<std::string, std::string_view>& types) {
    std::size_t lost = 0;
    const auto settle = [&](OutputField& field) {
        auto* nodes = std::get_if<std::vector<OutputNode>>(&field.value);
        if (nodes == nullptr) return true;
        lost += std::erase_if(*nodes, [&](OutputNode& use) {
            if (!use.is_use || !use.type.empty()) return false;
            const auto found = types.find(use.def);
            if (found != types.end()) use.type = found->second;
            return found == types.end();
        });
        for (OutputNode& child : *nodes) lost += settle_uses(child, types);
        return !nodes->empty();
    };
    std::erase_if(node.fields, [&](OutputField& field) { return !settle(field); });
    for (OutputInterface& line : node.interface) {
        if (line.value && !settle(*line.value)) line.value.reset();
    }
    return lost;
}

/// Groups of a scene by what they are called, and all names.
struct Groups {
    std::map<std::string, OutputNode*> by_def;
    std::map<std::string, OutputNode*> by_name;
    std::map<std::string, std::string_view> types;  // of all that have a name

    void add(OutputNode& node) {
        if (node.is_use) return;
        if (!node.def.empty()) types.emplace(node.def, node.type);
        std::string name;
        bool has_children = false;
        for (OutputField& field : node.fields) {
            if (field.name == "name" && std::holds_alternative<std::string>(field.value))
                name = std::get<std::string>(field.value);
            has_children = has_children || field.name == "children";
            if (auto* nodes = std::get_if<std::vector<OutputNode>>(&field.value)) {
                for (OutputNode& child : *nodes) add(child);
            }
        }
        if (!has_children) return;
        if (!node.def.empty()) by_def.emplace(node.def, &node);
        if (!name.empty()) by_name.emplace(name, &node);
    }

    [[nodiscard]] OutputNode* find(const SensorNode& sensor) const {
        const auto named = by_name.find(sensor.parent_name);
        if (!sensor.parent_name.empty() && named != by_name.end()) return named->second;
        const auto defined = by_def.find(sensor.parent);
        return sensor.parent.empty() || defined == by_def.end() ? nullptr : defined->second;
    }
};

/// Names of nodes inside a carried node, at which ROUTEs may begin or end.
void add_names(const OutputNode& node, std::map<std::string, std::string_view>& types) {
    if (!node.is_use && !node.def.empty()) types.emplace(node.def, node.type);
    for (const OutputField& field : node.fields) {
        if (const auto* nodes = std::get_if<std::vector<OutputNode>>(&field.value)) {
            for (const OutputNode& child : *nodes) add_names(child, types);
        }
    }
}

/// Whether ROUTEs may end at a node of an output type: shapes and materials are written as other nodes than they were.
bool takes_events(std::string_view type) {
    constexpr std::array<std::string_view, 5> others{"Transform", "Viewpoint", "Background", "NavigationInfo",
                                                     "Material"};
    return type.starts_with("HAnim") || is_group_of_its_own(type) || type.ends_with("Light") ||
           is_carried_sensor(type) || std::find(others.begin(), others.end(), type) != others.end();
}

/// Puts what was added into the groups, innermost first.
void grow(std::vector<OutputNode>& nodes, std::map<OutputNode*, std::vector<OutputNode>>& added) {
    for (OutputNode& node : nodes) {
        for (OutputField& field : node.fields) {
            auto* list = std::get_if<std::vector<OutputNode>>(&field.value);
            if (list == nullptr) continue;
            grow(*list, added);
            const auto found = added.find(&node);
            if (field.name != "children" || found == added.end()) continue;
            std::move(found->second.begin(), found->second.end(), std::back_inserter(*list));
            added.erase(found);
        }
    }
}

}  // namespace

bool is_carried_sensor(std::string_view type) {
    return carried_type(type).is_carried;
}

bool is_sensor_route(const SyntaxTree& tree, const Route& route) {
    const SyntaxNode& from = tree.nodes[route.from];
    const SyntaxNode& to = tree.nodes[route.to];
    if (route.scope != none || from.def.empty() || to.def.empty()) return false;
    if (is_carried_sensor(to.type) && to.type != "TimeSensor") return true;
    const std::string_view event = plain_event_name(route.to_field);
    return is_carried_sensor(from.type) && node_kind(to.type) != WorldNode::interpolator &&
           std::find(event_ins.begin(), event_ins.end(), event) != event_ins.end();
}

Sensors read_sensors(const SyntaxTree& tree, bool vrml97) {
    Sensors out;
    const std::map<NodeId, NodeId> groups = groups_of(tree);
    const std::set<NodeId> roots(tree.roots.begin(), tree.roots.end());
    const std::set<NodeId> timers = timers_of_events(tree);
    const std::set<NodeId> parts = parts_of_carried(tree);
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        const SyntaxNode& node = tree.nodes[id];
        const CarriedType type = carried_type(node.type);
        if (!type.is_carried || node.is_use || node.scope != none) continue;
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
                sensor.parent = std::string(tree.nodes[group->second].def);
                sensor.parent_name = text_of(tree.nodes[group->second], "name");
            }
        }
        out.nodes.push_back(std::move(sensor));
    }
    for (const Route& route : tree.routes) {
        if (!is_sensor_route(tree, route)) continue;
        out.routes.push_back({std::string(tree.nodes[route.from].def), std::string(route.from_field),
                              std::string(tree.nodes[route.to].def), std::string(route.to_field)});
    }
    return out;
}

std::size_t place_sensors(Sensors sensors, OutputScene& scene) {
    std::size_t lost = sensors.unsaid;
    Groups groups;
    for (OutputNode& node : scene.roots) groups.add(node);
    std::map<std::string, std::string_view> types = groups.types;
    // Lists grow once all groups are found: growing moves the groups that are in them.
    std::map<OutputNode*, std::vector<OutputNode>> added;
    std::vector<OutputNode> at_top;
    for (SensorNode& sensor : sensors.nodes) {
        OutputNode* group = groups.find(sensor);
        const bool has_place = !sensor.in_group || group != nullptr;
        // A clip's TimeSensor is there already.
        const bool is_clip = sensor.node.type == "TimeSensor" && types.contains(sensor.node.def);
        if (is_clip) continue;
        if (!has_place || types.contains(sensor.node.def)) {
            ++lost;
            continue;
        }
        add_names(sensor.node, types);
        (sensor.in_group ? added[group] : at_top).push_back(std::move(sensor.node));
    }
    grow(scene.roots, added);
    for (OutputNode& node : at_top) scene.roots.push_back(std::move(node));
    for (OutputNode& node : scene.roots) lost += settle_uses(node, types);
    for (OutputRoute& route : sensors.routes) {
        const auto to = types.find(route.to);
        if (types.contains(route.from) && to != types.end() && takes_events(to->second)) {
            scene.routes.push_back(std::move(route));
        } else {
            ++lost;
        }
    }
    return lost;
}

}  // namespace vitruvian::vrml
