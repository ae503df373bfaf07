// The invariants of every document, checked in one linear pass: first that every index is in range (see
// references.h), so that the rest may use them. A violation is a bug of a reader or an edit.
#include "model/core/at.h"
#include "model/document/references.h"
#include "model/document/valid_parts.h"

#include <fmt/format.h>

#include <unordered_map>

namespace vitruvian {
namespace {

using namespace valid;

/// Whether a list element may refer to one before it, or none.
bool is_before_or_none(int index, std::size_t own) {
    return index == -1 || (index >= 0 && static_cast<std::size_t>(index) < own);
}

Broken transform_problem(const Transform& t) {
    if (!is_finite(t)) return "is not finite";
    if (!is_unit(t.rotation)) return "has a rotation that is not unit";
    if (!is_unit(t.scale_orientation)) return "has a scale orientation that is not unit";
    return std::nullopt;
}

Broken check_references(const Document& d) {
    const std::optional<Reference> broken = broken_reference(d);
    if (!broken) return std::nullopt;
    return fmt::format("{}: {} is out of range, there are {}", broken->place.text(), broken->index,
                       size_of(d, broken->list));
}

Broken check_nodes(const Document& d) {
    for (std::size_t i = 0; i < d.nodes.size(); ++i) {
        const Node& node = d.nodes[i];
        if (!is_before_or_none(node.parent, i)) {
            return fmt::format("nodes[{}]: parent {} does not come before it", i, node.parent);
        }
        if (const Broken problem = node_problem(node)) return fmt::format("nodes[{}]{}", i, *problem);
        if (node.source_index < -1)
            return fmt::format("nodes[{}].source_index {} is negative", i, node.source_index);
    }
    return std::nullopt;
}

/// The joint of the current humanoid for each node; reused for all humanoids, so never cleared.
struct JointMarks {
    std::vector<std::size_t> humanoid;  // plus one; 0: never marked
    std::vector<std::size_t> joint;
};

Broken check_joint_order(const Document& d, std::size_t h, JointMarks& marks) {
    const std::vector<Joint>& joints = d.humanoids[h].joints;
    bool ascending = true;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const auto node = static_cast<std::size_t>(joints[j].node);
        if (marks.humanoid[node] == h + 1)
            return fmt::format("humanoids[{}].joints[{}] repeats node {}", h, j, node);
        marks.humanoid[node] = h + 1;
        marks.joint[node] = j;
        ascending = ascending && (j == 0 || joints[j - 1].node < joints[j].node);
    }
    if (ascending) return std::nullopt;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        int up = at(d.nodes, joints[j].node).parent;
        while (up >= 0 && at(marks.humanoid, up) != h + 1) {
            up = at(d.nodes, up).parent;
        }
        if (up >= 0 && at(marks.joint, up) > j) {
            return fmt::format("humanoids[{}].joints[{}] comes before its parent", h, j);
        }
    }
    return std::nullopt;
}

Broken check_joints(const Document& d, std::size_t h, JointMarks& marks) {
    const Humanoid& humanoid = d.humanoids[h];
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const Joint& joint = humanoid.joints[j];
        if (!is_finite(joint.centre) || !finite(joint.lower_limit) || !finite(joint.upper_limit) ||
            !finite(joint.stiffness)) {
            return fmt::format("humanoids[{}].joints[{}] has a number that is not finite", h, j);
        }
        if (!is_unit(joint.limit_orientation)) {
            return fmt::format("humanoids[{}].joints[{}].limit_orientation is not unit", h, j);
        }
    }
    return check_joint_order(d, h, marks);
}

Broken check_segments(const Document& d, std::size_t h) {
    const Humanoid& humanoid = d.humanoids[h];
    for (std::size_t s = 0; s < humanoid.segments.size(); ++s) {
        const Segment& segment = humanoid.segments[s];
        const bool box = !segment.bounding_box ||
                         (is_finite(segment.bounding_box->min) && is_finite(segment.bounding_box->max));
        if (!finite(segment.mass) || !is_finite(segment.centre_of_mass) ||
            !all_finite(segment.moments_of_inertia) || !box) {
            return fmt::format("humanoids[{}].segments[{}] has a number that is not finite", h, s);
        }
    }
    return std::nullopt;
}

Broken check_humanoids(const Document& d) {
    JointMarks marks{std::vector<std::size_t>(d.nodes.size(), 0),
                     std::vector<std::size_t>(d.nodes.size(), 0)};
    for (std::size_t h = 0; h < d.humanoids.size(); ++h) {
        const Humanoid& humanoid = d.humanoids[h];
        const std::optional<Bounds>& box = humanoid.bounding_box;
        if (box && !(is_finite(box->min) && is_finite(box->max)))
            return fmt::format("humanoids[{}].bounding_box is not finite", h);
        if (!humanoid.bone_evidence.empty() && humanoid.bone_evidence.size() != bone_count)
            return fmt::format("humanoids[{}] has not one bone evidence per bone", h);
        if (Broken broken = check_joints(d, h, marks)) return broken;
        if (Broken broken = check_segments(d, h)) return broken;
    }
    return std::nullopt;
}

Broken skin_problem(const Skin& skin) {
    if (skin.nodes.empty()) return "moves with no node";
    if (skin.nodes.size() != skin.inverse_bind.size()) return "has not one inverse bind matrix per node";
    const bool finite_bind = std::all_of(skin.inverse_bind.begin(), skin.inverse_bind.end(),
                                         [](const mat4& m) { return is_finite(m); });
    if (!finite_bind) return "has an inverse bind matrix that is not finite";
    return std::nullopt;
}

/// Several instances may share a mesh or a skin: each is looked at once.
struct Seen {
    MeshNumbers numbers;
    std::unordered_map<const Mesh*, std::size_t> nodes_needed;
    std::unordered_map<const Skin*, bool> skins;
};

Broken check_geometry(const MeshInstance& instance, Seen& seen) {
    if (!instance.mesh || !instance.skin) return "has no mesh or no skin";
    const auto [mesh, new_mesh] = seen.nodes_needed.try_emplace(instance.mesh.get(), 0U);
    if (new_mesh) {
        if (const Broken problem = mesh_problem(*instance.mesh, seen.numbers)) return "mesh " + *problem;
        mesh->second = instance.mesh->nodes_needed();
    }
    if (seen.skins.try_emplace(instance.skin.get(), true).second) {
        if (const Broken problem = skin_problem(*instance.skin)) return "skin " + *problem;
    }
    if (mesh->second > instance.skin->nodes.size()) return "has an influence outside its skin";
    return std::nullopt;
}

Broken check_instance(const MeshInstance& instance, Seen& seen) {
    if (Broken problem = check_geometry(instance, seen)) return problem;
    if (instance.displacers.size() != instance.mesh->targets.size())
        return "has not one displacer per target";
    return std::nullopt;
}

Broken check_meshes(const Document& d, MeshNumbers numbers) {
    Seen seen{numbers, {}, {}};
    for (std::size_t i = 0; i < d.meshes.size(); ++i) {
        if (const Broken problem = check_instance(d.meshes[i], seen))
            return fmt::format("meshes[{}] {}", i, *problem);
        const std::size_t variants = d.meshes[i].variant_materials.size();
        if (variants != 0 && variants != d.variants.size())
            return fmt::format("meshes[{}] has not one material per variant", i);
    }
    return std::nullopt;
}

Broken check_expressions(const Document& d) {
    for (const Humanoid& humanoid : d.humanoids) {
        for (const Expression& expression : humanoid.expressions) {
            for (const auto& [displacer, weight] : expression.binds) {
                if (!finite(weight)) return fmt::format("expression {}: a weight is wrong", expression.name);
            }
        }
        const Gaze gaze = humanoid.gaze.value_or(Gaze{});
        for (const GazeRange& range : {gaze.inner, gaze.outer, gaze.down, gaze.up}) {
            if (!finite(range.output) || !(range.input > 0.0F)) return "a range of a gaze is wrong";
        }
    }
    return std::nullopt;
}

Broken check_displacers_and_viewpoints(const Document& d) {
    for (std::size_t i = 0; i < d.displacers.size(); ++i) {
        if (!finite(d.displacers[i].weight)) return fmt::format("displacers[{}]: weight is not finite", i);
        for (const MaterialChange& change : d.displacers[i].changes) {
            if (!finite(change.color) || !finite(change.scale) || !finite(change.offset))
                return fmt::format("displacers[{}]: a change of a material is not finite", i);
        }
    }
    for (std::size_t i = 0; i < d.viewpoints.size(); ++i) {
        const Viewpoint& view = d.viewpoints[i];
        if (!is_finite(view.position) || !is_unit(view.orientation) || !finite(view.field_of_view) ||
            view.field_of_view <= 0.0F) {
            return fmt::format("viewpoints[{}] has no usable place or lens", i);
        }
    }
    return std::nullopt;
}

Broken check_lights(const Document& d) {
    for (std::size_t i = 0; i < d.lights.size(); ++i) {
        const Light& light = d.lights[i];
        if (!is_finite(light.position) || !is_unit(light.orientation)) {
            return fmt::format("lights[{}] has no usable place", i);
        }
        const bool numbers = is_finite(light.color) && finite(light.intensity) &&
                             finite(light.ambient_intensity) && finite(light.radius.value_or(0.0F)) &&
                             is_finite(light.attenuation) && finite(light.inner_cone) &&
                             finite(light.outer_cone);
        if (!numbers) return fmt::format("lights[{}] has a number that is not finite", i);
    }
    return std::nullopt;
}

Broken check_sky(const Document& d) {
    if (!d.sky) return std::nullopt;
    const Sky& sky = *d.sky;
    const auto are_bands = [](const std::vector<vec3>& colors, const std::vector<float>& angles) {
        return colors.size() == angles.size() + 1 && all_finite(colors) && all_finite(angles) &&
               std::is_sorted(angles.begin(), angles.end());
    };
    if (!are_bands(sky.sky_colors, sky.sky_angles)) return "sky has unusable colours";
    const bool has_ground = !sky.ground_colors.empty() || !sky.ground_angles.empty();
    if (has_ground && !are_bands(sky.ground_colors, sky.ground_angles)) return "sky has an unusable ground";
    return std::nullopt;
}

Broken texture_problem(const TextureUse& use) {
    if (use.uv_set < 0 || use.uv_set > 1) return "uses a set of texture coordinates that a mesh cannot have";
    if (!finite(use.offset) || !finite(use.scale) || !finite(use.rotation))
        return "has a transform that is not finite";
    return std::nullopt;
}

bool are_finite(const SurfaceLayers& m) {
    return finite(m.ior) && finite(m.specular) && is_finite(m.specular_color) && finite(m.clearcoat) &&
           finite(m.clearcoat_roughness) && finite(m.clearcoat_normal_scale) && is_finite(m.sheen_color) &&
           finite(m.sheen_roughness) && finite(m.anisotropy) && finite(m.anisotropy_rotation) &&
           finite(m.transmission) && finite(m.thickness) && finite(m.attenuation_distance) &&
           is_finite(m.attenuation_color);
}

bool are_finite(const ToonSurface& m) {
    return is_finite(m.shade_color) && finite(m.shading_shift) && finite(m.shading_shift_scale) &&
           finite(m.shading_toony) && finite(m.gi_equalization) && is_finite(m.matcap_color) &&
           is_finite(m.rim_color) && finite(m.rim_lighting_mix) && finite(m.rim_fresnel_power) &&
           finite(m.rim_lift) && finite(m.outline_width) && is_finite(m.outline_color) &&
           finite(m.outline_lighting_mix) && finite(m.uv_scroll_speed) && finite(m.uv_rotation_speed);
}

Broken check_materials_and_images(const Document& d) {
    for (std::size_t i = 0; i < d.materials.size(); ++i) {
        const Material& m = d.materials[i];
        const bool numbers = finite(m.base_color) && finite(m.metallic) && finite(m.roughness) &&
                             is_finite(m.emissive) && finite(m.normal_scale) &&
                             finite(m.occlusion_strength) && finite(m.alpha_cutoff) && are_finite(m.layers) &&
                             (!m.toon || are_finite(*m.toon));
        if (!numbers) return fmt::format("materials[{}] has a number that is not finite", i);
        const TextureUse* wrong = nullptr;
        for_each_texture(m, [&wrong](const TextureUse& use, const char*) {
            if (texture_problem(use)) wrong = &use;
        });
        if (wrong != nullptr) return fmt::format("materials[{}] {}", i, *texture_problem(*wrong));
    }
    for (std::size_t i = 0; i < d.images.size(); ++i) {
        if (!d.images[i]) return fmt::format("images[{}] is missing", i);
        const ImageSource& image = *d.images[i];
        if (image.raw_width < 0 || image.raw_height < 0)
            return fmt::format("images[{}] has a negative size", i);
        const auto pixels =
            static_cast<std::size_t>(image.raw_width) * static_cast<std::size_t>(image.raw_height);
        if (image.raw_width > 0 && image.encoded.size() != pixels * 4) {
            return fmt::format("images[{}] has a wrong number of raw pixels", i);
        }
    }
    return std::nullopt;
}

Broken target_of_channel_problem(const Channel& channel) {
    if (channel.path == ChannelPath::weight) {
        return channel.displacer >= 0 ? std::nullopt : Broken("moves no displacer");
    }
    if (channel.bone && static_cast<std::size_t>(*channel.bone) >= bone_count)
        return "moves a bone out of range";
    if (channel.node == -1 && !channel.bone) return "moves nothing";
    return std::nullopt;
}

/// Whether the times never descend; without branches, as they mostly do not.
bool ascend(const std::vector<float>& times) {
    unsigned descends = 0;
    for (std::size_t i = 1; i < times.size(); ++i) descends |= static_cast<unsigned>(times[i] < times[i - 1]);
    return descends == 0;
}

/// Returns the first of the rotations, x y z w each and `stride` floats apart, that is not unit; their number if all are.
std::size_t first_not_unit(std::span<const float> rotations, std::size_t stride) {
    std::size_t key = 0;
    for (; key * stride + 4 <= rotations.size(); ++key) {
        const float* const v = rotations.data() + key * stride;
        if (!is_unit(quat(v[3], v[0], v[1], v[2]))) break;
    }
    return key;
}

Broken channel_problem(const Channel& channel) {
    if (Broken problem = target_of_channel_problem(channel)) return problem;
    if (channel.times.empty()) return "has no key";
    if (!all_finite(channel.times) || !all_finite(channel.values)) return "has a number that is not finite";
    if (!ascend(channel.times)) return "has times that do not ascend";
    const auto count = static_cast<std::size_t>(components(channel.path));
    const bool cubic = channel.interpolation == Interpolation::cubic;
    const std::size_t stride = count * (cubic ? 3U : 1U);
    if (channel.values.size() != channel.times.size() * stride) return "has a wrong number of values";
    if (count != 4) return std::nullopt;
    const std::span<const float> rotations = std::span(channel.values).subspan(cubic ? count : 0U);
    if (const std::size_t key = first_not_unit(rotations, stride); key < channel.times.size())
        return fmt::format("has a rotation that is not unit at key {}", key);
    return std::nullopt;
}

Broken check_clips(const Document& d) {
    for (std::size_t i = 0; i < d.clips.size(); ++i) {
        if (!d.clips[i]) return fmt::format("clips[{}] is missing", i);
        const Clip& clip = *d.clips[i];
        if (!std::isfinite(clip.duration) || clip.duration < 0.0)
            return fmt::format("clips[{}] has no duration", i);
        for (std::size_t c = 0; c < clip.channels.size(); ++c) {
            if (const Broken problem = channel_problem(clip.channels[c])) {
                return fmt::format("clips[{}].channels[{}] {}", i, c, *problem);
            }
        }
    }
    return std::nullopt;
}

}  // namespace

Broken valid::node_problem(const Node& node) {
    if (const Broken problem = transform_problem(node.rest)) return ".rest " + *problem;
    if (const Broken problem = transform_problem(node.delta)) return ".delta " + *problem;
    return is_finite(node.frame_offset) ? std::nullopt : Broken(".frame_offset is not finite");
}

std::optional<std::string> expect_valid(const Document& document, MeshNumbers numbers) {
    if (Broken broken = check_references(document)) return broken;
    if (Broken broken = check_nodes(document)) return broken;
    if (Broken broken = check_humanoids(document)) return broken;
    if (Broken broken = check_meshes(document, numbers)) return broken;
    if (Broken broken = check_displacers_and_viewpoints(document)) return broken;
    if (Broken broken = check_lights(document)) return broken;
    if (Broken broken = check_sky(document)) return broken;
    if (Broken broken = check_expressions(document)) return broken;
    if (Broken broken = check_materials_and_images(document)) return broken;
    return check_clips(document);
}

}  // namespace vitruvian
