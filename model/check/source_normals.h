// Which normals of a file are not unit, as the file has them: its reader repairs them.
#pragma once

#include "model/check/source_gltf.h"

#include <span>
#include <vector>

namespace vitruvian::check {

struct OffNormals {
    int mesh = -1;  // in the file
    int primitive = -1;
    int count = 0;
    int first = -1;      // vertex
    float worst = 0.0F;  // the length that is furthest from 1
};

/// Of these lengths: mesh and primitive are left open.
[[nodiscard]] OffNormals off_normals(std::span<const float> lengths, float most);

/// Of float normals whose length differs from 1 by more than `most`. Empty where facts could not be read either.
[[nodiscard]] std::vector<OffNormals> find_off_normals(const Document& document, const GltfFacts& facts,
                                                       float most);

}  // namespace vitruvian::check
