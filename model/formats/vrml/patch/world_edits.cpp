// Edits of figures: humanoids, joints, segments, sites, displacers and the frames of all nodes.
#include "model/formats/vrml/patch/world_edits.h"

#include "model/core/at.h"
#include "model/formats/vrml/world/info_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace vitruvian::vrml {
namespace {

std::vector<float> floats(const vec3& v) {
    return {v.x, v.y, v.z};
}

bool is_frame_field(std::string_view field) {
    return field.starts_with("rest.") || field.starts_with("delta.") || field == "frame_offset";
}

/// Returns the number with the fewest decimal digits that is within `error` of `value`.
float shortest_near(float value, float error) {
    for (int digits = 1; digits < 9; ++digits) {
        const std::string text = fmt::format("{:.{}g}", value, digits);
        float out = 0.0F;
        std::from_chars(text.data(), text.data() + text.size(), out);
        if (std::abs(out - value) <= error) return out;
    }
    return value;
}

}  // namespace

FieldValue rotation_value(const quat& q, double unit) {
    const glm::dquat precise(q);
    const double sine = std::sqrt(precise.x * precise.x + precise.y * precise.y + precise.z * precise.z);
    FieldValue out{"SFRotation", {0.0F, 0.0F, 1.0F, 0.0F}, {}};
    if (sine < 1e-12) return out;
    const double angle = 2.0 * std::atan2(sine, precise.w) / unit;
    out.numbers = {static_cast<float>(precise.x / sine), static_cast<float>(precise.y / sine),
                   static_cast<float>(precise.z / sine), static_cast<float>(angle)};
    return out;
}

WorldEdits::WorldEdits(OpenedWorld& opened, Encoding encoding, const Document& document, SharedText shared,
                       Diagnostics& notes)
    : opened_(&opened),
      fields_(opened.world, *opened.root, encoding, shared),
      from_(&opened.document),
      to_(&document),
      notes_(&notes) {
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        centre_moved_ =
            centre_moved_ || document.nodes[n].frame_offset != opened.document.nodes[n].frame_offset;
    }
}

Result<void> WorldEdits::make(const Difference& d) {
    if (d.change != Change::changed) return anew(d);
    switch (d.part) {
        case Part::humanoid:
            return edit_humanoid(d);
        case Part::joint:
            return edit_joint(d);
        case Part::segment:
            return edit_segment(d);
        case Part::site: {
            const int node = at(humanoid(d).sites, d.index).node;
            if (d.field == "name") return set_name(node_of(node), at(to_->nodes, node).name);
            return is_frame_field(d.field) ? edit_frame(node) : anew(d);
        }
        case Part::node:
            // The DEF name was already changed (renamed_defs.h).
            if (d.field == "name" && at(from_->nodes, d.index).name == at(to_->nodes, d.index).name)
                return {};
            return is_frame_field(d.field) ? edit_frame(d.index) : anew(d);
        case Part::displacer:
            return edit_displacer(d);
        case Part::mesh:
            return edit_mesh(d);
        case Part::viewpoint:
            return edit_viewpoint(d);
        case Part::light:
            return edit_light(d);
        case Part::material:
            return edit_material(d);
        case Part::sky:
            return edit_sky(d);
        case Part::document:
        case Part::bone:
        case Part::expression:
        case Part::image:
            return anew(d);
        case Part::clip:
            return edit_clip(d);
    }
    return anew(d);
}

NodeRef WorldEdits::node_of(int node) const {
    return node < 0 ? NodeRef{} : at(opened_->built.nodes, node);
}

tl::unexpected<Error> WorldEdits::anew(const Difference& difference) const {
    return fail("save-structure", "the edits need the file to be rewritten: " + describe(difference, *to_),
                {to_->file, 0, 0, ""});
}

/// A Transform that is a joint by its DEF name lacks a Joint's fields.
tl::unexpected<Error> WorldEdits::no_joint(NodeRef node) const {
    return fail("save-structure", "only a Joint node can say this of a joint",
                opened_->world.tree(node).location(opened_->world.syntax(node).range.begin));
}

std::optional<vec3> WorldEdits::in_file_units(const std::optional<vec3>& limit) const {
    return limit ? std::optional(*limit / static_cast<float>(angle_unit())) : std::nullopt;
}

float WorldEdits::in_file_units(float angle) const {
    return static_cast<float>(static_cast<double>(angle) / angle_unit());
}

/// Returns a Humanoid's lines of `info`, with the one of its version where the file has it.
std::vector<std::string> WorldEdits::edited_info(NodeRef node, const Humanoid& figure) {
    std::vector<std::string> out = info_lines(figure);
    const std::vector<std::string> old = read_strings(opened_->world, node, "info");
    const auto version = std::find_if(old.begin(), old.end(), [](const std::string& line) {
        const std::size_t equals = line.find('=');
        const std::string_view tag = std::string_view(line).substr(0, equals);
        return equals != std::string::npos && tag.substr(0, tag.find_last_not_of(' ') + 1) == version_tag;
    });
    if (version == old.end()) return out;
    const bool is_last = version + 1 == old.end();
    const auto place = std::min(static_cast<std::size_t>(version - old.begin()), out.size());
    out.insert(is_last ? out.end() : out.begin() + static_cast<std::ptrdiff_t>(place), *version);
    return out;
}

Result<void> WorldEdits::edit_humanoid(const Difference& d) {
    const Humanoid& figure = humanoid(d);
    const NodeRef node = node_of(figure.node);
    if (!node.valid()) {
        return fail("save-no-place", "the file has no Humanoid node that could be given this",
                    {to_->file, 0, 0, ""});
    }
    if (d.field == "name") return set_name(node, figure.name);
    if (d.field == "version") return fields_.set(node, "version", {"SFString", {}, figure.version});
    if (d.field == "bounding_box") return set_box(node, figure.bounding_box);
    if (d.field == "info") {
        std::vector<std::string> lines = edited_info(node, figure);
        if (lines.empty()) return fields_.clear(node, "info", "MFString");
        return fields_.set(node, "info", {"MFString", {}, {}, std::move(lines)});
    }
    const bool is_x3d = opened_->document.format != FileFormat::vrml97;
    if (d.field == "skeletal_configuration" && is_x3d) {
        return fields_.set(node, "skeletalConfiguration", {"SFString", {}, figure.skeletal_configuration});
    }
    if (d.field == "declared_loa" && is_x3d && figure.declared_loa) {
        return fields_.set(node, "loa", {"SFInt32", {static_cast<float>(*figure.declared_loa)}, {}});
    }
    return anew(d);
}

Result<void> WorldEdits::edit_joint(const Difference& d) {
    const Joint& now = joint(d);
    const NodeRef node = node_of(now.node);
    if (d.field == "name") return rename_joint(d);
    if (is_frame_field(d.field)) return edit_frame(now.node);
    // Its position follows from the frames.
    if (d.field == "centre") return {};
    if (d.field == "node") return anew(d);
    if (!node.valid() || is_transform(node)) return no_joint(node);
    if (d.field == "lower_limit" || d.field == "upper_limit")
        return set_limits(now, at(at(from_->humanoids, d.humanoid).joints, d.index));
    if (d.field == "stiffness" && !now.stiffness)
        return fields_.clear(node, "stiffness", "MFFloat", FieldPatcher::ZeroDefault::means_none);
    if (d.field == "stiffness") return set_list(node, "stiffness", now.stiffness);
    if (d.field == "limit_orientation") return set_rotation(node, "limitOrientation", now.limit_orientation);
    return anew(d);
}

Result<void> WorldEdits::edit_segment(const Difference& d) {
    const Segment& segment = at(humanoid(d).segments, d.index);
    const NodeRef node = at(at(opened_->built.segments, d.humanoid), d.index);
    if (d.field == "name") return set_name(node, segment.name);
    if (d.field == "mass") return set_number(node, "mass", segment.mass);
    if (d.field == "centre_of_mass") return set_vector(node, "centerOfMass", segment.centre_of_mass);
    if (d.field == "bounding_box") return set_box(node, segment.bounding_box);
    if (d.field == "moments_of_inertia") {
        const auto& moments = segment.moments_of_inertia;
        return fields_.set(node, "momentsOfInertia",
                           {"MFFloat", std::vector<float>(moments.begin(), moments.end()), {}});
    }
    return anew(d);
}

Result<void> WorldEdits::edit_displacer(const Difference& d) {
    const Displacer& displacer = at(to_->displacers, d.index);
    // Displacers made from a clip's shapes have no node.
    if (static_cast<std::size_t>(d.index) >= opened_->built.displacer_nodes.size()) return anew(d);
    if (d.field != "name" && d.field != "weight") return anew(d);
    for (const NodeRef node : nodes_of_displacer(opened_->built, d.index)) {
        if (!node.valid()) return anew(d);
        Result<void> done =
            d.field == "name" ? set_name(node, displacer.name) : set_number(node, "weight", displacer.weight);
        if (!done) return done;
    }
    return {};
}

Result<void> WorldEdits::set_name(NodeRef node, const std::string& name) {
    if (!node.valid() || is_transform(node)) return no_joint(node);
    return fields_.set(node, "name", {"SFString", {}, name});
}

/// Motions and poses refer to joints by name.
Result<void> WorldEdits::rename_joint(const Difference& d) {
    const int node = joint(d).node;
    const std::string& old_name = at(from_->nodes, node).name;
    const std::string& name = at(to_->nodes, node).name;
    if (Result<void> done = set_name(node_of(node), name); !done) return done;
    World& world = opened_->world;
    for (const BuiltMotion& motion : opened_->built.motions) {
        if (motion.humanoid != d.humanoid) continue;
        if (Result<void> done = fields_.replace_word(motion.node, "joints", old_name, name); !done) {
            return done;
        }
        for (const Field& field : world.syntax(motion.node).fields) {
            for (const NodeRef use : world.nodes(motion.node, field.name)) {
                const NodeRef posed = world.concrete(use);
                if (!posed.valid() || world.kind(posed) != WorldNode::joint) continue;
                if (posed == node_of(node) || read_string(world, posed, "name") != old_name) continue;
                if (Result<void> done = set_name(posed, name); !done) return done;
            }
        }
    }
    return {};
}

Result<void> WorldEdits::set_list(NodeRef node, std::string_view field, const std::optional<vec3>& value) {
    if (!value) return fields_.clear(node, field, "MFFloat");
    return fields_.set(node, field, {"MFFloat", floats(*value), {}});
}

Result<void> WorldEdits::set_vector(NodeRef node, std::string_view field, const vec3& value,
                                    std::string_view type) {
    // Numbers that only differ by rounding are kept.
    vec3 kept = value;
    const vec3 old = read_vec3(opened_->world, node, field, value);
    for (int i = 0; i < 3; ++i) {
        if (std::abs(old[i] - value[i]) <= 3e-7F * std::max(1.0F, std::abs(value[i]))) kept[i] = old[i];
    }
    return fields_.set(node, field, {type, floats(kept), {}});
}

Result<void> WorldEdits::set_rotation(NodeRef node, std::string_view field, const quat& value) {
    return fields_.set(node, field, rotation_value(value, angle_unit()));
}

Result<void> WorldEdits::set_number(NodeRef node, std::string_view field, float value) {
    return fields_.set(node, field, {"SFFloat", {value}, {}});
}

/// bboxSize is -1 -1 -1 where there is no box (VRML97 6.20).
Result<void> WorldEdits::set_box(NodeRef node, const std::optional<Bounds>& box) {
    if (!box) return set_vector(node, "bboxSize", vec3(-1.0F));
    if (Result<void> done = set_vector(node, "bboxCenter", box->centre()); !done) return done;
    return set_vector(node, "bboxSize", box->size());
}

Result<void> WorldEdits::set_limits(const Joint& joint, const Joint& before) {
    const NodeRef node = node_of(joint.node);
    World& world = opened_->world;
    const bool one_value =
        read_floats(world, node, "llimit").size() == 1 || read_floats(world, node, "ulimit").size() == 1;
    if (one_value) {
        const Result<bool> set = set_robot_limits(joint);
        if (!set) return tl::unexpected(set.error());
        if (*set) return {};
    }
    if (joint.lower_limit == vec3(0.0F) && joint.upper_limit == vec3(0.0F)) {
        notes_->warn("hanim-limits-zero",
                     fmt::format("{} is frozen about all axes; H-Anim's limits of 0 0 0 are its default, and "
                                 "read as not given",
                                 at(to_->nodes, joint.node).name));
    }
    // Two limits that read as not given may be 0 0 0 in the file.
    const bool both = !before.lower_limit && !before.upper_limit;
    if (both || joint.lower_limit != before.lower_limit) {
        if (Result<void> done = set_list(node, "llimit", in_file_units(joint.lower_limit)); !done)
            return done;
    }
    if (!both && joint.upper_limit == before.upper_limit) return {};
    return set_list(node, "ulimit", in_file_units(joint.upper_limit));
}

/// Limits about a robot's one axis stay one value each. Returns false where other axes are limited too.
Result<bool> WorldEdits::set_robot_limits(const Joint& joint) {
    const NodeRef node = node_of(joint.node);
    const vec3 axis = read_joint_axis(opened_->world, node);
    const vec3 size = glm::abs(axis);
    const int main = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
    if (!joint.lower_limit || !joint.upper_limit) return false;
    for (int i = 0; i < 3; ++i) {
        const bool free = (*joint.lower_limit)[i] == 0.0F && (*joint.upper_limit)[i] == 0.0F;
        if (i != main && !free) return false;
    }
    float lower = (*in_file_units(joint.lower_limit))[main];
    float upper = (*in_file_units(joint.upper_limit))[main];
    if (axis[main] < 0.0F) {
        std::swap(lower, upper);
        lower = -lower;
        upper = -upper;
    }
    Result<void> done = fields_.set(node, "llimit", {"MFFloat", {lower}, {}});
    if (done) done = fields_.set(node, "ulimit", {"MFFloat", {upper}, {}});
    if (!done) return tl::unexpected(done.error());
    return true;
}

/// Edits center, and the transform about it: T(center' - the parent's) F = rest * delta (see read/frames.h).
/// Where the file's transform is a pose, it is the delta itself.
Result<void> WorldEdits::edit_frame(int index) {
    if (!frames_done_.insert(index).second) return {};
    const NodeRef ref = node_of(index);
    const Node& before = at(from_->nodes, index);
    const Node& after = at(to_->nodes, index);
    const auto targets = ref.valid() ? opened_->built.frames.find(ref.key()) : opened_->built.frames.end();
    if (targets == opened_->built.frames.end()) {
        return fail("save-structure", fmt::format("{} has no transform in the file", after.name),
                    {to_->file, 0, 0, ""});
    }
    Transform old_transform = before.delta;
    Transform transform = after.delta;
    if (targets->second.front().in_rest) {
        const auto in_file = [](const Document& document, const Node& node) {
            const vec3 above = node.parent < 0 ? vec3(0.0F) : at(document.nodes, node.parent).frame_offset;
            Transform out = compose(node.rest, node.delta);
            out.translation -= node.frame_offset - above;
            return out;
        };
        old_transform = in_file(*from_, before);
        transform = in_file(*to_, after);
        const vec3 local = compose(after.rest, after.delta).translation;
        for (int i = 0; i < 3; ++i) {
            // The sum and difference of centres are as exact as the largest of them.
            const float largest = std::max(std::abs(local[i]), std::abs(local[i] - transform.translation[i]));
            transform.translation[i] =
                shortest_near(transform.translation[i], largest * std::numeric_limits<float>::epsilon());
        }
    }
    if (before.frame_offset != after.frame_offset) {
        if (Result<void> done = set_vector(ref, "center", after.frame_offset); !done) return done;
    }
    const float rounding = 1e-6F * (1.0F + glm::length(transform.translation));
    if (glm::distance(old_transform.translation, transform.translation) > rounding) {
        if (Result<void> done = set_vector(ref, "translation", transform.translation); !done) return done;
    }
    if (old_transform.scale != transform.scale) {
        if (Result<void> done = set_vector(ref, "scale", transform.scale); !done) return done;
    }
    if (old_transform.scale_orientation != transform.scale_orientation) {
        if (Result<void> done = set_rotation(ref, "scaleOrientation", transform.scale_orientation); !done)
            return done;
    }
    if (old_transform.rotation == transform.rotation) return {};
    return set_rotation(ref, "rotation", transform.rotation);
}

}  // namespace vitruvian::vrml
