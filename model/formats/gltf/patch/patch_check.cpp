#include "model/formats/gltf/patch/patch_check.h"

#include "model/core/at.h"
#include "model/document/frame_difference.h"
#include "model/formats/gltf/read/deltas.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace vitruvian::gltf {
namespace {

bool is_frame_field(std::string_view field) {
    return field.starts_with("rest.") || field.starts_with("delta.");
}

/// Returns how far the weights of a mesh that was read may be from those that were written: normalized bytes
/// and shorts hold multiples of their step.
float weight_tolerance(const Mesh& found) {
    for (const float scale : {255.0F, 65535.0F}) {
        constexpr float rounding = 1e-6F;
        const bool is_stepped =
            std::all_of(found.influence_weight.begin(), found.influence_weight.end(), [scale](float weight) {
                return std::abs(std::round(weight * scale) / scale - weight) <= rounding;
            });
        if (is_stepped) return std::max(1.0F / scale, patch_tolerance);
    }
    return patch_tolerance;
}

/// Whether each vertex has the same weights, in any order. `a` was read.
bool same_weights(const Mesh& a, const Mesh& b) {
    const float tolerance = weight_tolerance(a);
    if (a.influence_begin.size() != b.influence_begin.size()) return false;
    for (std::size_t v = 0; v + 1 < a.influence_begin.size(); ++v) {
        std::map<std::uint32_t, float> apart;
        for (std::uint32_t i = a.influence_begin[v]; i < a.influence_begin[v + 1]; ++i)
            apart[a.influence_joint[i]] += a.influence_weight[i];
        for (std::uint32_t i = b.influence_begin[v]; i < b.influence_begin[v + 1]; ++i)
            apart[b.influence_joint[i]] -= b.influence_weight[i];
        if (std::any_of(apart.begin(), apart.end(),
                        [&](const auto& entry) { return std::abs(entry.second) > tolerance; }))
            return false;
    }
    return true;
}

/// Offsets of zero may be missing.
bool same_offsets(const MorphTarget& a, const MorphTarget& b, std::vector<vec3> MorphTarget::*offsets) {
    std::map<std::uint32_t, vec3> apart;
    float largest = 1.0F;
    const auto add = [&](const MorphTarget& target, float sign) {
        const std::vector<vec3>& list = target.*offsets;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const auto entry = apart.try_emplace(target.vertices[i], vec3(0.0F)).first;
            entry->second += sign * list[i];
            largest = std::max(largest, glm::length(list[i]));
        }
    };
    add(a, 1.0F);
    add(b, -1.0F);
    return std::all_of(apart.begin(), apart.end(), [&](const auto& entry) {
        return glm::length(entry.second) <= patch_tolerance * largest;
    });
}

bool was_asked(const std::vector<Difference>& asked, Part part, std::string_view field) {
    return std::any_of(asked.begin(), asked.end(),
                       [&](const Difference& d) { return d.part == part && d.field == field; });
}

class Check {
  public:
    Check(const Document& found, const Document& expected, const std::vector<Difference>& asked)
        : found_(found), expected_(expected), asked_(asked) {
        for (const Humanoid& humanoid : expected.humanoids) {
            if (humanoid.kind != HumanoidKind::hanim) continue;
            for (const Joint& joint : humanoid.joints) hanim_frames_.insert(joint.node);
            for (const Site& site : humanoid.sites) hanim_frames_.insert(site.node);
        }
    }

    [[nodiscard]] bool comes_to_the_same(const Difference& d) const {
        if (d.change != Change::changed) return false;
        const int node = frame_of(d, expected_);
        if (node >= 0 && is_frame_field(d.field)) return same_local_frame(found_, expected_, node);
        // Only H-Anim stores the centre of a joint's transform; the frame is at the same place in any case.
        if (node >= 0 && d.field == "frame_offset") return !hanim_frames_.contains(node);
        switch (d.part) {
            case Part::joint:
                return d.field == "centre";
            case Part::humanoid:
                // A figure without a name of its own is named after a node; VRM's info lists its expressions.
                return (d.field == "name" && !was_asked(asked_, Part::humanoid, "name")) ||
                       (d.field == "info" && !was_asked(asked_, Part::humanoid, "info"));
            case Part::mesh:
                // Edited weights may no longer need repair.
                if (d.field == "influence_repaired")
                    return !at(found_.meshes, d.index).mesh->influence_repaired;
                if (d.field.starts_with("influence_"))
                    return same_weights(*at(found_.meshes, d.index).mesh,
                                        *at(expected_.meshes, d.index).mesh);
                if (d.field == "targets.positions" || d.field == "targets.normals")
                    return same_offsets(
                        at(at(found_.meshes, d.index).mesh->targets, d.element),
                        at(at(expected_.meshes, d.index).mesh->targets, d.element),
                        d.field == "targets.normals" ? &MorphTarget::normals : &MorphTarget::positions);
                // A mesh without a name of its own is named after its node or segment, a morph target after
                // its displacer.
                return d.field == "name" || d.field == "geometry.name" || d.field == "skin.name" ||
                       d.field == "targets.name";
            case Part::displacer:
                // Displacers without a name are named after expressions.
                return d.field == "name" && !was_asked(asked_, Part::displacer, "name");
            case Part::viewpoint:
            case Part::light:
                return d.field == "name" && !was_asked(asked_, d.part, "name");
            default:
                return false;
        }
    }

  private:
    const Document& found_;
    const Document& expected_;
    const std::vector<Difference>& asked_;
    std::set<int> hanim_frames_;
};

}  // namespace

std::vector<Difference> patch_differences(const Document& found, const Document& expected,
                                          const std::vector<Difference>& asked) {
    std::vector<Difference> out = differences(found, expected, patch_tolerance);
    if (found.nodes.size() != expected.nodes.size()) return out;
    // Nothing refers to clips by index.
    const bool same_lists = std::all_of(out.begin(), out.end(), [](const Difference& d) {
        return d.change == Change::changed || d.part == Part::clip;
    });
    if (!same_lists) return out;
    const Check check(found, expected, asked);
    std::erase_if(out, [&](const Difference& d) { return check.comes_to_the_same(d); });
    return out;
}

bool moves_as(const Clip& found, const Clip& expected, const std::vector<Node>& nodes) {
    constexpr float tolerance = 1e-4F;
    const auto is_as = [](const Channel& a, const Channel& b, std::size_t k) {
        const std::vector<float>& times = b.times;
        const bool jumps =
            (k > 0 && times[k - 1] == times[k]) || (k + 1 < times.size() && times[k + 1] == times[k]);
        if (jumps || times[k] < 0.0F) return true;
        const vec4 x = sample_channel(a, static_cast<double>(times[k]));
        const vec4 y = sample_channel(b, static_cast<double>(times[k]));
        const float apart = b.path == ChannelPath::rotation ? std::min(glm::length(x - y), glm::length(x + y))
                                                            : glm::length(x - y);
        return apart <= tolerance * (1.0F + glm::length(y));
    };
    return std::all_of(expected.channels.begin(), expected.channels.end(), [&](const Channel& b) {
        const auto same = std::find_if(found.channels.begin(), found.channels.end(), [&](const Channel& a) {
            return a.node == b.node && a.bone == b.bone && a.displacer == b.displacer && a.path == b.path;
        });
        if (same == found.channels.end()) return false;
        Channel is = *same;
        Channel wanted = b;
        if (is.space != wanted.space)
            make_delta(is.space == ChannelSpace::local ? is : wanted, at(nodes, b.node).rest);
        for (std::size_t k = 0; k < wanted.times.size(); ++k) {
            if (!is_as(is, wanted, k)) return false;
        }
        return true;
    });
}

}  // namespace vitruvian::gltf
