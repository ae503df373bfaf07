// Normals of a file that are not unit length, before its reader repairs them.
#pragma once

#include "model/check/source_gltf.h"

#include <span>
#include <vector>

namespace vitruvian::check {

/// Such normals of one mesh.
struct OffNormals {
    int mesh = -1;       // in the file
    int primitive = -1;  // of the first
    int count = 0;
    int first = -1;      // vertex
    float worst = 0.0F;  // the length that differs most from 1
};

/// Evaluates these lengths; mesh and primitive are left unset.
[[nodiscard]] OffNormals off_normals(std::span<const float> lengths, float most);

/// Returns, per mesh, the float normals whose length differs from 1 by more than `most`. Empty also if facts
/// could not be read.
[[nodiscard]] std::vector<OffNormals> find_off_normals(const Document& document, const GltfFacts& facts,
                                                       float most);

}  // namespace vitruvian::check
