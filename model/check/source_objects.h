// Things of a glTF file as objects of findings.
#pragma once

#include "model/check/findings.h"
#include "model/check/source_gltf.h"
#include "model/check/subject.h"

namespace vitruvian::check {

/// Null, and the present check is said to be skipped, where the file's own numbers cannot be had.
[[nodiscard]] const GltfFacts* gltf_facts_or_skip(const Subject& subject, Findings& findings);

/// By the file's numbering.
[[nodiscard]] Object file_node(const Subject& subject, const GltfFacts& facts, int node);
[[nodiscard]] Object file_clip(const Subject& subject, const GltfFacts& facts, int animation);
[[nodiscard]] Object file_skin(const GltfFacts& facts, int skin);
/// The mesh's name, else that of the first node that shows it.
[[nodiscard]] Object file_mesh(const Subject& subject, const GltfFacts& facts, int mesh);

}  // namespace vitruvian::check
