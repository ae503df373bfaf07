// Normalisation of joint names of tools and languages.
#include "model/standard/name_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vitruvian {
namespace {

using ::testing::ElementsAre;

TEST(NameKey, DropsWhatToolsAdd) {
    EXPECT_EQ(name_key("mixamorig:LeftForeArm"), (NameKey{Side::left, "forearm"}));
    EXPECT_EQ(name_key("mixamorig1:RightHandIndex1"), (NameKey{Side::right, "handindex1"}));
    EXPECT_EQ(name_key("DEF-forearm.L"), (NameKey{Side::left, "forearm"}));
    EXPECT_EQ(name_key("spine_01"), (NameKey{Side::none, "spine1"}));
    EXPECT_EQ(name_key("Finger01"), (NameKey{Side::none, "finger01"}));
    EXPECT_EQ(name_key("Bip001 R Finger0"), (NameKey{Side::right, "finger0"}));
    EXPECT_EQ(name_key("J_Bip_L_ToeBase"), (NameKey{Side::left, "toebase"}));
    EXPECT_EQ(name_key("lShldrBend"), (NameKey{Side::left, "shldrbend"}));
    EXPECT_EQ(name_key("leftupperarm"), (NameKey{Side::left, "upperarm"}));
    EXPECT_EQ(name_key("C_neck0001_bind_JNT"), (NameKey{Side::none, "neck0001"}));
    EXPECT_EQ(name_key("NPC L UpperArm [LUar]"), (NameKey{Side::left, "upperarm"}));
    EXPECT_EQ(name_key("FullBody_LeftUpperLeg"), (NameKey{Side::left, "upperleg"}));
    EXPECT_EQ(name_key("LLEG_HIP_R"), (NameKey{Side::left, "hipr"}));
    EXPECT_EQ(name_key(""), (NameKey{Side::none, ""}));
}

TEST(NameKey, OtherLanguagesHaveAccentsAndSidesOfTheirOwn) {
    EXPECT_EQ(name_key("Fuß_L"), (NameKey{Side::left, "fuss"}));
    EXPECT_EQ(name_key("Hüfte"), (NameKey{Side::none, "hufte"}));
    EXPECT_EQ(name_key("Hu\xCC\x88"
                       "fte"),
              (NameKey{Side::none, "hufte"}));  // composed of two
    EXPECT_EQ(name_key("ÉPAULE_gauche"), (NameKey{Side::left, "epaule"}));
    EXPECT_EQ(name_key("Œil droite"), (NameKey{Side::right, "oeil"}));
    EXPECT_EQ(name_key("ЛеваяРука"), (NameKey{Side::left, "рука"}));
    EXPECT_EQ(name_key("오른쪽어깨"), (NameKey{Side::right, "어깨"}));
    EXPECT_EQ(name_key("LinkeSchulter"), (NameKey{Side::left, "schulter"}));
    EXPECT_EQ(name_key("Rechter Oberarm"), (NameKey{Side::right, "oberarm"}));
    EXPECT_EQ(name_key("linkerfuss"), (NameKey{Side::left, "fuss"}));
    EXPECT_EQ(name_key("BrasDroit"), (NameKey{Side::right, "bras"}));
    EXPECT_EQ(name_key("pieddroit"), (NameKey{Side::right, "pied"}));
    EXPECT_EQ(name_key("Ombro_esquerdo"), (NameKey{Side::left, "ombro"}));
    const auto sides_of = [](const std::vector<std::string>& names) {
        std::vector<Side> out;
        for (const NameKey& key : rig_name_keys(names)) out.push_back(key.side);
        return out;
    };
    EXPECT_THAT(sides_of({"Main_G", "Main_D", "Pied_G", "Pied_D", "Bras_G", "Bras_D", "Jambe_G", "Jambe_D",
                          "Plan_D"}),
                ElementsAre(Side::left, Side::right, Side::left, Side::right, Side::left, Side::right,
                            Side::left, Side::right, Side::none));
    EXPECT_THAT(sides_of({"knee_le", "knee_ri", "hip_le", "hip_ri", "ankle_le", "ankle_ri", "wrist_le",
                          "wrist_ri", "tag_le"}),
                ElementsAre(Side::left, Side::right, Side::left, Side::right, Side::left, Side::right,
                            Side::left, Side::right, Side::none));
    // With English sides, letters are letters.
    EXPECT_THAT(sides_of({"leg_L", "leg_R", "a_G", "a_D", "b_G", "b_D", "c_G", "c_D", "d_G", "d_D"}),
                ElementsAre(Side::left, Side::right, Side::none, Side::none, Side::none, Side::none,
                            Side::none, Side::none, Side::none, Side::none));
}

TEST(NameKey, SidesThatLostTheirSeparatorAreStillSides) {
    // Web viewers' converters drop dots.
    EXPECT_EQ(name_key("Fusslinks"), (NameKey{Side::left, "fuss"}));
    EXPECT_EQ(name_key("Oberarmrechts"), (NameKey{Side::right, "oberarm"}));
    EXPECT_EQ(name_key("avantbrasgauche"), (NameKey{Side::left, "avantbras"}));
}

}  // namespace
}  // namespace vitruvian
