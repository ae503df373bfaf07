// The humanoid extensions of a glTF file that is written anew: EXT_skeleton_humanoid with VITRUVIAN_hanim,
// VRMC_vrm 1.0, KHR_character with its skeleton mapping and reference pose.
#include "model/gltf/hanim_extension.h"
#include "model/gltf/humanoid_rules.h"
#include "model/pose/pose.h"
#include "model/remap/reference_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// The deepest node of the document at or above all joints and bones of a figure; -1 where there is none.
int root_node(const Document& document, const Humanoid& humanoid) {
    if (humanoid.node >= 0) return humanoid.node;
    int root = -1;
    for (const Joint& joint : humanoid.joints) {
        int a = joint.node;
        if (root < 0) root = a;
        int b = root;
        // Parents have smaller numbers than their children.
        while (a != b && a >= 0 && b >= 0) {
            int& later = a > b ? a : b;
            later = document.nodes[static_cast<std::size_t>(later)].parent;
        }
        if (a != b) return humanoid.joints.front().node;
        root = a;
    }
    return root;
}

/// A skin of all joints, bound where they stand at rest: so that every bone is a joint, as the extension
/// wants, and programs find the figure. No mesh uses it.
void write_skeleton_skin(Writing& writing, const Humanoid& humanoid) {
    std::vector<int> joints;
    for (const Joint& joint : humanoid.joints) joints.push_back(joint.node);
    if (joints.empty()) return;
    const bool is_there = std::any_of(writing.skins.begin(), writing.skins.end(), [&](const SkinOut& skin) {
        const std::set<int> in_skin(skin.joints.begin(), skin.joints.end());
        return std::all_of(joints.begin(), joints.end(), [&](int joint) { return in_skin.contains(joint); });
    });
    if (is_there) return;
    const std::vector<Node>& nodes = writing.document.nodes;
    std::vector<glm::dmat4> world(nodes.size(), glm::dmat4(1.0));
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        // Seen from the humanoid's own node, as the skins of its meshes are.
        if (static_cast<int>(n) == humanoid.node) continue;
        const glm::dmat4 local(to_matrix(nodes[n].rest));
        const int parent = nodes[n].parent;
        world[n] = parent < 0 ? local : world[static_cast<std::size_t>(parent)] * local;
    }
    std::vector<mat4> inverse_bind;
    for (const int joint : joints) {
        inverse_bind.push_back(affine_inverse(mat4(world[static_cast<std::size_t>(joint)])));
    }
    static_cast<void>(write_skin(writing, humanoid.name, joints, inverse_bind));
}

OrderedJson bones_json(const BoneMap& bones) {
    OrderedJson out = OrderedJson::object();
    for (std::size_t b = 0; b < bone_count; ++b) {
        if (bones.node[b] >= 0) out[std::string(to_string(static_cast<Bone>(b)))] = bones.node[b];
    }
    return out;
}

bool has_joint_data(const Humanoid& humanoid) {
    return humanoid.kind == HumanoidKind::hanim ||
           std::any_of(humanoid.joints.begin(), humanoid.joints.end(), [](const Joint& joint) {
               return joint.lower_limit || joint.upper_limit || joint.stiffness;
           });
}

void write_ext(Writing& writing, const std::vector<int>& humanoids) {
    OrderedJson skeletons = OrderedJson::array();
    for (const int index : humanoids) {
        const Humanoid& humanoid = writing.document.humanoids[static_cast<std::size_t>(index)];
        OrderedJson json = {{"rootNode", std::max(root_node(writing.document, humanoid), 0)}};
        json["humanoidBones"] = bones_json(humanoid.bones);
        if (!humanoid.name.empty()) json["name"] = humanoid.name;
        if (has_joint_data(humanoid)) {
            json["extensions"][hanim_extension_name] = hanim_extension(writing, index, skeletons.empty());
            writing.extensions.insert(hanim_extension_name);
        }
        skeletons.push_back(std::move(json));
    }
    if (skeletons.empty()) return;
    writing.root["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"] = std::move(skeletons);
    writing.extensions.insert("EXT_skeleton_humanoid");
}

/// Who made the figure, from its info tags; VRM wants at least one name.
std::string author_of(const Humanoid& humanoid) {
    for (const char* tag : {"authorName", "author", "authors", "creator", "copyright"}) {
        for (const auto& [key, value] : humanoid.info) {
            if (key == tag && !value.empty()) return value;
        }
    }
    return "unknown";
}

Result<void> write_vrm(Writing& writing, const Humanoid& humanoid) {
    const Result<BoneMap> bones = vrm_bones(writing.document, humanoid, writing.notes);
    if (!bones) return tl::unexpected(bones.error());
    OrderedJson human_bones = bones_json(*bones);
    for (OrderedJson& bone : human_bones) bone = {{"node", bone.get<int>()}};
    OrderedJson meta = {{"name", humanoid.name.empty() ? std::string("humanoid") : humanoid.name},
                        {"authors", {author_of(humanoid)}},
                        {"licenseUrl", "https://vrm.dev/licenses/1.0/"}};
    if (meta["authors"][0] == "unknown") {
        writing.note("vrm-no-author",
                     "VRM wants an author; the figure names none, so it is written as unknown");
    }
    OrderedJson vrm = {{"specVersion", "1.0"}, {"meta", std::move(meta)}};
    vrm["humanoid"]["humanBones"] = std::move(human_bones);
    writing.root["extensions"]["VRMC_vrm"] = std::move(vrm);
    writing.extensions.insert("VRMC_vrm");
    return {};
}

/// A one-key animation that stands in the T-pose, tagged as such (KHR_character_reference_pose).
void write_reference_pose(Writing& writing, const Humanoid& humanoid, const ReferencePose& reference) {
    OrderedJson animation = {{"name", "TPose"}, {"channels", OrderedJson::array()}};
    animation["samplers"] = OrderedJson::array();
    const int input = writing.bin.add_shared_times({0.0F});
    for (const int node : humanoid.bones.node) {
        if (node < 0) continue;
        const quat& q = reference.pose.local[static_cast<std::size_t>(node)].rotation;
        const int output = writing.bin.add_floats(std::array{q.x, q.y, q.z, q.w}, 4, ViewTarget::none);
        animation["channels"].push_back(
            {{"sampler", animation["samplers"].size()},
             {"target",
              {{"node", writing.posed_node[static_cast<std::size_t>(node)]}, {"path", "rotation"}}}});
        animation["samplers"].push_back({{"input", input}, {"interpolation", "STEP"}, {"output", output}});
    }
    animation["extensions"]["KHR_character_reference_pose"]["poseType"] = "TPose";
    writing.add("animations", std::move(animation));
    writing.extensions.insert("KHR_character_reference_pose");
}

Result<void> write_character(Writing& writing, int index) {
    const Humanoid& humanoid = writing.document.humanoids[static_cast<std::size_t>(index)];
    Result<BoneMap> bones = vrm_bones(writing.document, humanoid, writing.notes);
    if (!bones) return tl::unexpected(bones.error());
    // Eyes and jaw belong to KHR_character_expression there.
    for (const Bone bone : {Bone::left_eye, Bone::right_eye, Bone::jaw}) (*bones)[bone] = -1;
    OrderedJson& extensions = writing.root["extensions"];
    extensions["KHR_character"]["rootNode"] = std::max(root_node(writing.document, humanoid), 0);
    extensions["KHR_character_skeleton_mapping"]["skeletalRigMappings"]["vrmHumanoid"] = bones_json(*bones);
    writing.extensions.insert({"KHR_character", "KHR_character_skeleton_mapping"});
    write_reference_pose(writing, humanoid,
                         make_reference_pose(writing.document, index, ReferenceKind::automatic));
    return {};
}

}  // namespace

Result<void> write_humanoids(Writing& writing) {
    const std::vector<Humanoid>& humanoids = writing.document.humanoids;
    const HumanoidExtension wanted = wanted_extension(writing.document, writing.options);
    for (const Humanoid& humanoid : humanoids) write_skeleton_skin(writing, humanoid);
    std::vector<int> ext;
    for (std::size_t h = 0; h < humanoids.size(); ++h) {
        const bool asked = wanted == HumanoidExtension::ext && humanoids[h].kind != HumanoidKind::hanim;
        const bool natural = humanoids[h].kind == HumanoidKind::hanim ||
                             humanoids[h].kind == HumanoidKind::ext_skeleton_humanoid ||
                             has_joint_data(humanoids[h]);
        if (asked || natural) ext.push_back(static_cast<int>(h));
    }
    write_ext(writing, ext);
    if (wanted != HumanoidExtension::vrm && wanted != HumanoidExtension::khr) return {};
    if (humanoids.empty()) {
        return fail("no-humanoid", "there is no humanoid in the file to write as one",
                    {writing.document.file, 0, 0, {}});
    }
    if (humanoids.size() > 1) {
        writing.note("vrm-one-humanoid",
                     "this extension has room for one humanoid; the first is written as one");
    }
    return wanted == HumanoidExtension::vrm ? write_vrm(writing, humanoids.front())
                                            : write_character(writing, 0);
}

}  // namespace vitruvian::gltf
