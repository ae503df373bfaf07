// Poses as HumanIK's matrices: round trips, and the reader's handling of irregular text.
#include "model/humanik/pose_matrices.h"

#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/figure/bone_map.h"
#include "model/standard/humanik.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/family_rigs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian {
namespace {

using test::count_of;
using test::FamilyRig;
using test::Random;

/// A figure somewhere in the world, with a map, in a random pose: rotated, moved and scaled joints.
struct Posed {
    Document document;
    Skeleton skeleton;
    Pose pose;
    std::vector<mat4> world;
};

Posed make_posed(std::uint32_t seed, bool scaled) {
    Random random(seed);
    FamilyRig rig = test::make_family_rig(test::rig_families()[4], {false, true, true, true}, random);
    Posed out;
    out.document = std::move(rig.document);
    BoneMapper(out.document).map(out.document.humanoids[0]);
    out.skeleton = make_skeleton(out.document);
    out.pose = rest_pose(out.skeleton);
    for (const Joint& joint : out.document.humanoids[0].joints) {
        Transform& local = at(out.pose.local, joint.node);
        local.rotation = random.rotation();
        local.translation += random.vector(-0.02F, 0.02F);
        if (scaled) local.scale *= random.real(0.8F, 1.25F);
    }
    out.world = world_matrices(out.skeleton, out.pose);
    return out;
}

/// The largest difference of two sets of matrices, relative to the size of the figure.
float difference(const std::vector<mat4>& a, const std::vector<mat4>& b) {
    float size = 1.0F;
    for (const mat4& m : a) size = std::max(size, glm::length(vec3(m[3]) - vec3(a[0][3])));
    float scale = 1e-6F;
    float axes = 0.0F;
    float places = 0.0F;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (int c = 0; c < 3; ++c) scale = std::max(scale, glm::length(vec3(a[i][c])));
        for (int c = 0; c < 3; ++c) axes = std::max(axes, glm::length(vec3(a[i][c] - b[i][c])));
        places = std::max(places, glm::length(vec3(a[i][3] - b[i][3])));
    }
    return std::max(axes / scale, places / size);
}

TEST(PoseMatrices, RoundTripOfRandomPoses) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const Posed posed = make_posed(seed, seed % 2 == 1);
        const std::vector<PoseMatrix> matrices = pose_matrices(posed.document, 0, posed.world);
        for (const std::string& text : {to_csv(matrices), to_json(matrices)}) {
            Diagnostics diagnostics;
            const auto read = read_pose_matrices(text, "pose", diagnostics);
            ASSERT_TRUE(read) << read.error().text();
            ASSERT_EQ(read->size(), matrices.size());
            for (std::size_t i = 0; i < read->size(); ++i) {
                EXPECT_EQ((*read)[i].joint, matrices[i].joint);
                EXPECT_EQ((*read)[i].node, matrices[i].node);
                EXPECT_EQ((*read)[i].id, matrices[i].id);
                EXPECT_EQ((*read)[i].global, matrices[i].global);
            }
            const auto back =
                posed_by_matrices(posed.document, 0, *read, rest_pose(posed.skeleton), diagnostics);
            ASSERT_TRUE(back) << back.error().text();
            EXPECT_LT(difference(posed.world, world_matrices(posed.skeleton, *back)), 1e-5F) << seed;
        }
    }
}

TEST(PoseMatrices, GoByHumanIkNamesAndIdsOnARigWithOtherNames) {
    const Posed posed = make_posed(4, false);
    for (const bool by_id : {true, false}) {
        std::vector<PoseMatrix> matrices = pose_matrices(posed.document, 0, posed.world);
        std::erase_if(matrices, [](const PoseMatrix& row) { return !row.id; });
        EXPECT_GT(matrices.size(), 40U);
        for (PoseMatrix& row : matrices) {
            row.joint = by_id ? "stranger" : row.node;
            row.node.clear();
        }
        Diagnostics diagnostics;
        const auto back =
            posed_by_matrices(posed.document, 0, matrices, rest_pose(posed.skeleton), diagnostics);
        ASSERT_TRUE(back);
        const std::vector<mat4> world = world_matrices(posed.skeleton, *back);
        for (const int node : posed.document.humanoids[0].bones.node) {
            if (node < 0) continue;
            const auto n = static_cast<std::size_t>(node);
            EXPECT_LT(glm::length(vec3(world[n][3] - posed.world[n][3])), 1e-3F);
        }
    }
}

TEST(PoseMatrices, GoByAnyName) {
    for (const std::string name : {"a,b", "a\"b\"", "\"", " a ", "two\nlines", "a\r\n\"b\",;\t", ""}) {
        Posed posed = make_posed(3, false);
        at(posed.document.nodes, posed.document.humanoids[0].joints[4].node).name = name;
        Diagnostics diagnostics;
        const auto rows =
            read_pose_matrices(to_csv(pose_matrices(posed.document, 0, posed.world)), "pose", diagnostics);
        ASSERT_TRUE(rows) << rows.error().text();
        ASSERT_EQ(rows->size(), posed.document.humanoids[0].joints.size());
        EXPECT_EQ((*rows)[4].joint, name);
        EXPECT_EQ((*rows)[5].where.line, 7 + std::count(name.begin(), name.end(), '\n'));
    }
}

TEST(PoseMatrices, NodesOfOneNameAreDistinguishedByTheirIndex) {
    // A mesh's node and a joint share a name, as exporters name things; the mesh's node comes first.
    Document document;
    for (const NodeKind kind : {NodeKind::group, NodeKind::joint}) {
        Node node;
        node.name = "Torso";
        node.kind = kind;
        node.source_index = static_cast<int>(document.nodes.size());
        document.nodes.push_back(node);
    }
    document.humanoids.emplace_back();
    Joint joint;
    joint.node = 1;
    document.humanoids[0].joints.push_back(joint);
    const std::string text =
        "name,node,m0,m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15\n"
        "Torso,0,1,0,0,0,0,1,0,0,0,0,1,0,7,7,7,1\n"
        "Torso,1,1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1\n";
    Diagnostics diagnostics;
    const auto rows = read_pose_matrices(text, "pose", diagnostics);
    ASSERT_TRUE(rows) << rows.error().text();
    const Pose rest = rest_pose(make_skeleton(document));
    const Result<Pose> pose = posed_by_matrices(document, 0, *rows, rest, diagnostics);
    ASSERT_TRUE(pose) << pose.error().text();
    EXPECT_EQ(pose->local[1].translation, vec3(1, 2, 3));
    EXPECT_EQ(pose->local[0].translation, vec3(0, 0, 0));
}

TEST(PoseMatrices, ApplyPoseIsAnEdit) {
    Posed posed = make_posed(6, false);
    ApplyPose edit;
    for (const Joint& joint : posed.document.humanoids[0].joints) {
        edit.locals.emplace_back(joint.node, at(posed.pose.local, joint.node));
    }
    Document document = posed.document;
    ASSERT_TRUE(apply(edit, document));
    EXPECT_EQ(expect_valid(document), std::nullopt);
    const Skeleton skeleton = make_skeleton(document);
    EXPECT_LT(difference(posed.world, world_matrices(skeleton, file_pose(skeleton))), 1e-5F);
    edit.locals.emplace_back(100000, Transform{});
    Document untouched = posed.document;
    EXPECT_FALSE(apply(edit, untouched));
    EXPECT_EQ(untouched.nodes[3].delta, posed.document.nodes[3].delta);
}

TEST(PoseMatrices, FactsAreThoseOfTheSixteenNumbers) {
    mat4 matrix(1.0F);
    matrix[0] = {0, 2, 0, 0};
    matrix[1] = {-3, 0, 0, 0};
    matrix[2] = {0, 0, 4, 0};
    MatrixFacts facts = facts_of(matrix);
    EXPECT_EQ(facts.right, vec3(0, 1, 0));
    EXPECT_EQ(facts.up, vec3(-1, 0, 0));
    EXPECT_EQ(facts.front, vec3(0, 0, 1));
    EXPECT_EQ(facts.scale, vec3(2, 3, 4));
    EXPECT_FALSE(facts.left_handed);
    EXPECT_EQ(facts.shear, 0.0F);
    matrix[2] = {0, 0, -4, 0};
    EXPECT_TRUE(facts_of(matrix).left_handed);
    matrix[2] = {0, 4, 4, 0};
    EXPECT_NEAR(facts_of(matrix).shear, 0.78539816F, 1e-5F);
}

TEST(PoseMatrices, MirroredShearedAndFlatOnesAreReported) {
    const Posed posed = make_posed(8, false);
    const auto remarks_on = [&](const mat4& change) {
        std::vector<PoseMatrix> matrices = pose_matrices(posed.document, 0, posed.world);
        matrices.resize(3);
        matrices[1].global = matrices[1].global * change;
        Diagnostics diagnostics;
        EXPECT_TRUE(posed_by_matrices(posed.document, 0, matrices, posed.pose, diagnostics));
        return diagnostics;
    };
    const bool mirrored_rig = posed.document.nodes[0].rest.scale.x < 0.0F;
    mat4 change(1.0F);
    EXPECT_EQ(count_of(remarks_on(change), "pose-matrix-mirrored") > 0, mirrored_rig);
    change[0][0] = -1.0F;
    EXPECT_TRUE(count_of(remarks_on(change), "pose-matrix-mirrored"));
    change = mat4(1.0F);
    change[1][0] = 0.5F;
    EXPECT_TRUE(count_of(remarks_on(change), "pose-matrix-sheared"));
    change = mat4(1.0F);
    change[2] = vec4(0.0F);
    EXPECT_TRUE(count_of(remarks_on(change), "pose-matrix-flat"));
}

TEST(PoseMatrices, ShearedMatricesPoseTheJointAllTheSame) {
    const Posed posed = make_posed(9, false);
    std::vector<PoseMatrix> matrices = pose_matrices(posed.document, 0, posed.world);
    mat4 shear(1.0F);
    shear[1][0] = 0.3F;
    for (PoseMatrix& row : matrices) row.global = row.global * shear;
    Diagnostics diagnostics;
    const auto pose = posed_by_matrices(posed.document, 0, matrices, posed.pose, diagnostics);
    ASSERT_TRUE(pose);
    const std::vector<mat4> world = world_matrices(posed.skeleton, *pose);
    std::vector<mat4> wanted = posed.world;
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        at(wanted, posed.document.humanoids[0].joints[i].node) = matrices[i].global;
    }
    EXPECT_LT(difference(wanted, world), 1e-5F);
}

struct Bad {
    const char* text;
    const char* code;
    int line;
    int column;
    const char* pointer;
};

TEST(PoseMatrices, ErrorsSayWhere) {
    const std::string good = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1";
    const std::vector<Bad> all{
        {"", "pose-matrices-empty", 0, 0, ""},
        {"hips,1,1,2,3\n", "pose-matrices-columns", 1, 1, ""},
        {"\"hips,1\n1,2,3\n", "pose-matrices-columns", 1, 1, ""},
        {"joint,m0\nhips,1\n", "pose-matrices-columns", 2, 1, ""},
        {"hips,1,1,0,0,0,0,x,0,0,0,0,1,0,0,0,0,1\n", "pose-matrices-number", 1, 18, ""},
        {"hips,1,1,0,0,0,0,inf,0,0,0,0,1,0,0,0,0,1\n", "pose-matrices-number", 1, 18, ""},
        {"{\"joints\": [\n  {\"name\": \"a\", }", "pose-matrices-json", 2, 17, ""},
        {"[{\"name\": \"a\",\n  \"name\": \"b\"}]", "json-repeated-key", 2, 3, ""},
        {"{\"joints\": 3}", "pose-matrices-empty", 0, 0, "/joints"},
        {"[]", "pose-matrices-empty", 0, 0, "/joints"},
        {"[3]", "pose-matrices-type", 0, 0, "/0"},
        {"{\"joints\": [{\"name\": \"a\", \"global\": [1]}]}", "pose-matrices-columns", 0, 0,
         "/joints/0/global"},
        {"[{\"global\": [1,0,0,0,0,1e39,0,0,0,0,1,0,0,0,0,1]}]", "pose-matrices-number", 0, 0, "/0/global/5"},
    };
    for (const Bad& bad : all) {
        SCOPED_TRACE(bad.text);
        Diagnostics diagnostics;
        const auto read = read_pose_matrices(bad.text, "file", diagnostics);
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().code, bad.code);
        EXPECT_EQ(read.error().where.file, "file");
        EXPECT_EQ(read.error().where.line, bad.line);
        EXPECT_EQ(read.error().where.column, bad.column);
        EXPECT_EQ(read.error().where.pointer, bad.pointer);
    }
    Diagnostics diagnostics;
    ASSERT_TRUE(read_pose_matrices("hips,1," + good, "file", diagnostics));
    ASSERT_TRUE(read_pose_matrices(
        "\xEF\xBB\xBF\"a \"\"b\"\"\"\t1\t" +
            [&] {
                std::string tabs = good;
                std::replace(tabs.begin(), tabs.end(), ',', '\t');
                return tabs;
            }(),
        "file", diagnostics));
    EXPECT_TRUE(diagnostics.empty());
    ASSERT_TRUE(read_pose_matrices("hips,1,1,0,0,5,0,1,0,0,0,0,1,0,0,0,0,1", "file", diagnostics));
    EXPECT_TRUE(count_of(diagnostics, "pose-matrix-not-affine"));
}

TEST(PoseMatrices, AnyBytesGiveRowsOrAnError) {
    const Posed posed = make_posed(2, true);
    const std::vector<PoseMatrix> matrices = pose_matrices(posed.document, 0, posed.world);
    Random random(5);
    for (const std::string& good : {to_csv(matrices), to_json(matrices)}) {
        for (int round = 0; round < 300; ++round) {
            std::string text = good;
            for (int i = random.integer(1, 20); i > 0; --i) {
                at(text, random.integer(0, static_cast<int>(text.size()) - 1)) =
                    static_cast<char>(random.integer(0, 255));
            }
            Diagnostics diagnostics;
            const auto read = read_pose_matrices(text, "file", diagnostics);
            if (!read) continue;
            const auto pose = posed_by_matrices(posed.document, 0, *read, posed.pose, diagnostics);
            if (!pose) continue;
            for (const Transform& local : pose->local) EXPECT_TRUE(is_finite(local));
        }
    }
    Diagnostics diagnostics;
    EXPECT_FALSE(read_pose_matrices(std::string(200'000, '['), "file", diagnostics));
}

TEST(HumanIk, NamesAndIdsBelongTogether) {
    BoneMap bones;
    for (std::size_t i = 0; i < bone_count; ++i) bones.node[i] = static_cast<int>(i);
    EXPECT_EQ(humanik_node_name(*humanik_node_id(bones, Bone::hips)), "Hips");
    EXPECT_EQ(humanik_node_name(*humanik_node_id(bones, Bone::left_upper_arm)), "LeftArm");
    EXPECT_EQ(humanik_node_name(*humanik_node_id(bones, Bone::upper_chest)), "Spine2");
    EXPECT_EQ(humanik_node_name(*humanik_node_id(bones, Bone::right_little_distal)), "RightHandPinky3");
    EXPECT_EQ(humanik_node_name(*humanik_node_id(bones, Bone::right_toes)), "RightToeBase");
    EXPECT_EQ(humanik_node_name(9999), "");
}

}  // namespace
}  // namespace vitruvian
