// MA01 to MA07: each on a rig that just passes and one that just fails.
#include "model/check/registry.h"
#include "model/core/at.h"
#include "tests/unit/check_rigs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::test {
namespace {

using check::degree;
using check::Finding;

/// A node below the head that is a joint of the skin and a bone.
int add_to_head(GltfBuilder& rig, const char* name, const char* bone, Json more = Json::object()) {
    more["name"] = name;
    const int added = rig.push("nodes", std::move(more));
    node(rig, "head")["children"].push_back(added);
    ext_bones(rig)[bone] = added;
    return added;
}

TEST(CheckSitesAndMass, MA01Jaw) {
    const auto jaw = [](const char* name) {
        GltfBuilder rig = gltf_rig();
        add_to_head(rig, name, "jaw");
        return load(rig);
    };
    EXPECT_EQ(named_by(load(gltf_rig()), "MA01"), Names{});
    EXPECT_EQ(named_by(jaw("jaw"), "MA01"), Names{});
    EXPECT_EQ(named_by(jaw("lower_face"), "MA01"), Names{});
    EXPECT_EQ(named_by(jaw("Jaw_chin"), "MA01"), Names{});
    for (const char* name : {"Hair_front", "chin", "Beard1", "TONGUE", "tooth.L"})
        EXPECT_EQ(named_by(jaw(name), "MA01"), Names{"jaw"}) << name;
}

TEST(CheckSitesAndMass, MA02Eyes) {
    // Y is rotated from up to forward, minus the angle of deviation.
    const auto eye = [](double off) {
        const double half = (90.0 - off) * degree / 2.0;
        return Json{{"rotation", {std::sin(half), 0, 0, std::cos(half)}}};
    };
    const auto looking = [&](double left, double right) {
        GltfBuilder rig = gltf_rig();
        add_to_head(rig, "eye.l", "leftEye", eye(left));
        add_to_head(rig, "eye.r", "rightEye", eye(right));
        return load(rig);
    };
    EXPECT_EQ(named_by(looking(0.0, 19.5), "MA02"), Names{});
    EXPECT_EQ(named_by(looking(0.0, 20.5), "MA02"), Names{"rightEye"});
    EXPECT_EQ(named_by(looking(-20.5, 0.0), "MA02"), Names{"leftEye"});
    GltfBuilder one = gltf_rig();
    add_to_head(one, "eye.l", "leftEye", eye(0.0));
    EXPECT_EQ(named_by(load(one), "MA02"), Names{"leftEye"});
    EXPECT_EQ(named_by(load(gltf_rig()), "MA02"), Names{});
}

/// A rig with that many joints of its skin between hips and neck.
Document spine_of(int count) {
    GltfBuilder rig = gltf_rig();
    const int neck = node_of(rig, "neck");
    Json& chest = node(rig, "upperChest")["children"];
    const Json children = chest;
    if (count == 2) {
        // Without upperChest among the skin's joints.
        Json& joints = rig.json["skins"][0]["joints"];
        const int loose = rig.push("nodes", {{"name", "unused"}});
        std::replace(joints.begin(), joints.end(), Json(node_of(rig, "upperChest")), Json(loose));
        node(rig, "hips")["children"].push_back(loose);
        return load(rig);
    }
    int top = -1;
    for (int i = 3; i < count; ++i) {
        top = rig.push("nodes", {{"name", fmt::format("extra{}", i)}, {"children", {top < 0 ? neck : top}}});
        rig.json["skins"][0]["joints"].push_back(top);
    }
    if (top >= 0) {
        rig.json["skins"][0].erase("inverseBindMatrices");
        Json& links = node(rig, "upperChest")["children"];
        std::replace(links.begin(), links.end(), Json(neck), Json(top));
    }
    return load(rig);
}

TEST(CheckSitesAndMass, MA03SpineCount) {
    EXPECT_EQ(named_by(spine_of(2), "MA03").size(), 1U);
    EXPECT_EQ(named_by(spine_of(3), "MA03"), Names{});
    EXPECT_EQ(named_by(spine_of(5), "MA03"), Names{});
    const std::vector<Finding> findings = findings_of(spine_of(6), "MA03");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].value, 6.0);
    EXPECT_EQ(findings[0].object.kind, "humanoid");
}

TEST(CheckSitesAndMass, MA04Masses) {
    // The rig has 18 segments: the first has the mass, the others none.
    const auto weighing = [](double mass) {
        const std::string rig = replaced_all(hanim_rig(), "mass 4\n", "mass 0\n");
        return world(replaced(rig, "mass 0\n", fmt::format("mass {}\n", mass)));
    };
    EXPECT_EQ(named_by(weighing(0), "MA04"), Names{});
    EXPECT_EQ(named_by(weighing(40.1), "MA04"), Names{});
    EXPECT_EQ(named_by(weighing(119.9), "MA04"), Names{});
    EXPECT_EQ(named_by(weighing(39.9), "MA04"), Names{"Figure"});
    EXPECT_EQ(named_by(weighing(120.1), "MA04"), Names{"Figure"});
}

TEST(CheckSitesAndMass, MA04CentreOfMass) {
    // The calf's geometry reaches 3 cm to the side of x 0.104.
    const auto centre = [](double x) {
        return replaced(hanim_rig(), "centerOfMass 0.104 0.49 0", fmt::format("centerOfMass {} 0.49 0", x));
    };
    EXPECT_EQ(named_by(world(centre(0.1349)), "MA04"), Names{});
    EXPECT_EQ(named_by(world(centre(0.1351)), "MA04"), Names{"l_calf"});
    // The file's box takes precedence over its geometry.
    const std::string boxed =
        with_fields(centre(0.1351), "hanim_l_calf", "bboxCenter 0.104 0.49 0 bboxSize 0.2 0.2 0.2");
    EXPECT_EQ(named_by(world(boxed), "MA04"), Names{});
}

TEST(CheckSitesAndMass, MA04OfRobotsIsInTheirJoints) {
    const auto robot = [](double y) {
        return world(
            fmt::format("#VRML V2.0 utf8\nHumanoid {{ name \"r\" humanoidBody DEF W Joint {{ jointType "
                        "\"free\" translation 0 1 0\n"
                        "children DEF S Segment {{ mass 50 centerOfMass 0 {} 0 children Shape {{ geometry "
                        "Box {{ size 1 1 1 }} }} "
                        "}} }} }}\n",
                        y));
    };
    EXPECT_EQ(named_by(robot(0.5), "MA04"), Names{});
    EXPECT_EQ(named_by(robot(0.502), "MA04"), Names{"S"});
    // Their dialect names nodes by DEF.
    EXPECT_EQ(named_by(robot(0.5), "ST05"), Names{});
}

TEST(CheckSitesAndMass, MA05Inertia) {
    const auto with = [](const char* matrix) {
        return world(replaced(hanim_rig(), "momentsOfInertia [ 1 0 0 0 1 0 0 0 1 ]",
                              fmt::format("momentsOfInertia [ {} ]", matrix)));
    };
    const Names segment{"sacrum"};
    EXPECT_EQ(named_by(with("0 0 0 0 0 0 0 0 0"), "MA05"), Names{});
    EXPECT_EQ(named_by(with("1 0.1 0 0.1 1 0 0 0 1"), "MA05"), Names{});
    EXPECT_EQ(named_by(with("1 0.1 0 0.101 1 0 0 0 1"), "MA05"), segment);
    EXPECT_EQ(named_by(with("-1 0 0 0 1 0 0 0 1"), "MA05"), segment);
    EXPECT_EQ(named_by(with("1 2 0 2 1 0 0 0 1"), "MA05"), segment);
    EXPECT_EQ(named_by(with("1 0 0 0 1 0 0 0 2"), "MA05"), Names{});
    EXPECT_EQ(named_by(with("1 0 0 0 1 0 0 0 2.01"), "MA05"), segment);
}

TEST(CheckSitesAndMass, MA06ViewSites) {
    const auto looking = [](double off) {
        return world(replaced(hanim_rig(), "rotation 0 1 0 3.14159265",
                              fmt::format("rotation 0 1 0 {}", 3.14159265 + off)));
    };
    EXPECT_EQ(named_by(looking(0.0), "MA06"), Names{});
    EXPECT_EQ(named_by(looking(19.9 * degree), "MA06"), Names{});
    EXPECT_EQ(named_by(looking(20.1 * degree), "MA06"), Names{"eye_view"});
    EXPECT_EQ(named_by(world(without_field(hanim_rig(), "hanim_eye_view", "rotation")), "MA06"),
              Names{"eye_view"});
    // A camera that looks at the figure, and a view that is not one of the head.
    EXPECT_EQ(named_by(world(replaced(hanim_rig(), "name \"l_hand_tip\"", "name \"l_hand_view\"")), "MA06"),
              Names{});
}

TEST(CheckSitesAndMass, MA07SitePlaces) {
    // The hand's geometry reaches from 0.85 to 0.91.
    const auto tip = [](double y) {
        return world(replaced(hanim_rig(), "translation 0.2 0.86", fmt::format("translation 0.2 {}", y)));
    };
    EXPECT_EQ(named_by(tip(0.801), "MA07"), Names{});
    EXPECT_EQ(named_by(tip(0.799), "MA07"), Names{"l_hand_tip"});
    // A camera is away from what it shows.
    const std::string view = replaced(hanim_rig(), "translation 0.2 0.86", "translation 0.2 1.5");
    EXPECT_EQ(named_by(world(replaced(view, "name \"l_hand_tip\"", "name \"l_hand_view\"")), "MA07"),
              Names{});
}

}  // namespace
}  // namespace vitruvian::test
