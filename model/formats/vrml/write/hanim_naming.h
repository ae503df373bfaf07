// What joints, segments and sites are called in a file. It knows no nodes of files.
//
// The names of an H-Anim figure stay, unless another version's are asked for. A figure of another kind gets
// H-Anim's name for each joint that its bone map knows; its first joint is the humanoid root. What H-Anim has
// no name for keeps its own behind "x_" (H-Anim 1.1, Non-standard Joints and Segments; of sites also in
// "Site").
#pragma once

#include "model/document/document.h"
#include "model/io/save_options.h"

#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

struct HanimNaming {
    std::vector<std::string> of_node;                  // of each document node; joints and sites only
    std::vector<std::vector<std::string>> of_segment;  // of each humanoid's segments
    std::vector<std::string> of_humanoid;
    std::vector<std::string> version;  // of each humanoid
    /// Of each humanoid, what joints of a figure of another kind were called: H-Anim's name, their own.
    std::vector<std::vector<std::pair<std::string, std::string>>> own_names;

    /// The usual segment of a joint called `joint_name`; a name made from the joint's where it is not a
    /// standard one.
    [[nodiscard]] std::string segment_for(int humanoid, const std::string& joint_name) const;
};

/// `usual` is the version whose names a figure gets that has none yet.
[[nodiscard]] HanimNaming name_humanoids(const Document& document, const SaveOptions& options,
                                         HanimVersion usual, Diagnostics& notes);

}  // namespace vitruvian::vrml
