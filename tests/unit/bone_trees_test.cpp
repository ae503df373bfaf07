// Bone maps of complete skeletons of public tools, with their helpers, twist joints and controls; and of the same
// skeletons with one joint that is not what the rest leads to expect: named or attached otherwise, with another joint
// before it, or with something below it.
#include "model/core/at.h"
#include "model/figure/bone_doubt.h"
#include "model/figure/bone_frames.h"
#include "model/figure/bone_map.h"
#include "tests/folders.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

struct Tree {
    std::string title;
    Document document;
    BoneMap expected;
};

/// Each tree of tests/data/skeletons.txt.
std::vector<Tree> trees() {
    std::vector<Tree> out;
    std::vector<int> above;
    std::vector<vec3> places;
    std::ifstream file(source_folder() / "tests" / "data" / "skeletons.txt");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("# ")) {
            out.push_back({line.substr(2), {}, {}});
            out.back().document.humanoids.emplace_back();
            above.clear();
            places.clear();
            continue;
        }
        const std::size_t depth = line.find_first_not_of(' ');
        std::istringstream words(line.substr(depth));
        std::string name, bone;
        vec3 place;
        std::getline(words, name, '\t');
        std::getline(words, bone, '\t');
        words >> place.x >> place.y >> place.z;
        Document& document = out.back().document;
        above.resize(depth);
        Node node;
        node.name = name;
        node.kind = NodeKind::joint;
        node.parent = above.empty() ? -1 : above.back();
        places.push_back(place * 0.001F);
        node.rest.translation = places.back();
        if (node.parent >= 0) node.rest.translation -= at(places, node.parent);
        Joint joint;
        joint.node = static_cast<int>(document.nodes.size());
        if (const auto known = bone_from_string(bone)) out.back().expected[*known] = joint.node;
        document.nodes.push_back(std::move(node));
        document.humanoids[0].joints.push_back(joint);
        above.push_back(joint.node);
    }
    std::erase_if(out, [](const Tree& tree) { return tree.document.nodes.empty(); });
    return out;
}

std::string node_name(const Document& document, int node) {
    return node < 0 ? "(none)" : at(document.nodes, node).name;
}

TEST(BoneTrees, EveryBoneIsFoundAndNothingElse) {
    const std::vector<Tree> all = trees();
    ASSERT_GT(all.size(), 40U);
    for (Tree tree : all) {
        Humanoid& humanoid = tree.document.humanoids[0];
        BoneMapper(tree.document).map(humanoid);
        for (std::size_t i = 0; i < bone_count; ++i) {
            EXPECT_EQ(node_name(tree.document, humanoid.bones.node[i]),
                      node_name(tree.document, tree.expected.node[i]))
                << tree.title << ", " << to_string(static_cast<Bone>(i));
            EXPECT_EQ(humanoid.bones.node[i] >= 0, humanoid.bone_evidence[i].confidence > 0.0F) << tree.title;
        }
    }
}

/// With a prefix of the file, and joints that are displaced within human proportions.
TEST(BoneTrees, PrefixesAndOtherProportionsChangeNothing) {
    test::Random random(11);
    for (Tree tree : trees()) {
        for (const char* prefix : {"rig:", "Hero_"}) {
            Document document = tree.document;
            for (Node& node : document.nodes) {
                node.name.insert(0, prefix);
                for (int i = 0; i < 3; ++i) node.rest.translation[i] += random.real(-0.003F, 0.003F);
            }
            BoneMapper(document).map(document.humanoids[0]);
            EXPECT_EQ(document.humanoids[0].bones.node, tree.expected.node) << tree.title << " " << prefix;
        }
    }
}

/// Independently of the file's axes.
TEST(BoneTrees, TurnedTreesAreTheSame) {
    for (Tree tree : trees()) {
        for (const quat& turn : {axis_angle({1, 0, 0}, 1.5707963F), axis_angle({0, 1, 0}, 3.1415927F),
                                 axis_angle({0, 0, 1}, -1.0F)}) {
            Document document = tree.document;
            for (Node& node : document.nodes) node.rest.translation = turn * node.rest.translation * 100.0F;
            BoneMapper(document).map(document.humanoids[0]);
            for (std::size_t i = 0; i < bone_count; ++i) {
                EXPECT_EQ(node_name(document, document.humanoids[0].bones.node[i]),
                          node_name(document, tree.expected.node[i]))
                    << tree.title << ", " << to_string(static_cast<Bone>(i));
            }
        }
    }
}

/// A skeleton that can be rearranged: joints in any order, positions in the figure's space.
struct Rig {
    struct Part {
        std::string name;
        int parent = -1;
        vec3 place{0.0F};
        std::optional<Bone> bone;
    };
    std::vector<Part> parts;

    explicit Rig(const Tree& tree) {
        for (const Node& node : tree.document.nodes) {
            const int self = static_cast<int>(parts.size());
            vec3 place = node.rest.translation;
            if (node.parent >= 0) place += at(parts, node.parent).place;
            parts.push_back({node.name, node.parent, place, tree.expected.bone_of(self)});
        }
    }

    int add(std::string name, int parent, const vec3& place) {
        parts.push_back({std::move(name), parent, place, std::nullopt});
        return static_cast<int>(parts.size()) - 1;
    }
    void insert_above(int part, std::string name, const vec3& place) {
        const int parent = at(parts, part).parent;
        at(parts, part).parent = add(std::move(name), parent, place);
    }

    /// Returns the bones' joints by name.
    [[nodiscard]] std::vector<std::string> map() const {
        Document document;
        Humanoid& humanoid = document.humanoids.emplace_back();
        std::vector<int> node_of(parts.size(), -1);
        const std::function<void(int)> add_below = [&](int parent) {
            for (std::size_t i = 0; i < parts.size(); ++i) {
                if (parts[i].parent != parent) continue;
                node_of[i] = static_cast<int>(document.nodes.size());
                Node node;
                node.name = parts[i].name;
                node.kind = NodeKind::joint;
                node.parent = parent < 0 ? -1 : at(node_of, parent);
                node.rest.translation = parts[i].place - (parent < 0 ? vec3(0.0F) : at(parts, parent).place);
                document.nodes.push_back(std::move(node));
                Joint joint;
                joint.node = node_of[i];
                humanoid.joints.push_back(joint);
                add_below(static_cast<int>(i));
            }
        };
        add_below(-1);
        BoneMapper(document).map(humanoid);
        std::vector<std::string> out;
        for (const int node : humanoid.bones.node)
            out.push_back(node < 0 ? std::string() : at(document.nodes, node).name);
        return out;
    }
};

struct Mutation {
    std::string_view title;
    std::function<bool(Rig&, int)> apply;  // false where it changes nothing
};

bool add_chain(Rig& rig, int part, std::string_view name, int joints, const vec3& step) {
    vec3 place = at(rig.parts, part).place;
    for (int i = 0; i < joints; ++i) {
        place += step;
        part = rig.add(fmt::format("{}{:03}", name, i), part, place);
    }
    return true;
}

std::vector<Mutation> mutations() {
    const auto lift = [](Rig& rig, int part, bool to_root) {
        const int parent = at(rig.parts, part).parent;
        if (parent < 0 || at(rig.parts, parent).parent < 0) return false;
        int above = at(rig.parts, parent).parent;
        while (to_root && at(rig.parts, above).parent >= 0) above = at(rig.parts, above).parent;
        at(rig.parts, part).parent = above;
        return true;
    };
    const auto insert = [](Rig& rig, int part, std::string name, float share) {
        const int parent = at(rig.parts, part).parent;
        if (parent < 0) return false;
        const vec3 place = glm::mix(at(rig.parts, part).place, at(rig.parts, parent).place, share);
        rig.insert_above(part, std::move(name), place);
        return true;
    };
    return {
        {"a joint halfway before it",
         [=](Rig& rig, int part) { return insert(rig, part, "Extra.001", 0.5F); }},
        {"a joint at its place before it",
         [=](Rig& rig, int part) { return insert(rig, part, at(rig.parts, part).name + "_offset", 0.0F); }},
        {"a child of its grandparent", [=](Rig& rig, int part) { return lift(rig, part, false); }},
        {"a child of the root", [=](Rig& rig, int part) { return lift(rig, part, true); }},
        {"without a name",
         [](Rig& rig, int part) {
             at(rig.parts, part).name = "Bone.123";
             return true;
         }},
        {"with a prop",
         [](Rig& rig, int part) {
             return add_chain(rig, part, "prop", 1, {0.03F, 0.05F, 0.08F});
         }},
        {"with hair",
         [](Rig& rig, int part) {
             return add_chain(rig, part, "hair_", 4, {0, -0.06F, -0.05F});
         }},
        {"with a sword", [](Rig& rig, int part) {
             return add_chain(rig, part, "Bone.2", 3, {0.08F, 0.08F, 0.16F});
         }}};
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
    for (const Tree& tree : trees()) {
        // Names must leave something to go by.
        if (tree.title.find("without names") != std::string::npos || tree.title.starts_with("numbers"))
            continue;
        const Rig whole(tree);
        const std::vector<std::string> before = whole.map();
        for (int part = 0; part < static_cast<int>(whole.parts.size()); ++part) {
            const std::optional<Bone> mutated = at(whole.parts, part).bone;
            if (!mutated) continue;
            const std::vector<Mutation> all = mutations();
            for (std::size_t i = static_cast<std::size_t>(part) % every; i < all.size(); i += every) {
                const Mutation& mutation = all[i];
                Rig rig = whole;
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

bool is_finger(Bone bone) {
    return (bone >= Bone::left_thumb_metacarpal && bone <= Bone::left_little_distal) ||
           (bone >= Bone::right_thumb_metacarpal && bone <= Bone::right_little_distal);
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
    for (const Tree& tree : trees()) {
        if (tree.title.find("without names") != std::string::npos || tree.title.starts_with("numbers"))
            continue;
        const Rig whole(tree);
        for (int part = 0; part < static_cast<int>(whole.parts.size()); ++part) {
            const std::optional<Bone> bone = at(whole.parts, part).bone;
            if (!bone || !is_limb(*bone)) continue;
            Rig rig = whole;
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
        for (const Tree& tree : trees()) {
            if (tree.title != title) continue;
            Rig whole(tree);
            for (std::size_t i = 0; i < whole.parts.size(); ++i)
                whole.parts[i].name = fmt::format("Bone.{:03}", i);
            const std::vector<std::string> before = whole.map();
            for (int part = 0; part < static_cast<int>(whole.parts.size()); ++part) {
                const std::optional<Bone> bone = at(whole.parts, part).bone;
                if (!bone || !is_limb(*bone)) continue;
                Rig rig = whole;
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
    for (const Tree& tree : trees()) {
        if (tree.title != "OpenSim" && tree.title != "SOMA") continue;
        Rig rig(tree);
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
        for (const Tree& tree : trees()) {
            if (tree.title != title) continue;
            Rig whole(tree);
            for (std::size_t i = 0; i < whole.parts.size(); ++i) {
                if (whole.parts[i].bone && is_finger(*whole.parts[i].bone))
                    whole.parts[i].name = fmt::format("seg{}x", static_cast<char>('a' + i % 26));
            }
            const std::vector<std::string> before = whole.map();
            for (const Bone bone :
                 {Bone::left_upper_arm, Bone::right_lower_arm, Bone::left_hand, Bone::right_shoulder,
                  Bone::left_upper_leg, Bone::right_lower_leg, Bone::left_foot, Bone::spine}) {
                for (const Mutation& mutation : mutations()) {
                    Rig rig = whole;
                    const auto part =
                        std::find_if(rig.parts.begin(), rig.parts.end(),
                                     [bone](const Rig::Part& other) { return other.bone == bone; });
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
        {"upright ears", Bone::head, {0.07F, 0.1F, 0}, {0.02F, 0.13F, 0}, 4},
    };
    for (const Tree& tree : trees()) {
        if (tree.title != "Unreal 5" && tree.title != "Character Creator" && tree.title != "SOMA") continue;
        for (const bool has_names : {true, false}) {
            Rig whole(tree);
            for (std::size_t i = 0; i < whole.parts.size() && !has_names; ++i)
                whole.parts[i].name = fmt::format("Bone.{:03}", i);
            const std::vector<std::string> before = whole.map();
            for (const Strand& strand : strands) {
                Rig rig = whole;
                const auto on = std::find_if(rig.parts.begin(), rig.parts.end(),
                                             [&](const Rig::Part& part) { return part.bone == strand.on; });
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

}  // namespace
}  // namespace vitruvian
