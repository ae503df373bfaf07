#include "model/formats/vrml/write/scene_maker.h"

#include "model/formats/vrml/write/clip_writer.h"
#include "model/formats/vrml/write/definition_order.h"
#include "model/formats/vrml/write/source_words.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace vitruvian::vrml {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

HanimVersion usual_version(const SaveOptions& options) {
    return options.format == FileFormat::vrml97 ? HanimVersion::v1_1 : HanimVersion::v2_0;
}

}  // namespace

vec4 axis_angle_of(const quat& rotation) {
    glm::dquat q(rotation);
    if (q.w < 0.0) q = -q;
    const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(length > 0.0)) return {0.0F, 0.0F, 1.0F, 0.0F};
    const double angle = 2.0 * std::atan2(length, q.w);
    return vec4(glm::dvec4(q.x / length, q.y / length, q.z / length, angle));
}

SceneMaker::SceneMaker(const Document& document, const SaveOptions& options, EncodedDocument& encoded)
    : document_(document),
      options_(options),
      encoded_(encoded),
      vrml97_(options.format == FileFormat::vrml97),
      plan_(plan_frames(document)),
      appearances_(document, options, names_, encoded),
      shapes_(document, appearances_, names_, encoded.notes, vrml97_),
      naming_(name_humanoids(document, options, usual_version(options), encoded.notes)),
      humanoid_done_(document.humanoids.size(), false),
      viewpoint_done_(document.viewpoints.size(), false) {
    const Skeleton skeleton = make_skeleton(document);
    world_ = world_matrices(skeleton, file_pose(skeleton));
    def_of_node_.resize(document.nodes.size());
    def_of_displacer_.resize(document.displacers.size());
    sort_content();
}

/// What each node carries, and which segments stand below it.
void SceneMaker::sort_content() {
    const std::size_t count = document_.nodes.size();
    rigid_.resize(count);
    viewpoints_.resize(count);
    lights_.resize(count);
    joint_index_.assign(count, -1);
    first_segment_.assign(count, std::numeric_limits<int>::max());
    next_rigid_.assign(count, 0);
    first_mesh_.assign(count, -1);
    for (const MeshInstance& instance : document_.meshes) {
        if (!instance.mesh->is_skinned()) {
            const std::size_t carrier = at(instance.skin->nodes.front());
            rigid_[carrier].push_back(&instance);
            if (first_mesh_[carrier] < 0) first_mesh_[carrier] = number_of(instance);
            if (instance.segment >= 0)
                rigid_of_segment_[{instance.humanoid, instance.segment}].push_back(&instance);
        } else if (instance.humanoid < 0 || !plan_.humanoids[at(instance.humanoid)].written) {
            adrift_.push_back(&instance);
        }
    }
    for (std::size_t v = 0; v < document_.viewpoints.size(); ++v) {
        if (document_.viewpoints[v].node >= 0)
            viewpoints_[at(document_.viewpoints[v].node)].push_back(static_cast<int>(v));
    }
    for (std::size_t l = 0; l < document_.lights.size(); ++l) {
        if (document_.lights[l].node >= 0)
            lights_[at(document_.lights[l].node)].push_back(static_cast<int>(l));
    }
    for (std::size_t h = 0; h < document_.humanoids.size(); ++h) {
        const Humanoid& figure = document_.humanoids[h];
        for (std::size_t j = 0; j < figure.joints.size(); ++j) {
            if (plan(figure.joints[j].node).humanoid == static_cast<int>(h))
                joint_index_[at(figure.joints[j].node)] = static_cast<int>(j);
        }
        for (std::size_t k = 0; k < figure.segments.size(); ++k) {
            int& first = first_segment_[at(figure.joints[at(figure.segments[k].joint)].node)];
            first = std::min(first, static_cast<int>(k));
            const int joint = figure.joints[at(figure.segments[k].joint)].node;
            if (plan(joint).humanoid == static_cast<int>(h))
                segments_of_joint_[joint].push_back(static_cast<int>(k));
        }
    }
    in_segment_.assign(count, false);
    for (std::size_t h = 0; h < document_.humanoids.size(); ++h) {
        if (document_.humanoids[h].node >= 0) continue;
        const HumanoidPlan& figure = plan_.humanoids[h];
        humanoids_below_[figure.anchor].push_back(static_cast<int>(h));
        int n = figure.roots.empty() ? -1 : figure.roots.front();
        while (n >= 0 && node(n).parent != figure.anchor) n = node(n).parent;
        if (n >= 0) humanoids_at_[n].push_back(static_cast<int>(h));
    }
    meshes_of_humanoid_.resize(document_.humanoids.size());
    for (std::size_t m = 0; m < document_.meshes.size(); ++m) {
        if (document_.meshes[m].humanoid >= 0)
            meshes_of_humanoid_[at(document_.meshes[m].humanoid)].push_back(m);
    }
    for (std::size_t d = 0; d < document_.displacers.size(); ++d) {
        const Displacer& displacer = document_.displacers[d];
        displacers_of_segment_[{displacer.humanoid, std::max(displacer.segment, -1)}].push_back(
            static_cast<int>(d));
    }
    for (std::size_t h = 0; h < document_.humanoids.size(); ++h) {
        for (const Site& site : document_.humanoids[h].sites) {
            const int joint = written_as(node(site.node).parent);
            sites_of_segment_[{static_cast<int>(h), site.segment}].push_back(site.node);
            in_segment_[at(site.node)] = segment_at(joint, static_cast<int>(h), site.segment) >= 0;
        }
    }
    for (std::size_t i = count; i-- > 0;) {
        const int parent = document_.nodes[i].parent;
        if (parent < 0) continue;
        first_segment_[at(parent)] = std::min(first_segment_[at(parent)], first_segment_[i]);
        int& first = first_mesh_[at(parent)];
        if (first_mesh_[i] >= 0) first = first < 0 ? first_mesh_[i] : std::min(first, first_mesh_[i]);
    }
}

OutputScene SceneMaker::make() {
    for (std::size_t h = 0; h < document_.humanoids.size(); ++h) make_skin_pool(static_cast<int>(h));
    for (const HumanoidPlan& figure : plan_.humanoids) {
        if (!figure.written) {
            encoded_.notes.warn("humanoid-not-carried",
                                "a figure that shares its joints with another, or has none, is left out");
        }
    }
    turn_skin_weights();
    make_segment_pools();
    const bool weighted =
        std::any_of(document_.displacers.begin(), document_.displacers.end(),
                    [](const Displacer& d) { return d.weight != 0.0F; }) ||
        std::any_of(document_.clips.begin(), document_.clips.end(), [](const auto& clip) {
            return std::any_of(clip->channels.begin(), clip->channels.end(),
                               [](const Channel& c) { return c.path == ChannelPath::weight; });
        });
    scene_.has_skins = weighted || !skins_.empty();
    Nodes body;
    if (document_.sky) body.push_back(background_node(*document_.sky));
    // The first camera of a file is the one that it opens with.
    std::size_t first_of_figures = document_.viewpoints.size();
    for (std::size_t v = document_.viewpoints.size(); v-- > 0;) {
        if (document_.viewpoints[v].node >= 0) first_of_figures = v;
    }
    const auto add_world_views = [&](std::size_t from, std::size_t to) {
        for (std::size_t v = from; v < to; ++v) {
            if (document_.viewpoints[v].node < 0)
                body.push_back(viewpoint_node(document_.viewpoints[v], glm::dmat4(1.0)));
        }
    };
    add_world_views(0, first_of_figures);
    for (const Light& light : document_.lights) {
        if (light.node < 0) body.push_back(light_node(light, glm::dmat4(1.0)));
    }
    add_inside(-1, body);
    add_world_views(first_of_figures, document_.viewpoints.size());
    for (const MeshInstance* instance : adrift_) bake_skinned(*instance, body);
    const ClipTargets targets{&plan_, &def_of_node_, &def_of_displacer_};
    for (auto& renamed :
         add_clips(document_, options_, targets, naming_, names_, scene_, body, encoded_.notes)) {
        renamed_.push_back(std::move(renamed));
    }
    for (const auto* list : {&appearances_.renamed, &shapes_.renamed}) {
        renamed_.insert(renamed_.end(), list->begin(), list->end());
    }
    Nodes roots;
    add_words(roots);
    for (OutputNode& node : body) roots.push_back(std::move(node));
    if (attach_metadata(std::move(metadata_), roots) > 0) {
        encoded_.notes.warn("vrml-not-carried",
                            "metadata of nodes that are not written under their own names is left out");
    }
    put_definitions_first(roots);
    scene_.roots = std::move(roots);
    return std::move(scene_);
}

/// Words about the file. Names that are no legal DEF names, or that several nodes have, are kept among them
/// (see World::given_name). The NavigationInfo is what H-Anim suggests where the source has none.
void SceneMaker::add_words(Nodes& out) {
    SourceWords words = read_source_words(document_, vrml97_, encoded_.notes);
    metadata_ = std::move(words.metadata);
    std::vector<std::string> lines = std::move(words.info);
    for (const auto& [name, content] : words.metas) {
        if (vrml97_) lines.push_back(fmt::format("{}={}", name, content));
    }
    if (!vrml97_) scene_.metas = std::move(words.metas);
    for (const auto& [def, name] : renamed_) lines.push_back(fmt::format("name of {}: {}", def, name));
    if (!words.title.empty() || !lines.empty()) {
        OutputNode info{"WorldInfo", {}, false, {}};
        if (!words.title.empty()) info.set("title", words.title);
        if (!lines.empty()) info.set_list("info", std::move(lines));
        out.push_back(std::move(info));
    }
    if (words.navigation) {
        out.push_back(std::move(*words.navigation));
    } else if (scene_.has_humanoids) {
        OutputNode navigation{"NavigationInfo", {}, false, {}};
        navigation.set_list("type", std::vector<std::string>{"EXAMINE", "ANY"});
        out.push_back(std::move(navigation));
    }
}

std::string SceneMaker::define(int node, const std::string& wanted) {
    return def_of_node_[at(node)] = names_.make(wanted);
}

/// All that a node carries, in the order of the document's lists, so that it is read in the same order.
void SceneMaker::add_inside(int parent, Nodes& out) {
    if (parent >= 0) add_views_and_lights(parent, out);
    const std::vector<int>& children = parent < 0 ? plan_.roots : plan_.children[at(parent)];
    for (const int child : children) {
        if (parent >= 0) add_meshes(parent, first_mesh_[at(child)], out);
        add_humanoids_below(parent, child, out);
        add_node(child, out);
    }
    if (parent >= 0) add_meshes(parent, std::numeric_limits<int>::max(), out);
    add_humanoids_below(parent, -1, out);
}

/// Humanoids without a node of their own that are to stand below `parent`, once their first joint is at or
/// below `child`; with -1 for the child, all that are left.
void SceneMaker::add_humanoids_below(int parent, int child, Nodes& out) {
    const auto add_all = [&](const auto& lists, int key) {
        const auto found = lists.find(key);
        if (found == lists.end()) return;
        for (const int h : found->second) {
            if (humanoid_done_[at(h)] || !plan_.humanoids[at(h)].written) continue;
            humanoid_done_[at(h)] = true;
            add_humanoid(h, out);
        }
    };
    if (child < 0) {
        add_all(humanoids_below_, parent);
    } else {
        add_all(humanoids_at_, child);
    }
}

void SceneMaker::add_node(int index, Nodes& out) {
    const NodePlan& own = plan(index);
    // The parts of a humanoid without a node of its own stand in it, wherever the document has them.
    if (own.humanoid >= 0 && own.humanoid != current_ && humanoid(own.humanoid).node < 0) return;
    switch (own.role) {
        case Role::hoisted:
            add_inside(index, out);
            return;
        case Role::transform: {
            OutputNode made = transform_node(index, "Transform");
            Nodes children;
            add_inside(index, children);
            if (children.empty() && !own.animated && own.humanoid < 0) return;
            made.set_nodes("children", std::move(children));
            out.push_back(std::move(made));
            return;
        }
        case Role::humanoid:
            add_humanoid(own.humanoid, out);
            return;
        case Role::joint:
            out.push_back(joint_node(index));
            return;
        case Role::segment:
            out.push_back(segment_node(own.humanoid, own.segment, index));
            return;
        case Role::site:
            // Those that a joint's segment has come with it.
            if (!def_of_node_[at(index)].empty() || in_segment_[at(index)]) return;
            out.push_back(site_node(index));
            return;
    }
}

/// Cameras and lights of one node, in the file frame of the node that it is written as or in.
void SceneMaker::add_views_and_lights(int index, Nodes& out) {
    for (const int v : viewpoints_[at(index)]) {
        if (viewpoint_done_[at(v)]) continue;
        viewpoint_done_[at(v)] = true;
        out.push_back(viewpoint_node(document_.viewpoints[at(v)], plan(index).file_from_node));
    }
    for (const int l : lights_[at(index)]) {
        out.push_back(light_node(document_.lights[at(l)], plan(index).file_from_node));
    }
}

/// A node's own shapes that come before mesh `below` of the document, less those that a segment has.
void SceneMaker::add_meshes(int index, int below, Nodes& out) {
    const std::vector<const MeshInstance*>& all = rigid_[at(index)];
    for (std::size_t& next = next_rigid_[at(index)]; next < all.size() && number_of(*all[next]) < below;
         ++next) {
        const MeshInstance& instance = *all[next];
        if (segment_at(written_as(index), instance.humanoid, instance.segment) < 0) add_rigid(instance, out);
    }
}

void SceneMaker::add_rigid(const MeshInstance& instance, Nodes& out) {
    const int carrier = instance.skin->nodes.front();
    const glm::dmat4 file_from_mesh =
        plan(carrier).file_from_node * glm::dmat4(instance.skin->inverse_bind.front());
    const auto pooled = pooled_.find(&instance);
    const CoordinateUse* use = pooled == pooled_.end() ? nullptr : pooled->second;
    if (use == nullptr && !instance.displacers.empty()) {
        encoded_.notes.warn("displacer-not-carried",
                            "displacers of a mesh outside every humanoid cannot be written");
    }
    OutputNode shape = shapes_.shape(instance, use);
    double furthest = 1e-6;
    for (int c = 0; c < 3; ++c) furthest = std::max(furthest, std::abs(file_from_mesh[3][c]));
    double error = 0.0;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r)
            error = std::max(error, std::abs(file_from_mesh[c][r] - (c == r ? 1.0 : 0.0)));
    }
    if (error <= 1e-7) {
        out.push_back(std::move(shape));
        return;
    }
    const Transform placed = to_transform(mat4(file_from_mesh));
    NodePlan frame;
    frame.fields = placed;
    OutputNode transform{"Transform", {}, false, {}};
    set_transform(transform, frame);
    Nodes children;
    children.push_back(std::move(shape));
    transform.set_nodes("children", std::move(children));
    out.push_back(std::move(transform));
}

void SceneMaker::set_transform(OutputNode& out, const NodePlan& plan) {
    if (plan.center != vec3(0.0F)) out.set("center", plan.center);
    const Transform& t = plan.fields;
    if (t.translation != vec3(0.0F)) out.set("translation", t.translation);
    if (t.rotation != identity_quat) out.set("rotation", axis_angle_of(t.rotation));
    if (t.scale != vec3(1.0F)) out.set("scale", t.scale);
    if (t.scale_orientation != identity_quat) out.set("scaleOrientation", axis_angle_of(t.scale_orientation));
}

OutputNode SceneMaker::transform_node(int index, std::string_view type) {
    OutputNode out{type, {}, false, {}};
    const std::string& name = node(index).name;
    const bool named = !name.empty() && name != "Transform";
    if (named || plan(index).animated) {
        out.def = define(index, named ? name : "transform");
        if (out.def != name) renamed_.emplace_back(out.def, name);
    }
    set_transform(out, plan(index));
    return out;
}

OutputNode SceneMaker::viewpoint_node(const Viewpoint& view, const glm::dmat4& file_from_node) {
    OutputNode out{"Viewpoint", {}, false, {}};
    const vec3 position(glm::dvec3(file_from_node * glm::dvec4(glm::dvec3(view.position), 1.0)));
    const bool turned = glm::dmat3(file_from_node) != glm::dmat3(1.0);
    const quat orientation =
        turned ? quat(similarity_of(file_from_node).rotation) * view.orientation : view.orientation;
    if (!view.name.empty()) out.set("description", view.name);
    out.set("position", position);
    if (orientation != identity_quat)
        out.set("orientation", axis_angle_of(normalized_or_identity(orientation)));
    out.set("fieldOfView", view.field_of_view);
    return out;
}

OutputNode SceneMaker::light_node(const Light& light, const glm::dmat4& file_from_node) {
    const bool directional = light.kind == Light::Kind::directional;
    OutputNode out{
        directional ? "DirectionalLight" : (light.kind == Light::Kind::point ? "PointLight" : "SpotLight"),
        {},
        false,
        {}};
    if (!light.name.empty()) {
        out.def = names_.make(light.name);
        if (out.def != light.name) renamed_.emplace_back(out.def, light.name);
    }
    const Similarity frame = similarity_of(file_from_node);
    if (!light.on) out.set("on", false);
    out.set("color", srgb_from_linear(light.color));
    // VRML's intensities go from 0 to 1; those of glTF are candela and lux.
    if (light.intensity > 1.0F) {
        encoded_.notes.warn("light-not-carried", "lights brighter than 1 are written with intensity 1");
    }
    out.set("intensity", std::clamp(light.intensity, 0.0F, 1.0F));
    if (light.ambient_intensity > 0.0F) out.set("ambientIntensity", std::min(light.ambient_intensity, 1.0F));
    const vec3 direction(frame.rotation * (glm::dquat(light.orientation) * glm::dvec3(0.0, 0.0, -1.0)));
    if (light.kind != Light::Kind::point) out.set("direction", direction);
    if (directional) return out;
    out.set("location", vec3(glm::dvec3(file_from_node * glm::dvec4(glm::dvec3(light.position), 1.0))));
    out.set("attenuation", light.attenuation);
    // Without end is what VRML's lights never are.
    const float far_away = 1e6F;
    out.set("radius", light.radius ? *light.radius * static_cast<float>(std::abs(frame.scale)) : far_away);
    if (light.kind == Light::Kind::spot) {
        out.set("beamWidth", light.inner_cone);
        out.set("cutOffAngle", light.outer_cone);
    }
    return out;
}

OutputNode SceneMaker::background_node(const Sky& sky) {
    OutputNode out{"Background", {}, false, {}};
    const auto set = [&](const char* colors, const char* angles, const std::vector<vec3>& values,
                         const std::vector<float>& at_angles) {
        if (values.empty()) return;
        std::vector<float> numbers;
        for (const vec3& color : values) {
            const vec3 c = srgb_from_linear(color);
            numbers.insert(numbers.end(), {c.x, c.y, c.z});
        }
        out.set_list(colors, std::move(numbers), 3);
        if (!at_angles.empty()) out.set_list(angles, at_angles);
    };
    set("skyColor", "skyAngle", sky.sky_colors, sky.sky_angles);
    set("groundColor", "groundAngle", sky.ground_colors, sky.ground_angles);
    constexpr std::array sides{"frontUrl", "backUrl", "leftUrl", "rightUrl", "topUrl", "bottomUrl"};
    for (std::size_t side = 0; side < sides.size(); ++side) {
        const int picture = sky.pictures.at(side);
        if (picture < 0) continue;
        std::string url = appearances_.url_of(picture);
        if (!url.empty()) {
            out.set_list(sides.at(side), std::vector<std::string>{std::move(url)});
        } else {
            encoded_.notes.warn("vrml-not-carried", "a background's picture of bare pixels is left out");
        }
    }
    return out;
}

}  // namespace vitruvian::vrml
