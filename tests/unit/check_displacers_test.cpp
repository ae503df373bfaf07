// DI01 to DI08: each on a rig that just passes and one that just fails.
#include "model/formats/save.h"
#include "tests/unit/check_rigs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vitruvian::test {
namespace {

using check::Finding;

constexpr std::string_view moved_point = "coordIndex [ 3 ]\ndisplacements [ 0 0.01 0 ]";
const Names the_displacer{"l_eyebrow_raiser_action"};

void expect(std::string_view from, std::string_view to, std::string_view id, const Names& expected) {
    for (const RigVersion version : {RigVersion::hanim_1_1, RigVersion::hanim_2_0})
        EXPECT_EQ(named_by(world(replaced(hanim_rig(version), from, to)), id), expected) << to;
}

TEST(CheckDisplacers, DI01Points) {
    // The segment has four points.
    expect("coordIndex [ 3 ]", "coordIndex [ 0 ]", "DI01", {});
    expect("coordIndex [ 3 ]", "coordIndex [ 3 ]", "DI01", {});
    expect("coordIndex [ 3 ]", "coordIndex [ 4 ]", "DI01", the_displacer);
    expect("coordIndex [ 3 ]", "coordIndex [ -1 ]", "DI01", the_displacer);
    // A segment without coord has none.
    const std::string bare = without_field(hanim_rig(), "hanim_skull", "coord");
    EXPECT_EQ(named_by(world(bare), "DI01"), the_displacer);
}

TEST(CheckDisplacers, DI02Displacements) {
    expect(moved_point, "coordIndex [ 2 3 ]\ndisplacements [ 0 0.01 0, 0 0.01 0 ]", "DI02", {});
    expect(moved_point, "coordIndex [ 2 3 ]", "DI02", {});
    expect(moved_point, "coordIndex [ 2 3 ]\ndisplacements [ 0 0.01 0 ]", "DI02", the_displacer);
    expect(moved_point, "coordIndex [ 3 ]\ndisplacements [ 0 0.01 0, 0 0.01 0 ]", "DI02", the_displacer);
    expect(moved_point, "coordIndex [ 3 ]\ndisplacements [ 0 0.01 ]", "DI02", the_displacer);
}

TEST(CheckDisplacers, DI03Suffix) {
    const std::string_view name = "name \"l_eyebrow_raiser_action\"";
    for (const char* suffix : {"_feature", "_action", "_config"})
        expect(name, fmt::format("name \"l_brow{}\"", suffix), "DI03", {});
    expect(name, "name \"l_brow_actions\"", "DI03", {"l_brow_actions"});
}

TEST(CheckDisplacers, DI04Def) {
    expect("DEF l_eyebrow_raiser_action", "DEF l_eyebrow_raiser_action", "DI04", {});
    expect("DEF l_eyebrow_raiser_action", "DEF hanim_l_eyebrow_raiser_action", "DI04", the_displacer);
    expect("DEF l_eyebrow_raiser_action ", "", "DI04", the_displacer);
}

TEST(CheckDisplacers, DI05Size) {
    expect("displacements [ 0 0.01 0 ]", "displacements [ 0 0.05 0 ]", "DI05", {});
    expect("displacements [ 0 0.01 0 ]", "displacements [ 0 0.0501 0 ]", "DI05", the_displacer);
    expect("displacements [ 0 0.01 0 ]", "displacements [ 0.03 0.03 0.03 ]", "DI05", the_displacer);
    expect("displacements [ 0 0.01 0 ]", "displacements [ 0 nan 0 ]", "DI05", the_displacer);
}

TEST(CheckDisplacers, DI06Place) {
    EXPECT_EQ(named_by(world(hanim_rig()), "DI06"), Names{});
    const std::string loose = "DEF x_action Displacer { name \"x_action\" }";
    const std::string in_children = with_fields(hanim_rig(), "hanim_l_calf", "children [ " + loose + " ]");
    EXPECT_EQ(named_by(world(in_children), "DI06"), Names{"x_action"});
    // Version 2.0 also has displacers on joints, 1.1 does not, unless it has a skin.
    const std::string on_joint = with_fields(hanim_rig(), "hanim_l_knee", "displacers [ " + loose + " ]");
    EXPECT_EQ(named_by(world(on_joint), "DI06"), Names{"x_action"});
    const std::string second =
        with_fields(hanim_rig(RigVersion::hanim_2_0), "hanim_l_knee",
                    "displacers [ " + replaced(loose, "Displacer", "HAnimDisplacer") + " ]");
    EXPECT_EQ(named_by(world(second), "DI06"), Names{});
}

/// A rig whose mesh has morph targets, each moving the first vertex by `offset` along Y.
GltfBuilder morphed(int targets, const Names& names, float offset = 0.01F) {
    GltfBuilder rig = gltf_rig();
    Json& mesh = rig.json["meshes"][0];
    const auto count =
        rig.json["accessors"][mesh["primitives"][0]["attributes"]["POSITION"].get<std::size_t>()]["count"]
            .get<std::size_t>();
    for (int i = 0; i < targets; ++i) {
        std::vector<float> offsets(count * 3, 0.0F);
        offsets[1] = offset;
        mesh["primitives"][0]["targets"].push_back({{"POSITION", rig.vec3s(offsets)}});
    }
    if (!names.empty()) mesh["extras"]["targetNames"] = names;
    return rig;
}

TEST(CheckDisplacers, DI06OfASkinInVrml97) {
    SaveOptions options;
    options.format = FileFormat::vrml97;
    const Result<EncodedDocument> saved = encode_document(load(morphed(1, {"smile"})), options);
    ASSERT_TRUE(saved) << saved.error().text();
    const std::string text(reinterpret_cast<const char*>(saved->bytes.data()), saved->bytes.size());
    const Document written = world(text);
    ASSERT_EQ(written.displacers.size(), 1U);
    EXPECT_EQ(named_by(written, "DI06"), Names{}) << "a skin's points are of no segment";
}

TEST(CheckDisplacers, DI07Names) {
    EXPECT_EQ(named_by(load(morphed(2, {"smile", "frown"})), "DI07"), Names{});
    EXPECT_EQ(named_by(load(gltf_rig()), "DI07"), Names{});
    EXPECT_EQ(named_by(load(morphed(2, {"smile"})), "DI07"), Names{"mesh"});
    EXPECT_EQ(named_by(load(morphed(1, {"smile", "frown"})), "DI07"), Names{"mesh"});
    EXPECT_EQ(named_by(load(morphed(1, {})), "DI07"), Names{"mesh"});
}

TEST(CheckDisplacers, DI07FacialControlsOfRoblox) {
    Names controls{"EyesLookDown",
                   "EyesLookLeft",
                   "EyesLookRight",
                   "EyesLookUp",
                   "JawDrop",
                   "LeftEyeClosed",
                   "LeftLipCornerPuller",
                   "LeftLipStretcher",
                   "LeftLowerLipDepressor",
                   "LeftUpperLipRaiser",
                   "LipsTogether",
                   "Pucker",
                   "RightEyeClosed",
                   "RightLipCornerPuller",
                   "RightLipStretcher",
                   "RightLowerLipDepressor",
                   "RightUpperLipRaiser"};
    EXPECT_EQ(named_by(load(morphed(17, controls)), "DI07", "roblox"), Names{});
    controls.back() = "Smile";
    const std::vector<Finding> findings = findings_of(load(morphed(17, controls)), "DI07", "roblox");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].value, 16.0);
    EXPECT_EQ(findings[0].object.kind, "humanoid");
    EXPECT_EQ(named_by(load(morphed(17, controls)), "DI07"), Names{});
}

TEST(CheckDisplacers, DI08MovesNothing) {
    EXPECT_EQ(named_by(load(morphed(1, {"smile"}, 1.1e-6F)), "DI08"), Names{});
    EXPECT_EQ(named_by(load(morphed(1, {"smile"}, 0.9e-6F)), "DI08"), Names{"smile"});
    expect("displacements [ 0 0.01 0 ]", "displacements [ 0 0.0000011 0 ]", "DI08", {});
    expect("displacements [ 0 0.01 0 ]", "displacements [ 0 0.0000009 0 ]", "DI08", the_displacer);
    // A feature without displacements only lists points.
    const std::string feature =
        replaced(replaced(hanim_rig(), "name \"l_eyebrow_raiser_action\"", "name \"l_brow_feature\""),
                 moved_point, "coordIndex [ 3 ]");
    EXPECT_EQ(named_by(world(feature), "DI08"), Names{});
}

}  // namespace
}  // namespace vitruvian::test
