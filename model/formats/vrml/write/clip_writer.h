// Clips to TimeSensors, interpolators and ROUTEs (VRML97 6.50, 6.32, 6.37, 6.38), or to HAnimMotion nodes
// (ISO/IEC 19774-2). Interpolators are linear: steps become doubled keys, cubic curves so many keys that the
// chords keep to them. It does not know how nodes are written, only their names.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/def_names.h"
#include "model/formats/vrml/write/frames.h"
#include "model/formats/vrml/write/hanim_naming.h"
#include "model/formats/vrml/write/output_node.h"
#include "model/io/save_options.h"

#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// DEF names of what clips move; empty for what is not in the scene.
struct ClipTargets {
    const FramePlan* plan = nullptr;
    const std::vector<std::string>* def_of_node = nullptr;
    const std::vector<std::string>* def_of_displacer = nullptr;
    const std::vector<bool>* hidden =
        nullptr;  // nodes that move by what their instance of a PROTO brings along
};

/// The part of a channel that a file's field has: its values as the field's.
/// Rotations stay unit quaternions (x y z w).
[[nodiscard]] Channel channel_in_file(const Document& document, const Channel& channel, const NodePlan& plan);

/// Adds to `nodes` and the scene's ROUTEs what plays the clips; the DEF names of TimeSensors that differ from
/// their clips' names, with these. Of the clips that loop only the first runs by itself.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> add_clips(
    const Document& document, const SaveOptions& options, const ClipTargets& targets,
    const HanimNaming& naming, DefNames& names, OutputScene& scene, std::vector<OutputNode>& nodes,
    Diagnostics& notes);

/// The HAnimMotion nodes of one humanoid, where the options ask for them: of those clips that only turn and
/// move its joints. add_clips leaves these out.
[[nodiscard]] std::vector<OutputNode> motion_nodes(const Document& document, const SaveOptions& options,
                                                   const ClipTargets& targets, const HanimNaming& naming,
                                                   int humanoid, OutputScene& scene);

/// x y z angle; 0 0 1 0 for no turn, as VRML has it.
[[nodiscard]] vec4 axis_angle_of(const quat& rotation);

}  // namespace vitruvian::vrml
