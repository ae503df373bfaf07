// The comparison of two rigs as one self-contained page.
#pragma once

#include "model/rig_diff/rig_diff.h"

#include <string>
#include <vector>

namespace vitruvian::report {

/// PNG pictures as data URIs; empty without OpenGL, which `note` then says.
struct DiffPictures {
    std::string first;
    std::string second;
    std::string overlaid;  // the first in orange, the second in blue
    std::string note;
};

[[nodiscard]] std::string diff_page(const std::string& first, const std::string& second,
                                    const std::vector<RigChange>& changes, const DiffPictures& pictures);

}  // namespace vitruvian::report
