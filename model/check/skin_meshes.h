// The skinned meshes of a document as findings name them: the parts of one mesh (glTF's primitives) together.
#pragma once

#include "model/check/subject.h"

#include <cstddef>
#include <vector>

namespace vitruvian::check {

struct MeshGroup {
    Object object;
    int figure = -1;          // into Subject::figures(); -1: of none
    std::vector<int> meshes;  // into Document::meshes
    std::vector<int> posed;   // into Figure::posed; as many
};

/// The meshes with influences; of H-Anim figures alone where `only_hanim`.
[[nodiscard]] std::vector<MeshGroup> skinned_groups(const Subject& subject, bool only_hanim = false);

/// Vertices (of the file where the reader had to split them) that follow no joint of the figure.
struct Unweighted {
    std::size_t count = 0;
    std::size_t first = 0;
    std::vector<vec3> points;  // at most 200
};
[[nodiscard]] Unweighted unweighted_vertices(const Subject& subject, const MeshGroup& group);

/// The edits that make the weights of these meshes (indices into Document::meshes) what the reader made of them, in the file
/// too: as many influences of each vertex as there are stay.
[[nodiscard]] std::vector<Command> normalising(const Subject& subject, const std::vector<int>& meshes);

}  // namespace vitruvian::check
