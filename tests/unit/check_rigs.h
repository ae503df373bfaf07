// Rigs for the checks' tests, as files in memory, that nothing is wrong with; a test changes one thing. And what a check
// says of them.
#pragma once

#include "model/formats/load.h"
#include "tests/unit/findings_of.h"
#include "tests/unit/gltf_builder.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::test {

/// Which standard's words a rig has: VRML97 with H-Anim 1.1, or classic X3D with H-Anim 2.0.
enum class RigVersion { hanim_1_1, hanim_2_0 };

/// A figure of level 1 with limits, stiffness, segments with points of their own, tips, a viewpoint and a displacer.
/// Its joints read  DEF hanim_l_knee Joint { name "l_knee" center 0.104 0.4867 0.03 ... }.
[[nodiscard]] std::string hanim_rig(RigVersion version = RigVersion::hanim_1_1);
/// A figure whose one mesh is its skin: skinCoord, and each joint's points and weights.
[[nodiscard]] std::string hanim_skin_rig();

/// `text` with `from`, which must be there, replaced at its first place, or at all of them.
[[nodiscard]] std::string replaced(std::string text, std::string_view from, std::string_view to);
[[nodiscard]] std::string replaced_all(std::string text, std::string_view from, std::string_view to);
/// `fields` put into the joint (or another node) that has the DEF name, before all others.
[[nodiscard]] std::string with_fields(std::string text, std::string_view def, std::string_view fields);
/// The text of `def`'s field (one line each in the rig) taken out.
[[nodiscard]] std::string without_field(std::string text, std::string_view def, std::string_view field);

/// The document that the text is, which is expected to be valid.
[[nodiscard]] Document world(const std::string& text);

enum class GltfKind { plain, ext_skeleton_humanoid, vrm };

/// A skinned humanoid in T-pose with 22 bones, nodes named as bones. Node 0 is the armature, 1 the hips; node_of finds
/// the others. Every joint moves a triangle.
[[nodiscard]] GltfBuilder gltf_rig(GltfKind kind = GltfKind::ext_skeleton_humanoid);
[[nodiscard]] int node_of(const GltfBuilder& builder, std::string_view name);
[[nodiscard]] Json& node(GltfBuilder& builder, std::string_view name);
/// The bones of EXT_skeleton_humanoid.
[[nodiscard]] Json& ext_bones(GltfBuilder& builder);

/// The names of the objects of these findings, in their order.
[[nodiscard]] std::vector<std::string> named_by(const Document& document, std::string_view id,
                                                std::string_view profile = {});
using Names = std::vector<std::string>;

/// The document after all fixes of the check's findings.
[[nodiscard]] Document fixed(Document document, std::string_view id);

}  // namespace vitruvian::test
