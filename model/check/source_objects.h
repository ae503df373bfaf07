// Objects of a glTF file for findings.
#pragma once

#include "model/check/findings.h"
#include "model/check/source_gltf.h"
#include "model/check/subject.h"

namespace vitruvian::check {

/// Returns null, and records the current check as skipped, if the file's data is unavailable.
[[nodiscard]] const GltfFacts* gltf_facts_or_skip(const Subject& subject, Findings& findings);

/// Indices are those of the file.
[[nodiscard]] Object file_node(const Subject& subject, const GltfFacts& facts, int node);
[[nodiscard]] Object file_clip(const Subject& subject, const GltfFacts& facts, int animation);
[[nodiscard]] Object file_skin(const GltfFacts& facts, int skin);
/// Uses the mesh's name, else that of the first node that uses it.
[[nodiscard]] Object file_mesh(const Subject& subject, const GltfFacts& facts, int mesh);

}  // namespace vitruvian::check
