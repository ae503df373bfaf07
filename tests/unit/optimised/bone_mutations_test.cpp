// Bone maps of the skeletons of public tools with one joint that is not what the rest leads to expect: named or attached
// otherwise, with another joint before it, or with something below it.
#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/figure/bone_map.h"
#include "tests/unit/skeleton_trees.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::test {
namespace {

struct Mutation {
    std::string_view title;
    std::function<bool(TreeRig&, int)> apply;  // false where it changes nothing
};

bool add_chain(TreeRig& rig, int part, std::string_view name, int joints, const vec3& step) {
    vec3 place = at(rig.parts, part).place;
    for (int i = 0; i < joints; ++i) {
        place += step;
        part = rig.add(fmt::format("{}{:03}", name, i), part, place);
    }
    return true;
}

std::vector<Mutation> mutations() {
    const auto lift = [](TreeRig& rig, int part, bool to_root) {
        const int parent = at(rig.parts, part).parent;
        if (parent < 0 || at(rig.parts, parent).parent < 0) return false;
        int above = at(rig.parts, parent).parent;
        while (to_root && at(rig.parts, above).parent >= 0) above = at(rig.parts, above).parent;
        at(rig.parts, part).parent = above;
        return true;
    };
    const auto insert = [](TreeRig& rig, int part, std::string name, float share) {
        const int parent = at(rig.parts, part).parent;
        if (parent < 0) return false;
        const vec3 place = glm::mix(at(rig.parts, part).place, at(rig.parts, parent).place, share);
        rig.insert_above(part, std::move(name), place);
        return true;
    };
    return {{"a joint halfway before it",
             [=](TreeRig& rig, int part) { return insert(rig, part, "Extra.001", 0.5F); }},
            {"a joint at its place before it",
             [=](TreeRig& rig, int part) {
                 return insert(rig, part, at(rig.parts, part).name + "_offset", 0.0F);
             }},
            {"a child of its grandparent", [=](TreeRig& rig, int part) { return lift(rig, part, false); }},
            {"a child of the root", [=](TreeRig& rig, int part) { return lift(rig, part, true); }},
            {"without a name",
             [](TreeRig& rig, int part) {
                 at(rig.parts, part).name = "Bone.123";
                 return true;
             }},
            {"with a prop",
             [](TreeRig& rig, int part) {
                 return add_chain(rig, part, "prop", 1, {0.03F, 0.05F, 0.08F});
             }},
            {"with hair",
             [](TreeRig& rig, int part) {
                 return add_chain(rig, part, "hair_", 4, {0, -0.06F, -0.05F});
             }},
            {"with a sword", [](TreeRig& rig, int part) {
                 return add_chain(rig, part, "Bone.2", 3, {0.08F, 0.08F, 0.16F});
             }}};
}

int index_of(const TreeRig& rig, Bone bone) {
    const auto part = std::find_if(rig.parts.begin(), rig.parts.end(),
                                   [bone](const TreeRig::Part& other) { return other.bone == bone; });
    return static_cast<int>(part - rig.parts.begin());
}

/// Hangs the joints of `bones` on `part`.
void hang(TreeRig& rig, std::span<const Bone> bones, int part) {
    for (const Bone bone : bones) at(rig.parts, index_of(rig, bone)).parent = part;
}

bool is_trunk(Bone bone) {
    return bone == Bone::spine || bone == Bone::chest || bone == Bone::upper_chest;
}

/// Returns the bones that a mutation of the joint of `mutated` changes, and should not. Another joint of the trunk,
/// or one less, may well move the bones of the trunk.
std::string changes(const std::vector<std::string>& before, const std::vector<std::string>& after,
                    Bone mutated) {
    std::string out;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        if (bone == mutated || after[i] == before[i]) continue;
        if (is_trunk(bone) && (is_trunk(mutated) || mutated == Bone::hips)) continue;
        if (bone == Bone::neck && mutated == Bone::head && before[i].empty()) continue;
        out += fmt::format(" {} ({} -> {})", to_string(bone), before[i], after[i]);
    }
    return out;
}

/// Each joint takes one in `every` of the mutations.
constexpr std::size_t every = 4;

TEST(BoneMutations, OneJointOffTheTreeCostsNoOther) {
    int tried = 0;
    std::vector<std::string> wrong;
    for (const SkeletonTree& tree : skeleton_trees()) {
        // Names must leave something to go by.
        if (tree.title.find("without names") != std::string::npos || tree.title.starts_with("numbers"))
            continue;
        const TreeRig whole(tree);
        const std::vector<std::string> before = whole.map();
        for (int part = 0; part < static_cast<int>(whole.parts.size()); ++part) {
            const std::optional<Bone> mutated = at(whole.parts, part).bone;
            if (!mutated) continue;
            const std::vector<Mutation> all = mutations();
            for (std::size_t i = static_cast<std::size_t>(part) % every; i < all.size(); i += every) {
                const Mutation& mutation = all[i];
                TreeRig rig = whole;
                if (!mutation.apply(rig, part)) continue;
                ++tried;
                const std::string what = changes(before, rig.map(), *mutated);
                if (what.empty()) continue;
                wrong.push_back(fmt::format("{}, {} {}:{}", tree.title, at(whole.parts, part).name,
                                            mutation.title, what));
            }
        }
    }
    // Some skeletons have so few joints with names that all of them are needed.
    EXPECT_GT(tried, 3000);
    EXPECT_LE(static_cast<int>(wrong.size()), tried / 250) << fmt::format("{}", fmt::join(wrong, "\n"));
}

bool is_limb(Bone bone) {
    static constexpr std::array limbs{Bone::left_upper_arm, Bone::left_lower_arm, Bone::left_hand,
                                      Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot};
    return std::find(limbs.begin(), limbs.end(), bone) != limbs.end() ||
           std::find(limbs.begin(), limbs.end(), mirrored_bone(bone)) != limbs.end();
}

TEST(BoneMutations, ALimbsJointWithoutANameIsWhereItsCounterpartIs) {
    int tried = 0;
    std::vector<std::string> wrong;
    for (const SkeletonTree& tree : skeleton_trees()) {
        if (tree.title.find("without names") != std::string::npos || tree.title.starts_with("numbers"))
            continue;
        const TreeRig whole(tree);
        for (int part = 0; part < static_cast<int>(whole.parts.size()); ++part) {
            const std::optional<Bone> bone = at(whole.parts, part).bone;
            if (!bone || !is_limb(*bone)) continue;
            TreeRig rig = whole;
            at(rig.parts, part).name = "Bone.123";
            ++tried;
            if (rig.map()[static_cast<std::size_t>(*bone)] != "Bone.123")
                wrong.push_back(fmt::format("{}, {}", tree.title, at(whole.parts, part).name));
        }
    }
    // Some rigs have a control or a second joint of the same name beside it.
    EXPECT_GT(tried, 500);
    EXPECT_LE(static_cast<int>(wrong.size()), tried / 35) << fmt::format("{}", fmt::join(wrong, "\n"));
}

/// Where no name says anything, limbs are recognised though one of them has a joint more than the other.
TEST(BoneMutations, AJointMoreInALimbWithoutNamesCostsNoLimb) {
    int tried = 0;
    std::vector<std::string> wrong;
    for (const std::string_view title :
         {"Unreal 5", "MakeHuman", "Character Creator", "Xsens with fingers", "Daz Genesis 9"}) {
        for (const SkeletonTree& tree : skeleton_trees()) {
            if (tree.title != title) continue;
            TreeRig whole(tree);
            for (std::size_t i = 0; i < whole.parts.size(); ++i)
                whole.parts[i].name = fmt::format("Bone.{:03}", i);
            const std::vector<std::string> before = whole.map();
            for (int part = 0; part < static_cast<int>(whole.parts.size()); ++part) {
                const std::optional<Bone> bone = at(whole.parts, part).bone;
                if (!bone || !is_limb(*bone)) continue;
                TreeRig rig = whole;
                const vec3 above = at(rig.parts, at(rig.parts, part).parent).place;
                rig.insert_above(part, "Bone.900", glm::mix(above, at(rig.parts, part).place, 0.4F));
                const std::vector<std::string> after = rig.map();
                ++tried;
                for (std::size_t b = 0; b < bone_count; ++b) {
                    if (is_limb(static_cast<Bone>(b)) && after[b] != before[b]) {
                        wrong.push_back(fmt::format("{}, before {}: {} ({} -> {})", tree.title,
                                                    to_string(*bone), to_string(static_cast<Bone>(b)),
                                                    before[b], after[b]));
                    }
                }
            }
        }
    }
    EXPECT_GT(tried, 30);
    EXPECT_LE(static_cast<int>(wrong.size()), 2) << fmt::format("{}", fmt::join(wrong, "\n"));
}

/// Names that say nothing but the side show that a sleeve is no hand.
TEST(BoneMutations, ACounterpartIsKnownByItsSideAlone) {
    for (const SkeletonTree& tree : skeleton_trees()) {
        if (tree.title != "OpenSim" && tree.title != "SOMA") continue;
        TreeRig rig(tree);
        int forearm = -1;
        for (std::size_t i = 0; i < rig.parts.size(); ++i) {
            const std::optional<Bone> bone = rig.parts[i].bone;
            rig.parts[i].name = fmt::format("part{}", i);
            if (bone == Bone::right_lower_arm) forearm = static_cast<int>(i);
            if (!bone || mirrored_bone(*bone) == *bone) continue;
            const Bone least = std::min(*bone, mirrored_bone(*bone));
            rig.parts[i].name =
                fmt::format("{}_Q{}_joint", least == *bone ? "L" : "R", static_cast<int>(least));
        }
        ASSERT_GE(forearm, 0);
        add_chain(rig, forearm, "cloth", 5, {-0.03F, -0.12F, 0.03F});
        const auto hand = static_cast<int>(Bone::left_hand);
        EXPECT_EQ(rig.map()[static_cast<std::size_t>(Bone::right_hand)], fmt::format("R_Q{}_joint", hand));
    }
}

/// Fingers whose names say nothing are found on the hand that has a name, whatever the limbs look like.
TEST(BoneMutations, FingersWithoutNamesFollowTheirHands) {
    int tried = 0;
    for (const std::string_view title : {"Unreal 5", "Character Creator", "Daz Genesis 8", "MakeHuman"}) {
        for (const SkeletonTree& tree : skeleton_trees()) {
            if (tree.title != title) continue;
            TreeRig whole(tree);
            for (std::size_t i = 0; i < whole.parts.size(); ++i) {
                if (whole.parts[i].bone && is_finger(*whole.parts[i].bone))
                    whole.parts[i].name = fmt::format("seg{}x", static_cast<char>('a' + i % 26));
            }
            const std::vector<std::string> before = whole.map();
            for (const Bone bone :
                 {Bone::left_upper_arm, Bone::right_lower_arm, Bone::left_hand, Bone::right_shoulder,
                  Bone::left_upper_leg, Bone::right_lower_leg, Bone::left_foot, Bone::spine}) {
                for (const Mutation& mutation : mutations()) {
                    TreeRig rig = whole;
                    const auto part =
                        std::find_if(rig.parts.begin(), rig.parts.end(),
                                     [bone](const TreeRig::Part& other) { return other.bone == bone; });
                    const auto place = static_cast<int>(part - rig.parts.begin());
                    if (!mutation.apply(rig, place)) continue;
                    if (bone == Bone::left_hand && at(rig.parts, place).name == "Bone.123") continue;
                    ++tried;
                    const std::vector<std::string> after = rig.map();
                    for (std::size_t i = 0; i < bone_count; ++i) {
                        if (!is_finger(static_cast<Bone>(i))) continue;
                        EXPECT_EQ(after[i], before[i])
                            << title << ", " << to_string(bone) << " " << mutation.title << ": "
                            << to_string(static_cast<Bone>(i));
                    }
                }
            }
        }
    }
    EXPECT_GT(tried, 200);
}

/// What hangs in long equal rows is no limb, with names or without.
TEST(BoneMutations, HairTailsAndCapesAreNoLimbs) {
    struct Strand {
        std::string_view title;
        Bone on;
        vec3 start;  // from the bone; mirrored for the other side
        vec3 step;
        int joints;
    };
    const std::vector<Strand> strands{
        {"hair to the ground", Bone::head, {0.08F, 0.1F, -0.06F}, {0, -0.17F, 0}, 9},
        {"hair as long as arms", Bone::head, {0.08F, 0.1F, 0}, {0.02F, -0.11F, 0}, 6},
        {"hair to the sides", Bone::head, {0.08F, 0.1F, 0}, {0.11F, -0.01F, 0}, 6},
        {"two tails", Bone::hips, {0.05F, 0, -0.05F}, {0, -0.1F, -0.08F}, 8},
        {"a cape", Bone::chest, {0.1F, 0.2F, -0.07F}, {0, -0.19F, -0.005F}, 7},
        {"the tails of a coat", Bone::chest, {0.12F, 0, -0.1F}, {0, -0.17F, -0.01F}, 4},
        {"upright ears", Bone::head, {0.07F, 0.1F, 0}, {0.02F, 0.13F, 0}, 4},
    };
    for (const SkeletonTree& tree : skeleton_trees()) {
        if (tree.title != "Unreal 5" && tree.title != "Character Creator" && tree.title != "SOMA") continue;
        for (const bool has_names : {true, false}) {
            TreeRig whole(tree);
            for (std::size_t i = 0; i < whole.parts.size() && !has_names; ++i)
                whole.parts[i].name = fmt::format("Bone.{:03}", i);
            const std::vector<std::string> before = whole.map();
            for (const Strand& strand : strands) {
                TreeRig rig = whole;
                const auto on =
                    std::find_if(rig.parts.begin(), rig.parts.end(),
                                 [&](const TreeRig::Part& part) { return part.bone == strand.on; });
                const int bone = static_cast<int>(on - rig.parts.begin());
                for (const float side : {1.0F, -1.0F}) {
                    const vec3 mirror(side, 1, 1);
                    const vec3 place = at(rig.parts, bone).place + strand.start * mirror;
                    const std::string name = fmt::format("Bone.{}", side > 0 ? 5 : 6);
                    const int first = rig.add(name, bone, place);
                    add_chain(rig, first, name, strand.joints, strand.step * mirror);
                }
                const std::vector<std::string> after = rig.map();
                for (std::size_t i = 0; i < bone_count; ++i) {
                    // By shape alone the joints of a face are told by what else is on the head.
                    const auto name = static_cast<Bone>(i);
                    if (!has_names && name >= Bone::head && name <= Bone::right_eye) continue;
                    EXPECT_EQ(after[i], before[i]) << tree.title << (has_names ? "" : " without names")
                                                   << ", " << strand.title << ": " << to_string(name);
                }
            }
        }
    }
}

/// By shape alone limbs, their ends and the head are found wherever they hang: on the hips, on a root on the ground, on the spine; and the hips
/// below a trunk that carries them.
TEST(BoneMutations, LimbsAreFoundWhereverTheyHang) {
    constexpr std::array arms{Bone::left_shoulder, Bone::right_shoulder};
    constexpr std::array legs{Bone::left_upper_leg, Bone::right_upper_leg};
    constexpr std::array hands{Bone::left_hand, Bone::right_hand};
    constexpr std::array feet{Bone::left_foot, Bone::right_foot};
    const std::vector<std::pair<std::string_view, std::function<void(TreeRig&)>>> changes{
        {"arms on the hips", [&](TreeRig& rig) { hang(rig, arms, index_of(rig, Bone::hips)); }},
        {"arms on the root", [&](TreeRig& rig) { hang(rig, arms, 0); }},
        {"legs on the spine", [&](TreeRig& rig) { hang(rig, legs, index_of(rig, Bone::spine)); }},
        {"feet on the root", [&](TreeRig& rig) { hang(rig, feet, 0); }},
        {"hands on the root", [&](TreeRig& rig) { hang(rig, hands, 0); }},
        {"the head on the root", [&](TreeRig& rig) { hang(rig, std::array{Bone::head}, 0); }},
        {"the neck on the hips",
         [&](TreeRig& rig) { hang(rig, std::array{Bone::neck}, index_of(rig, Bone::hips)); }},
        {"a trunk that carries the hips",
         [&](TreeRig& rig) {
             hang(rig, std::array{Bone::spine}, 0);
             hang(rig, std::array{Bone::hips}, index_of(rig, Bone::spine));
         }},
        {"arms and legs on the root", [&](TreeRig& rig) {
             hang(rig, arms, 0);
             hang(rig, legs, 0);
         }}};
    for (const SkeletonTree& tree : skeleton_trees()) {
        if (tree.title != "Unreal 5" && tree.title != "Source 2") continue;
        for (const bool faces_back : {false, true}) {
            TreeRig whole(tree);
            for (std::size_t i = 0; i < whole.parts.size(); ++i) {
                whole.parts[i].name = fmt::format("Bone.{:03}", i);
                if (faces_back) whole.parts[i].place *= vec3(-1, 1, -1);
            }
            const std::vector<std::string> before = whole.map();
            for (const auto& [title, change] : changes) {
                TreeRig rig = whole;
                change(rig);
                const std::vector<std::string> after = rig.map();
                for (std::size_t i = 0; i < bone_count; ++i) {
                    if (is_trunk(static_cast<Bone>(i))) continue;
                    EXPECT_EQ(after[i], before[i])
                        << tree.title << ", " << title << ": " << to_string(static_cast<Bone>(i));
                }
            }
        }
    }
}

/// The root on the ground, on which the legs hang beside the trunk, is not the hips.
TEST(BoneMutations, LegsOnTheGroundHaveHipsAboveThem) {
    for (const SkeletonTree& tree : skeleton_trees()) {
        if (tree.title != "Unreal 5" && tree.title != "Source 2") continue;
        TreeRig rig(tree);
        for (std::size_t i = 0; i < rig.parts.size(); ++i) rig.parts[i].name = fmt::format("Bone.{:03}", i);
        const std::vector<std::string> before = rig.map();
        for (TreeRig::Part& part : rig.parts) {
            if (part.bone == Bone::left_upper_leg || part.bone == Bone::right_upper_leg) part.parent = 0;
        }
        const std::vector<std::string> after = rig.map();
        for (const Bone bone : {Bone::hips, Bone::spine, Bone::left_lower_leg, Bone::right_hand}) {
            const auto i = static_cast<std::size_t>(bone);
            EXPECT_EQ(after[i], before[i]) << tree.title << ": " << to_string(bone);
        }
    }
}

/// Hips below where the legs begin, as game rigs have them, are hips though the spine is nearer to the legs; and what is
/// above them is none.
TEST(BoneMutations, HipsMayBeFartherFromTheLegsThanTheSpine) {
    constexpr std::array legs{Bone::left_upper_leg, Bone::right_upper_leg};
    for (const SkeletonTree& tree : skeleton_trees()) {
        if (tree.title != "Unreal 5" && tree.title != "Source 2") continue;
        TreeRig whole(tree);
        for (std::size_t i = 0; i < whole.parts.size(); ++i)
            whole.parts[i].name = fmt::format("Bone.{:03}", i);
        TreeRig::Part& hips = at(whole.parts, index_of(whole, Bone::hips));
        const vec3 thigh = at(whole.parts, index_of(whole, Bone::left_upper_leg)).place;
        TreeRig low = whole;
        at(low.parts, index_of(low, Bone::hips)).place = thigh * vec3(0, 1, 0) - vec3(0, 0.1F, 0);
        at(low.parts, index_of(low, Bone::spine)).place = thigh * vec3(0, 1, 0) + vec3(0, 0.04F, 0);
        hang(low, legs, 0);
        EXPECT_EQ(low.map()[static_cast<std::size_t>(Bone::hips)], hips.name) << tree.title << ", low";
        TreeRig near = whole;  // the spine carries the legs, from only 4 cm above the hips
        const vec3 above = at(near.parts, index_of(near, Bone::hips)).place + vec3(0, 0.04F, 0);
        at(near.parts, index_of(near, Bone::spine)).place = above;
        hang(near, legs, index_of(near, Bone::spine));
        EXPECT_EQ(near.map()[static_cast<std::size_t>(Bone::hips)], hips.name) << tree.title << ", near";
        TreeRig trunk = whole;  // the spine carries the hips
        at(trunk.parts, index_of(trunk, Bone::spine)).place = above + vec3(0, 0.01F, 0);
        hang(trunk, std::array{Bone::spine}, 0);
        hang(trunk, std::array{Bone::hips}, index_of(trunk, Bone::spine));
        EXPECT_EQ(trunk.map()[static_cast<std::size_t>(Bone::hips)], hips.name) << tree.title << ", trunk";
    }
}

}  // namespace
}  // namespace vitruvian::test
