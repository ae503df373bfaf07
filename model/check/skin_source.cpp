// Checks of skins and the nodes that use them, as in a glTF file.
#include "model/check/skin_checks.h"
#include "model/check/source_objects.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::check {
namespace {

Location pointer(const Subject& subject, std::string pointer) {
    return {subject.document().file, 0, 0, std::move(pointer)};
}

/// Among the first `count` matrices, those that are not finite or not affine.
struct BadMatrices {
    std::size_t not_finite = 0;
    std::size_t last_row = 0;
    std::optional<std::size_t> first;
};

BadMatrices bad_matrices(const GltfAccessor& accessor) {
    BadMatrices out;
    for (std::size_t m = 0; 16 * m + 15 < accessor.values.size(); ++m) {
        const float* v = accessor.values.data() + 16 * m;
        const bool is_finite = std::all_of(v, v + 16, [](float x) { return std::isfinite(x); });
        // Rounding of float32 has no visible effect.
        constexpr float rounding = 1e-6F;
        const bool has_row = std::abs(v[3]) <= rounding && std::abs(v[7]) <= rounding &&
                             std::abs(v[11]) <= rounding && std::abs(v[15] - 1.0F) <= rounding;
        if (is_finite && has_row) continue;
        ++(is_finite ? out.last_row : out.not_finite);
        if (!out.first) out.first = m;
    }
    return out;
}

/// Returns how many of a mesh's primitives have joints.
std::size_t skinned_primitives(const GltfMesh& mesh) {
    return static_cast<std::size_t>(
        std::count_if(mesh.primitives.begin(), mesh.primitives.end(), [](const GltfPrimitive& primitive) {
            return std::any_of(primitive.influences.begin(), primitive.influences.end(),
                               [](const GltfInfluences& set) { return set.joints >= 0; });
        }));
}

}  // namespace

void check_inverse_bind_numbers(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = gltf_facts_or_skip(subject, findings);
    if (facts == nullptr) return;
    for (int s = 0; s < static_cast<int>(facts->skins.size()); ++s) {
        const GltfSkin& skin = at(facts->skins, s);
        if (skin.inverse_bind < 0) continue;
        const GltfAccessor* accessor = facts->accessor(skin.inverse_bind);
        std::string fault;
        double value = 0.0;
        std::optional<Level> level;
        if (accessor == nullptr || accessor->components != 16 || !accessor->is_float()) {
            fault = "its inverse bind matrices are not 4x4 float matrices";
        } else if (accessor->count != skin.joints.size()) {
            fault = fmt::format("it has {} for {}",
                                counted(accessor->count, "inverse bind matrix", "inverse bind matrices"),
                                counted(skin.joints.size(), "joint", "joints"));
            value = std::abs(static_cast<double>(accessor->count) - static_cast<double>(skin.joints.size()));
            // Additional matrices are allowed (glTF 2.0, 3.7.3.1).
            if (accessor->count > skin.joints.size()) level = Level::info;
        }
        if (accessor != nullptr && (fault.empty() || level)) {
            const BadMatrices bad = bad_matrices(*accessor);
            if (bad.first) {
                level.reset();
                value = static_cast<double>(bad.not_finite + bad.last_row);
                const auto are = [](const char* what, std::size_t count) {
                    return count > 0 ? fmt::format("{} {}", count, what) : std::string();
                };
                const std::string not_finite = are("are not finite", bad.not_finite);
                const std::string last_row = are("do not end in 0, 0, 0, 1", bad.last_row);
                fault = fmt::format("of its inverse bind matrices {}{}{}; the first is number {}", not_finite,
                                    not_finite.empty() || last_row.empty() ? "" : ", ", last_row, *bad.first);
            }
        }
        if (fault.empty()) continue;
        findings.add(file_skin(*facts, s), fault, "write one affine matrix for each joint", value, level)
            .where = pointer(subject, fmt::format("/skins/{}/inverseBindMatrices", s));
    }
}

void check_influence_sets(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = gltf_facts_or_skip(subject, findings);
    if (facts == nullptr) return;
    for (int m = 0; m < static_cast<int>(facts->meshes.size()); ++m) {
        const GltfMesh& mesh = at(facts->meshes, m);
        int count = 0;
        std::string first;
        std::string place;
        for (int p = 0; p < static_cast<int>(mesh.primitives.size()); ++p) {
            for (const GltfInfluences& set : at(mesh.primitives, p).influences) {
                const GltfAccessor* joints = facts->accessor(set.joints);
                const GltfAccessor* weights = facts->accessor(set.weights);
                if (joints != nullptr && weights != nullptr && joints->count == weights->count) continue;
                ++count;
                if (!first.empty()) continue;
                place = fmt::format("/meshes/{}/primitives/{}/attributes", m, p);
                first = joints == nullptr    ? fmt::format("WEIGHTS_{0} without JOINTS_{0}", set.set)
                        : weights == nullptr ? fmt::format("JOINTS_{0} without WEIGHTS_{0}", set.set)
                                             : fmt::format("{1} JOINTS_{0} and {2} WEIGHTS_{0}", set.set,
                                                           joints->count, weights->count);
            }
        }
        if (count == 0) continue;
        findings
            .add(file_mesh(subject, *facts, m),
                 fmt::format("{} of joints and weights {} not go together; the first: {}",
                             counted(count, "set", "sets"), count == 1 ? "does" : "do", first),
                 "write as many JOINTS_n as WEIGHTS_n, with as many elements", count)
            .where = pointer(subject, place);
    }
}

void check_skin_and_mesh(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = gltf_facts_or_skip(subject, findings);
    if (facts == nullptr) return;
    for (int n = 0; n < static_cast<int>(facts->nodes.size()); ++n) {
        const GltfNode& node = at(facts->nodes, n);
        if (node.mesh < 0) continue;
        const GltfMesh& mesh = at(facts->meshes, node.mesh);
        const std::size_t skinned = skinned_primitives(mesh);
        const std::size_t rigid = mesh.primitives.size() - skinned;
        if (node.skin >= 0 && rigid > 0) {
            findings
                .add(file_node(subject, *facts, n),
                     fmt::format("it has a skin, but {} of its mesh's {} {} no joints and weights", rigid,
                                 counted(mesh.primitives.size(), "part", "parts"),
                                 rigid == 1 ? "has" : "have"),
                     "give the mesh weights, or take the skin away", static_cast<double>(rigid), Level::error)
                .where = pointer(subject, fmt::format("/nodes/{}/skin", n));
        } else if (node.skin < 0 && skinned > 0) {
            findings
                .add(file_node(subject, *facts, n),
                     counted(skinned, "part of its mesh has", "parts of its mesh have") +
                         " joints and weights, but it has no skin",
                     "give the node a skin, or take the weights away", static_cast<double>(skinned),
                     Level::warning)
                .where = pointer(subject, fmt::format("/nodes/{}/mesh", n));
        }
    }
}

}  // namespace vitruvian::check
