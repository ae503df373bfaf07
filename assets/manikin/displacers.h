// The manikin's displacers: features, muscular actions and whole expressions of the face (H-Anim 1.1,
// Displacer).
#pragma once

#include "assets/manikin/shape.h"

#include <string>
#include <vector>

namespace vitruvian::manikin {

struct DisplacerRow {
    std::string name;
    std::string segment;
    std::vector<int> vertices;  // of the segment's first shell
    std::vector<Vec> offsets;   // empty, or one for each vertex
};
using Displacers = std::vector<DisplacerRow>;

/// Of the segmented figure: on its skull and jaw.
[[nodiscard]] Displacers make_displacers(const std::vector<Shell>& shells);
/// Of a continuous skin, of whose points these are some: those displacers that reach any. Their segment is
/// empty.
[[nodiscard]] Displacers make_skin_displacers(const std::vector<Vec>& points);

}  // namespace vitruvian::manikin
