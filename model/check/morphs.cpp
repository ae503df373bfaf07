// Checks of morph targets: their names, and whether they move anything.
#include "model/check/displacers.h"
#include "model/check/findings.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"
#include "model/core/counted.h"
#include "model/core/utf8.h"
#include "model/document/file_format.h"
#include "model/formats/gltf/read/container.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace vitruvian::check {
namespace {

using gltf::JsonValue;

/// The facial controls (FACS) that Roblox requires of a head.
constexpr std::array<std::string_view, 17> facial_controls{"EyesLookDown",
                                                           "EyesLookLeft",
                                                           "EyesLookRight",
                                                           "EyesLookUp",
                                                           "JawDrop",
                                                           "LeftEyeClosed",
                                                           "LeftLipCornerPuller",
                                                           "LeftLipStretcher",
                                                           "LeftLowerLipDepressor",
                                                           "LeftUpperLipRaiser",
                                                           "LipsTogether",
                                                           "Pucker",
                                                           "RightEyeClosed",
                                                           "RightLipCornerPuller",
                                                           "RightLipStretcher",
                                                           "RightLowerLipDepressor",
                                                           "RightUpperLipRaiser"};

/// A mesh with morph targets, as in the file.
struct MorphedMesh {
    std::string name;
    std::string pointer;
    std::size_t targets = 0;
    std::vector<std::string> names;  // extras.targetNames
    bool has_names = false;
};

std::size_t target_count(const JsonValue& mesh) {
    std::size_t count = 0;
    const JsonValue* primitives = gltf::member(mesh, "primitives");
    if (primitives == nullptr || !primitives->is_array()) return 0;
    for (const JsonValue& primitive : *primitives) {
        const JsonValue* targets = gltf::member(primitive, "targets");
        if (targets != nullptr && targets->is_array()) count = std::max(count, targets->size());
    }
    return count;
}

std::vector<MorphedMesh> morphed_meshes(const Document& document) {
    std::vector<MorphedMesh> out;
    if (document.source == nullptr || !document.source->bytes.intact()) return out;
    Diagnostics ignored;
    const auto container =
        gltf::open_container(without_bom(document.source->bytes.span()), document.file, ignored);
    if (!container) return out;
    const auto json = gltf::parse_tree(container->json, document.file, ignored);
    const JsonValue* meshes = json ? gltf::member(json->root, "meshes") : nullptr;
    if (meshes == nullptr || !meshes->is_array()) return out;
    for (std::size_t i = 0; i < meshes->size(); ++i) {
        MorphedMesh mesh;
        mesh.targets = target_count((*meshes)[i]);
        mesh.name = gltf::text_or_empty((*meshes)[i], "name");
        mesh.pointer = fmt::format("/meshes/{}", i);
        const JsonValue* extras = gltf::member((*meshes)[i], "extras");
        const JsonValue* names = extras == nullptr ? nullptr : gltf::member(*extras, "targetNames");
        mesh.has_names = names != nullptr && names->is_array();
        for (std::size_t n = 0; mesh.has_names && n < names->size(); ++n)
            mesh.names.push_back((*names)[n].is_string() ? (*names)[n].get<std::string>() : std::string());
        if (mesh.targets > 0 || !mesh.names.empty()) out.push_back(std::move(mesh));
    }
    return out;
}

bool has_morphs(const Document& document) {
    return std::any_of(document.meshes.begin(), document.meshes.end(),
                       [](const MeshInstance& mesh) { return !mesh.mesh->targets.empty(); });
}

void find_wrong_names(const Subject& subject, Findings& findings, const std::vector<MorphedMesh>& meshes) {
    for (const MorphedMesh& mesh : meshes) {
        if (mesh.names.size() == mesh.targets) continue;
        Finding& finding = findings.add(
            Subject::named("mesh", mesh.name),
            mesh.has_names ? fmt::format("the mesh has {} and {}",
                                         counted(mesh.targets, "morph target", "morph targets"),
                                         counted(mesh.names.size(), "name", "names"))
                           : fmt::format("the mesh's {} no {}",
                                         counted(mesh.targets, "morph target has", "morph targets have"),
                                         mesh.targets == 1 ? "name" : "names"),
            "name each target in extras.targetNames", static_cast<double>(mesh.names.size()));
        finding.threshold = static_cast<double>(mesh.targets);
        finding.where = {subject.document().file, 0, 0, mesh.pointer};
    }
}

}  // namespace

void check_morph_names(const Subject& subject, Findings& findings) {
    const bool wants_face = findings.threshold() > 0.0;
    if (!is_gltf(subject.document().format) || !has_morphs(subject.document())) {
        findings.skip("the file has no morph targets");
        return;
    }
    const std::vector<MorphedMesh> meshes = morphed_meshes(subject.document());
    find_wrong_names(subject, findings, meshes);
    if (!wants_face) return;
    std::set<std::string, std::less<>> names;
    for (const MorphedMesh& mesh : meshes) names.insert(mesh.names.begin(), mesh.names.end());
    std::vector<std::string_view> missing;
    std::copy_if(facial_controls.begin(), facial_controls.end(), std::back_inserter(missing),
                 [&](std::string_view name) { return !names.contains(name); });
    if (missing.empty()) return;
    for (const Figure& figure : subject.figures()) {
        findings.add(subject.humanoid(figure),
                     fmt::format("{} of the 17 facial controls are missing: {}", missing.size(),
                                 fmt::join(missing, ", ")),
                     "add morph targets of these names to the head",
                     static_cast<double>(facial_controls.size() - missing.size()));
    }
}

void check_morph_moves(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    const double least = findings.threshold();
    std::map<int, double> longest;  // by displacer
    for (const MeshInstance& instance : document.meshes) {
        for (std::size_t t = 0; t < instance.displacers.size() && t < instance.mesh->targets.size(); ++t) {
            const MorphTarget& target = instance.mesh->targets[t];
            if (at(document.displacers, instance.displacers[t]).keyed_shape) continue;
            double& most = longest[instance.displacers[t]];
            for (const vec3& offset : target.positions)
                most = std::max(most, static_cast<double>(glm::length(offset)));
        }
    }
    std::set<std::pair<int, std::string>>
        reported;  // several meshes of a figure may have a target of that name
    for (const auto& [moved, most] : longest) {
        const int index = moved;  // clang 14 captures no structured bindings
        const Displacer& displacer = at(document.displacers, index);
        // A feature without displacements only marks points.
        const bool marks_only =
            displacer.kind == DisplacerKind::feature &&
            std::none_of(document.meshes.begin(), document.meshes.end(), [&](const MeshInstance& instance) {
                for (std::size_t t = 0; t < instance.displacers.size() && t < instance.mesh->targets.size();
                     ++t) {
                    if (instance.displacers[t] == index && !instance.mesh->targets[t].positions.empty())
                        return true;
                }
                return false;
            });
        if (most >= least || marks_only || !reported.insert({displacer.humanoid, displacer.name}).second)
            continue;
        findings
            .add(subject.object(displacer_item(index)),
                 fmt::format("\"{}\" moves no vertex by more than {:.2g} m", displacer.name, most),
                 "remove it, or export its offsets", most)
            .where = subject.where(displacer_item(index));
    }
}

}  // namespace vitruvian::check
