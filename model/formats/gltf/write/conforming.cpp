#include "model/formats/gltf/write/conforming.h"

#include "model/core/at.h"
#include "model/edit/blend_deviation.h"
#include "model/figure/reference_rules.h"
#include "model/formats/gltf/write/humanoid_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::gltf {

bool gets_extension(const Document& document, const SaveOptions& options, std::size_t h) {
    const Humanoid& humanoid = document.humanoids[h];
    const auto& bones = humanoid.bones.node;
    const bool has_bones = std::any_of(bones.begin(), bones.end(), [](int node) { return node >= 0; });
    if (has_joint_data(humanoid)) return true;
    return has_bones && (wanted_extension(document, options) == HumanoidExtension::ext ||
                         humanoid.kind == HumanoidKind::ext_skeleton_humanoid);
}

namespace {

/// Notes that a figure is rebound for the extension because only the extension can store its limits and
/// stiffness.
void note_rebound(const Document& document, const SaveOptions& options, std::size_t h, Diagnostics& notes) {
    const Humanoid& humanoid = document.humanoids[h];
    const bool is_expected = wanted_extension(document, options) == HumanoidExtension::ext ||
                             humanoid.kind == HumanoidKind::hanim ||
                             humanoid.kind == HumanoidKind::ext_skeleton_humanoid;
    const std::string broken =
        is_expected ? std::string() : describe(reference_faults(document, static_cast<int>(h)));
    if (broken.empty()) return;
    notes.warn(
        "ext-rebound",
        fmt::format("'{}' is bound in the T-pose and with the bone axes of EXT_skeleton_humanoid, which "
                    "holds its limits and stiffness; --keep-bind leaves both",
                    humanoid.name),
        {document.file, 0, 0, {}});
}

}  // namespace

Conformed conformed_for_extension(const Document& document, const SaveOptions& options, Diagnostics& notes) {
    std::vector<bool> wanted(document.humanoids.size(), false);
    if (options.clips == ClipForm::nodes && !options.keep_bind) {
        for (std::size_t h = 0; h < wanted.size(); ++h) wanted[h] = gets_extension(document, options, h);
    }
    Conformed out = conform_figures(document, wanted);
    for (std::size_t h = 0; h < wanted.size(); ++h) {
        if (wanted[h] && out.figures[h]) note_rebound(document, options, h, notes);
    }
    if (out.folded.vertices > 0) {
        notes.warn("ext-bind-folds",
                   fmt::format("{} vertices are weighted to joints that the extension's T-pose rotates "
                               "against each other by "
                               "half a turn; at rest they are up to {:.3g} away from where they were",
                               out.folded.vertices, out.folded.farthest),
                   {document.file, 0, 0, {}});
    }
    note_blend_deviation(document, out.document, out.bind, "; --keep-bind avoids it", notes);
    std::string stretched;
    for (const Bone bone : out.left_as_is)
        stretched += (stretched.empty() ? "" : ", ") + std::string(to_string(bone));
    if (!stretched.empty()) {
        notes.warn("ext-bone-axes",
                   fmt::format("bones that are scaled differently along their axes keep these, where "
                               "EXT_skeleton_humanoid requires others: {}",
                               stretched),
                   {document.file, 0, 0, {}});
    }
    return out;
}

void note_bone_order(Writing& writing, const std::string& name, const BoneMap& bones, const char* code,
                     std::string_view whose) {
    const std::vector<Bone> misplaced = bones_out_of_order(writing.document, bones);
    if (misplaced.empty()) return;
    std::string names;
    for (const Bone bone : misplaced) names += (names.empty() ? "" : ", ") + std::string(to_string(bone));
    writing.note(code, fmt::format("bones of '{}' are not children of the parents that {} hierarchy (a MUST) "
                                   "has above them: {}",
                                   name, whose, names));
}

void note_broken_rules(Writing& writing, int h) {
    const Humanoid& humanoid = at(writing.document.humanoids, h);
    const bool conforms = !writing.conforms.empty() && at(writing.conforms, h);
    const std::string broken = conforms ? std::string() : describe(reference_faults(writing.document, h));
    if (!broken.empty()) {
        writing.note("ext-reference-pose",
                     fmt::format("'{}' breaks EXT_skeleton_humanoid's rules for its reference pose: {}",
                                 humanoid.name, broken));
    }
    note_bone_order(writing, humanoid.name, humanoid.bones, "ext-bone-order", "EXT_skeleton_humanoid's");
}

void note_new_rest(Writing& writing, HumanoidExtension wanted) {
    constexpr float hardly = 0.99996F;  // the cosine of half a degree
    const std::vector<Node>& nodes = writing.document.nodes;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const quat stored = compose(nodes[n].rest, nodes[n].delta).rotation;
        if (std::abs(glm::dot(stored, writing.local[n].rotation)) >= hardly) continue;
        if (wanted == HumanoidExtension::khr) {
            writing.note("khr-rest-as-t-pose",
                         "the figure rests in a T-pose in the file, as KHR_character has it");
        } else {
            writing.note("vrm-rest-as-t-pose", "the figure rests in a T-pose in the file, as VRM has it");
        }
        return;
    }
}

}  // namespace vitruvian::gltf
