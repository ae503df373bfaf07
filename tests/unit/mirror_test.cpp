// Mirroring edits to the other side of a figure.
#include "model/edit/mirror.h"

#include "model/core/at.h"
#include "model/edit/frames.h"
#include "tests/unit/edited_figures.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vitruvian::test {
namespace {

/// The mirror image in the plane X = 0, in which all these figures are symmetrical.
vec3 flipped(const vec3& point) {
    return {-point.x, point.y, point.z};
}

TEST(MirroredDelta, PutsTheOtherSideWhereTheMirrorShowsThisOne) {
    for (const std::string& path : figures) {
        Document document = figure(path);
        const Item left = joint_called(document, "leftLowerArm");
        const Item right = joint_called(document, "rightLowerArm");
        ASSERT_EQ(left.kind, ItemKind::joint);
        const int node = node_of(document, left);
        Transform delta;
        delta.translation = vec3(0.02F, 0.05F, -0.03F);
        delta.rotation = axis_angle(vec3(0.3F, 1.0F, 0.2F), 0.4F);
        delta.scale = vec3(1.5F);
        const auto other = mirrored_delta(document, left, delta);
        ASSERT_TRUE(other) << path;
        EXPECT_EQ(other->joint, right);
        const auto back = mirrored_delta(document, right, other->delta);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->joint, left);
        EXPECT_LT(glm::length(back->delta.translation - delta.translation), 1e-5F);
        const int other_node = node_of(document, right);
        const vec3 hand = vec3(posed(
            document)[static_cast<std::size_t>(node_of(document, joint_called(document, "leftHand")))][3]);
        const vec3 other_hand = vec3(posed(
            document)[static_cast<std::size_t>(node_of(document, joint_called(document, "rightHand")))][3]);
        ASSERT_LT(glm::length(flipped(hand) - other_hand), 1e-3F) << path;
        at(document.nodes, node).delta = delta;
        at(document.nodes, other_node).delta = other->delta;
        const std::vector<mat4> world = posed(document);
        const auto place = [&](const char* bone) {
            return vec3(at(world, node_of(document, joint_called(document, bone)))[3]);
        };
        EXPECT_LT(glm::length(flipped(place("leftHand")) - place("rightHand")), 2e-3F) << path;
        EXPECT_GT(glm::length(place("leftHand") - hand), 0.05F);
    }
    const Document document = figure("assets/manikin/manikin.wrl");
    EXPECT_FALSE(mirrored_delta(document, joint_called(document, "head"), Transform{})) << "in the middle";
    EXPECT_FALSE(mirrored_delta(document, {ItemKind::site, 0, 0}, Transform{}));
}

TEST(MirroredLimits, OfNoTurnAreWrittenAsZero) {
    const Document document = figure("assets/manikin/manikin.wrl");
    const auto other = mirrored_limits(document, joint_called(document, "leftLowerArm"),
                                       vec3(-2.0F, 0.0F, -0.5F), vec3(0.1F, 0.0F, 0.25F));
    ASSERT_TRUE(other);
    EXPECT_EQ(other->joint, joint_called(document, "rightLowerArm"));
    EXPECT_EQ(other->lower, vec3(-2.0F, 0.0F, -0.25F));
    EXPECT_EQ(other->upper, vec3(0.1F, 0.0F, 0.5F));
    EXPECT_FALSE(std::signbit(other->lower.y) || std::signbit(other->upper.y)) << "-0";
}

TEST(MirroredSite, IsWhereTheMirrorShowsIt) {
    const Document document = figure("assets/manikin/manikin.wrl");
    const std::vector<Item> found = find_items(document, ItemKind::site, "l_hand_tip", 0);
    ASSERT_EQ(found.size(), 1U);
    const int node = node_of(document, found[0]);
    Transform local = compose(at(document.nodes, node).rest, at(document.nodes, node).delta);
    local.translation += vec3(0.03F, 0.01F, 0.02F);
    const auto other = mirrored_site(document, found[0], local);
    ASSERT_TRUE(other);
    EXPECT_EQ(name_of(document, other->site), "r_hand_tip");
    const std::vector<mat4> rest = worlds_at_rest(document);
    const auto place = [&](int site, const Transform& at_local) {
        return vec3((at(rest, at(document.nodes, site).parent) * to_matrix(at_local))[3]);
    };
    EXPECT_LT(glm::length(flipped(place(node, local)) - place(node_of(document, other->site), other->local)),
              1e-5F);
}

}  // namespace
}  // namespace vitruvian::test
