// Places copied sensors and ROUTEs in the scene that is written.
#include "model/formats/vrml/write/carried_types.h"
#include "model/formats/vrml/write/plain_copies.h"
#include "model/formats/vrml/write/sensors.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Sets the types of USE statements in copied nodes to those their nodes are written as; USEs of missing
/// nodes are removed. Returns how many.
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

/// Groups of a scene by name, and all names.
struct Groups {
    std::map<std::string, OutputNode*> by_def;
    std::map<std::string, OutputNode*> by_name;
    std::map<int, OutputNode*> by_source;
    std::map<std::string, std::string_view> types;  // of all named nodes
    std::map<std::string, OutputNode*> appearances;
    std::vector<OutputNode*> nameless;  // Viewpoints and Backgrounds

    void add(OutputNode& node) {
        if (node.is_use) return;
        if (!node.def.empty()) types.emplace(node.def, node.type);
        if (!node.def.empty() && node.type == "Appearance") appearances.emplace(node.def, &node);
        if (node.def.empty() && (node.type == "Viewpoint" || node.type == "Background"))
            nameless.push_back(&node);
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
        if (node.sensors_of >= 0) by_source.emplace(node.sensors_of, &node);
        if (!has_children) return;
        if (!node.def.empty()) by_def.emplace(node.def, &node);
        if (!name.empty()) by_name.emplace(name, &node);
    }

    [[nodiscard]] OutputNode* find(const SensorNode& sensor) const {
        const auto kept = by_source.find(static_cast<int>(sensor.group));
        if (sensor.group != none && kept != by_source.end()) return kept->second;
        const auto named = by_name.find(sensor.parent_name);
        if (!sensor.parent_name.empty() && named != by_name.end()) return named->second;
        const auto defined = by_def.find(sensor.parent);
        return sensor.parent.empty() || defined == by_def.end() ? nullptr : defined->second;
    }
};

/// Collects names of nodes inside a copied node, which ROUTEs may refer to.
void add_names(const OutputNode& node, std::map<std::string, std::string_view>& types) {
    if (!node.is_use && !node.def.empty()) types.emplace(node.def, node.type);
    for (const OutputField& field : node.fields) {
        if (const auto* nodes = std::get_if<std::vector<OutputNode>>(&field.value)) {
            for (const OutputNode& child : *nodes) add_names(child, types);
        }
    }
}

/// Whether ROUTEs may end at a node of an output type: shapes and materials are written as other nodes than
/// in the source.
bool takes_events(std::string_view type) {
    constexpr std::array<std::string_view, 3> others{"Transform", "Viewpoint", "Material"};
    return type.starts_with("HAnim") || is_group_of_its_own(type) || type.ends_with("Light") ||
           is_carried_sensor(type) || carried_type(type).at_need || type == "ProtoInstance" ||
           std::find(others.begin(), others.end(), type) != others.end();
}

std::string text_in(const OutputNode& node, std::string_view name) {
    for (const OutputField& field : node.fields) {
        const auto* text = std::get_if<std::string>(&field.value);
        if (text != nullptr && field.name == name) return *text;
    }
    return {};
}

/// Nodes that receive events get the name that they have in the source, if it is free.
void name_bindables(const Sensors& sensors, Groups& groups) {
    const auto give = [&groups](OutputNode& node, const std::string& def) {
        if (def.empty() || !node.def.empty() || !groups.types.emplace(def, node.type).second) return false;
        node.def = def;
        return true;
    };
    for (OutputNode* node : groups.nameless) {
        if (node->type == "Background" && give(*node, sensors.background)) break;
    }
    for (const auto& [def, description] : sensors.viewpoints) {
        for (OutputNode* node : groups.nameless) {
            const bool is_it = node->type == "Viewpoint" && text_in(*node, "description") == description;
            if (is_it && give(*node, def)) break;
        }
    }
}

/// Renames nodes and references to them; returns how many references there are.
std::size_t rename(std::vector<OutputNode>& nodes, const std::string& from, const std::string& to) {
    std::size_t uses = 0;
    for (OutputNode& node : nodes) {
        if (node.def == from) {
            uses += node.is_use ? 1 : 0;
            node.def = to;
        }
        for (OutputField& field : node.fields) {
            if (auto* inside = std::get_if<std::vector<OutputNode>>(&field.value))
                uses += rename(*inside, from, to);
        }
    }
    return uses;
}

/// A material's name is on its Appearance: where ROUTEs go to the material, the material gets the name.
void name_materials(std::vector<OutputNode>& roots, const std::vector<SensorRoute>& routes, Groups& groups) {
    for (const auto& [route, from_instance, to_instance] : routes) {
        const auto found = groups.appearances.find(route.to);
        if (found == groups.appearances.end()) continue;
        OutputNode& appearance = *found->second;
        const auto field = std::find_if(appearance.fields.begin(), appearance.fields.end(),
                                        [](const OutputField& f) { return f.name == "material"; });
        if (field == appearance.fields.end()) continue;
        auto* nodes = std::get_if<std::vector<OutputNode>>(&field->value);
        if (nodes == nullptr || nodes->empty() || !nodes->front().def.empty()) continue;
        std::string other = route.to + "_look";
        while (groups.types.contains(other)) other += '_';
        if (rename(roots, route.to, other) == 0) {
            appearance.def.clear();
        } else {
            groups.types.emplace(other, appearance.type);
        }
        nodes->front().def = route.to;
        groups.types[route.to] = nodes->front().type;
        groups.appearances.erase(found);
    }
}

/// Adds the collected nodes to the groups, innermost first.
void grow(std::vector<OutputNode>& nodes, std::map<OutputNode*, std::vector<OutputNode>>& added) {
    for (OutputNode& node : nodes) {
        const auto alone = added.find(&node);
        if (alone != added.end() && std::none_of(node.fields.begin(), node.fields.end(),
                                                 [](const OutputField& f) { return f.name == "children"; })) {
            node.set_nodes("children", std::move(alone->second));
            added.erase(alone);
            continue;
        }
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

std::size_t place_sensors(Sensors sensors, OutputScene& scene) {
    std::size_t lost = sensors.unsaid;
    Groups groups;
    for (OutputNode& node : scene.roots) groups.add(node);
    name_bindables(sensors, groups);
    name_materials(scene.roots, sensors.routes, groups);
    std::map<std::string, std::string_view> types = groups.types;
    // Lists are extended after all groups are found, since extending a list moves the groups in it.
    std::map<OutputNode*, std::vector<OutputNode>> added;
    std::vector<OutputNode> at_top;
    for (SensorNode& sensor : sensors.nodes) {
        OutputNode* group = groups.find(sensor);
        const bool has_place = !sensor.in_group || group != nullptr;
        // A clip's TimeSensor is already there.
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
    for (auto& [route, from_instance, to_instance] : sensors.routes) {
        const auto from = types.find(route.from);
        const auto to = types.find(route.to);
        const bool is_there = from != types.end() && to != types.end() && takes_events(to->second);
        if (is_there && (from->second == "ProtoInstance") == from_instance &&
            (to->second == "ProtoInstance") == to_instance) {
            scene.routes.push_back(std::move(route));
        } else {
            ++lost;
        }
    }
    return lost;
}

}  // namespace vitruvian::vrml
