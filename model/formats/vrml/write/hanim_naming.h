// Names of joints, segments and sites in a file. Knows nothing of the file's nodes.
//
// The names of an H-Anim figure are kept, unless another version's are asked for. A figure of another kind
// gets H-Anim's name for each joint in its bone map; its first joint is the humanoid root. Other names get
// the prefix "x_" (H-Anim 1.1, Non-standard Joints and Segments; for sites also in "Site").
#pragma once

#include "model/document/document.h"
#include "model/io/save_options.h"

#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

struct HanimNaming {
    std::vector<std::string> of_node;                  // per document node; joints and sites only
    std::vector<std::vector<std::string>> of_segment;  // per segment of each humanoid
    std::vector<std::string> of_humanoid;
    std::vector<std::string> version;  // per humanoid
    /// Per humanoid, the renamed joints of a figure of another kind: H-Anim's name, original name.
    std::vector<std::vector<std::pair<std::string, std::string>>> own_names;

    /// Returns the usual segment of a joint called `joint_name`; a name derived from the joint's where it is
    /// not a standard one.
    [[nodiscard]] std::string segment_for(int humanoid, const std::string& joint_name) const;
};

/// `usual` is the version whose names a figure without a version gets.
[[nodiscard]] HanimNaming name_humanoids(const Document& document, const SaveOptions& options,
                                         HanimVersion usual, Diagnostics& notes);

}  // namespace vitruvian::vrml
