// Cages and colliders: meshes that enclose another one, recognised by their names.
#include "model/check/budget.h"
#include "model/check/findings.h"
#include "model/check/subject.h"
#include "model/core/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

namespace vitruvian::check {
namespace {

/// Returns the name of a mesh: its node's name, since several nodes may share a mesh.
std::string name_of(const Subject& subject, int mesh) {
    const int node = at(subject.document().meshes, mesh).node;
    const std::string name = node < 0 ? std::string() : at(subject.document().nodes, node).name;
    return lower_case(name.empty() ? subject.mesh(mesh).name : name);
}

/// Returns the part that a cage or collider of this name encloses; empty if it is neither. Roblox has
/// PART_OuterCage, Unreal Engine UBX_PART, UCX_PART_01 and so on, Godot PART-col.
std::string part_held_by(std::string name) {
    constexpr std::array<std::string_view, 5> suffixes{"_outercage", "-colonly", "-convcolonly", "-convcol",
                                                       "-col"};
    for (const std::string_view suffix : suffixes) {
        if (name.ends_with(suffix)) return name.substr(0, name.size() - suffix.size());
    }
    constexpr std::array<std::string_view, 4> prefixes{"ucx_", "ubx_", "ucp_", "usp_"};
    if (std::find(prefixes.begin(), prefixes.end(), name.substr(0, 4)) == prefixes.end()) return {};
    name.erase(0, 4);
    const std::size_t digits = name.find_last_not_of("0123456789");
    if (digits != std::string::npos && digits + 1 < name.size() && name[digits] == '_') name.erase(digits);
    return name;
}

/// Returns the part of a mesh name: "LeftHand_Geo" is the part LeftHand.
std::string part_of(std::string name) {
    constexpr std::string_view suffix = "_geo";
    return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

/// Returns the bounds of the mesh at rest.
Bounds box_of(const Subject& subject, int mesh) {
    Bounds out;
    for (const Figure& figure : subject.figures()) {
        const auto found = std::find(figure.meshes.begin(), figure.meshes.end(), mesh);
        if (found == figure.meshes.end()) continue;
        for (const vec3& p : figure.posed[static_cast<std::size_t>(found - figure.meshes.begin())])
            out.add(p);
        return out;
    }
    const MeshInstance& instance = at(subject.document().meshes, mesh);
    const mat4 world = instance.node < 0 ? mat4(1.0F) : at(subject.scene_world(), instance.node);
    for (const vec3& p : instance.mesh->positions) out.add(vec3(world * vec4(p, 1.0F)));
    return out;
}

/// Returns the share of `cage` that a box of this size fills; flat sides are ignored.
double share_of(const Bounds& box, const Bounds& cage) {
    constexpr float flat = 1e-6F;
    double out = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        const float whole = cage.max[axis] - cage.min[axis];
        if (whole > flat) out *= static_cast<double>((box.max[axis] - box.min[axis]) / whole);
    }
    return out;
}

}  // namespace

void check_cages(const Subject& subject, Findings& findings) {
    std::map<std::string, Bounds> cages;  // by part: several colliders may enclose it together
    std::map<std::string, int> parts;     // the first mesh of each part
    const int count = static_cast<int>(subject.document().meshes.size());
    for (int m = 0; m < count; ++m) {
        const std::string name = name_of(subject, m);
        const std::string held = part_held_by(name);
        if (held.empty()) {
            parts.emplace(part_of(name), m);
        } else if (const Bounds box = box_of(subject, m); !box.empty()) {
            cages[part_of(held)].add(box);
        }
    }
    if (cages.empty())
        return findings.skip(
            "no mesh is named as a cage (PART_OuterCage) or a collider (UCX_PART, PART-col)");
    for (const auto& [part, cage] : cages) {
        const auto found = parts.find(part);
        if (found == parts.end()) continue;
        const Bounds box = box_of(subject, found->second);
        if (box.empty()) continue;
        const double share = share_of(box, cage);
        if (share >= findings.threshold()) continue;
        Finding& finding = findings.add(
            subject.mesh(found->second),
            fmt::format("it takes {:.0f} percent of its cage's box", 100.0 * share),
            "let the cage follow the mesh more closely, or leave out what sticks out of it", share);
        finding.where = subject.where(at(subject.document().meshes, found->second).node);
    }
}

}  // namespace vitruvian::check
