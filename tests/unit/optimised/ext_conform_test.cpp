// Figures written with EXT_skeleton_humanoid are bound in its reference pose and axes: a program that applies
// a clip by the extension's own formula only gives limbs the directions that the clip intends.
#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/figure/facing.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/unit/bvh_motions.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/read_text.h"
#include "tests/unit/remap_rigs.h"

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

namespace vitruvian {
namespace {

using nlohmann::json;
using Rotations = std::map<Bone, glm::dquat>;

/// A GLB as seen by a program that only follows the specifications.
class Glb {
  public:
    explicit Glb(const std::vector<std::byte>& bytes) {
        std::uint32_t text = 0;
        std::memcpy(&text, bytes.data() + 12, 4);
        const auto* begin = reinterpret_cast<const char*>(bytes.data()) + 20;
        root = json::parse(begin, begin + text);
        if (bytes.size() > 28 + text)
            bin_.assign(bytes.begin() + 28 + static_cast<std::ptrdiff_t>(text), bytes.end());
        parent_.assign(root["nodes"].size(), -1);
        for (std::size_t n = 0; n < parent_.size(); ++n) {
            for (const json& child : root["nodes"][n].value("children", json::array()))
                parent_[child.get<std::size_t>()] = static_cast<int>(n);
            locals.push_back(local(root["nodes"][n]));
        }
    }

    [[nodiscard]] const json& skeleton() const {
        return root["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"][0];
    }
    [[nodiscard]] bool conforms_to_map() const { return skeleton().contains("humanoidBones"); }
    [[nodiscard]] int node(Bone bone) const {
        return skeleton()["humanoidBones"].value(std::string(to_string(bone)), -1);
    }
    [[nodiscard]] glm::dmat4 world(int node) const {
        const auto n = static_cast<std::size_t>(node);
        return parent_[n] < 0 ? locals[n] : world(parent_[n]) * locals[n];
    }
    [[nodiscard]] glm::dvec3 place(Bone bone) const { return glm::dvec3(world(node(bone))[3]); }

    /// The extension's pseudo code, literally; a parent that is not a joint has no inverse bind matrix.
    void apply(const Rotations& rotations) {
        for (const auto& [bone, rotation] : rotations) {
            const int index = node(bone);
            if (index < 0) continue;
            for (std::size_t s = 0; s < root["skins"].size(); ++s) {
                const std::optional<glm::dmat4> own = inverse_bind(s, index);
                if (!own) continue;
                const int up = at(parent_, index);
                const glm::dmat4 above =
                    up < 0 ? glm::dmat4(1.0) : inverse_bind(s, up).value_or(glm::dmat4(1.0));
                const glm::dmat4 bind_world = glm::inverse(*own);
                const glm::dmat4 bind_local = above * bind_world;
                at(locals, index) = bind_local * glm::mat4_cast(rotation);
                break;
            }
        }
    }

    json root;
    std::vector<glm::dmat4> locals;

  private:
    static glm::dmat4 local(const json& node) {
        const auto numbers = [&](const char* key, std::vector<double> usual) {
            return node.value(key, std::move(usual));
        };
        if (node.contains("matrix")) return glm::make_mat4(numbers("matrix", {}).data());
        const auto t = numbers("translation", {0, 0, 0});
        const auto r = numbers("rotation", {0, 0, 0, 1});
        const auto s = numbers("scale", {1, 1, 1});
        return glm::translate(glm::dmat4(1.0), {t[0], t[1], t[2]}) *
               glm::mat4_cast(glm::dquat(r[3], r[0], r[1], r[2])) *
               glm::scale(glm::dmat4(1.0), {s[0], s[1], s[2]});
    }

    [[nodiscard]] std::optional<glm::dmat4> inverse_bind(std::size_t skin, int node) const {
        const json& joints = root["skins"][skin]["joints"];
        const auto found = std::find(joints.begin(), joints.end(), node);
        if (found == joints.end()) return std::nullopt;
        const auto entry = static_cast<std::size_t>(found - joints.begin());
        const json& accessor =
            root["accessors"][root["skins"][skin]["inverseBindMatrices"].get<std::size_t>()];
        const json& view = root["bufferViews"][accessor["bufferView"].get<std::size_t>()];
        std::array<float, 16> values{};
        std::memcpy(values.data(), bin_.data() + view.value("byteOffset", std::size_t{0}) + entry * 64, 64);
        return glm::dmat4(glm::make_mat4(values.data()));
    }

    std::vector<std::byte> bin_;
    std::vector<int> parent_;
};

constexpr std::array<std::pair<Bone, Bone>, 8> limbs{{{Bone::left_upper_arm, Bone::left_lower_arm},
                                                      {Bone::left_lower_arm, Bone::left_hand},
                                                      {Bone::right_upper_arm, Bone::right_lower_arm},
                                                      {Bone::right_lower_arm, Bone::right_hand},
                                                      {Bone::left_upper_leg, Bone::left_lower_leg},
                                                      {Bone::left_lower_leg, Bone::left_foot},
                                                      {Bone::right_upper_leg, Bone::right_lower_leg},
                                                      {Bone::right_lower_leg, Bone::right_foot}}};

/// The rotation of a bone's axes on a figure whose bones all have the extension's frames.
glm::dquat intended(const Glb& glb, Bone bone, const Rotations& rotations) {
    std::optional<Bone> above = parent_of(bone);
    while (above && glb.node(*above) < 0) above = parent_of(*above);
    const glm::dquat own(t_pose_frame(bone));
    const auto turn = rotations.find(bone);
    const glm::dquat q = turn == rotations.end() ? glm::dquat(1, 0, 0, 0) : turn->second;
    if (!above) return own * q;
    return intended(glb, *above, rotations) * glm::conjugate(glm::dquat(t_pose_frame(*above))) * own * q;
}

Rotations random_motion(test::Random& random) {
    Rotations out;
    for (std::size_t b = 0; b < bone_count; ++b) {
        out[static_cast<Bone>(b)] =
            glm::dquat(axis_angle(random.vector(-1.0F, 1.0F), random.real(-0.8F, 0.8F)));
    }
    return out;
}

double degrees_between(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

/// The worst limb of a clip applied by the formula, in degrees.
double worst_limb(const std::vector<std::byte>& bytes, test::Random& random) {
    Glb still(bytes);
    Rotations none;
    for (std::size_t b = 0; b < bone_count; ++b) none[static_cast<Bone>(b)] = glm::dquat(1, 0, 0, 0);
    still.apply(none);
    // The figure's rotation in the scene: the clip is relative to it.
    const glm::dmat3 hips(still.world(still.node(Bone::hips)));
    const glm::dmat3 scene(glm::normalize(hips[0]), glm::normalize(hips[1]), glm::normalize(hips[2]));
    double worst = 0.0;
    for (int round = 0; round < 3; ++round) {
        const Rotations motion = round == 0 ? none : random_motion(random);
        Glb moved(bytes);
        moved.apply(motion);
        for (const auto& [bone, next] : limbs) {
            if (moved.node(bone) < 0 || moved.node(next) < 0) continue;
            const glm::dvec3 wanted = scene * (intended(moved, bone, motion) * glm::dvec3(0.0, 1.0, 0.0));
            worst = std::max(worst, degrees_between(moved.place(next) - moved.place(bone), wanted));
        }
    }
    return worst;
}

Result<EncodedDocument> as_ext(const Document& document) {
    SaveOptions options;
    options.format = FileFormat::glb;
    options.humanoid = HumanoidExtension::ext;
    options.anew = true;
    return encode_document(document, options);
}

float size_of(const std::vector<vec3>& points) {
    float out = 1.0F;
    for (const vec3& p : points) out = std::max(out, glm::length(p));
    return out;
}

/// Vertices and nodes are where they were, in the stored pose.
void expect_same_rest(const Document& found, const Document& expected) {
    const Skeleton is = make_skeleton(found);
    const Skeleton should = make_skeleton(expected);
    const Pose found_pose = file_pose(is);
    const Pose expected_pose = file_pose(should);
    const std::vector<mat4> world = world_matrices(is, found_pose);
    const std::vector<mat4> wanted = world_matrices(should, expected_pose);
    std::vector<std::vector<vec3>> meshes;
    for (const MeshInstance& instance : found.meshes)
        meshes.push_back(skinned_positions(instance, world, found_pose.weights));
    for (const MeshInstance& instance : expected.meshes) {
        if (instance.mesh->positions.empty() || instance.mesh->indices.empty()) continue;
        const std::vector<vec3> places = skinned_positions(instance, wanted, expected_pose.weights);
        const float limit = 1e-5F * size_of(places);
        float nearest = 1e9F;
        for (const std::vector<vec3>& other : meshes) {
            if (other.size() != places.size()) continue;
            float worst = 0.0F;
            for (std::size_t v = 0; v < places.size(); ++v)
                worst = std::max(worst, glm::distance(places[v], other[v]));
            nearest = std::min(nearest, worst);
        }
        EXPECT_LE(nearest, limit) << expected.file << ": mesh " << instance.name;
    }
}

/// Joints are where they were while clips play.
void expect_same_clips(const Document& found, const Document& expected) {
    ASSERT_EQ(found.clips.size(), expected.clips.size());
    const Skeleton is = make_skeleton(found);
    const Skeleton should = make_skeleton(expected);
    for (std::size_t c = 0; c < std::min<std::size_t>(expected.clips.size(), 3); ++c) {
        Pose found_pose = file_pose(is);
        Pose expected_pose = file_pose(should);
        const double seconds = 0.37 * expected.clips[c]->duration;
        sample(*found.clips[c], seconds, is, found_pose);
        sample(*expected.clips[c], seconds, should, expected_pose);
        const std::vector<mat4> world = world_matrices(is, found_pose);
        const std::vector<mat4> wanted = world_matrices(should, expected_pose);
        for (std::size_t b = 0; b < bone_count; ++b) {
            const int a = found.humanoids[0].bones.node[b];
            const int e = expected.humanoids[0].bones.node[b];
            if (a < 0 || e < 0) continue;
            const vec3 place(at(wanted, e)[3]);
            EXPECT_LE(glm::distance(vec3(at(world, a)[3]), place), 2e-5F * std::max(1.0F, glm::length(place)))
                << expected.file << ": " << to_string(static_cast<Bone>(b)) << " in "
                << expected.clips[c]->name;
        }
    }
}

void expect_conformant(const Document& document, test::Random& random) {
    const Result<EncodedDocument> written = as_ext(document);
    ASSERT_TRUE(written) << document.file << ": " << written.error().text();
    for (const Diagnostic& note : written->notes.list())
        EXPECT_NE(note.code, "ext-reference-pose") << document.file << ": " << note.message;
    // What violates the hierarchy, and what cannot be rotated, is reported.
    const auto& notes = written->notes.list();
    const bool is_told = std::any_of(notes.begin(), notes.end(), [](const Diagnostic& note) {
        return note.code == "ext-bone-order" || note.code == "ext-bone-axes";
    });
    if (!is_told) {
        EXPECT_LT(worst_limb(written->bytes, random), 1.0) << document.file;
    }
    const Result<Document> back = load_document(written->bytes, "written.glb", {});
    ASSERT_TRUE(back) << back.error().text();
    expect_same_rest(*back, document);
    expect_same_clips(*back, document);
}

/// A skin on a rig: a few vertices about each bone, each influenced by the bone and its parent.
void add_skin(Document& document, test::Random& random) {
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    auto skin = std::make_shared<Skin>();
    auto mesh = std::make_shared<Mesh>();
    mesh->influence_begin.push_back(0);
    for (const Joint& joint : document.humanoids[0].joints) {
        skin->nodes.push_back(joint.node);
        skin->inverse_bind.push_back(affine_inverse(at(world, joint.node)));
        const int parent = at(document.nodes, joint.node).parent;
        const auto above = std::find(skin->nodes.begin(), skin->nodes.end(), parent) - skin->nodes.begin();
        for (int v = 0; v < 3; ++v) {
            const vec3 place(at(world, joint.node)[3]);
            mesh->positions.push_back(place + random.vector(-0.1F, 0.1F));
            mesh->normals.push_back(glm::normalize(random.vector(0.1F, 1.0F)));
            const auto own = static_cast<std::uint32_t>(skin->nodes.size() - 1);
            const bool is_shared = above < static_cast<std::ptrdiff_t>(skin->nodes.size());
            mesh->influence_joint.push_back(own);
            mesh->influence_weight.push_back(is_shared ? 0.6F : 1.0F);
            if (is_shared) {
                mesh->influence_joint.push_back(static_cast<std::uint32_t>(above));
                mesh->influence_weight.push_back(0.4F);
            }
            mesh->influence_begin.push_back(static_cast<std::uint32_t>(mesh->influence_joint.size()));
            mesh->indices.push_back(static_cast<std::uint32_t>(mesh->positions.size() - 1));
        }
    }
    MorphTarget target;
    target.name = "smile";
    target.vertices = {0, 4, 7};
    for (int i = 0; i < 3; ++i) target.positions.push_back(random.vector(-0.1F, 0.1F));
    mesh->targets.push_back(std::move(target));
    document.displacers.push_back({"smile", DisplacerKind::morph, 0, -1, 0.5F, false, {}});
    MeshInstance instance;
    instance.name = "body";
    instance.mesh = std::move(mesh);
    instance.skin = std::move(skin);
    instance.humanoid = 0;
    instance.displacers = {0};
    document.meshes.push_back(std::move(instance));
}

/// Lowers the arms, and gives other limbs a rest pose other than the T-pose.
void let_arms_hang(Document& document, test::Random& random) {
    const float angle = random.real(0.2F, 1.4F);
    for (const Bone arm : {Bone::left_upper_arm, Bone::right_upper_arm}) {
        const int node = document.humanoids[0].bones[arm];
        if (node < 0) continue;
        const Skeleton skeleton = make_skeleton(document);
        const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
        const auto n = static_cast<std::size_t>(node);
        const quat axes = to_transform(world[n]).rotation;
        const float side = world[n][3].x > 0.0F ? -1.0F : 1.0F;
        const quat turn = axis_angle({0.0F, 0.0F, 1.0F}, side * angle);
        Node& changed = document.nodes[n];
        changed.rest.rotation =
            normalized_or_identity(changed.rest.rotation * (glm::conjugate(axes) * turn * axes));
    }
}

/// A clip of the rig's own nodes.
void add_clip(Document& document, test::Random& random) {
    auto clip = std::make_shared<Clip>();
    clip->name = "move";
    clip->duration = 1.0;
    for (const Joint& joint : document.humanoids[0].joints) {
        Channel channel;
        channel.node = joint.node;
        channel.times = {0.0F, 1.0F};
        for (int k = 0; k < 2; ++k) {
            const quat q = random.rotation();
            channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
        }
        clip->channels.push_back(std::move(channel));
    }
    document.clips.push_back(std::move(clip));
}

TEST(ExtConform, RandomRigsMoveAsTheFormulaStates) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        test::Random random(seed * 31);
        test::RigStyle style;
        style.intermediates = random.chance(0.5F);
        style.missing = random.chance(0.5F) ? 0.3F : 0.0F;
        if (random.chance(0.3F)) style.root.rotation = axis_angle({1.0F, 0.0F, 0.0F}, -1.5707963F);
        if (random.chance(0.3F)) style.root.scale = vec3(0.01F);
        if (random.chance(0.3F)) style.root.translation = random.vector(-1.0F, 1.0F);
        Document document = test::make_rig(random, style);
        if (style.root == Transform{}) let_arms_hang(document, random);
        if (random.chance(0.8F)) add_skin(document, random);
        add_clip(document, random);
        ASSERT_EQ(expect_valid(document), std::nullopt);
        expect_conformant(document, random);
        if (HasFailure()) return;
    }
}

/// Their scales get joints of their own, so that their axes can be turned.
TEST(ExtConform, BonesThatClipsStretchConform) {
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE(seed);
        test::Random random(seed);
        Document document = test::make_rig(random, {});
        let_arms_hang(document, random);
        add_skin(document, random);
        add_clip(document, random);
        auto clip = std::make_shared<Clip>(*document.clips[0]);
        for (const Bone bone : {Bone::left_upper_leg, Bone::left_lower_leg, Bone::right_upper_arm}) {
            Channel channel;
            channel.node = document.humanoids[0].bones[bone];
            channel.path = ChannelPath::scale;
            channel.times = {0.0F, 1.0F};
            channel.values = {1.0F, 1.0F, 1.0F, 0.9F, 1.3F, 0.8F};
            clip->channels.push_back(std::move(channel));
        }
        document.clips[0] = std::move(clip);
        ASSERT_EQ(expect_valid(document), std::nullopt);
        const Result<EncodedDocument> written = as_ext(document);
        ASSERT_TRUE(written);
        EXPECT_EQ(test::count_of(written->notes, "ext-bone-axes"), 0);
        expect_conformant(document, random);
        if (HasFailure()) return;
    }
}

/// A motion file whose zero pose shows neither a front nor limbs: it rests in the T-pose of its motion.
TEST(ExtConform, MotionsThatAreInNoPoseAtZeroConform) {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(seed);
        test::Random random(seed);
        const test::Motion motion = test::make_motion(random);
        const Document document = test::read_text(test::bvh_of(motion, test::along_bones(random)), "x.bvh");
        const Result<EncodedDocument> written = as_ext(document);
        ASSERT_TRUE(written) << written.error().text();
        for (const Diagnostic& note : written->notes.list())
            EXPECT_NE(note.code, "ext-reference-pose") << note.message;
        EXPECT_LT(worst_limb(written->bytes, random), 1.0);
        const Result<Document> back = load_document(written->bytes, "written.glb", {});
        ASSERT_TRUE(back) << back.error().text();
        expect_same_clips(*back, document);
    }
}

TEST(ExtConform, FiguresOfTheProgramConformAndComeBack) {
    test::Random random(5);
    for (const char* file :
         {"tests/data/boxman.wrl", "tests/data/boxman.gltf", "assets/manikin/manikin.wrl"}) {
        const Result<Document> document = load_document(source_folder() / file);
        ASSERT_TRUE(document) << file;
        expect_conformant(*document, random);
    }
}

TEST(ExtConform, HanimGoesToGltfAndBackWhole) {
    for (const char* file : {"tests/data/boxman.wrl", "assets/manikin/manikin.wrl"}) {
        const Result<Document> document = load_document(source_folder() / file);
        ASSERT_TRUE(document) << file;
        const Result<EncodedDocument> glb = as_ext(*document);
        ASSERT_TRUE(glb);
        const Result<Document> between = load_document(glb->bytes, "a.glb", {});
        ASSERT_TRUE(between);
        SaveOptions options;
        options.format = FileFormat::vrml97;
        const Result<EncodedDocument> world = encode_document(*between, options);
        ASSERT_TRUE(world);
        const Result<Document> back = load_document(world->bytes, "a.wrl", {});
        ASSERT_TRUE(back);
        test::Agreement agreement;
        agreement.tolerance = 2e-5F;
        EXPECT_EQ(test::difference(*back, *document, agreement), std::nullopt) << file;
    }
}

TEST(ExtConform, KeptBindsAreReportedWithBrokenRules) {
    const Result<Document> document = load_document(source_folder() / "tests/data/boxman.wrl");
    ASSERT_TRUE(document);
    SaveOptions options;
    options.format = FileFormat::glb;
    options.keep_bind = true;
    const Result<EncodedDocument> written = encode_document(*document, options);
    ASSERT_TRUE(written);
    const auto& notes = written->notes.list();
    const auto told = std::find_if(notes.begin(), notes.end(),
                                   [](const Diagnostic& note) { return note.code == "ext-reference-pose"; });
    ASSERT_NE(told, notes.end());
    EXPECT_NE(told->message.find("not a T-pose"), std::string::npos) << told->message;
    EXPECT_NE(told->message.find("degrees"), std::string::npos) << told->message;
}

TEST(ExtConform, ABindThatOnlyLimitsAskForIsReported) {
    test::Random random(5);
    test::RigStyle style;
    style.kind = HumanoidKind::vrm1;
    Document document = test::make_rig(random, style);
    const auto is_told = [&document](bool keep_bind) {
        SaveOptions options;
        options.format = FileFormat::vrm;
        options.keep_bind = keep_bind;
        const Result<EncodedDocument> written = encode_document(document, options);
        EXPECT_TRUE(written) << written.error().text();
        const auto& notes = written->notes.list();
        return std::any_of(notes.begin(), notes.end(),
                           [](const Diagnostic& note) { return note.code == "ext-rebound"; });
    };
    for (Joint& joint : document.humanoids[0].joints) {
        joint.upper_limit.reset();
        joint.lower_limit.reset();
        joint.stiffness.reset();
        joint.limit_orientation = identity_quat;
    }
    EXPECT_FALSE(is_told(false));
    document.humanoids[0].joints[0].upper_limit = vec3(1.0F);
    EXPECT_TRUE(is_told(false));
    EXPECT_FALSE(is_told(true));
}

/// A glTF file is changed in place, unless the extension asks for another bind pose.
TEST(ExtConform, AFileThatHasToBeWrittenAnewForItIsReported) {
    Result<Document> document = load_document(source_folder() / "tests/data/boxman.gltf");
    ASSERT_TRUE(document);
    const auto is_told = [&document](HumanoidExtension extension, bool keep_bind) {
        SaveOptions options;
        options.format = FileFormat::glb;
        options.humanoid = extension;
        options.keep_bind = keep_bind;
        const Result<EncodedDocument> written = encode_document(*document, options);
        EXPECT_TRUE(written) << written.error().text();
        return test::count_of(written->notes, "save-anew") > 0;
    };
    EXPECT_TRUE(is_told(HumanoidExtension::ext, false));
    EXPECT_FALSE(is_told(HumanoidExtension::ext, true));
    EXPECT_FALSE(is_told(HumanoidExtension::automatic, false));
}

TEST(ExtConform, BonesOutOfOrderAndMissingOnesAreReported) {
    test::Random random(9);
    Document document = test::make_rig(random, {});
    BoneMap& bones = document.humanoids[0].bones;
    std::swap(bones[Bone::left_upper_arm], bones[Bone::left_lower_arm]);
    Result<EncodedDocument> written = as_ext(document);
    ASSERT_TRUE(written);
    EXPECT_TRUE(std::any_of(written->notes.list().begin(), written->notes.list().end(),
                            [](const Diagnostic& note) { return note.code == "ext-bone-order"; }));
    SaveOptions vrm;
    vrm.format = FileFormat::vrm;
    written = encode_document(document, vrm);
    ASSERT_TRUE(written);
    EXPECT_TRUE(std::any_of(written->notes.list().begin(), written->notes.list().end(),
                            [](const Diagnostic& note) { return note.code == "vrm-bone-order"; }));
    bones = BoneMap{};
    written = as_ext(document);
    ASSERT_TRUE(written);
    EXPECT_TRUE(std::any_of(written->notes.list().begin(), written->notes.list().end(),
                            [](const Diagnostic& note) { return note.code == "ext-no-bones"; }));
    EXPECT_FALSE(Glb(written->bytes).root.contains("extensions"));
}

TEST(ExtConform, EveryFigureOfTheCorpus) {
    const std::filesystem::path corpus = shared_folder() / "corpus";
    if (!std::filesystem::is_directory(corpus)) GTEST_SKIP() << "no corpus here: " << corpus;
    test::Random random(3);
    for (const char* file :
         {"gltf/Knight.glb", "gltf/RobotExpressive.glb", "gltf/human-sintel.glb", "gltf/mannequiny-0.3.0.glb",
          "gltf/pirate.glb", "gltf/quaternius-adventurer.glb", "gltf/rig-human.glb",
          "ext/ext_armature_zup_cm.glb", "ext/ext_intermediate.glb", "ext/ext_rest_is_apose.glb",
          "ext/ext_min15.glb", "vrm/cryptovoxels.vrm", "bvh/walk1.bvh", "torture/a01_baseline.wrl",
          "torture/a45_center_joint_fk.wrl"}) {
        const Result<Document> document = load_document(corpus / file);
        if (!document || document->humanoids.empty()) continue;
        SCOPED_TRACE(file);
        if (document->humanoids[0].bones[Bone::hips] < 0) continue;
        expect_conformant(stood_up(*document).document, random);
    }
}

}  // namespace
}  // namespace vitruvian
