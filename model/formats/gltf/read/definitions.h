// Humanoids as extensions define them: EXT_skeleton_humanoid, VRMC_vrm 1.0, VRM 0.x,
// KHR_character_skeleton_mapping and VRMC_vrm_animation. Knows the extensions' JSON; humanoids.cpp determines
// which skins belong to a definition.
// What EXT_skeleton_humanoid's draft leaves open, and how it is resolved here, is listed in humanoid_rules.h.
// `rootNode` is not used for reading; unknown bone names and nodes are left out and reported.
#pragma once

#include "model/formats/gltf/read/reading.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

/// A humanoid as an extension defines it.
struct Definition {
    HumanoidKind kind = HumanoidKind::inferred;
    std::string name;
    std::string version;
    std::string source;  // name of the extension, for messages
    std::vector<std::pair<std::string, std::string>> info;
    BoneMap bones;
    std::vector<Expression> expressions;
    std::optional<Gaze> gaze;
    int gaze_node = -1;  // as in Humanoid
};

/// Returns all of a file's definitions that map a bone, or a node of a face. Where several extensions define the same figure,
/// VRM's definition wins, then EXT_skeleton_humanoid's, and the others add the name, bones, expressions and gaze
/// that it lacks. Displacers without a name are named after VRM's expressions.
[[nodiscard]] std::vector<Definition> read_definitions(Reading& reading);

// Parts of read_definitions.

/// KHR_character_skeleton_mapping: of several rigs' vocabularies, the one that maps most bones.
[[nodiscard]] Definition read_khr_mapping(Reading& reading, const JsonValue& json);

/// The expressions of VRMC_vrm, VRM (blendShapeMaster) or VRMC_vrm_animation. A displacer without a name of
/// its own is named after the expression that drives it alone.
struct ExpressionsRead {
    std::string names;  // display names, as in the file
    std::vector<Expression> list;
};
[[nodiscard]] ExpressionsRead read_expressions(Reading& reading, const JsonValue& json);

/// Adds to an expression of VRMC_vrm or, where `is_vrm0`, of blendShapeMaster a displacer for what it does to
/// materials (see Displacer::changes). Names in `lost`, up to a few, what is not known.
void add_material_changes(Reading& reading, const JsonValue& json, bool is_vrm0, Expression& expression,
                          std::set<std::string>& lost);

/// VRMC_vrm's lookAt, and what firstPerson of VRM 0.x says about it; nullopt if it says nothing. Curves of VRM 0.x
/// count as straight, as VRM 1.0 has them.
[[nodiscard]] Gaze vrm1_gaze(const JsonValue& look_at);
[[nodiscard]] std::optional<Gaze> vrm0_gaze(const JsonValue& first_person);

}  // namespace vitruvian::gltf
