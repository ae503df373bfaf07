// Sensors, Scripts, sound and the like (see carried_types.h) of a world, and the ROUTEs from and to them: carried from a
// source file to the nodes of the same names in the file that is written (VRML97 4.10; ISO/IEC 19775-1, 4.4.8).
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/output_node.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

struct SensorNode {
    bool in_group = false;    // else at the top
    NodeId group = none;      // that it stands in, in the source
    std::string parent;       // DEF of that
    std::string parent_name;  // `name` of that group where it is a node of H-Anim
    OutputNode node;
};

struct SensorRoute {
    OutputRoute route;
    bool from_instance = false;  // of a PROTO: where that is written as what it shows, it has no such events
    bool to_instance = false;
};

/// What a source file has of them, in no PROTO.
struct Sensors {
    std::vector<SensorNode> nodes;
    std::vector<SensorRoute> routes;
    std::string background;  // DEF of the one that the document holds
    /// DEF and description of those that take events.
    std::vector<std::pair<std::string, std::string>> viewpoints;
    std::size_t unsaid = 0;  // nodes that the target has no words for
};

[[nodiscard]] bool is_carried_sensor(std::string_view type);
/// Interpolators that move no part of a clip, but a light, a material, a viewpoint or something else that is carried; and
/// NavigationInfos and Backgrounds with a name, after the first of each, which the document holds.
[[nodiscard]] std::set<NodeId> carried_at_need(const SyntaxTree& tree);
/// Whether such a ROUTE can be carried: from or to such a node, between nodes that have names. `at_need` is the tree's.
[[nodiscard]] bool is_sensor_route(const SyntaxTree& tree, const Route& route,
                                   const std::set<NodeId>& at_need);

[[nodiscard]] Sensors read_sensors(const SyntaxTree& tree, bool vrml97);

/// Puts them into the scene's groups of those names; how many nodes and ROUTEs found no place.
[[nodiscard]] std::size_t place_sensors(Sensors sensors, OutputScene& scene);

}  // namespace vitruvian::vrml
