// Figures of the repository for tests of edits, and their appearance afterwards.
#pragma once

#include "model/edit/command.h"
#include "model/pose/pose.h"

#include <string>
#include <vector>

namespace vitruvian::test {

inline const std::vector<std::string> hanim_figures{"assets/manikin/manikin.wrl", "tests/data/boxman.wrl"};
inline const std::vector<std::string> figures{"assets/manikin/manikin.wrl", "assets/manikin/manikin.glb",
                                              "tests/data/boxman.wrl", "tests/data/boxman.gltf"};
inline const Item the_humanoid{ItemKind::humanoid, -1, 0};

/// As in the file, at rest.
[[nodiscard]] Document figure(const std::string& path);

/// World matrices: in the file's pose, or at a time of its clip.
[[nodiscard]] std::vector<mat4> posed(const Document& document, int clip = -1, double seconds = 0.0);

/// The world positions of each mesh's vertices, without displacers.
[[nodiscard]] std::vector<std::vector<vec3>> shapes(const Document& document, const std::vector<mat4>& world);

/// The largest distance of a vertex from its previous position, times `factor`.
[[nodiscard]] float moved(const std::vector<std::vector<vec3>>& a, const std::vector<std::vector<vec3>>& b,
                          float factor = 1.0F);

[[nodiscard]] vec3 place_of(const Document& document, const std::vector<mat4>& world,
                            const std::string& name);

/// By its name or its bone's.
[[nodiscard]] Item joint_called(const Document& document, const std::string& name);

/// Rotates an arm, a leg and the head.
void bend(Document& document);

/// Expects success and a valid document.
void apply_well(const Command& command, Document& document);

}  // namespace vitruvian::test
