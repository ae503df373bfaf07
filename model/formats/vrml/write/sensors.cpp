#include "model/formats/vrml/write/sensors.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// A field, and how many numbers its value has: 0 is a truth value or a text.
struct SensorField {
    std::string_view name;
    unsigned numbers = 0;
    bool x3d_alone = false;
};
struct SensorType {
    std::string_view name;
    std::vector<SensorField> fields;
};

const std::vector<SensorType>& sensor_types() {
    static const std::vector<SensorType> list{
        {"TouchSensor", {{"enabled", 0, false}, {"description", 0, true}}},
        {"PlaneSensor",
         {{"enabled", 0, false},
          {"autoOffset", 0, false},
          {"maxPosition", 2, false},
          {"minPosition", 2, false},
          {"offset", 3, false},
          {"description", 0, true}}},
        {"SphereSensor",
         {{"enabled", 0, false}, {"autoOffset", 0, false}, {"offset", 4, false}, {"description", 0, true}}},
        {"CylinderSensor",
         {{"enabled", 0, false},
          {"autoOffset", 0, false},
          {"diskAngle", 1, false},
          {"maxAngle", 1, false},
          {"minAngle", 1, false},
          {"offset", 1, false},
          {"description", 0, true}}},
        {"ProximitySensor", {{"enabled", 0, false}, {"center", 3, false}, {"size", 3, false}}},
        {"VisibilitySensor", {{"enabled", 0, false}, {"center", 3, false}, {"size", 3, false}}},
    };
    return list;
}

constexpr std::array<std::string_view, 5> event_outs{"touchTime", "isActive", "isOver", "enterTime",
                                                     "exitTime"};
constexpr std::array<std::string_view, 10> event_ins{
    "set_startTime", "startTime", "set_stopTime", "stopTime", "set_enabled",
    "enabled",       "set_bind",  "set_loop",     "loop",     "set_pauseTime"};

/// The same word as a literal, which outlives the source; empty where it is none of the list.
template <std::size_t N>
std::string_view literal(const std::array<std::string_view, N>& words, std::string_view word) {
    const auto* found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? std::string_view() : *found;
}

const SensorType* type_named(std::string_view name) {
    const std::vector<SensorType>& list = sensor_types();
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const SensorType& type) { return type.name == name; });
    return found == list.end() ? nullptr : &*found;
}

std::optional<std::vector<float>> numbers_of(const Value& value) {
    if (const auto* one = std::get_if<double>(&value)) return std::vector<float>{static_cast<float>(*one)};
    if (const auto* reals = std::get_if<std::vector<float>>(&value)) return *reals;
    if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(&value))
        return std::vector<float>(wholes->begin(), wholes->end());
    return std::nullopt;
}

void copy_field(const SyntaxNode& from, const SensorField& field, OutputNode& to) {
    const Value* value = value_of(from, field.name);
    if (value == nullptr) return;
    if (field.numbers == 0) {
        if (const auto* truth = std::get_if<bool>(value)) to.set(field.name, *truth);
        if (const auto* texts = std::get_if<std::vector<std::string>>(value); texts && !texts->empty())
            to.set(field.name, texts->front());
        return;
    }
    const std::optional<std::vector<float>> numbers = numbers_of(*value);
    if (!numbers || numbers->size() != field.numbers) return;
    if (field.numbers == 1) return to.set(field.name, numbers->front());
    to.fields.push_back({field.name, *numbers, false, field.numbers});
}

std::string name_of(const SyntaxNode& node) {
    const Value* value = value_of(node, "name");
    const auto* texts = value == nullptr ? nullptr : std::get_if<std::vector<std::string>>(value);
    return texts == nullptr || texts->empty() ? std::string() : texts->front();
}

/// Which group each node stands in.
std::map<NodeId, NodeId> groups_of(const SyntaxTree& tree) {
    std::map<NodeId, NodeId> out;
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        if (tree.nodes[id].is_use || tree.nodes[id].scope != none) continue;
        const Value* children = value_of(tree.nodes[id], "children");
        const auto* list = children == nullptr ? nullptr : std::get_if<std::vector<NodeId>>(children);
        if (list == nullptr) continue;
        for (const NodeId child : *list) out.emplace(child, id);
    }
    return out;
}

/// Groups of a scene by what they are called, and all names.
struct Groups {
    std::map<std::string, OutputNode*> by_def;
    std::map<std::string, OutputNode*> by_name;
    std::set<std::string> defs;

    void add(OutputNode& node) {
        if (node.is_use) return;
        if (!node.def.empty()) defs.insert(node.def);
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
    return type_named(type) != nullptr;
}

bool is_sensor_route(const SyntaxTree& tree, const Route& route) {
    const SyntaxNode& from = tree.nodes[route.from];
    const SyntaxNode& to = tree.nodes[route.to];
    return route.scope == none && is_carried_sensor(from.type) && !from.def.empty() && !to.def.empty() &&
           !literal(event_outs, route.from_field).empty() && !literal(event_ins, route.to_field).empty();
}

Sensors read_sensors(const SyntaxTree& tree, bool vrml97) {
    Sensors out;
    const std::map<NodeId, NodeId> groups = groups_of(tree);
    const std::set<NodeId> roots(tree.roots.begin(), tree.roots.end());
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        const SyntaxNode& node = tree.nodes[id];
        const SensorType* type = type_named(node.type);
        if (type == nullptr || node.is_use || node.scope != none) continue;
        SensorNode sensor{{}, {}, OutputNode{type->name, std::string(node.def), false, {}}};
        for (const SensorField& field : type->fields) {
            if (!field.x3d_alone || !vrml97) copy_field(node, field, sensor.node);
        }
        const auto group = groups.find(id);
        if (group != groups.end()) {
            sensor.parent = tree.nodes[group->second].def;
            sensor.parent_name = name_of(tree.nodes[group->second]);
            // A group without a name cannot be found again.
            if (sensor.parent.empty() && sensor.parent_name.empty()) sensor.parent = " ";
        } else if (!roots.contains(id)) {
            sensor.parent = " ";
        }
        out.nodes.push_back(std::move(sensor));
    }
    for (const Route& route : tree.routes) {
        if (!is_sensor_route(tree, route)) continue;
        out.routes.push_back({std::string(tree.nodes[route.from].def), literal(event_outs, route.from_field),
                              std::string(tree.nodes[route.to].def), literal(event_ins, route.to_field)});
    }
    return out;
}

std::size_t place_sensors(Sensors sensors, OutputScene& scene) {
    std::size_t lost = 0;
    Groups groups;
    for (OutputNode& node : scene.roots) groups.add(node);
    std::set<std::string> names = groups.defs;
    // Lists grow once all groups are found: growing moves the groups that are in them.
    std::map<OutputNode*, std::vector<OutputNode>> added;
    std::vector<OutputNode> at_top;
    for (SensorNode& sensor : sensors.nodes) {
        const bool is_top = sensor.parent.empty() && sensor.parent_name.empty();
        OutputNode* group = groups.find(sensor);
        const bool has_place = is_top || group != nullptr;
        if (!has_place || (!sensor.node.def.empty() && !names.insert(sensor.node.def).second)) {
            ++lost;
        } else {
            (is_top ? at_top : added[group]).push_back(std::move(sensor.node));
        }
    }
    grow(scene.roots, added);
    for (OutputNode& node : at_top) scene.roots.push_back(std::move(node));
    for (OutputRoute& route : sensors.routes) {
        if (names.contains(route.from) && names.contains(route.to)) {
            scene.routes.push_back(std::move(route));
        } else {
            ++lost;
        }
    }
    return lost;
}

}  // namespace vitruvian::vrml
