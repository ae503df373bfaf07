// Checks of bones that tools map by mistake: jaws, eyes, the joints of the spine.
#include "model/check/findings.h"
#include "model/check/sites_and_mass.h"
#include "model/check/subject.h"
#include "model/core/ascii.h"
#include "model/core/counted.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace vitruvian::check {
namespace {

void check_gaze(const Subject& subject, Findings& findings, const Figure& figure, Bone eye) {
    const vec3 axis(at(figure.world, figure.humanoid->bones[eye])[1]);
    if (glm::length(axis) < 1e-9F) return;
    const float cosine = glm::clamp(glm::dot(glm::normalize(axis), figure.forward), -1.0F, 1.0F);
    const auto angle = static_cast<double>(std::acos(cosine));
    if (angle <= findings.threshold()) return;
    Finding& finding = findings.add(subject.bone(figure, eye),
                                    fmt::format("the Y axis of {} points {:.0f} deg away from forward",
                                                to_string(eye), angle * 180.0 / glm::pi<double>()),
                                    "turn the joint so that its Y axis looks forward", angle);
    finding.where = subject.where(figure.humanoid->bones[eye]);
    finding.marks.from = figure.position(eye);
    finding.marks.is = glm::normalize(axis);
    finding.marks.ought = figure.forward;
}

}  // namespace

void check_jaw(const Subject& subject, Findings& findings) {
    constexpr std::array<std::string_view, 8> others{"hair",  "chin",  "beard",     "tongue",
                                                     "tooth", "teeth", "moustache", "mustache"};
    const auto names = [](const std::string& key, std::string_view word) {
        return key.find(word) != std::string::npos;
    };
    for (const Figure& figure : subject.figures()) {
        if (figure.hanim || !figure.has(Bone::jaw)) continue;
        const int node = figure.humanoid->bones[Bone::jaw];
        const std::string& name = at(subject.document().nodes, node).name;
        const std::string key = lower_case(name);
        const bool is_other = std::any_of(others.begin(), others.end(),
                                          [&](std::string_view word) { return names(key, word); });
        if (!is_other || names(key, "jaw") || names(key, "mouth")) continue;
        findings
            .add(subject.bone(figure, Bone::jaw), fmt::format("the jaw is mapped to \"{}\"", name),
                 "leave the jaw unmapped where the figure has none: that joint would move with speech")
            .where = subject.where(node);
    }
}

void check_eyes(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        if (figure.hanim) continue;
        for (const Bone eye : {Bone::left_eye, Bone::right_eye}) {
            if (!figure.has(eye)) continue;
            if (!figure.has(mirrored(eye))) {
                findings
                    .add(subject.bone(figure, eye),
                         fmt::format("{} is mapped and {} is not", to_string(eye), to_string(mirrored(eye))),
                         "map both eyes or none")
                    .where = subject.where(figure.humanoid->bones[eye]);
            } else if (figure.humanoid->kind == HumanoidKind::ext_skeleton_humanoid) {
                check_gaze(subject, findings, figure, eye);
            }
        }
    }
}

void check_spine_count(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    const int fewest = 3;
    const int most = 5;
    std::set<int> joints;
    for (const MeshInstance& mesh : document.meshes) {
        if (mesh.mesh->is_skinned()) joints.insert(mesh.skin->nodes.begin(), mesh.skin->nodes.end());
    }
    for (const Figure& figure : subject.figures()) {
        const Bone top = figure.has(Bone::neck) ? Bone::neck : Bone::head;
        if (figure.hanim || !figure.has(Bone::hips) || !figure.has(top) || joints.empty()) continue;
        const int hips = figure.humanoid->bones[Bone::hips];
        int count = 0;
        int above = at(document.nodes, figure.humanoid->bones[top]).parent;
        for (; above >= 0 && above != hips; above = at(document.nodes, above).parent)
            count += joints.contains(above) ? 1 : 0;
        // A neck that is not below the hips is reported by ST02.
        if (above < 0 || (count >= fewest && count <= most)) continue;
        Finding& finding = findings.add(
            subject.humanoid(figure),
            fmt::format("between hips and {} the skin has {}", to_string(top),
                        counted(count, "joint", "joints")),
            fmt::format("{} to {} are usual; engines expect spine, chest and upperChest", fewest, most),
            count);
        finding.threshold = std::clamp(count, fewest, most);
        finding.where = subject.where(hips);
    }
}

}  // namespace vitruvian::check
