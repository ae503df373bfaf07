#include "model/formats/vrml/write/scene_maker.h"

#include "model/core/at.h"
#include "model/figure/facing.h"
#include "model/formats/vrml/write/clip_writer.h"
#include "model/formats/vrml/write/definition_order.h"
#include "model/formats/vrml/write/scene_displacers.h"
#include "model/formats/vrml/write/scene_places.h"
#include "model/formats/vrml/write/scene_skin.h"
#include "model/formats/vrml/write/scene_tree.h"
#include "model/formats/vrml/write/source_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

void append_names(const std::vector<std::pair<std::string, std::string>>& names,
                  std::vector<std::string>& lines) {
    for (const auto& [def, name] : names) lines.push_back(fmt::format("name of {}: {}", def, name));
}

/// Adds lines to the WorldInfo, which comes first.
void add_info(std::vector<std::string> lines, Nodes& roots) {
    if (lines.empty()) return;
    if (roots.empty() || roots.front().type != "WorldInfo")
        roots.insert(roots.begin(), OutputNode{"WorldInfo", {}, false, {}});
    for (OutputField& field : roots.front().fields) {
        auto* own = std::get_if<std::vector<std::string>>(&field.value);
        if (own != nullptr && field.name == "info") {
            own->insert(own->end(), lines.begin(), lines.end());
            return;
        }
    }
    roots.front().set_list("info", std::move(lines));
}

/// Adds descriptive text about the file. Names that are not legal as DEF names, or not unique, are stored in
/// it (see World::given_name). The NavigationInfo is H-Anim's suggestion if the source has none.
void add_words(SceneContext& scene, Nodes& out) {
    WrittenProtos protos;
    protos.instances = scene.groups.written_instances;
    for (const OutputProto& proto : scene.output.protos) protos.names.insert(proto.name);
    SourceWords words =
        read_source_words(scene.document, scene.source, protos, scene.vrml97, scene.encoded.notes);
    scene.output.comments = std::move(words.comments);
    scene.metadata = std::move(words.metadata);
    scene.comments = std::move(words.node_comments);
    scene.sensors = std::move(words.sensors);
    std::vector<std::string> lines = std::move(words.info);
    for (const auto& [name, content] : words.metas) {
        if (scene.vrml97) lines.push_back(fmt::format("{}={}", name, content));
    }
    if (!scene.vrml97) scene.output.metas = std::move(words.metas);
    // In X3D they are on the nodes themselves; those that are not attached are added later.
    if (scene.vrml97) append_names(scene.renamed, lines);
    if (!words.title.empty() || !lines.empty()) {
        OutputNode info{"WorldInfo", {}, false, {}};
        if (!words.title.empty()) info.set("title", words.title);
        if (!lines.empty()) info.set_list("info", std::move(lines));
        out.push_back(std::move(info));
    }
    if (words.navigation) {
        std::string& name = words.navigation->def;
        if (!name.empty()) name = scene.names.make(name);
        out.push_back(std::move(*words.navigation));
    } else if (scene.output.has_humanoids) {
        OutputNode navigation{"NavigationInfo", {}, false, {}};
        navigation.set_list("type", std::vector<std::string>{"EXAMINE", "ANY"});
        out.push_back(std::move(navigation));
    }
}

bool moves_displacers(const Document& document) {
    const auto is_weight = [](const Channel& c) { return c.path == ChannelPath::weight; };
    return std::any_of(document.displacers.begin(), document.displacers.end(),
                       [](const Displacer& d) { return d.weight != 0.0F; }) ||
           std::any_of(document.clips.begin(), document.clips.end(), [&](const auto& clip) {
               return std::any_of(clip->channels.begin(), clip->channels.end(), is_weight);
           });
}

/// Creates the points that figures and segments share, before anything refers to them.
void make_pools(SceneContext& scene) {
    for (std::size_t h = 0; h < scene.document.humanoids.size(); ++h)
        make_skin_pool(scene, static_cast<int>(h));
    for (const HumanoidPlan& figure : scene.frames.humanoids) {
        if (!figure.written) {
            scene.encoded.notes.warn(
                "humanoid-not-carried",
                "a figure that shares its joints with another, or has none, is left out");
        }
    }
    turn_skin_weights(scene);
    make_segment_pools(scene);
    place_skin_displacers(scene);
    scene.output.has_skins = moves_displacers(scene.document) || !scene.skins.empty();
    const bool was_static = scene.document.format == FileFormat::vrml97;
    if (scene.vrml97 && !scene.skins.empty() && !was_static) {
        scene.encoded.notes.warn(
            "skin-static",
            "VRML97 has no skinning: browsers show this skin undeformed, and only "
            "programs that know H-Anim's continuous skins move it with the joints; written with --rigid it "
            "moves in all of them, in stiff parts");
    }
}

/// Adds the viewpoints [from, to) that do not belong to a figure.
void add_world_views(const SceneContext& scene, std::size_t from, std::size_t to, Nodes& out) {
    for (std::size_t v = from; v < to; ++v) {
        const bool is_shown = !is_hidden(scene.groups.hidden_viewpoints, static_cast<int>(v));
        if (scene.document.viewpoints[v].node < 0 && is_shown)
            out.push_back(viewpoint_node(scene.document.viewpoints[v], glm::dmat4(1.0)));
    }
}

/// Creates everything visible. The first camera of a file is its initial view.
Nodes make_body(SceneContext& scene) {
    Nodes body;
    if (scene.document.sky) body.push_back(background_node(scene, *scene.document.sky));
    const std::vector<Viewpoint>& views = scene.document.viewpoints;
    const auto of_figure = [](const Viewpoint& view) { return view.node >= 0; };
    const auto first_of_figures =
        static_cast<std::size_t>(std::find_if(views.begin(), views.end(), of_figure) - views.begin());
    add_world_views(scene, 0, first_of_figures, body);
    for (const Light& light : scene.document.lights) {
        const auto index = static_cast<int>(&light - scene.document.lights.data());
        if (light.node < 0 && !is_hidden(scene.groups.hidden_lights, index))
            body.push_back(light_node(scene, light, glm::dmat4(1.0)));
    }
    add_inside(scene, -1, body);
    add_world_views(scene, first_of_figures, views.size(), body);
    for (const MeshInstance* instance : scene.adrift) bake_skinned(scene, *instance, body);
    return body;
}

/// Adds clips after what they animate, and puts everything into the source's groups.
void add_clips_and_groups(SceneContext& scene, Nodes& body) {
    const ClipTargets targets{&scene.frames, &scene.def_of_node, &scene.def_of_displacer,
                              &scene.groups.hidden_nodes, &scene.shapes.moving};
    for (auto& renamed : add_clips(scene.document, scene.options, targets, scene.naming, scene.names,
                                   scene.output, body, scene.encoded.notes)) {
        scene.renamed.push_back(std::move(renamed));
    }
    for (const auto* list : {&scene.appearances.renamed, &scene.shapes.renamed}) {
        scene.renamed.insert(scene.renamed.end(), list->begin(), list->end());
    }
    gather_groups(scene, body);
}

OutputScene scene_of(SceneContext& scene) {
    scene.source = read_source_world(scene.document);
    const Document& whole = scene.uncut != nullptr ? *scene.uncut : scene.document;
    scene.groups = read_groups(whole, scene.source, scene.vrml97, scene.names, scene.encoded.notes);
    scene.output.protos = std::move(scene.groups.protos);
    scene.appearances.keep(scene.groups.looks);
    make_pools(scene);
    Nodes body = make_body(scene);
    join_written_parts(scene);
    add_clips_and_groups(scene, body);
    Nodes roots;
    add_words(scene, roots);
    for (OutputNode& node : body) roots.push_back(std::move(node));
    if (attach_metadata(std::move(scene.metadata), roots) > 0) {
        scene.encoded.notes.warn("vrml-not-carried",
                                 "metadata of nodes that are not written under their own names is left out");
    }
    if (!scene.vrml97) {
        std::vector<std::string> lines;
        append_names(attach_given_names(std::move(scene.renamed), roots), lines);
        add_info(std::move(lines), roots);
    }
    put_definitions_first(roots);
    scene.output.roots = std::move(roots);
    if (place_sensors(std::move(scene.sensors), scene.output) > 0) {
        scene.encoded.notes.warn("vrml-not-carried",
                                 "sensors and sounds in groups that are not written under their own names, "
                                 "nodes that the format has no "
                                 "words for, and ROUTEs from and to them are left out");
    }
    attach_comments(std::move(scene.comments), scene.output.roots);
    return std::move(scene.output);
}

}  // namespace

OutputScene make_scene(const Document& given, const SaveOptions& options, EncodedDocument& encoded) {
    const FacedDocument faced = faced_forward(given);
    const Document& document = faced.document;
    note_turn(document, faced.humanoid, faced.turn, "H-Anim", encoded.notes);
    FramePlan frames = plan_frames(document);
    if (!options.rigid) {
        SceneContext scene(document, std::move(frames), options, encoded);
        return scene_of(scene);
    }
    RigidSkins rigid = cut_into_segments(document, frames);
    SceneContext scene(rigid.document, std::move(frames), options, encoded);
    scene.is_cut = std::move(rigid.is_cut);
    scene.uncut = &document;
    if (std::find(scene.is_cut.begin(), scene.is_cut.end(), 1) != scene.is_cut.end()) {
        encoded.notes.note(
            "skin-rigid",
            "skins are written in stiff parts, each on the segment of the joint that moves it most");
    }
    return scene_of(scene);
}

}  // namespace vitruvian::vrml
