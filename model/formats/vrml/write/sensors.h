// Sensors, Scripts, sound and the like (see carried_types.h) of a world, and the ROUTEs from and to them:
// copied from a source file to the nodes of the same names in the file that is written (VRML97 4.10; ISO/IEC
// 19775-1, 4.4.8).
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/output_node.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

struct SensorNode {
    bool in_group = false;    // otherwise at the top level
    NodeId group = none;      // the group that contains it in the source
    std::string parent;       // DEF of that group
    std::string parent_name;  // `name` of that group where it is a node of H-Anim
    OutputNode node;
};

struct SensorRoute {
    OutputRoute route;
    bool from_instance = false;  // of a PROTO: where that is written expanded, it has no such events
    bool to_instance = false;
};

/// Those of a source file, outside PROTOs.
struct Sensors {
    std::vector<SensorNode> nodes;
    std::vector<SensorRoute> routes;
    std::string background;  // DEF of the one in the document
    /// DEF and description of those that receive events.
    std::vector<std::pair<std::string, std::string>> viewpoints;
    std::size_t unsaid = 0;  // number of nodes that the target cannot store
};

[[nodiscard]] bool is_carried_sensor(std::string_view type);
/// Interpolators that do not animate a part of a clip, but a light, a material, a viewpoint or another
/// carried node; and named NavigationInfos and Backgrounds after the first of each, which the document holds.
[[nodiscard]] std::set<NodeId> carried_at_need(const SyntaxTree& tree);
/// Whether such a ROUTE can be copied: from or to such a node, between named nodes. `at_need` is the tree's.
[[nodiscard]] bool is_sensor_route(const SyntaxTree& tree, const Route& route,
                                   const std::set<NodeId>& at_need);

[[nodiscard]] Sensors read_sensors(const SyntaxTree& tree, bool vrml97);

/// Puts them into the scene's groups of these names; returns how many nodes and ROUTEs could not be placed.
[[nodiscard]] std::size_t place_sensors(Sensors sensors, OutputScene& scene);

}  // namespace vitruvian::vrml
