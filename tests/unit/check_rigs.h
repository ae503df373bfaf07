// Rigs for the checks' tests, as files in memory, without findings; a test changes one thing. And the
// findings of a check.
#pragma once

#include "model/formats/load.h"
#include "tests/unit/findings_of.h"
#include "tests/unit/gltf_builder.h"
#include "tests/unit/replaced.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::test {

/// The standard of a rig: VRML97 with H-Anim 1.1, or classic X3D with H-Anim 2.0.
enum class RigVersion { hanim_1_1, hanim_2_0 };

/// A figure of level 1 with limits, stiffness, segments with separate points, tips, a viewpoint and a
/// displacer. Its joints are written as  DEF hanim_l_knee Joint { name "l_knee" center 0.104 0.4867 0.03 ...
/// }.
[[nodiscard]] std::string hanim_rig(RigVersion version = RigVersion::hanim_1_1);
/// A figure with a single mesh, its skin: skinCoord, and each joint's points and weights.
[[nodiscard]] std::string hanim_skin_rig();

/// `text` with `from`, which must occur, replaced at all occurrences (see replaced.h).
[[nodiscard]] std::string replaced_all(std::string text, std::string_view from, std::string_view to);
/// `fields` inserted into the joint (or another node) with the DEF name, before all others.
[[nodiscard]] std::string with_fields(std::string text, std::string_view def, std::string_view fields);
/// The text without `def`'s field (one line each in the rig).
[[nodiscard]] std::string without_field(std::string text, std::string_view def, std::string_view field);

/// Reads the text as a document, which is expected to be valid.
[[nodiscard]] Document world(const std::string& text);

enum class GltfKind { plain, ext_skeleton_humanoid, vrm };

/// A skinned humanoid in T-pose with 22 bones, with nodes named after bones. Node 0 is the armature, 1 the
/// hips; node_of finds the others. Every joint moves a triangle.
[[nodiscard]] GltfBuilder gltf_rig(GltfKind kind = GltfKind::ext_skeleton_humanoid);
[[nodiscard]] int node_of(const GltfBuilder& builder, std::string_view name);
[[nodiscard]] Json& node(GltfBuilder& builder, std::string_view name);
/// The bones of EXT_skeleton_humanoid.
[[nodiscard]] Json& ext_bones(GltfBuilder& builder);

/// The object names of these findings, in order.
[[nodiscard]] std::vector<std::string> named_by(const Document& document, std::string_view id,
                                                std::string_view profile = {});
using Names = std::vector<std::string>;

/// Returns the single expected finding; an empty one where there are more or none.
[[nodiscard]] check::Finding only_one(const Document& document, std::string_view id,
                                      std::string_view profile = {});

/// A BVH figure at rest; `left`, `right`: how far the knees are to the left of the hips, `head`: a joint's name.
[[nodiscard]] Document bvh_rig(double left, double right, std::string_view head = "Head");

/// The document after all fixes of the check's findings.
[[nodiscard]] Document fixed(Document document, std::string_view id);

}  // namespace vitruvian::test
