// Pointing-device and environmental sensors of a world, and the ROUTEs from them to what starts and stops clips and
// binds views: carried from a source file to the nodes of the same names in the file that is written (VRML97 6.51 and
// the like; ISO/IEC 19775-1, 20 and 22).
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/write/output_node.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

struct SensorNode {
    std::string parent;       // DEF of the group that it stands in; empty: at the top
    std::string parent_name;  // `name` of that group where it is a node of H-Anim
    OutputNode node;
};

/// What a source file has of them, in no PROTO.
struct Sensors {
    std::vector<SensorNode> nodes;
    std::vector<OutputRoute> routes;
};

[[nodiscard]] bool is_carried_sensor(std::string_view type);
/// Whether such a ROUTE can be carried: from a sensor that has a name.
[[nodiscard]] bool is_sensor_route(const SyntaxTree& tree, const Route& route);

[[nodiscard]] Sensors read_sensors(const SyntaxTree& tree, bool vrml97);

/// Puts them into the scene's groups of those names; how many nodes and ROUTEs found no place.
[[nodiscard]] std::size_t place_sensors(Sensors sensors, OutputScene& scene);

}  // namespace vitruvian::vrml
