// Writes the humanoid extensions of a glTF file that is written from scratch: EXT_skeleton_humanoid with
// VITRUVIAN_hanim, VRMC_vrm 1.0, KHR_character with its skeleton mapping and reference pose.
#include "model/core/at.h"
#include "model/figure/reference_rules.h"
#include "model/formats/gltf/read/displacer_expression.h"
#include "model/formats/gltf/read/vrm_colors.h"
#include "model/formats/gltf/write/conforming.h"
#include "model/formats/gltf/write/hanim_extension.h"
#include "model/formats/gltf/write/humanoid_rules.h"
#include "model/formats/gltf/write/vrm_from_vrm0.h"
#include "model/formats/gltf/write/vrm_kept.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Returns the deepest node of the document that is an ancestor of all joints of a figure, or one of them; -1
/// if there is none.
int common_root(const Document& document, const Humanoid& humanoid) {
    if (humanoid.node >= 0) return humanoid.node;
    int root = -1;
    for (const Joint& joint : humanoid.joints) {
        int a = joint.node;
        if (root < 0) root = a;
        int b = root;
        // Parents have smaller indices than their children.
        while (a != b && a >= 0 && b >= 0) {
            int& later = a > b ? a : b;
            later = at(document.nodes, later).parent;
        }
        if (a != b) return humanoid.joints.front().node;
        root = a;
    }
    return root;
}

/// Returns the file's node that the extensions use as the figure's root.
int root_node(const Writing& writing, const Humanoid& humanoid) {
    const int root = common_root(writing.document, humanoid);
    return root < 0 ? 0 : at(writing.file_node, root);
}

OrderedJson bones_json(const Writing& writing, const BoneMap& bones) {
    OrderedJson out = OrderedJson::object();
    for (std::size_t b = 0; b < bone_count; ++b) {
        if (bones.node[b] < 0) continue;
        out[std::string(to_string(static_cast<Bone>(b)))] = at(writing.file_node, bones.node[b]);
    }
    return out;
}

/// Returns the author from the figure's info tags; VRM requires at least one name.
std::string author_of(const Humanoid& humanoid) {
    for (const char* tag : {"authorName", "author", "authors", "creator", "copyright"}) {
        for (const auto& [key, value] : humanoid.info) {
            if (key == tag && !value.empty()) return value;
        }
    }
    return "unknown";
}

/// The morph targets of each displacer: the file's node, and the target's index.
using TargetPlaces = std::multimap<int, std::pair<int, std::size_t>>;

TargetPlaces target_places(const Writing& writing) {
    TargetPlaces out;
    const auto add = [&out](int node, const std::vector<int>& displacers) {
        for (std::size_t i = 0; i < displacers.size(); ++i) out.emplace(displacers[i], std::pair(node, i));
    };
    for (std::size_t n = 0; n < writing.nodes.size(); ++n)
        add(static_cast<int>(n), writing.nodes[n].displacers);
    return out;
}

/// Returns {node, index, weight} of each morph target that an expression moves.
OrderedJson binds_json(const TargetPlaces& places, const Expression& expression) {
    OrderedJson out = OrderedJson::array();
    for (const auto& [displacer, weight] : expression.binds) {
        const auto [begin, end] = places.equal_range(displacer);
        for (auto place = begin; place != end; ++place)
            out.push_back(
                {{"node", place->second.first}, {"index", place->second.second}, {"weight", weight}});
    }
    return out;
}

/// Returns {material, type, targetValue} or {material, scale, offset}, with the list that it belongs to.
std::pair<const char*, OrderedJson> change_json(const Document& document, const MaterialChange& change) {
    using Kind = MaterialChange::Kind;
    OrderedJson out = {{"material", change.material}};
    if (change.kind == Kind::texture_transform) {
        out["scale"] = numbers(std::array{change.scale.x, change.scale.y});
        out["offset"] = numbers(std::array{change.offset.x, change.offset.y});
        return {"textureTransformBinds", std::move(out)};
    }
    out["type"] = std::ranges::find(vrm_color_names, change.kind, &VrmColorName::kind)->vrm1;
    vec4 color = change.color;
    if (change.kind == Kind::emission)
        color = vec4(vec3(color) / emissive_strength(at(document.materials, change.material)), color.w);
    out["targetValue"] = numbers(std::array{color.x, color.y, color.z, color.w});
    return {"materialColorBinds", std::move(out)};
}

void write_changes(const Document& document, const Expression& expression, OrderedJson& out) {
    for (const auto& [displacer, weight] : expression.binds) {
        for (const MaterialChange& change : at(document.displacers, displacer).changes) {
            if (change.material < 0) continue;
            auto [list, json] = change_json(document, change);
            out[list].push_back(std::move(json));
        }
    }
}

void write_rules(const Expression& expression, OrderedJson& out) {
    if (expression.binary) out["isBinary"] = true;
    for (const auto& [key, override] : {std::pair("overrideBlink", expression.override_blink),
                                        std::pair("overrideLookAt", expression.override_look_at),
                                        std::pair("overrideMouth", expression.override_mouth)}) {
        if (override != ExpressionOverride::none)
            out[key] = override == ExpressionOverride::block ? "block" : "blend";
    }
}

/// Returns VRMC_vrm's expressions: presets, and all others as custom ones. One that moves nothing stays, as a
/// neutral face may be.
OrderedJson expressions_json(Writing& writing, const Humanoid& humanoid) {
    const TargetPlaces places = target_places(writing);
    OrderedJson out = OrderedJson::object();
    for (const Expression& expression : humanoid.expressions) {
        if (expression.name.empty()) continue;
        OrderedJson& written = out[expression_group(expression.name)][expression.name];
        written = OrderedJson::object();
        write_rules(expression, written);
        OrderedJson binds = binds_json(places, expression);
        write_changes(writing.document, expression, written);
        const bool moved = std::ranges::any_of(expression.binds, [&](const auto& bind) {
            return is_in_file(at(writing.document.displacers, bind.first));
        });
        if (binds.empty() && moved)
            writing.note("vrm-expression-moves-nothing",
                         "an expression's morph targets are not written; it moves nothing");
        if (!binds.empty()) written["morphTargetBinds"] = std::move(binds);
    }
    return out;
}

/// The displacers of a figure without expressions, as expressions of their names for programs that know only these;
/// marked, since the figure has none of its own.
OrderedJson displacers_as_expressions(const Writing& writing) {
    OrderedJson out = OrderedJson::object();
    for (const auto& [displacer, place] : target_places(writing)) {
        const std::string& name = at(writing.document.displacers, displacer).name;
        if (name.empty()) continue;
        OrderedJson& written = out[expression_group(name)][name];
        written["morphTargetBinds"].push_back(
            {{"node", place.first}, {"index", place.second}, {"weight", 1.0F}});
        written["extras"][displacer_expression] = true;
    }
    return out;
}

Result<void> write_vrm(Writing& writing, const Humanoid& humanoid) {
    const Result<BoneMap> bones = vrm_bones(writing.document, humanoid, writing.notes);
    if (!bones) return tl::unexpected(bones.error());
    note_bone_order(writing, humanoid.name, *bones, "vrm-bone-order", "VRM's");
    OrderedJson human_bones = bones_json(writing, *bones);
    for (OrderedJson& bone : human_bones) bone = {{"node", bone.get<int>()}};
    OrderedJson meta = {{"name", humanoid.name.empty() ? std::string("humanoid") : humanoid.name},
                        {"authors", {author_of(humanoid)}},
                        {"licenseUrl", "https://vrm.dev/licenses/1.0/"}};
    if (meta["authors"][0] == "unknown") {
        writing.note("vrm-no-author",
                     "VRM requires an author; the figure has none, so it is written as unknown");
    }
    OrderedJson vrm = {{"specVersion", "1.0"}, {"meta", std::move(meta)}};
    vrm["humanoid"]["humanBones"] = std::move(human_bones);
    OrderedJson expressions = humanoid.expressions.empty() ? displacers_as_expressions(writing)
                                                           : expressions_json(writing, humanoid);
    if (!expressions.empty()) vrm["expressions"] = std::move(expressions);
    carry_vrm0(writing, vrm);
    carry_vrm1(writing, humanoid, vrm);
    writing.root["extensions"]["VRMC_vrm"] = std::move(vrm);
    writing.extensions.insert("VRMC_vrm");
    return {};
}

/// VRMC_vrm_animation 1.0: the nodes that the clip animates; they rest in the T-pose.
void write_vrm_animation(Writing& writing, const Humanoid& humanoid) {
    OrderedJson human_bones = bones_json(writing, humanoid.bones);
    for (OrderedJson& bone : human_bones) bone = {{"node", bone.get<int>()}};
    OrderedJson& animation = writing.root["extensions"]["VRMC_vrm_animation"];
    animation["specVersion"] = "1.0";
    animation["humanoid"]["humanBones"] = std::move(human_bones);
    for (const Expression& expression : humanoid.expressions) {
        if (expression.node < 0) continue;
        animation["expressions"][expression_group(expression.name)][expression.name] = {
            {"node", at(writing.posed_node, expression.node)}};
    }
    if (humanoid.gaze_node >= 0) animation["lookAt"] = {{"node", at(writing.posed_node, humanoid.gaze_node)}};
    writing.extensions.insert("VRMC_vrm_animation");
}

/// Writes an animation with a single key in the T-pose, in which the bones rest in the file, tagged as the
/// reference pose (KHR_character_reference_pose).
void write_reference_pose(Writing& writing, const Humanoid& humanoid) {
    OrderedJson animation = {{"name", "TPose"}, {"channels", OrderedJson::array()}};
    animation["samplers"] = OrderedJson::array();
    const int input = writing.bin.add_shared_times({0.0F});
    std::set<int> keyed;  // a node may be two bones of a file that is not careful
    for (const int node : humanoid.bones.node) {
        if (node < 0 || !keyed.insert(node).second) continue;
        const quat& q = at(writing.local, node).rotation;
        const int output = writing.bin.add_floats(std::array{q.x, q.y, q.z, q.w}, 4, ViewTarget::none);
        animation["channels"].push_back(
            {{"sampler", animation["samplers"].size()},
             {"target", {{"node", at(writing.posed_node, node)}, {"path", "rotation"}}}});
        animation["samplers"].push_back({{"input", input}, {"interpolation", "STEP"}, {"output", output}});
    }
    animation["extensions"]["KHR_character_reference_pose"]["poseType"] = "TPose";
    writing.add("animations", std::move(animation));
    writing.extensions.insert("KHR_character_reference_pose");
    writing.note("khr-reference-clip",
                 "a clip 'TPose' with one key is added: KHR_character's reference pose of the figure");
}

Result<void> write_character(Writing& writing, int index) {
    const Humanoid& humanoid = at(writing.document.humanoids, index);
    Result<BoneMap> bones = vrm_bones(writing.document, humanoid, writing.notes);
    if (!bones) return tl::unexpected(bones.error());
    const bool has_face =
        (*bones)[Bone::left_eye] >= 0 || (*bones)[Bone::right_eye] >= 0 || (*bones)[Bone::jaw] >= 0;
    if (has_face)
        writing.note("khr-face-bones",
                     "KHR_character has no bones of the eyes and the jaw; the map is without them");
    // There, eyes and jaw belong to KHR_character_expression.
    for (const Bone bone : {Bone::left_eye, Bone::right_eye, Bone::jaw}) (*bones)[bone] = -1;
    OrderedJson& extensions = writing.root["extensions"];
    extensions["KHR_character"]["rootNode"] = root_node(writing, humanoid);
    extensions["KHR_character_skeleton_mapping"]["skeletalRigMappings"]["vrmHumanoid"] =
        bones_json(writing, *bones);
    writing.extensions.insert({"KHR_character", "KHR_character_skeleton_mapping"});
    const std::vector<std::shared_ptr<const Clip>>& clips = writing.document.clips;
    const bool has_reference = std::any_of(clips.begin(), clips.end(),
                                           [](const auto& clip) { return clip->reference_pose == "TPose"; });
    // A clip of the document that already is the reference pose keeps its tag.
    if (has_reference) return {};
    write_reference_pose(writing, humanoid);
    return {};
}

/// Rest transforms of nodes relative to the humanoid's own node, as in the skins of its meshes.
class RestFrames {
  public:
    RestFrames(const Document& document, int origin) : nodes_(&document.nodes), origin_(origin) {}

    /// Intermediate frames are added to `known`.
    [[nodiscard]] glm::dmat4 of(int node, std::unordered_map<int, glm::dmat4>& known) const {
        std::vector<int> path;
        for (; node >= 0 && node != origin_ && !known.contains(node); node = at((*nodes_), node).parent) {
            path.push_back(node);
        }
        glm::dmat4 out = known.contains(node) ? known.at(node) : glm::dmat4(1.0);
        for (std::size_t i = path.size(); i-- > 0;) {
            out *= glm::dmat4(to_matrix(at((*nodes_), path[i]).rest));
            known.emplace(path[i], out);
        }
        return out;
    }

  private:
    const std::vector<Node>* nodes_;
    int origin_;
};

}  // namespace

bool has_joint_data(const Humanoid& humanoid) {
    return humanoid.kind == HumanoidKind::hanim ||
           std::any_of(humanoid.joints.begin(), humanoid.joints.end(), [](const Joint& joint) {
               return joint.lower_limit || joint.upper_limit || joint.stiffness ||
                      joint.limit_orientation != identity_quat;
           });
}

void write_skeleton_skin(Writing& writing, const Humanoid& humanoid) {
    std::vector<int> joints;
    for (const Joint& joint : humanoid.joints) {
        joints.push_back(at(writing.file_node, joint.node));
    }
    if (joints.empty()) return;
    for (; writing.skins_seen < writing.skins.size(); ++writing.skins_seen) {
        const std::vector<int>& skinned = writing.skins[writing.skins_seen].joints;
        writing.skinned_nodes.insert(skinned.begin(), skinned.end());
    }
    const auto is_skinned = [&](int joint) { return writing.skinned_nodes.contains(joint); };
    if (std::all_of(joints.begin(), joints.end(), is_skinned)) return;
    std::vector<mat4> inverse_bind;
    const auto h = static_cast<std::size_t>(&humanoid - writing.document.humanoids.data());
    if (!writing.conforms.empty() && writing.conforms[h]) {
        std::vector<int> nodes;
        for (const Joint& joint : humanoid.joints) nodes.push_back(joint.node);
        for (const int node : writing.also_joints[h]) {
            nodes.push_back(node);
            joints.push_back(at(writing.file_node, node));
        }
        for (const int node : nodes) inverse_bind.push_back(affine_inverse(*at(writing.bind, node)));
    } else {
        const RestFrames frames(writing.document, humanoid.node);
        std::unordered_map<int, glm::dmat4> known;
        for (const Joint& joint : humanoid.joints) {
            inverse_bind.push_back(affine_inverse(mat4(frames.of(joint.node, known))));
        }
    }
    static_cast<void>(write_skin(writing, humanoid.name, joints, inverse_bind));
}

OrderedJson ext_skeleton(Writing& writing, int humanoid, bool is_first) {
    const Humanoid& figure = at(writing.document.humanoids, humanoid);
    writing.extensions.insert("EXT_skeleton_humanoid");
    OrderedJson json = {{"rootNode", root_node(writing, figure)}};
    // An empty list would mean that a figure has no bones; H-Anim's own names still identify its joints.
    if (OrderedJson bones = bones_json(writing, figure.bones); !bones.empty())
        json["humanoidBones"] = std::move(bones);
    note_broken_rules(writing, humanoid);
    if (!figure.name.empty()) json["name"] = figure.name;
    if (has_joint_data(figure)) {
        json["extensions"][hanim_extension_name] = hanim_extension(writing, humanoid, is_first);
        writing.extensions.insert(hanim_extension_name);
    }
    return json;
}

const char* expression_group(const std::string& name) {
    static constexpr std::array<std::string_view, 18> presets{
        "happy",      "angry",  "sad",      "relaxed",  "surprised", "aa",
        "ih",         "ou",     "ee",       "oh",       "blink",     "blinkLeft",
        "blinkRight", "lookUp", "lookDown", "lookLeft", "lookRight", "neutral"};
    return std::find(presets.begin(), presets.end(), name) != presets.end() ? "preset" : "custom";
}

Result<void> write_vrm_or_character(Writing& writing, HumanoidExtension wanted) {
    const std::vector<Humanoid>& humanoids = writing.document.humanoids;
    if (humanoids.empty()) {
        return fail("no-humanoid", "there is no humanoid in the file to write as one",
                    {writing.document.file, 0, 0, {}});
    }
    if (humanoids.size() > 1) {
        writing.note("vrm-one-humanoid",
                     "this extension has room for one humanoid; the first is written as one");
    }
    if (reference_faults(writing.document, 0).mirrored) {
        writing.note(
            "mirror-image",
            fmt::format("'{}' is mirrored, left for right: clips of other figures turn its limbs the "
                        "other way",
                        humanoids.front().name));
    }
    return wanted == HumanoidExtension::vrm ? write_vrm(writing, humanoids.front())
                                            : write_character(writing, 0);
}

Result<void> write_humanoids(Writing& writing) {
    const std::vector<Humanoid>& humanoids = writing.document.humanoids;
    if (writing.options.clips == ClipForm::vrma) {
        write_vrm_animation(writing, humanoids.front());
        return {};
    }
    const HumanoidExtension wanted = wanted_extension(writing.document, writing.options);
    OrderedJson skeletons = OrderedJson::array();
    for (std::size_t h = 0; h < humanoids.size(); ++h) {
        write_skeleton_skin(writing, humanoids[h]);
        if (!gets_extension(writing.document, writing.options, h)) {
            if (wanted == HumanoidExtension::ext) {
                writing.note("ext-no-bones",
                             "a figure without any of the extension's bones is not written as one");
            }
            continue;
        }
        skeletons.push_back(ext_skeleton(writing, static_cast<int>(h), skeletons.empty()));
    }
    if (!skeletons.empty()) {
        writing.root["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"] = std::move(skeletons);
    }
    if (wanted != HumanoidExtension::vrm && wanted != HumanoidExtension::khr) return {};
    return write_vrm_or_character(writing, wanted);
}

}  // namespace vitruvian::gltf
