// Figures in other forms than H-Anim's own: joints that are Transforms by name, Scripts between clip and
// joint, X3D's units, IMPORT and EXPORT, worlds that include themselves.
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>
#include <span>
#include <string>

namespace vitruvian {
namespace {

using test::read_text;

using test::count_of;
namespace fs = std::filesystem;

Document read_vrml97(const std::string& body) {
    return read_text("#VRML V2.0 utf8\n" + body);
}

int node_named(const Document& document, std::string_view name) {
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        if (document.nodes[i].name == name) return static_cast<int>(i);
    }
    return -1;
}

/// A joint's world matrix `seconds` into the first clip.
mat4 world_of(const Document& document, std::string_view joint, double seconds) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    if (!document.clips.empty()) sample(*document.clips.front(), seconds, skeleton, pose);
    const int node = node_named(document, joint);
    EXPECT_GE(node, 0) << joint;
    return world_matrices(skeleton, pose)[static_cast<std::size_t>(std::max(node, 0))];
}

const std::string quarter_turn =
    "DEF T TimeSensor { cycleInterval 2 loop TRUE } DEF O OrientationInterpolator { key [ 0 1 ] keyValue [ 0 "
    "0 1 0 0 0 1 1.5707964 ] } ROUTE T.fraction_changed TO O.set_fraction ";

const std::string leg =
    "DEF %HumanoidRoot JOINT { center 0 1 0 children [ DEF %l_hip JOINT { center 0.1 0.9 0 children [ DEF "
    "%l_knee JOINT { center 0.1 0.5 0 children [ DEF %l_ankle JOINT { center 0.1 0.1 0 children Shape { "
    "geometry "
    "Box { size 0.1 0.1 0.3 } } } ] } ] } DEF %vl5 JOINT { center 0 1.1 0 } ] } ";

std::string with(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

std::string leg_of(const std::string& joint, const std::string& prefix) {
    return with(with(leg, "JOINT", joint), "%", prefix);
}

TEST(VrmlDialects, TransformsNamedAsJointsAreAFigure) {
    const Document document = read_vrml97(leg_of("Transform", "hanim_") + quarter_turn +
                                          "ROUTE O.value_changed TO hanim_l_hip.rotation");
    ASSERT_EQ(document.humanoids.size(), 1U);
    EXPECT_EQ(document.humanoids.front().joints.size(), 5U);
    EXPECT_EQ(count_of(document, "hanim-no-humanoid"), 1);
    ASSERT_EQ(document.clips.size(), 1U);
    // 90 degrees about the hip at 0.1 0.9 0 moves what is 0.8 below to 0.8 at its side.
    const mat4 ankle = world_of(document, "l_ankle", 2.0);
    EXPECT_NEAR(ankle[3].x, 0.9F, 1e-6F);
    EXPECT_NEAR(ankle[3].y, 0.9F, 1e-6F);
}

TEST(VrmlDialects, JointsOfAnyPrototypeAreKnownByTheirNames) {
    const Document document = read_vrml97(
        "PROTO Bone [ exposedField SFVec3f center 0 0 0 exposedField SFRotation rotation 0 0 1 0 "
        "exposedField "
        "MFNode children [ ] ] { Transform { center IS center rotation IS rotation children IS children } "
        "} " +
        leg_of("Bone", "Bob_") + quarter_turn + "ROUTE O.value_changed TO Bob_l_knee.rotation");
    ASSERT_EQ(document.humanoids.size(), 1U);
    EXPECT_EQ(document.humanoids.front().joints.size(), 5U);
    EXPECT_NEAR(world_of(document, "l_ankle", 2.0)[3].x, 0.5F, 1e-6F);
}

TEST(VrmlDialects, TransformsByTranslationStandByTheirOffsets) {
    const Document document = read_vrml97(
        "DEF hanim_HumanoidRoot Transform { translation 0 1 0 children DEF hanim_l_hip Transform { "
        "translation "
        "0.1 -0.1 0 children DEF hanim_l_knee Transform { translation 0 -0.4 0 } } }");
    ASSERT_EQ(document.humanoids.front().joints.size(), 3U);
    EXPECT_NEAR(document.humanoids.front().joints[2].centre.y, 0.5F, 1e-6F);
}

TEST(VrmlDialects, AFewNamesAreNoFigureAndJointNodesCountAlone) {
    EXPECT_TRUE(read_vrml97("DEF l_hip Transform { children DEF l_knee Transform { } }").humanoids.empty());
    const Document document = read_vrml97("Humanoid { humanoidBody Joint { name \"HumanoidRoot\" } } " +
                                          leg_of("Transform", "hanim_"));
    ASSERT_EQ(document.humanoids.size(), 1U);
    EXPECT_EQ(document.humanoids.front().joints.size(), 1U);
}

TEST(VrmlDialects, AJointUsedAgainIsShownThere) {
    const Document document = read_vrml97(
        "Humanoid { humanoidBody Joint { name \"HumanoidRoot\" children [ DEF arm Joint { name "
        "\"l_shoulder\" "
        "center 0.2 1.4 0 children Segment { name \"l_upperarm\" children Shape { geometry Box { } } } } "
        "Transform { scale -1 1 1 children USE arm } ] } }");
    EXPECT_EQ(document.humanoids.front().joints.size(), 2U);
    EXPECT_EQ(document.meshes.size(), 2U);
    EXPECT_EQ(count_of(document, "hanim-joint-repeated"), 1);
}

TEST(VrmlDialects, ASkeletonUsedAgainInItsPlaceIsNotShownTwice) {
    const Document document = read_vrml97(
        "Humanoid { humanoidBody [ DEF r Joint { name \"HumanoidRoot\" children [ Segment { children Shape { "
        "geometry Box { } } } Joint { name \"vl5\" } ] } USE r ] }");
    EXPECT_EQ(document.humanoids.front().joints.size(), 2U);
    EXPECT_EQ(document.meshes.size(), 1U);
    EXPECT_EQ(document.diagnostics.list().size(), 1U);
}

TEST(VrmlDialects, AHumanoidUsedInTwoPlacesIsSaidToBeShownOnce) {
    const Document document = read_vrml97(
        "DEF H Humanoid { humanoidBody Joint { name \"HumanoidRoot\" } } Transform { translation 1 0 0 "
        "children USE H }");
    EXPECT_EQ(document.humanoids.size(), 1U);
    EXPECT_EQ(count_of(document, "hanim-humanoid-again"), 1);
}

TEST(VrmlDialects, EventsPassThroughAScriptThatCanOnlyMeanOneThing) {
    const std::string figure = "Humanoid { humanoidBody DEF R Joint { name \"HumanoidRoot\" } } ";
    const std::string clip =
        "DEF T TimeSensor { cycleInterval 2 } DEF O OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 "
        "0 "
        "0 1 1 ] } ROUTE T.fraction_changed TO S.go ROUTE S.out TO O.set_fraction ROUTE O.value_changed TO "
        "R.rotation ";
    const Document document = read_vrml97(
        figure +
        "DEF S Script { eventIn SFFloat go eventIn SFTime t eventOut SFFloat out url \"vrmlscript: x\" } " +
        clip);
    ASSERT_EQ(document.clips.size(), 1U);
    EXPECT_GE(count_of(document, "vrml-script-not-run"), 1);
    EXPECT_TRUE(
        read_vrml97(figure +
                    "DEF S Script { eventIn SFFloat go eventOut SFFloat out eventOut SFFloat other } " + clip)
            .clips.empty());
}

TEST(VrmlDialects, AnglesAreInTheFilesUnit) {
    const Document document = read_text(
        "#X3D V3.3 utf8\nPROFILE Immersive\nUNIT angle degree 0.017453292519943295\nViewpoint { fieldOfView "
        "90 "
        "} SpotLight { cutOffAngle 30 beamWidth 15 } HAnimHumanoid { skeleton DEF R HAnimJoint { name "
        "\"humanoid_root\" rotation 0 1 0 90 llimit [ -90 0 0 ] ulimit [ 45 0 0 ] limitOrientation 0 0 1 180 "
        "} } DEF T TimeSensor { } DEF O OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 180 ] "
        "} "
        "ROUTE T.fraction_changed TO O.set_fraction ROUTE O.value_changed TO R.rotation",
        "t.x3dv");
    const float half_pi = static_cast<float>(std::numbers::pi) / 2.0F;
    const Joint& root = document.humanoids.front().joints.front();
    EXPECT_NEAR(root.lower_limit->x, -half_pi, 1e-5F);
    EXPECT_NEAR(root.upper_limit->x, half_pi / 2.0F, 1e-5F);
    EXPECT_NEAR(std::abs(root.limit_orientation.z), 1.0F, 1e-5F);
    EXPECT_NEAR(at(document.nodes, root.node).delta.rotation.y, std::sqrt(0.5F), 1e-5F);
    EXPECT_NEAR(document.viewpoints.front().field_of_view, half_pi, 1e-5F);
    EXPECT_NEAR(document.lights.front().outer_cone, half_pi / 3.0F, 1e-5F);
    EXPECT_NEAR(std::abs(document.clips.front()->channels.front().values[6]), 1.0F, 1e-5F);
}

class DialectFiles : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / (std::string("vitruvian_dialect_") +
                                               testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }
    [[nodiscard]] Document load(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return read_text(text, (folder_ / name).string(), folder_);
    }
    fs::path folder_;
};

TEST_F(DialectFiles, AWorldThatInlinesItselfIsThereOnce) {
    const Document document =
        load("self.wrl",
             "#VRML V2.0 utf8\nInline { url \"self.wrl\" } Humanoid { humanoidBody Joint { name "
             "\"HumanoidRoot\" children Segment { children Shape { geometry Box { } } } } }");
    EXPECT_EQ(document.humanoids.size(), 1U);
    EXPECT_EQ(document.meshes.size(), 1U);
    EXPECT_EQ(count_of(document, "vrml-cycle"), 1);
}

TEST_F(DialectFiles, ClipsMoveJointsThatAreImported) {
    const std::string figure =
        "#X3D V3.3 utf8\nPROFILE Immersive\nHAnimHumanoid { skeleton DEF R HAnimJoint { name "
        "\"humanoid_root\" children DEF H HAnimJoint { name \"l_hip\" } } }\nEXPORT R AS root\nEXPORT H\n";
    (void)load("figure.x3dv", figure);
    const std::string classic =
        "#X3D V3.3 utf8\nPROFILE Immersive\nDEF I Inline { url \"figure.x3dv\" }\nIMPORT I.root AS r\nIMPORT "
        "I.H\nDEF T TimeSensor { } DEF O OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 1 ] "
        "} "
        "ROUTE T.fraction_changed TO O.set_fraction ROUTE O.value_changed TO r.set_rotation ROUTE "
        "O.value_changed TO H.rotation ";
    const std::string xml =
        "<X3D><Scene><Inline DEF='I' url='\"figure.x3dv\"'/><IMPORT inlineDEF='I' importedDEF='root' "
        "AS='r'/><IMPORT inlineDEF='I' importedDEF='H'/><TimeSensor DEF='T'/><OrientationInterpolator "
        "DEF='O' key='0 1' keyValue='0 0 1 0 0 0 1 1'/><ROUTE fromNode='T' fromField='fraction_changed' "
        "toNode='O' toField='set_fraction'/><ROUTE fromNode='O' fromField='value_changed' toNode='r' "
        "toField='rotation'/><ROUTE fromNode='O' fromField='value_changed' toNode='H' "
        "toField='rotation'/></Scene></X3D>";
    for (const auto& [name, text] : {std::pair("a.x3dv", classic), std::pair("a.x3d", xml)}) {
        const Document document = load(name, text);
        ASSERT_EQ(document.clips.size(), 1U) << name;
        EXPECT_EQ(document.clips.front()->channels.size(), 2U) << name;
        EXPECT_EQ(count_of(document, "x3d-import"), 0) << name;
    }
    const Document odd = load("odd.x3dv",
                              "#X3D V3.3 utf8\nIMPORT I.nothing AS r\nDEF I Inline { url "
                              "\"figure.x3dv\" } Transform { children USE r }\nDEF T TimeSensor { } "
                              "ROUTE T.fraction_changed TO r.rotation ROUTE nobody.a TO r.b ");
    EXPECT_EQ(odd.humanoids.size(), 1U);
    EXPECT_GE(count_of(odd, "x3d-import"), 1);
}

TEST_F(DialectFiles, ImportsInCirclesEnd) {
    const std::string b = "#X3D V3.3 utf8\nDEF I Inline { url \"a.x3dv\" }\nIMPORT I.q AS q\nEXPORT q\n";
    (void)load("b.x3dv", b);
    const Document document =
        load("a.x3dv",
             "#X3D V3.3 utf8\nDEF I Inline { url \"b.x3dv\" }\nIMPORT I.q AS q\nEXPORT q\nDEF T "
             "TimeSensor { } ROUTE T.time TO q.z");
    EXPECT_EQ(count_of(document, "x3d-import"), 1);
    EXPECT_GE(count_of(document, "vrml-cycle"), 1);
}

TEST_F(DialectFiles, InlinedFilesHaveTheirOwnUnitOfLength) {
    (void)load("cm.x3dv", "#X3D V3.3 utf8\nUNIT length cm 0.01\nShape { geometry Box { size 200 100 50 } }");
    const Document document = load("m.x3dv", "#X3D V3.3 utf8\nInline { url \"cm.x3dv\" }");
    ASSERT_EQ(document.meshes.size(), 1U);
    EXPECT_NEAR(document.meshes.front().skin->inverse_bind.front()[0][0], 0.01F, 1e-6F);
}

}  // namespace
}  // namespace vitruvian
