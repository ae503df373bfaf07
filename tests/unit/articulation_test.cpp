// Levels of articulation, and versions and misspellings in joint names.
#include "model/figure/articulation.h"

#include "model/standard/hanim_joints.h"

#include <gmock/gmock.h>

#include <initializer_list>
#include <random>
#include <string>

namespace vitruvian {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

Document figure(const std::vector<std::string>& names) {
    Document document;
    Humanoid humanoid;
    humanoid.kind = HumanoidKind::hanim;
    for (const std::string& name : names) {
        Node node;
        node.name = name;
        node.kind = NodeKind::joint;
        Joint joint;
        joint.node = static_cast<int>(document.nodes.size());
        document.nodes.push_back(node);
        humanoid.joints.push_back(joint);
    }
    document.humanoids.push_back(humanoid);
    return document;
}

Articulation of(const std::vector<std::string>& names) {
    const Document document = figure(names);
    return articulation_of(document, document.humanoids.front());
}

/// Every joint up to a level in the spelling of 1.1 or 2.0.
std::vector<std::string> whole_level(int level, bool second) {
    std::vector<std::string> out;
    for (const HanimJointFact& fact : hanim_joint_facts()) {
        if (fact.level > level) continue;
        const std::string name(second || fact.name_1_1.empty() ? fact.name_2 : fact.name_1_1);
        if (!fact.sided) out.push_back(name);
        if (fact.sided) out.insert(out.end(), {"l_" + name, "r_" + name});
    }
    return out;
}

TEST(Articulation, EachLevelIsReachedWholeAndLostWithAnyOneJoint) {
    std::mt19937 random(7);
    for (const bool second : {false, true}) {
        for (int level = 0; level <= (second ? 4 : 3); ++level) {
            std::vector<std::string> names = whole_level(level, second);
            EXPECT_EQ(of(names).level, level);
            if (level == 0) continue;
            const std::size_t gone = random() % names.size();
            const std::string name = names[gone];
            names.erase(names.begin() + static_cast<std::ptrdiff_t>(gone));
            const Articulation less = of(names);
            EXPECT_LT(less.level, level) << name;
            EXPECT_THAT(less.missing, Contains(name));
        }
    }
}

TEST(Articulation, ReportsTheMissingJointsInTheFiguresOwnSpelling) {
    std::vector<std::string> old = whole_level(1, false);
    EXPECT_THAT(of(old).missing, Contains("l_thumb1"));
    EXPECT_THAT(of(old).missing, Not(Contains("vl4")));  // of level 3
    EXPECT_THAT(of(whole_level(1, true)).missing, Contains("l_carpometacarpal_1"));
    EXPECT_THAT(of(whole_level(4, true)).missing, IsEmpty());
}

TEST(Articulation, NamesIdentifyTheVersion) {
    EXPECT_EQ(of({"l_shoulder"}).names, NameVersion::either);
    EXPECT_EQ(of({"HumanoidRoot", "l_wrist"}).names, NameVersion::v1_1);
    EXPECT_EQ(of({"humanoid_root", "l_wrist"}).names, NameVersion::iso_2006);
    EXPECT_EQ(of({"humanoid_root", "l_radiocarpal"}).names, NameVersion::v2_0);
    EXPECT_EQ(of({"l_wrist", "r_radiocarpal"}).names, NameVersion::mixed);
    EXPECT_EQ(of({"tail"}).names, NameVersion::none);
    EXPECT_TRUE(of({"HumanoidRoot", "l_wrist", "x_tail"}).conforms_to_1_1());
    EXPECT_FALSE(of({"HumanoidRoot", "l_wrist"}).conforms_to_2_0());
    EXPECT_TRUE(of({"humanoid_root", "l_hip"}).conforms_to_2_0());
    EXPECT_FALSE(of({"humanoid_root", "tail"}).conforms_to_2_0());
}

TEST(Articulation, SortsOwnStrangeAndMisspeltNames) {
    const Articulation a = of({"HumanoidRoot", "l_knee", "l_knee", "x_tail", "antenna", "hanim_r_knee", "v15",
                               "l_sternoclaviclar", "r_sholder", "l_eyeball", "L_Elbow"});
    EXPECT_THAT(a.extra, ElementsAre("x_tail"));
    EXPECT_THAT(a.non_standard, ElementsAre("antenna"));
    EXPECT_THAT(a.repeated, ElementsAre("l_knee"));
    const std::vector<MisspeltName> wanted{{"hanim_r_knee", "r_knee"},
                                           {"v15", "vl5"},
                                           {"l_sternoclaviclar", "l_sternoclavicular"},
                                           {"r_sholder", "r_shoulder"},
                                           {"l_eyeball", "l_eyeball_joint"},
                                           {"L_Elbow", "l_elbow"}};
    EXPECT_EQ(a.misspelt, wanted);
}

TEST(Articulation, DoesNotTakeOneJointForAnother) {
    // Another number, another side, or a joint that the figure already has is not a misspelling.
    for (const char* name : {"l_index7", "vt13", "tailbase", "head", "spine", "l_toe"}) {
        EXPECT_EQ(likely_joint_name(name), std::nullopt) << name;
    }
    EXPECT_THAT(of({"l_shoulder", "l_shoulderr"}).misspelt, IsEmpty());
    EXPECT_EQ(likely_joint_name("l_radiocarpal"), std::nullopt);
}

/// Property: one letter changed, missing or doubled in a long standard name is corrected to it.
TEST(Articulation, OneSlipLeadsBack) {
    std::mt19937 random(11);
    for (const std::string& name : whole_level(4, true)) {
        if (name.size() < 14 || name.find_first_of("0123456789") != std::string::npos) continue;
        for (int kind = 0; kind < 3; ++kind) {
            std::string slip = name;
            const std::size_t at = 3 + random() % (name.size() - 4);
            if (name[at] == '_') continue;
            if (kind == 0) slip[at] = slip[at] == 'q' ? 'z' : 'q';
            if (kind == 1) slip.erase(at, 1);
            if (kind == 2) slip.insert(at, 1, slip[at]);
            EXPECT_EQ(likely_joint_name(slip), name) << slip;
        }
    }
}

}  // namespace
}  // namespace vitruvian
