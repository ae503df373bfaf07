// Converts clips to TimeSensors, interpolators and ROUTEs (VRML97 6.50, 6.32, 6.37, 6.38), or to HAnimMotion
// nodes (ISO/IEC 19774-2). Interpolators are linear: steps become doubled keys, cubic curves are sampled
// densely enough that the chords follow the curve. Only knows the names of nodes, not how they are written.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/def_names.h"
#include "model/formats/vrml/write/frames.h"
#include "model/formats/vrml/write/hanim_naming.h"
#include "model/formats/vrml/write/moving_points.h"
#include "model/formats/vrml/write/output_node.h"
#include "model/io/save_options.h"

#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// DEF names of what clips animate; empty for what is not in the scene.
struct ClipTargets {
    const FramePlan* plan = nullptr;
    const std::vector<std::string>* def_of_node = nullptr;
    const std::vector<std::string>* def_of_displacer = nullptr;
    const std::vector<bool>* hidden =
        nullptr;  // nodes that are animated by the instance of a PROTO that contains them
    const std::vector<MovingPoints>* moving = nullptr;  // of meshes outside every humanoid
};

/// Converts a channel to the file's field: its values are those of the field. Rotations stay unit quaternions
/// (x y z w).
[[nodiscard]] Channel channel_in_file(const Document& document, const Channel& channel, const NodePlan& plan);

/// Adds the nodes and ROUTEs that play the clips to `nodes` and the scene; returns the DEF names of
/// TimeSensors that differ from their clips' names, with these. Of the clips that loop, only the first starts
/// by itself.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> add_clips(
    const Document& document, const SaveOptions& options, const ClipTargets& targets,
    const HanimNaming& naming, DefNames& names, OutputScene& scene, std::vector<OutputNode>& nodes,
    Diagnostics& notes);

/// Returns the HAnimMotion nodes of one humanoid, if the options ask for them: of the clips that only rotate
/// and translate its joints. add_clips leaves these out.
[[nodiscard]] std::vector<OutputNode> motion_nodes(const Document& document, const SaveOptions& options,
                                                   const ClipTargets& targets, const HanimNaming& naming,
                                                   int humanoid, OutputScene& scene);

/// Returns x y z angle; 0 0 1 0 for no rotation, as in VRML.
[[nodiscard]] vec4 axis_angle_of(const quat& rotation);

}  // namespace vitruvian::vrml
