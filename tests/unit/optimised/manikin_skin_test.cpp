// The built-in figure's continuous skin: closed, weights without bleeding, and volume in deep bends.
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "model/pose/skinning.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace vitruvian {
namespace {

const Document& skinned_manikin() {
    static const Document document = [] {
        auto read = load_document(source_folder() / "assets/manikin/manikin.x3d");
        EXPECT_TRUE(read.has_value()) << (read ? "" : read.error().text());
        return read ? std::move(*read) : Document{};
    }();
    return document;
}

const MeshInstance& skin_of(const Document& document) {
    const auto found = std::find_if(document.meshes.begin(), document.meshes.end(),
                                    [](const MeshInstance& mesh) { return mesh.mesh->is_skinned(); });
    EXPECT_NE(found, document.meshes.end());
    return *found;
}

TEST(ManikinSkin, IsOneClosedSurface) {
    const Mesh& mesh = *skin_of(skinned_manikin()).mesh;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) ++edges[{mesh.indices[i + k], mesh.indices[i + (k + 1) % 3]}];
    }
    int open = 0;
    for (const auto& [edge, count] : edges) open += edges.contains({edge.second, edge.first}) ? 0 : 1;
    EXPECT_EQ(open, 0);
    EXPECT_GT(mesh.indices.size() / 3, 20000U);
    EXPECT_LT(mesh.indices.size() / 3, 45000U);
}

/// The body part of a joint, to distinguish parts that are not adjacent.
std::string body_part_of(const std::string& joint) {
    for (const char* finger : {"thumb", "index", "middle", "ring", "pinky"}) {
        if (joint.find(finger) != std::string::npos) return joint.substr(0, 2) + finger;
    }
    return joint;
}

TEST(ManikinSkin, HasFewInfluencesAndNoneFromPartsThatAreNoNeighbours) {
    const Document document = [] {
        SaveOptions options;
        options.format = FileFormat::x3d_xml;
        options.hanim_version = HanimVersion::v1_1;
        const auto renamed = encode_document(skinned_manikin(), options);
        return renamed ? load_document(FileBytes(nullptr, renamed->bytes), "renamed", {}).value_or(Document{})
                       : Document{};
    }();
    ASSERT_FALSE(document.meshes.empty());
    const MeshInstance& skin = skin_of(document);
    const Mesh& mesh = *skin.mesh;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const std::uint32_t count = mesh.influence_begin[v + 1] - mesh.influence_begin[v];
        ASSERT_GE(count, 1U);
        ASSERT_LE(count, 4U);
        std::set<std::string> parts;
        float sum = 0.0F;
        for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i) {
            const int node = skin.skin->nodes[mesh.influence_joint[i]];
            parts.insert(body_part_of(at(document.nodes, node).name));
            sum += mesh.influence_weight[i];
        }
        EXPECT_NEAR(sum, 1.0F, 1e-5F);
        EXPECT_FALSE(parts.contains("l_hip") && parts.contains("r_hip")) << v;
        EXPECT_FALSE(parts.contains("l_elbow") && (parts.contains("l_hip") || parts.contains("vl1"))) << v;
        // Away from the palm no finger influences another.
        if (mesh.positions[v].y < 0.760F) {
            EXPECT_LE(std::count_if(parts.begin(), parts.end(),
                                    [](const std::string& part) {
                                        return part.ends_with("index") || part.ends_with("middle") ||
                                               part.ends_with("ring") || part.ends_with("pinky");
                                    }),
                      1)
                << v;
        }
    }
}

/// The volume enclosed by a closed mesh.
double volume(const Mesh& mesh, const std::vector<vec3>& positions) {
    double sum = 0.0;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const glm::dvec3 a(positions[mesh.indices[i]]);
        const glm::dvec3 b(positions[mesh.indices[i + 1]]);
        const glm::dvec3 c(positions[mesh.indices[i + 2]]);
        sum += glm::dot(a, glm::cross(b, c)) / 6.0;
    }
    return sum;
}

TEST(ManikinSkin, KeepsItsVolumeInDeepBends) {
    const Document& document = skinned_manikin();
    const MeshInstance& skin = skin_of(document);
    const Skeleton skeleton = make_skeleton(document);
    const Pose still = rest_pose(skeleton);
    const double before = volume(*skin.mesh, skinned_positions(skin, world_matrices(skeleton, still), {}));
    EXPECT_NEAR(before, 0.072, 0.015);  // cubic metres: 60 to 85 kg
    struct Bend {
        const char* what;
        std::array<Bone, 2> bones;
        vec3 axis;
        float degrees;
        double loss;
    };
    const std::array<Bend, 4> bends = {
        Bend{"elbows", {Bone::left_lower_arm, Bone::right_lower_arm}, {-1, 0, 0}, 140, 0.012},
        Bend{"hips", {Bone::left_upper_leg, Bone::right_upper_leg}, {-1, 0, 0}, 110, 0.06},
        Bend{"knees", {Bone::left_lower_leg, Bone::right_lower_leg}, {1, 0, 0}, 130, 0.02},
        Bend{"shoulders", {Bone::left_upper_arm, Bone::right_upper_arm}, {-1, 0, 0}, 115, 0.02}};
    for (const Bend& bend : bends) {
        Pose pose = still;
        for (const Bone bone : bend.bones) {
            const int node = document.humanoids.front().bones[bone];
            at(pose.local, node).rotation = axis_angle(bend.axis, glm::radians(bend.degrees));
        }
        const double after = volume(*skin.mesh, skinned_positions(skin, world_matrices(skeleton, pose), {}));
        EXPECT_NEAR(after / before, 1.0, bend.loss) << bend.what;
    }
}

}  // namespace
}  // namespace vitruvian
