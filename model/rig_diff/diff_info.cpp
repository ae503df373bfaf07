// Compares the descriptive data of a figure: its name, the standard it follows, and its info.
#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/rig_diff/comparing.h"
#include "model/standard/hanim_names.h"
#include "model/standard/vrm_meta.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {
namespace {

/// Whether VRM 1.0 requires the tag in every file, given by the figure or not (VRMC_vrm 1.0, meta.md).
bool is_required_of_vrm(std::string_view tag) {
    return tag == "name" || tag == "authors" || tag == "licenseUrl";
}

}  // namespace

/// Compares the standard of a figure; each kind of figure has its own.
void Comparison::compare_standard(const Humanoid& first, const Humanoid& second) {
    if (first.kind != second.kind) return;
    const auto level = [](const Humanoid& figure) {
        return figure.declared_loa ? fmt::to_string(*figure.declared_loa) : std::string();
    };
    const auto is_vrml97 = [](const Rig& rig) { return rig.document.format == FileFormat::vrml97; };
    const bool one_has_vrml97 = is_vrml97(first_) != is_vrml97(second_);
    // The version of a converted world depends on its format.
    if (!one_has_vrml97 || !has_same_axes())
        words(RigPart::info, "version", "value", first.version, second.version);
    // H-Anim 1.1's nodes have no fields for the others.
    if (one_has_vrml97) return;
    words(RigPart::info, "loa", "value", level(first), level(second));
    words(RigPart::info, "skeletal_configuration", "value", first.skeletal_configuration,
          second.skeletal_configuration);
}

void Comparison::compare_info(int humanoid) {
    using Lines = std::vector<std::pair<std::string, std::string>>;
    // Former joint names are reported with the joints, and the program that wrote a file is not about the figure.
    const auto own_lines = [](Lines lines) {
        std::erase_if(lines, [](const auto& line) {
            return line.first.starts_with(own_name_tag) || line.first == "generator";
        });
        return lines;
    };
    const auto names = [](const Lines& lines) {
        std::vector<std::string> out;
        for (const auto& [tag, value] : lines) out.push_back(tag);
        return out;
    };
    const Lines a = own_lines(first_.humanoid(humanoid).info);
    const Lines b = own_lines(second_.humanoid(humanoid).info);
    // Those of motion files are called after their roots.
    if (is_motion_file(first_) == is_motion_file(second_))
        words(RigPart::info, "name", "value", first_.humanoid(humanoid).name,
              second_.humanoid(humanoid).name);
    compare_standard(first_.humanoid(humanoid), second_.humanoid(humanoid));
    const Likeness never = [](int, int) { return 0.0F; };
    const std::size_t from = changes_.size();
    const Pairs pairs = paired(RigPart::info, names(a), names(b), pair_up(names(a), names(b), never));
    forgive(from, [humanoid](const RigChange& change, const Rig& rig) {
        const auto& info = rig.humanoid(humanoid).info;
        return is_vrm_permission(change.name) &&
               std::ranges::find(info, std::pair(change.name, std::string("false"))) != info.end();
    });
    if (is_vrm(first_.humanoid(humanoid).kind) != is_vrm(second_.humanoid(humanoid).kind)) {
        forgive(from, [humanoid](const RigChange& change, const Rig& rig) {
            return is_vrm(rig.humanoid(humanoid).kind) && is_required_of_vrm(change.name);
        });
    }
    for (const auto& [i, j] : pairs)
        words(RigPart::info, at(b, j).first, "value", at(a, i).second, at(b, j).second);
}

/// Returns `stood`, moved along with the joint that carries the viewpoint if that brings it nearer to `stands`.
mat4 Comparison::along_to(const Viewpoint& before, const Viewpoint& after, const mat4& stood,
                          const mat4& stands) const {
    if (before.node < 0 || after.node < 0 || !has_same_axes()) return stood;
    const auto [above, new_above] = carriers_or_roots(before.node, after.node);
    if (above < 0 || second_node(above) != new_above) return stood;
    const mat4 taken = at(second_.world, new_above) * affine_inverse(at(first_.world, above)) * stood;
    return glm::distance(vec3(taken[3]), vec3(stands[3])) < glm::distance(vec3(stood[3]), vec3(stands[3]))
               ? taken
               : stood;
}

/// Compares the viewpoints of the whole file, in world space and at rest.
void Comparison::compare_viewpoints() {
    figure_ = 0;
    const auto& before = first_.document.viewpoints;
    const auto& after = second_.document.viewpoints;
    const auto frame = [](const Rig& rig, const Viewpoint& view) {
        mat4 own = glm::mat4_cast(view.orientation);
        own[3] = vec4(view.position, 1.0F);
        return view.node < 0 ? own : at(rig.world, view.node) * own;
    };
    const auto near = static_cast<float>(0.02 * length_);
    const Likeness likeness = [&](int i, int j) {
        const vec3 place(frame(first_, at(before, i))[3]);
        return 1.0F - 0.5F * glm::distance(place, vec3(frame(second_, at(after, j))[3])) / near;
    };
    const auto titled = [](std::string name) { return "viewpoint " + std::move(name); };
    std::vector<std::string> names = names_of(before);
    std::vector<std::string> new_names = names_of(after);
    const Pairs pairs = pair_up(names, new_names, likeness);
    for (std::string& name : names) name = titled(std::move(name));
    for (std::string& name : new_names) name = titled(std::move(name));
    for (const auto& [i, j] : paired(RigPart::info, names, new_names, pairs)) {
        const Viewpoint& a = at(before, i);
        const Viewpoint& b = at(after, j);
        const std::string& name = at(new_names, j);
        // Formats that require a name generate one.
        if (!a.name.empty() && !b.name.empty()) renamed(RigPart::info, at(names, i), name);
        const mat4 stands = frame(second_, b);
        const mat4 stood = along_to(a, b, frame(first_, a), stands);
        const vec3 place(stood[3]);
        numbers(RigPart::info, name, "position", place, vec3(stands[3]), "m",
                std::max(length_, static_cast<double>(glm::length(place)) * 1e-2));
        turn(RigPart::info, name, "orientation", rotation_of(stood), rotation_of(stands));
        constexpr double finest_angle = 1e-3;
        number(RigPart::info, name, "field_of_view", static_cast<double>(a.field_of_view),
               static_cast<double>(b.field_of_view), "rad", std::max(tolerance_, finest_angle));
    }
}

}  // namespace vitruvian::rig_diff
