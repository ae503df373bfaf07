// The skinned meshes of a document as named in findings: all parts of one mesh (glTF primitives) together.
#pragma once

#include "model/check/subject.h"

#include <cstddef>
#include <vector>

namespace vitruvian::check {

struct MeshGroup {
    Object object;
    int figure = -1;          // into Subject::figures(); -1: of none
    std::vector<int> meshes;  // into Document::meshes
    std::vector<int> posed;   // into Figure::posed; same size
};

/// Returns the meshes with influences; only those of H-Anim figures if `only_hanim`.
[[nodiscard]] std::vector<MeshGroup> skinned_groups(const Subject& subject, bool only_hanim = false);

/// Vertices (as in the file, if the reader split them) that follow no joint of the figure.
struct Unweighted {
    std::size_t count = 0;
    std::size_t first = 0;
    std::vector<vec3> points;  // at most 200
};
[[nodiscard]] Unweighted unweighted_vertices(const Subject& subject, const MeshGroup& group);

/// Returns the edits that store the weights as normalised by the reader for these meshes (indices into
/// Document::meshes); the number of influences per vertex is kept.
[[nodiscard]] std::vector<Command> normalising(const Subject& subject, const std::vector<int>& meshes);

}  // namespace vitruvian::check
