// H-Anim 1.1 and later: humanoids, joints, segments, sites and displacers.
#include "model/core/at.h"
#include "model/formats/vrml/read/builder.h"
#include "model/formats/vrml/world/info_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Each is read anew with its displacers, so a small file could ask for much.
constexpr std::size_t most_repeated_segments = 1000;

std::string trimmed(std::string_view text) {
    const char* white = " \t\r\n";
    const std::size_t first = text.find_first_not_of(white);
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(white) - first + 1));
}

DisplacerKind displacer_kind(std::string_view name) {
    if (name.ends_with("_feature")) return DisplacerKind::feature;
    if (name.ends_with("_config")) return DisplacerKind::config;
    return DisplacerKind::action;
}

/// One value of a robot's limit, about its axis, as a limit about X, Y and Z: `sign` is set where the axis
/// points the other way, so that lower and upper change places.
vec3 about_axis(const vec3& axis, float value, bool& reversed) {
    const vec3 size = glm::abs(axis);
    const int main = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
    reversed = axis[main] < 0.0F;
    vec3 out(0.0F);
    out[main] = reversed ? -value : value;
    return out;
}

/// bboxCenter and bboxSize; a size of -1 -1 -1, the default, says nothing.
std::optional<Bounds> read_bounding_box(World& world, NodeRef node) {
    const vec3 size = read_vec3(world, node, "bboxSize", vec3(-1.0F));
    const vec3 centre = read_vec3(world, node, "bboxCenter", vec3(0.0F));
    if (!(size.x >= 0.0F && size.y >= 0.0F && size.z >= 0.0F)) return std::nullopt;
    return Bounds{centre - size * 0.5F, centre + size * 0.5F};
}

std::optional<vec3> three(const std::vector<float>& values) {
    if (values.size() < 3) return std::nullopt;
    const vec3 out(values[0], values[1], values[2]);
    return is_finite(out) ? std::optional(out) : std::nullopt;
}

}  // namespace

void Builder::visit_humanoid(NodeRef node, const Context& at) {
    if (!is_first(node)) return;
    Humanoid humanoid;
    humanoid.kind = HumanoidKind::hanim;
    humanoid.name = name_of(node, at);
    humanoid.version = read_string(*world_, node, "version");
    if (humanoid.version.empty())
        humanoid.version = world_->syntax(node).type == "HAnimHumanoid" ? "2.0" : "1.1";
    read_info(node, humanoid);
    Context inside = add_frame(node, at, vitruvian::NodeKind::humanoid, FieldsAre::placement, humanoid.name);
    humanoid.node = inside.node;
    inside.humanoid = static_cast<int>(document_->humanoids.size());
    inside.joint = -1;
    inside.segment = -1;
    inside.displacers = nullptr;
    inside.robot = survey_->robots.contains(node.key());
    document_->humanoids.push_back(std::move(humanoid));
    std::vector<NodeRef> body = world_->nodes(node, "humanoidBody");
    if (body.empty()) body = world_->nodes(node, "skeleton");
    if (body.empty()) body = world_->nodes(node, "children");
    HumanoidSkin skin;
    skin.humanoid = node;
    skin.humanoid_node = inside.node;
    skin.center = inside.offset;
    skin.coord = world_->node(node, "skinCoord");
    if (const NodeRef bound = world_->node(node, "skinBindingCoords"); bound.valid())
        skin.binding_points = read_vec3s(*world_, bound, "point");
    if (const NodeRef bound = world_->node(node, "skinBindingNormals"); bound.valid())
        skin.binding_normals = read_vec3s(*world_, bound, "vector");
    skin.displacers.coord = skin.coord;
    skin.displacers.segment = node.key();
    inside.skin = &skin;
    visit_all(body, inside);
    visit_skin(node, inside);
    visit_all(world_->nodes(node, "motions"), inside);
    visit_all(world_->nodes(node, "poses"), inside);
    visit_all(world_->nodes(node, "viewpoints"), inside);
    check_lists(node, document_->humanoids[static_cast<std::size_t>(inside.humanoid)]);
    give_own_names(document_->humanoids[static_cast<std::size_t>(inside.humanoid)]);
}

/// Names that became tokens of XML when the file was written, as they were (see hanim_naming.h).
void Builder::give_own_names(Humanoid& humanoid) {
    std::map<std::string, std::string> own;
    std::erase_if(humanoid.info, [&own](const auto& info) {
        const auto& [tag, name] = info;
        const std::string token = name_token(name);
        if (!tag.starts_with(own_name_tag) || token == name) return false;
        std::string written = tag.substr(own_name_tag.size());
        return written.starts_with(token) && own.try_emplace(std::move(written), name).second;
    });
    if (own.empty()) return;
    const auto give = [&own](std::string& name) {
        const auto found = own.find(name);
        if (found != own.end()) name = found->second;
    };
    give(humanoid.name);
    if (humanoid.node >= 0) give(at(document_->nodes, humanoid.node).name);
    for (const Joint& joint : humanoid.joints) give(at(document_->nodes, joint.node).name);
    for (const Site& site : humanoid.sites) give(at(document_->nodes, site.node).name);
    for (Segment& segment : humanoid.segments) give(segment.name);
}

void Builder::visit_skin(NodeRef humanoid, const Context& inside) {
    read_binding_pose(humanoid, *inside.skin);
    Context at = inside;
    at.in_skin = true;
    at.displacers = &inside.skin->displacers;
    visit_all(world_->nodes(humanoid, "skin"), at);
}

void Builder::visit_motion(NodeRef node, const Context& at) {
    if (at.humanoid >= 0 && is_first(node)) built_.motions.push_back({node, at.humanoid});
}

void Builder::read_info(NodeRef node, Humanoid& humanoid) {
    const int level = read_int(*world_, node, "loa", -1);
    if (level >= 0) humanoid.declared_loa = level;
    humanoid.skeletal_configuration = read_string(*world_, node, "skeletalConfiguration");
    humanoid.bounding_box = read_bounding_box(*world_, node);
    for (const std::string& line : read_strings(*world_, node, "info")) {
        const std::size_t equals = line.find('=');
        const bool tagged = equals != std::string::npos && equals > 0;
        std::string tag = tagged ? trimmed(line.substr(0, equals)) : std::string("info");
        if (tag == version_tag) {
            humanoid.version = trimmed(line.substr(equals + 1));
            continue;
        }
        humanoid.info.emplace_back(std::move(tag), tagged ? trimmed(line.substr(equals + 1)) : trimmed(line));
    }
}

/// The tree is the truth; the lists of a Humanoid are only compared with it.
void Builder::check_lists(NodeRef node, const Humanoid& humanoid) {
    const auto check = [&](std::string_view field, std::size_t in_tree) {
        const std::size_t listed = world_->nodes(node, field).size();
        if (listed == 0 || listed == in_tree) return;
        world_->note(node, "hanim-list-differs",
                     fmt::format("the Humanoid lists {} {}, its tree has {}; the tree counts", listed, field,
                                 in_tree));
    };
    check("joints", humanoid.joints.size());
    check("segments", humanoid.segments.size());
    check("sites", humanoid.sites.size());
}

void Builder::visit_joint(NodeRef node, const Context& at) {
    if (at.humanoid < 0 && !at.last_call) {
        // Placeholders and parts that a humanoid may use further on: a figure's own joints come first.
        Context outside = at;
        outside.last_call = true;
        later_.emplace_back(node, outside);
        return;
    }
    if (!is_first(node)) {
        repeat_joint(node, at);
        return;
    }
    joint_places_[node.key()] = {at.node, at.baked};
    const FieldsAre fields = at.robot ? FieldsAre::placement : FieldsAre::pose;
    Context inside = add_frame(node, at, vitruvian::NodeKind::joint, fields, name_of(node, at));
    inside.segment = -1;
    inside.displacers = nullptr;
    if (at.humanoid >= 0) add_joint(node, inside);
    if (at.skin != nullptr && !at.in_skin) collect_skin(node, inside);
    visit_all(world_->nodes(node, "children"), inside);
}

/// A Joint that is used again is no second joint. In another place (a limb mirrored by a Transform) it shows
/// again what hangs on it; in the same place there is nothing more to see.
void Builder::repeat_joint(NodeRef node, const Context& at) {
    if (!at.repeats) {
        world_->note(
            node, "hanim-joint-repeated",
            fmt::format("the Joint \"{}\" is used again elsewhere in a skeleton; its first place counts",
                        name_of(node, at).substr(0, 60)));
    }
    const auto first = joint_places_.find(node.key());
    const bool same = first != joint_places_.end() && first->second == std::pair(at.node, at.baked);
    if (same) return;
    Context inside = at;
    inside.repeats = true;
    visit_transform(node, inside);
}

void Builder::add_joint(NodeRef node, Context& inside) {
    Joint joint;
    joint.node = inside.node;
    joint.limit_orientation = read_rotation(*world_, node, "limitOrientation");
    read_limits(node, joint);
    const Found stiffness = world_->find(node, "stiffness");
    if (stiffness) {
        const std::vector<float> values = read_floats(*world_, node, "stiffness");
        joint.stiffness = values.size() == 1 ? std::optional(vec3(values[0])) : three(values);
        // H-Anim's own PROTO has 0 0 0, which says nothing of a joint; another default counts.
        if (stiffness.by_default && joint.stiffness == vec3(0.0F)) joint.stiffness.reset();
    }
    auto& joints = at(document_->humanoids, inside.humanoid).joints;
    inside.joint = static_cast<int>(joints.size());
    joints.push_back(joint);
}

void Builder::read_limits(NodeRef node, Joint& joint) {
    const std::vector<float> lower = read_angles(*world_, node, "llimit");
    const std::vector<float> upper = read_angles(*world_, node, "ulimit");
    if (lower.size() == 1 || upper.size() == 1) {
        if (read_string(*world_, node, "jointType") == "slide") return;
        bool reversed = false;
        const vec3 axis = read_joint_axis(*world_, node);
        if (lower.size() == 1) joint.lower_limit = about_axis(axis, lower[0], reversed);
        if (upper.size() == 1) joint.upper_limit = about_axis(axis, upper[0], reversed);
        if (reversed) std::swap(joint.lower_limit, joint.upper_limit);
        return;
    }
    joint.lower_limit = three(lower);
    joint.upper_limit = three(upper);
    if (joint.lower_limit == vec3(0.0F) && joint.upper_limit == vec3(0.0F)) {
        // Frozen in every axis is what a default looks like, not a joint (EPFL's and many X3D files).
        world_->note(node, "hanim-limits-zero",
                     "llimit and ulimit are both 0 0 0; they are read as not given");
        joint.lower_limit.reset();
        joint.upper_limit.reset();
    }
    const bool odd = (lower.size() != 3 && !lower.empty()) || (upper.size() != 3 && !upper.empty());
    if (odd) world_->warn(node, "hanim-limits-count", "a joint's limits have not three values");
}

/// A Segment that is used again is there again, and moves with the joint that it is used in.
void Builder::visit_segment(NodeRef node, const Context& at) {
    if (at.humanoid >= 0 && !is_first(node) && ++repeated_segments_ > most_repeated_segments) {
        document_->diagnostics.warn("hanim-segment-repeated",
                                    "Segments are used again too often; the rest is left out");
        return;
    }
    Context inside = at;
    inside.name = {};
    SegmentDisplacers displacers;
    // Without a name and data it only holds what X3D's schema does not have on a joint (see in_nameless_segments).
    const SyntaxNode& syntax = world_->syntax(node);
    const bool only_holds = syntax.type == "HAnimSegment" && name_of(node, at).empty() &&
                            std::all_of(syntax.fields.begin(), syntax.fields.end(),
                                        [](const Field& field) { return field.name == "children"; });
    if (at.humanoid >= 0 && at.joint >= 0 && !only_holds) {
        Segment segment;
        segment.name = name_of(node, at);
        segment.joint = at.joint;
        segment.mass = read_float(*world_, node, "mass", 0.0F);
        segment.centre_of_mass = read_vec3(*world_, node, "centerOfMass", vec3(0.0F));
        const std::vector<float> inertia = read_floats(*world_, node, "momentsOfInertia");
        std::copy_n(inertia.begin(), std::min<std::size_t>(inertia.size(), 9),
                    segment.moments_of_inertia.begin());
        segment.bounding_box = read_bounding_box(*world_, node);
        auto& segments = document_->humanoids[static_cast<std::size_t>(at.humanoid)].segments;
        inside.segment = static_cast<int>(segments.size());
        segments.push_back(std::move(segment));
        built_.segments.resize(document_->humanoids.size());
        built_.segments[static_cast<std::size_t>(at.humanoid)].push_back(node);
        displacers.coord = world_->node(node, "coord");
        displacers.segment = node.key();
        add_displacers(node, inside, displacers);
        inside.displacers = &displacers;
    }
    // A Segment has no transform of its own, but some PROTOs give it one: then it is a Transform as well.
    visit_transform(node, inside);
    // A segment of a skinned figure may have points to displace and no shape: then they are the skin's.
    const bool skinned = at.skin != nullptr && at.skin->coord.valid();
    if (skinned && (!displacers.coord.valid() || displacers.coord == at.skin->coord)) {
        auto& list = at.skin->displacers.list;
        list.insert(list.end(), displacers.list.begin(), displacers.list.end());
    }
}

void Builder::add_displacers(NodeRef node, const Context& at, SegmentDisplacers& out) {
    for (const NodeRef use : world_->nodes(node, "displacers")) {
        const NodeRef displacer = world_->concrete(use);
        if (!displacer.valid() || world_->kind(displacer) != WorldNode::displacer) continue;
        SegmentDisplacer entry;
        Context nameless;
        entry.name = name_of(displacer, nameless);
        entry.points = read_ints(*world_, displacer, "coordIndex");
        entry.offsets = read_vec3s(*world_, displacer, "displacements");
        if (!entry.offsets.empty() && entry.offsets.size() != entry.points.size()) {
            world_->warn(displacer, "hanim-displacer-length",
                         "a Displacer has not as many displacements as points; missing ones are 0");
            entry.offsets.resize(entry.points.size(), vec3(0.0F));
        }
        Displacer made;
        made.name = entry.name;
        made.kind = displacer_kind(entry.name);
        if (entry.offsets.empty()) made.kind = DisplacerKind::feature;
        made.humanoid = at.humanoid;
        made.segment = at.segment;
        made.weight = read_float(*world_, displacer, "weight", 0.0F);
        entry.index = static_cast<int>(document_->displacers.size());
        built_.displacers[displacer.key()].push_back(entry.index);
        built_.displacer_nodes.push_back(displacer);
        document_->displacers.push_back(std::move(made));
        out.list.push_back(std::move(entry));
    }
}

void Builder::visit_site(NodeRef node, const Context& at) {
    if (at.humanoid >= 0 && !is_first(node)) return;
    Context inside = add_frame(node, at, vitruvian::NodeKind::site, FieldsAre::placement, name_of(node, at));
    if (at.humanoid >= 0) {
        document_->humanoids[static_cast<std::size_t>(at.humanoid)].sites.push_back(
            {inside.node, at.segment});
    }
    visit_all(world_->nodes(node, "children"), inside);
}

/// A file of joints without a Humanoid around them still is a figure: one that stands where the file does.
void Builder::adopt_joints_without_humanoid() {
    if (!document_->humanoids.empty() || later_.empty()) return;
    Humanoid humanoid;
    humanoid.kind = HumanoidKind::hanim;
    humanoid.name = "humanoid";
    document_->diagnostics.warn("hanim-no-humanoid",
                                survey_->named_joints.empty()
                                    ? "there are joints but no Humanoid node; they are shown as one figure"
                                    : "there are no H-Anim nodes; Transforms named as its joints are shown "
                                      "as a figure's");
    document_->humanoids.push_back(std::move(humanoid));
    for (auto& [node, at] : later_) {
        at.humanoid = 0;
        at.robot = survey_->robot_without_humanoid;
    }
}

/// Joint::centre is where the joint stands in the humanoid's frame while all joints are neutral.
void Builder::place_joint_centres() {
    std::vector<glm::dmat4> world_from_node(document_->nodes.size(), glm::dmat4(1.0));
    for (std::size_t i = 0; i < document_->nodes.size(); ++i) {
        const vitruvian::Node& node = document_->nodes[i];
        const glm::dmat4 local(to_matrix(node.rest));
        world_from_node[i] = node.parent < 0 ? local : at(world_from_node, node.parent) * local;
    }
    for (Humanoid& humanoid : document_->humanoids) {
        glm::dmat4 humanoid_from_world(1.0);
        vec3 offset(0.0F);
        if (humanoid.node >= 0) {
            const auto at = static_cast<std::size_t>(humanoid.node);
            const glm::dmat4& world_from_humanoid = world_from_node[at];
            offset = document_->nodes[at].frame_offset;
            if (std::abs(glm::determinant(world_from_humanoid)) > 1e-30) {
                humanoid_from_world = glm::inverse(world_from_humanoid);
            }
        }
        for (Joint& joint : humanoid.joints) {
            const glm::dvec4& place = at(world_from_node, joint.node)[3];
            const vec3 centre = vec3(glm::dvec3(humanoid_from_world * place)) + offset;
            joint.centre = is_finite(centre) ? centre : vec3(0.0F);
        }
    }
}

}  // namespace vitruvian::vrml
