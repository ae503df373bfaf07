#include "app/scene/frame_overlay.h"

#include "app/scene/heat_map.h"
#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/figure/mass_centres.h"
#include "model/figure/statics.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

// Overlay colours (sRGB): fixed meanings everywhere, see the design. Left warm, right cool, middle neutral.
constexpr vec4 left_color{0.94F, 0.62F, 0.36F, 0.95F};
constexpr vec4 right_color{0.40F, 0.68F, 0.93F, 0.95F};
constexpr vec4 middle_color{0.82F, 0.84F, 0.86F, 0.95F};
constexpr vec4 accent_color{1.0F, 0.80F, 0.25F, 1.0F};
constexpr vec4 hover_color{1.0F, 0.93F, 0.70F, 1.0F};
constexpr vec4 site_color{0.47F, 0.84F, 0.62F, 1.0F};
constexpr vec4 mass_color{0.86F, 0.55F, 0.90F, 1.0F};
constexpr vec4 feature_color{0.98F, 0.45F, 0.62F, 1.0F};
constexpr vec4 bounds_color{0.70F, 0.72F, 0.75F, 0.8F};
constexpr vec4 error_color{0.95F, 0.26F, 0.21F, 0.55F};
constexpr std::array axis_colors = {vec4{0.91F, 0.36F, 0.36F, 0.35F}, vec4{0.49F, 0.78F, 0.36F, 0.35F},
                                    vec4{0.36F, 0.56F, 0.94F, 0.35F}};

struct OverlayContext {
    const Figure& figure;
    std::span<const mat4> world;
    const ViewSettings& view;
    RenderScene& scene;
    Picks& picks;
};

vec3 position_of(const OverlayContext& c, int node) {
    return {c.world[static_cast<std::size_t>(node)][3]};
}

const Node& node_of(const OverlayContext& c, int node) {
    return c.figure.document->nodes[static_cast<std::size_t>(node)];
}

vec4 side_color(const OverlayContext& c, int node) {
    const signed char side = c.figure.shape->side[static_cast<std::size_t>(node)];
    return side > 0 ? left_color : side < 0 ? right_color : middle_color;
}

vec4 marked(const OverlayContext& c, const Selection& self, const vec4& color) {
    if (c.view.selected == self) return accent_color;
    if (c.view.hovered == self) return hover_color;
    return color;
}

/// For each node of the document: the index of the humanoid's joint it is, or -1.
std::vector<int> joints_of_nodes(const Document& document, const Humanoid& humanoid) {
    std::vector<int> joint_of(document.nodes.size(), -1);
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        joint_of[static_cast<std::size_t>(humanoid.joints[j].node)] = static_cast<int>(j);
    }
    return joint_of;
}

int parent_joint(const Document& document, const std::vector<int>& joint_of, int node) {
    for (int up = document.nodes[static_cast<std::size_t>(node)].parent; up >= 0;
         up = document.nodes[static_cast<std::size_t>(up)].parent) {
        if (joint_of[static_cast<std::size_t>(up)] >= 0) return joint_of[static_cast<std::size_t>(up)];
    }
    return -1;
}

/// Slim for its length, but to be seen in a spine and not a log from the ground to the hips.
float bone_half_width(const OverlayContext& c, float length) {
    const float height = std::max(c.figure.shape->stance.height * placement_scale(c.figure), 1e-6F);
    return std::min(std::clamp(0.06F * length, 0.006F * height, 0.02F * height), 0.3F * length);
}

void add_bones(const OverlayContext& c, int humanoid_index, const std::vector<int>& joint_of) {
    const Humanoid& humanoid = c.figure.document->humanoids[static_cast<std::size_t>(humanoid_index)];
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const Joint& joint = humanoid.joints[j];
        const int parent = parent_joint(*c.figure.document, joint_of, joint.node);
        if (parent < 0) continue;
        const Selection self{c.figure.id, joint_item(humanoid_index, parent)};
        OverlayBone bone;
        bone.head = position_of(c, humanoid.joints[static_cast<std::size_t>(parent)].node);
        bone.tail = position_of(c, joint.node);
        if (bone.head == bone.tail) continue;
        bone.half_width = bone_half_width(c, glm::length(bone.tail - bone.head));
        bone.color = marked(c, self, side_color(c, joint.node));
        bone.pick_id = c.picks.add(self);
        c.scene.bones.push_back(bone);
    }
    for (const Site& site : humanoid.sites) {
        const Node& node = node_of(c, site.node);
        if (!node.name.ends_with("_tip") || node.parent < 0) continue;
        const int joint = joint_of[static_cast<std::size_t>(node.parent)];
        if (joint < 0) continue;
        const Selection self{c.figure.id, joint_item(humanoid_index, joint)};
        OverlayBone bone;
        bone.head = position_of(c, node.parent);
        bone.tail = position_of(c, site.node);
        bone.half_width = bone_half_width(c, glm::length(bone.tail - bone.head));
        bone.color = marked(c, self, side_color(c, site.node));
        bone.pick_id = c.picks.add(self);
        if (bone.head != bone.tail) c.scene.bones.push_back(bone);
    }
}

/// A ball from free (dark) to rigid (bright), by the mean of the three axes; grey where the file says
/// nothing.
void add_stiffness(const OverlayContext& c, const Joint& joint, const Selection& self) {
    OverlayJoint mark;
    mark.position = position_of(c, joint.node);
    mark.radius_px = 7.0F * c.view.pixel_scale;
    mark.pick_id = c.picks.add(self);
    mark.color = vec4(0.5F, 0.5F, 0.5F, 0.6F);
    if (joint.stiffness) {
        const float mean = (joint.stiffness->x + joint.stiffness->y + joint.stiffness->z) / 3.0F;
        mark.color = vec4(heat_color(mean), 1.0F);
    }
    c.scene.joints.push_back(mark);
}

/// How many letters at the beginning all joints' names share, up to a separator: a namespace.
std::size_t shared_prefix(const OverlayContext& c, const Humanoid& humanoid) {
    if (humanoid.joints.size() < 3) return 0;
    std::string_view shared = node_of(c, humanoid.joints.front().node).name;
    for (const Joint& joint : humanoid.joints) {
        const std::string_view name = node_of(c, joint.node).name;
        const auto [end, other] = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end());
        shared = shared.substr(0, static_cast<std::size_t>(end - shared.begin()));
    }
    const std::size_t separator = shared.find_last_of("_:|.- ");
    return separator == std::string_view::npos ? 0 : separator + 1;
}

/// A joint's name without the namespaces of its file ("mixamorig:", "hanim_").
std::string short_name(const std::string& name, std::size_t prefix) {
    const std::string_view rest = std::string_view(name).substr(prefix);
    const std::size_t space = rest.find_last_of(":|");
    const bool last = space == std::string_view::npos || space + 1 == rest.size();
    return std::string(last ? rest : rest.substr(space + 1));
}

void add_joints(const OverlayContext& c, int humanoid_index) {
    const Humanoid& humanoid = c.figure.document->humanoids[static_cast<std::size_t>(humanoid_index)];
    const std::size_t prefix = c.view.show.labels ? shared_prefix(c, humanoid) : 0;
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const Selection self{c.figure.id, joint_item(humanoid_index, static_cast<int>(j))};
        const bool marks = self == c.view.selected || self == c.view.hovered;
        const bool bare = c.view.show.skin && c.figure.shape->bare;
        const int node = humanoid.joints[j].node;
        if (c.view.show.labels) {
            c.scene.labels.push_back({position_of(c, node), short_name(node_of(c, node).name, prefix),
                                      marked(c, self, middle_color), c.view.pixel_scale, marks});
        }
        if (c.view.show.stiffness) add_stiffness(c, humanoid.joints[j], self);
        if (!c.view.show.joints && !bare && !marks) continue;
        OverlayJoint mark;
        mark.position = position_of(c, humanoid.joints[j].node);
        mark.radius_px = (marks ? 6.0F : 3.5F) * c.view.pixel_scale;
        mark.color = marked(c, self, side_color(c, humanoid.joints[j].node));
        mark.pick_id = c.picks.add(self);
        c.scene.joints.push_back(mark);
    }
}

/// From a joint to where its bone leads: its children's middle, its tip, or on from its parent. Unit; zero where
/// there is nothing to go by.
vec3 bone_direction(const OverlayContext& c, const Humanoid& humanoid, const std::vector<int>& joint_of,
                    int node) {
    const vec3 from = position_of(c, node);
    vec3 sum(0.0F);
    for (const Joint& joint : humanoid.joints) {
        const int parent = parent_joint(*c.figure.document, joint_of, joint.node);
        if (parent >= 0 && at(humanoid.joints, parent).node == node) sum += position_of(c, joint.node) - from;
    }
    for (const Site& site : humanoid.sites) {
        if (node_of(c, site.node).parent == node && node_of(c, site.node).name.ends_with("_tip"))
            sum += position_of(c, site.node) - from;
    }
    const int parent = parent_joint(*c.figure.document, joint_of, node);
    if (glm::length(sum) < 1e-6F && parent >= 0)
        sum = from - position_of(c, at(humanoid.joints, parent).node);
    const float length = glm::length(sum);
    return length > 1e-6F ? sum / length : vec3(0.0F);
}

/// How far a joint turns about one axis, and where it is now.
struct Turn {
    vec3 axis;  // unit, in the world
    float lower, upper, angle;
    vec4 color;
};

/// A swing is a fan that the bone itself sweeps: the bone lies at the present angle, and at zero where it lies
/// when nothing is turned. A twist about the bone is a ring around it.
void add_turn(const OverlayContext& c, const vec3& centre, const vec3& bone, float radius, const Turn& turn) {
    const float along = glm::dot(bone, turn.axis);
    const bool twist = std::abs(along) > 0.9F;
    vec3 reach = bone;
    vec3 middle = centre;
    if (twist) {
        const vec3 front = c.figure.shape->stance.front;
        const vec3 level = front - turn.axis * glm::dot(front, turn.axis);
        const vec3 aside = glm::length(level) > 0.1F
                               ? level
                               : glm::cross(turn.axis, vec3(turn.axis.y, turn.axis.z, turn.axis.x));
        reach = glm::normalize(glm::angleAxis(turn.angle, turn.axis) * aside) * 0.55F;
        middle = centre + bone * radius * 0.45F;
    }
    const auto place = [&](float radians, float share) {
        return middle + share * radius * (glm::angleAxis(radians - turn.angle, turn.axis) * reach);
    };
    const bool outside = turn.angle < turn.lower - 1e-4F || turn.angle > turn.upper + 1e-4F;
    const vec4 fill = outside ? error_color : turn.color;
    const vec4 edge(vec3(fill), 0.9F);
    const float hole = twist ? 0.72F : 0.0F;
    const int steps = std::clamp(static_cast<int>((turn.upper - turn.lower) / 0.12F), 2, 64);
    for (int i = 0; i < steps; ++i) {
        const auto part = [&](int step) {
            return turn.lower +
                   (turn.upper - turn.lower) * static_cast<float>(step) / static_cast<float>(steps);
        };
        const float from = part(i);
        const float to = part(i + 1);
        c.scene.triangles.push_back({place(from, hole), place(from, 1.0F), place(to, 1.0F), fill});
        if (twist) c.scene.triangles.push_back({place(from, hole), place(to, 1.0F), place(to, hole), fill});
        c.scene.lines.push_back({place(from, 1.0F), place(to, 1.0F), edge, 1.5F * c.view.pixel_scale, true});
    }
    c.scene.lines.push_back({place(turn.angle, hole), place(turn.angle, 1.0F), vec4(vec3(edge), 1.0F),
                             2.5F * c.view.pixel_scale, true});
}

void add_limits(const OverlayContext& c, int humanoid_index, const std::vector<int>& joint_of) {
    const Humanoid& humanoid = c.figure.document->humanoids[static_cast<std::size_t>(humanoid_index)];
    const bool one_only = c.view.selected.item.kind == ItemKind::joint;
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const Selection self{c.figure.id, joint_item(humanoid_index, static_cast<int>(j))};
        if (one_only && self != c.view.selected) continue;
        const Joint& joint = humanoid.joints[j];
        if (!joint.lower_limit || !joint.upper_limit) continue;
        const Node& node = node_of(c, joint.node);
        const mat4 parent =
            node.parent < 0 ? c.figure.placement : c.world[static_cast<std::size_t>(node.parent)];
        mat3 frame = mat3(parent) * glm::mat3_cast(node.rest.rotation * joint.limit_orientation);
        for (int axis = 0; axis < 3; ++axis) frame[axis] = glm::normalize(frame[axis]);
        const vec3 angles = joint_angles(joint, *c.figure.skeleton, *c.figure.pose);
        const float radius = (one_only ? 0.09F : 0.035F) *
                             std::max(c.figure.shape->stance.height * placement_scale(c.figure), 1e-4F);
        vec3 bone = bone_direction(c, humanoid, joint_of, joint.node);
        if (bone == vec3(0.0F)) bone = -c.figure.shape->stance.up;
        for (int axis = 0; axis < 3; ++axis) {
            Turn turn{frame[axis], std::max((*joint.lower_limit)[axis], -glm::two_pi<float>()),
                      std::min((*joint.upper_limit)[axis], glm::two_pi<float>()), angles[axis],
                      axis_colors.at(static_cast<std::size_t>(axis))};
            if (turn.upper - turn.lower < 1e-4F) continue;
            add_turn(c, position_of(c, joint.node), bone, radius, turn);
        }
    }
}

void add_sites(const OverlayContext& c, int humanoid_index) {
    const Humanoid& humanoid = c.figure.document->humanoids[static_cast<std::size_t>(humanoid_index)];
    for (std::size_t s = 0; s < humanoid.sites.size(); ++s) {
        const Selection self{c.figure.id, {ItemKind::site, humanoid_index, static_cast<int>(s)}};
        const bool marks = self == c.view.selected || self == c.view.hovered;
        if (!c.view.show.sites && !marks) continue;
        c.scene.joints.push_back({position_of(c, humanoid.sites[s].node),
                                  (marks ? 6.0F : 3.0F) * c.view.pixel_scale, marked(c, self, site_color),
                                  c.picks.add(self)});
    }
}

void add_mass_centres(const OverlayContext& c, int humanoid_index) {
    const Humanoid& humanoid = c.figure.document->humanoids[static_cast<std::size_t>(humanoid_index)];
    const std::vector<std::optional<vec3>> centres =
        mass_centres(*c.figure.document, humanoid_index, c.world);
    for (std::size_t s = 0; s < humanoid.segments.size(); ++s) {
        const Segment& segment = humanoid.segments[s];
        if (!centres[s]) continue;
        const vec3 point = *centres[s];
        const float radius = std::clamp(3.0F + 1.5F * std::sqrt(segment.mass), 3.0F, 12.0F);
        const Selection self{c.figure.id, {ItemKind::segment, humanoid_index, static_cast<int>(s)}};
        c.scene.joints.push_back(
            {point, radius * c.view.pixel_scale, marked(c, self, mass_color), c.picks.add(self)});
    }
}

/// The whole body's centre of mass, and a plumb line from it to the ground.
void add_body_centre(const OverlayContext& c, int humanoid_index) {
    const std::optional<BodyMass> body = body_mass(*c.figure.document, humanoid_index, c.world);
    if (!body) return;
    const Stance& stance = c.figure.shape->stance;
    const vec3 up = glm::normalize(mat3(c.figure.placement) * stance.up);
    const vec3 ground(c.figure.placement * vec4(stance.ground, 1.0F));
    const vec3 foot = body->centre - glm::dot(body->centre - ground, up) * up;
    const Selection self{c.figure.id, {ItemKind::humanoid, -1, humanoid_index}};
    c.scene.lines.push_back({body->centre, foot, mass_color, 1.5F * c.view.pixel_scale});
    c.scene.joints.push_back(
        {body->centre, 9.0F * c.view.pixel_scale, marked(c, self, mass_color), c.picks.add(self)});
    c.scene.joints.push_back({foot, 4.0F * c.view.pixel_scale, mass_color, c.picks.add(self)});
}

/// The vertices that displacers name: of the selected one, or of all where that layer is shown.
void add_displaced_vertices(const OverlayContext& c) {
    const Selection& selected = c.view.selected;
    const bool one_only = selected.item.kind == ItemKind::displacer && selected.figure == c.figure.id;
    if (!one_only && !c.view.show.displacers) return;
    for (const MeshInstance& mesh : c.figure.document->meshes) {
        std::vector<vec3> posed;
        for (std::size_t t = 0; t < mesh.displacers.size(); ++t) {
            if (one_only && mesh.displacers[t] != selected.item.index) continue;
            if (c.figure.document->displacers[static_cast<std::size_t>(mesh.displacers[t])].keyed_shape)
                continue;
            if (posed.empty()) posed = skinned_positions(mesh, c.world, c.figure.pose->weights);
            const Selection self{c.figure.id, displacer_item(mesh.displacers[t])};
            for (const std::uint32_t vertex : mesh.mesh->targets[t].vertices) {
                c.scene.joints.push_back(
                    {posed[vertex], 2.5F * c.view.pixel_scale, feature_color, c.picks.add(self)});
            }
        }
    }
}

void add_bounds(const OverlayContext& c) {
    const Bounds box = scene_bounds(std::span(&c.figure, 1));
    if (box.empty()) return;
    const auto corner = [&](unsigned i) {
        return vec3((i & 1U) != 0 ? box.max.x : box.min.x, (i & 2U) != 0 ? box.max.y : box.min.y,
                    (i & 4U) != 0 ? box.max.z : box.min.z);
    };
    for (unsigned i = 0; i < 8; ++i) {
        for (unsigned axis = 1; axis < 8; axis <<= 1U) {
            if ((i & axis) == 0) {
                c.scene.lines.push_back(
                    {corner(i), corner(i | axis), bounds_color, c.view.pixel_scale, false});
            }
        }
    }
}

}  // namespace

void add_overlay(const Figure& figure, std::span<const mat4> world, const ViewSettings& view,
                 RenderScene& scene, Picks& picks) {
    const OverlayContext context{figure, world, view, scene, picks};
    for (std::size_t h = 0; h < figure.document->humanoids.size(); ++h) {
        const auto index = static_cast<int>(h);
        const std::vector<int> joint_of = joints_of_nodes(*figure.document, figure.document->humanoids[h]);
        if (view.show.bones || (view.show.skin && figure.shape->bare)) add_bones(context, index, joint_of);
        add_joints(context, index);
        if (view.show.limits) add_limits(context, index, joint_of);
        add_sites(context, index);
        if (view.show.centre_of_mass) {
            add_mass_centres(context, index);
            add_body_centre(context, index);
        }
    }
    add_displaced_vertices(context);
    if (view.show.bounds) add_bounds(context);
}

}  // namespace vitruvian
