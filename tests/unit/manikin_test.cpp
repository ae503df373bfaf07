// The built-in figure, read from the files of assets/manikin's generator.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

namespace vitruvian {
namespace {

/// One of the files in assets/manikin, read once.
const Document& manikin(const std::string& name) {
    static std::map<std::string, Document> documents;
    const auto found = documents.find(name);
    if (found != documents.end()) return found->second;
    auto read = load_document(source_folder() / "assets/manikin" / name);
    EXPECT_TRUE(read.has_value()) << (read ? "" : read.error().text());
    return documents[name] = read ? std::move(*read) : Document{};
}

/// The names in a table of assets/manikin, those of the left side mirrored as the generator does.
std::vector<std::string> names_in_table(const char* table) {
    std::ifstream file(source_folder() / "assets/manikin" / table);
    std::vector<std::string> names;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::string name = line.substr(0, line.find(' '));
        names.push_back(name);
        const std::size_t inner = name.starts_with("l_") ? 0 : name.find("_l_");
        if (inner == std::string::npos) continue;
        names.push_back(name);
        names.back()[inner == 0 ? 0 : inner + 1] = 'r';
    }
    return names;
}

/// Properties of the manikin in all of its files.
class Manikin : public testing::TestWithParam<const char*> {
  protected:
    static const Document& manikin() { return vitruvian::manikin(GetParam()); }
    static const Humanoid& figure() { return manikin().humanoids.front(); }
    static const std::string& name_of(const Joint& joint) { return at(manikin().nodes, joint.node).name; }
    static const Clip& clip_named(std::string_view name) {
        const auto found = std::find_if(manikin().clips.begin(), manikin().clips.end(),
                                        [&](const auto& clip) { return clip->name == name; });
        static const Clip none;
        EXPECT_NE(found, manikin().clips.end()) << name;
        return found == manikin().clips.end() ? none : **found;
    }
};
INSTANTIATE_TEST_SUITE_P(Files, Manikin, testing::Values("manikin.wrl", "manikin.x3d", "manikin.glb"),
                         [](const auto& info) { return std::string(info.param).substr(8); });

TEST_P(Manikin, IsAFullHumanoid) {
    ASSERT_EQ(manikin().humanoids.size(), 1U);
    const std::size_t joints = names_in_table("skeleton.txt").size();
    EXPECT_EQ(joints, 94U);
    EXPECT_EQ(figure().joints.size(), joints);
    EXPECT_EQ(figure().segments.size(), joints);
    EXPECT_EQ(level_of_articulation(manikin(), figure()), 3);
    EXPECT_TRUE(manikin().diagnostics.empty());
    EXPECT_FALSE(expect_valid(manikin()).has_value());
    for (const Joint& joint : figure().joints) {
        EXPECT_TRUE(joint.lower_limit && joint.upper_limit) << name_of(joint);
        EXPECT_TRUE(joint.stiffness) << name_of(joint);
    }
    for (std::size_t bone = 0; bone < bone_count; ++bone)
        EXPECT_GE(figure().bones[static_cast<Bone>(bone)], 0) << to_string(static_cast<Bone>(bone));
}

TEST_P(Manikin, HasEveryTipViewAndFeaturePoint) {
    const std::vector<std::string> names = names_in_table("sites.txt");
    EXPECT_EQ(figure().sites.size(), names.size());
    const Skeleton skeleton = make_skeleton(manikin());
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    for (const Site& site : figure().sites) {
        const auto node = static_cast<std::size_t>(site.node);
        EXPECT_TRUE(is_finite(world[node])) << manikin().nodes[node].name;
        EXPECT_LT(glm::length(vec3(world[node][3])), 3.0F);
        EXPECT_GE(site.segment, 0) << manikin().nodes[node].name;
    }
    for (const std::string ending : {"_tip", "_view", "_pt"}) {
        const auto in_table = std::count_if(names.begin(), names.end(),
                                            [&](const std::string& name) { return name.ends_with(ending); });
        const auto in_file = std::count_if(
            figure().sites.begin(), figure().sites.end(),
            [&](const Site& site) { return at(manikin().nodes, site.node).name.ends_with(ending); });
        EXPECT_GT(in_table, 3);
        EXPECT_EQ(in_file, in_table) << ending;
    }
    EXPECT_EQ(manikin().viewpoints.size(), 14U);
}

TEST_P(Manikin, LeftMirrorsRight) {
    std::map<std::string, vec3> centres;
    for (const Joint& joint : figure().joints) centres[name_of(joint)] = joint.centre;
    int pairs = 0;
    for (const auto& [name, left] : centres) {
        if (!name.starts_with("l_")) continue;
        const auto right = centres.find("r_" + name.substr(2));
        ASSERT_NE(right, centres.end()) << name;
        EXPECT_NEAR(left.x, -right->second.x, 1e-6) << name;
        EXPECT_NEAR(left.y, right->second.y, 1e-6) << name;
        EXPECT_NEAR(left.z, right->second.z, 1e-6) << name;
        ++pairs;
    }
    EXPECT_GT(pairs, 30);
}

TEST_P(Manikin, HasDisplacersOfAllKindsThatMoveTheFace) {
    std::map<DisplacerKind, int> kinds;
    for (const Displacer& displacer : manikin().displacers) ++kinds[displacer.kind];
    EXPECT_GE(manikin().displacers.size(), 8U);
    for (const DisplacerKind kind : {DisplacerKind::feature, DisplacerKind::action, DisplacerKind::config}) {
        EXPECT_GE(kinds[kind], 1);
    }
    const Skeleton skeleton = make_skeleton(manikin());
    const Pose still = rest_pose(skeleton);
    const std::vector<mat4> world = world_matrices(skeleton, still);
    for (std::size_t d = 0; d < manikin().displacers.size(); ++d) {
        std::vector<float> weights = still.weights;
        weights[d] = 1.0F;
        float moved = 0.0F;
        for (const MeshInstance& mesh : manikin().meshes) {
            const auto before = skinned_positions(mesh, world, still.weights);
            const auto after = skinned_positions(mesh, world, weights);
            for (std::size_t v = 0; v < before.size(); ++v)
                moved = std::max(moved, glm::distance(before[v], after[v]));
        }
        const bool names_only = manikin().displacers[d].kind == DisplacerKind::feature;
        EXPECT_EQ(moved > 5e-4F, !names_only) << manikin().displacers[d].name;
    }
}

TEST_P(Manikin, ClipsEndWhereTheyBegin) {
    std::set<std::string> names;
    for (const auto& clip : manikin().clips) {
        names.insert(clip->name);
        const Skeleton skeleton = make_skeleton(manikin());
        Pose first = rest_pose(skeleton);
        Pose last = first;
        sample(*clip, 0.0, skeleton, first);
        sample(*clip, clip->duration, skeleton, last);
        for (std::size_t i = 0; i < skeleton.size(); ++i) {
            EXPECT_NEAR(std::abs(glm::dot(first.local[i].rotation, last.local[i].rotation)), 1.0F, 1e-5F)
                << clip->name;
            EXPECT_LT(glm::distance(first.local[i].translation, last.local[i].translation), 1e-4F)
                << clip->name;
        }
    }
    for (const char* name : {"Walk", "Idle", "Run", "Wave", "Calisthenic"})
        EXPECT_TRUE(names.contains(name)) << name;
}

/// A rotation as radians about X, Y and Z of the limit frame: swing about X and Z after a twist about Y.
vec3 limited_angles(const Joint& joint, const quat& turn) {
    quat q = glm::conjugate(joint.limit_orientation) * turn * joint.limit_orientation;
    if (q.w < 0.0F) q = -q;
    const float twist = 2.0F * std::atan2(q.y, q.w);
    const quat swing = q * glm::angleAxis(-twist, vec3(0.0F, 1.0F, 0.0F));
    const float size = 2.0F * std::acos(std::min(1.0F, std::abs(swing.w)));
    const float sine = std::sin(size / 2.0F);
    const float scale = sine > 1e-6F ? size / sine : 2.0F;
    return {swing.x * scale, twist, swing.z * scale};
}

TEST_P(Manikin, CalisthenicTakesEveryJointThroughItsRangeAndNoFurther) {
    const Clip& clip = clip_named("Calisthenic");
    const Skeleton skeleton = make_skeleton(manikin());
    const std::vector<Joint>& joints = figure().joints;
    std::vector<vec3> least(joints.size(), vec3(0.0F));
    std::vector<vec3> most(joints.size(), vec3(0.0F));
    constexpr int steps = 400;
    for (int step = 0; step <= steps; ++step) {
        Pose pose = rest_pose(skeleton);
        sample(clip, clip.duration * step / steps, skeleton, pose);
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const auto node = static_cast<std::size_t>(joints[j].node);
            const quat turn = glm::conjugate(skeleton.rest[node].rotation) * pose.local[node].rotation;
            const vec3 angles = limited_angles(joints[j], turn);
            least[j] = glm::min(least[j], angles);
            most[j] = glm::max(most[j], angles);
        }
    }
    constexpr float slack = 0.02F;  // the clip's keys are rounded and reduced
    for (std::size_t j = 1; j < joints.size(); ++j) {
        const std::string& name = name_of(joints[j]);
        const vec3 lower = *joints[j].lower_limit;
        const vec3 upper = *joints[j].upper_limit;
        float moved = 0.0F;
        float allowed = 0.0F;
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GE(least[j][axis], lower[axis] - slack) << name << " axis " << axis;
            EXPECT_LE(most[j][axis], upper[axis] + slack) << name << " axis " << axis;
            moved = std::max({moved, -least[j][axis], most[j][axis]});
            allowed = std::max({allowed, -lower[axis], upper[axis]});
        }
        EXPECT_GE(moved, 0.6F * allowed) << name;
    }
}

TEST_P(Manikin, WalksOnTheGround) {
    const Clip& walk = clip_named("Walk");
    const Skeleton skeleton = make_skeleton(manikin());
    for (int frame = 0; frame < 24; ++frame) {
        Pose pose = rest_pose(skeleton);
        sample(walk, walk.duration * frame / 24, skeleton, pose);
        const Bounds bounds = posed_bounds(manikin(), world_matrices(skeleton, pose), pose.weights, 0);
        EXPECT_NEAR(bounds.min.y, 0.0F, 0.02F) << "frame " << frame;
    }
}

}  // namespace
}  // namespace vitruvian
