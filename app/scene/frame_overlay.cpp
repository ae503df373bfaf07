#include "app/scene/frame_overlay.h"

#include "app/scene/balance.h"
#include "app/scene/displaced.h"
#include "app/scene/framing.h"
#include "app/scene/heat_map.h"
#include "app/scene/limit_fan.h"
#include "model/core/at.h"
#include "model/figure/joint_bones.h"
#include "model/figure/mass_centres.h"
#include "model/figure/statics.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

// Overlay colours (sRGB): fixed meanings everywhere, see the design. Left warm, right cool, central neutral.
constexpr vec4 left_color{0.94F, 0.62F, 0.36F, 0.95F};
constexpr vec4 right_color{0.40F, 0.68F, 0.93F, 0.95F};
constexpr vec4 middle_color{0.82F, 0.84F, 0.86F, 0.95F};
constexpr vec4 accent_color{1.0F, 0.80F, 0.25F, 1.0F};
constexpr vec4 hover_color{1.0F, 0.93F, 0.70F, 1.0F};
constexpr vec4 site_color{0.47F, 0.84F, 0.62F, 1.0F};
constexpr vec4 bounds_color{0.70F, 0.72F, 0.75F, 0.8F};

struct OverlayContext {
    const Figure& figure;
    std::span<const mat4> world;
    const ViewSettings& view;
    RenderScene& scene;
    Picks& picks;
};

vec3 position_of(const OverlayContext& c, int node) {
    return {at(c.world, node)[3]};
}

const Node& node_of(const OverlayContext& c, int node) {
    return at(c.figure.document->nodes, node);
}

vec4 side_color(const OverlayContext& c, int node) {
    const signed char side = at(c.figure.shape->side, node);
    return side > 0 ? left_color : side < 0 ? right_color : middle_color;
}

vec4 marked(const OverlayContext& c, const Selection& self, const vec4& color) {
    if (c.view.is_selected(self)) return accent_color;
    if (c.view.hovered == self) return hover_color;
    return color;
}

/// Slender relative to its length, but visible in a spine and not bulky from the ground to the hips.
float bone_half_width(const OverlayContext& c, float length) {
    const float height = std::max(c.figure.shape->stance.height * placement_scale(c.figure), 1e-6F);
    return std::min(std::clamp(0.06F * length, 0.006F * height, 0.02F * height), 0.3F * length);
}

/// Adds a bone in the selected style. Lines have a constant width on the screen, and are picked where they
/// are.
void add_bone(const OverlayContext& c, OverlayBone bone) {
    const BoneStyle style = c.view.show.bone_style;
    if (style == BoneStyle::sticks) bone.half_width *= 0.35F;
    if (style == BoneStyle::lines) {
        bone.half_width *= 0.15F;
        c.scene.lines.push_back({bone.head, bone.tail, bone.color, 2.0F * c.view.pixel_scale, true});
    }
    c.scene.bones.push_back(bone);
}

void add_bones(const OverlayContext& c, int humanoid_index, const std::vector<int>& joint_of) {
    const Humanoid& humanoid = at(c.figure.document->humanoids, humanoid_index);
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const Joint& joint = humanoid.joints[j];
        const int parent = parent_joint(*c.figure.document, joint_of, joint.node);
        if (parent < 0) continue;
        const Selection self{c.figure.id, joint_item(humanoid_index, parent)};
        if (c.figure.hides(self.item)) continue;
        OverlayBone bone;
        bone.head = position_of(c, at(humanoid.joints, parent).node);
        bone.tail = position_of(c, joint.node);
        if (bone.head == bone.tail) continue;
        bone.half_width = bone_half_width(c, glm::length(bone.tail - bone.head));
        bone.color = marked(c, self, side_color(c, joint.node));
        bone.pick_id = c.picks.add(self);
        add_bone(c, bone);
    }
    for (const Site& site : humanoid.sites) {
        const Node& node = node_of(c, site.node);
        if (!ends_bone(node) || node.parent < 0) continue;
        const int joint = at(joint_of, node.parent);
        if (joint < 0) continue;
        const Selection self{c.figure.id, joint_item(humanoid_index, joint)};
        if (c.figure.hides(self.item)) continue;
        OverlayBone bone;
        bone.head = position_of(c, node.parent);
        bone.tail = position_of(c, site.node);
        bone.half_width = bone_half_width(c, glm::length(bone.tail - bone.head));
        bone.color = marked(c, self, side_color(c, site.node));
        bone.pick_id = c.picks.add(self);
        if (bone.head != bone.tail) add_bone(c, bone);
    }
}

/// Adds a ball from free (dark) to rigid (bright), by the mean of the three axes; grey where the file has no
/// stiffness.
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

/// Returns the length of the prefix that all joint names share, up to a separator: a namespace.
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

/// Returns a joint's name without the namespaces of its file ("mixamorig:", "hanim_").
std::string short_name(const std::string& name, std::size_t prefix) {
    const std::string_view rest = std::string_view(name).substr(prefix);
    const std::size_t space = rest.find_last_of(":|");
    const bool last = space == std::string_view::npos || space + 1 == rest.size();
    return std::string(last ? rest : rest.substr(space + 1));
}

void add_joints(const OverlayContext& c, int humanoid_index) {
    const Humanoid& humanoid = at(c.figure.document->humanoids, humanoid_index);
    const std::size_t prefix = c.view.show.labels ? shared_prefix(c, humanoid) : 0;
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const Selection self{c.figure.id, joint_item(humanoid_index, static_cast<int>(j))};
        const bool marks = c.view.is_selected(self) || self == c.view.hovered;
        if (c.figure.hides(self.item) && !marks) continue;
        const bool bare = c.view.show.skin && c.figure.shape->bare;
        const int node = humanoid.joints[j].node;
        if (c.view.show.labels) {
            const std::string& name = node_of(c, node).name;
            c.scene.labels.push_back(
                {position_of(c, node),
                 name.empty() ? label_of(*c.figure.document, self.item) : short_name(name, prefix),
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

void add_fan(const OverlayContext& c, const LimitFan& fan) {
    const vec4 fill(vec3(fan.outside() ? limit_error_color : axis_color(fan.axis)),
                    fan.outside() ? 0.55F : 0.35F);
    const vec4 edge(vec3(fill), 0.9F);
    const float hole = fan.hole();
    const int steps = std::clamp(static_cast<int>((fan.upper - fan.lower) / 0.12F), 2, 64);
    for (int i = 0; i < steps; ++i) {
        const auto part = [&](int step) {
            return fan.lower + (fan.upper - fan.lower) * static_cast<float>(step) / static_cast<float>(steps);
        };
        const float from = part(i);
        const float to = part(i + 1);
        c.scene.triangles.push_back(
            {fan.place(from, hole), fan.place(from, 1.0F), fan.place(to, 1.0F), fill});
        if (fan.twist)
            c.scene.triangles.push_back(
                {fan.place(from, hole), fan.place(to, 1.0F), fan.place(to, hole), fill});
        c.scene.lines.push_back(
            {fan.place(from, 1.0F), fan.place(to, 1.0F), edge, 1.5F * c.view.pixel_scale, true});
    }
    c.scene.lines.push_back({fan.place(fan.angle, hole), fan.place(fan.angle, 1.0F), vec4(vec3(edge), 1.0F),
                             2.5F * c.view.pixel_scale, true});
}

/// Returns the radius of each joint's fans: within its own bones, so that a hand's fans do not cover it.
std::vector<float> fan_radii(const OverlayContext& c, const Humanoid& humanoid,
                             const std::vector<int>& joint_of, float height) {
    std::vector<float> longest(humanoid.joints.size(), 0.0F);
    std::vector<float> above(humanoid.joints.size(), 0.0F);
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const int node = humanoid.joints[j].node;
        const int parent = parent_joint(*c.figure.document, joint_of, node);
        if (parent < 0) continue;
        above[j] = glm::length(position_of(c, node) - position_of(c, at(humanoid.joints, parent).node));
        at(longest, parent) = std::max(at(longest, parent), above[j]);
    }
    for (std::size_t j = 0; j < longest.size(); ++j) {
        const float bone = longest[j] > 0.0F ? longest[j] : 0.7F * above[j];
        longest[j] = std::clamp(0.6F * bone, 0.005F * height, 0.035F * height);
    }
    return longest;
}

void add_limits(const OverlayContext& c, int humanoid_index, const std::vector<int>& joint_of) {
    const Humanoid& humanoid = at(c.figure.document->humanoids, humanoid_index);
    const bool one_only = c.view.selected.item.kind == ItemKind::joint;
    const float height = std::max(c.figure.shape->stance.height * placement_scale(c.figure), 1e-4F);
    const std::vector<float> radii = one_only ? std::vector<float>(humanoid.joints.size(), 0.09F * height)
                                              : fan_radii(c, humanoid, joint_of, height);
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const auto index = static_cast<int>(j);
        const Selection self{c.figure.id, joint_item(humanoid_index, index)};
        if (one_only ? self != c.view.selected : c.figure.hides(self.item)) continue;
        for (const LimitFan& fan : limit_fans(c.figure, c.world, humanoid_index, index, radii[j])) {
            if (fan.given && fan.upper - fan.lower >= 1e-4F) add_fan(c, fan);
        }
    }
}

void add_sites(const OverlayContext& c, int humanoid_index) {
    const Humanoid& humanoid = at(c.figure.document->humanoids, humanoid_index);
    for (std::size_t s = 0; s < humanoid.sites.size(); ++s) {
        const Selection self{c.figure.id, {ItemKind::site, humanoid_index, static_cast<int>(s)}};
        const bool marks = c.view.is_selected(self) || self == c.view.hovered;
        if ((!c.view.show.sites || c.figure.hides(self.item)) && !marks) continue;
        c.scene.joints.push_back({position_of(c, humanoid.sites[s].node),
                                  (marks ? 6.0F : 3.0F) * c.view.pixel_scale, marked(c, self, site_color),
                                  c.picks.add(self)});
    }
}

void add_mass_centres(const OverlayContext& c, int humanoid_index) {
    const Humanoid& humanoid = at(c.figure.document->humanoids, humanoid_index);
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

/// Adds the whole body's centre of mass, a plumb line from it to the ground, and its support polygon.
void add_body_centre(const OverlayContext& c, int humanoid_index) {
    const std::optional<BodyMass> body = body_mass(*c.figure.document, humanoid_index, c.world);
    if (!body) return;
    const Stance& stance = c.figure.shape->stance;
    const vec3 up = glm::normalize(mat3(c.figure.placement) * stance.up);
    const vec3 ground(c.figure.placement * vec4(stance.ground, 1.0F));
    const vec3 foot = body->centre - glm::dot(body->centre - ground, up) * up;
    add_support(c.figure, c.world, humanoid_index, *body, c.view, c.scene);
    const Selection self{c.figure.id, {ItemKind::humanoid, -1, humanoid_index}};
    c.scene.lines.push_back({body->centre, foot, mass_color, 1.5F * c.view.pixel_scale});
    c.scene.joints.push_back(
        {body->centre, 9.0F * c.view.pixel_scale, marked(c, self, mass_color), c.picks.add(self)});
    c.scene.joints.push_back({foot, 4.0F * c.view.pixel_scale, mass_color, c.picks.add(self)});
}

/// Returns the vertex nearest to the centre of those that a target lists.
std::uint32_t middle_vertex(const MorphTarget& target, const std::vector<vec3>& posed) {
    vec3 middle(0.0F);
    for (const std::uint32_t v : target.vertices) middle += posed[v];
    middle /= static_cast<float>(target.vertices.size());
    return *std::min_element(target.vertices.begin(), target.vertices.end(),
                             [&](std::uint32_t a, std::uint32_t b) {
                                 return glm::distance(posed[a], middle) < glm::distance(posed[b], middle);
                             });
}

/// Adds displacers: arrows of the selected one, and a mark at the centre of those that only list vertices.
/// The affected skin, and its displacement, are shown by colour (displacement_colored).
void add_displacers(const OverlayContext& c) {
    const bool one_only = c.view.selected.item.kind == ItemKind::displacer;
    for (const MeshInstance& mesh : c.figure.document->meshes) {
        std::vector<vec3> posed;
        for (const std::size_t t : shown_targets(c.figure, mesh, c.view)) {
            const MorphTarget& target = mesh.mesh->targets[t];
            if (!target.positions.empty()) {
                if (one_only)
                    add_displacement_arrows(c.figure, c.world, mesh, t, c.view.pixel_scale, c.scene);
                continue;
            }
            if (target.vertices.empty()) continue;
            if (posed.empty()) posed = skinned_positions(mesh, c.world, c.figure.pose->weights);
            const Selection self{c.figure.id, displacer_item(mesh.displacers[t])};
            c.scene.joints.push_back({posed[middle_vertex(target, posed)], 3.5F * c.view.pixel_scale,
                                      marked(c, self, vec4(feature_color, 1.0F)), c.picks.add(self)});
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
            add_inertia(figure, world, index, view, scene);
            add_mass_centres(context, index);
            add_body_centre(context, index);
        }
    }
    add_displacers(context);
    if (view.show.bounds) add_bounds(context);
}

}  // namespace vitruvian
