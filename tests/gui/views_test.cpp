// Several views of one stage: what each shows, what moves together, and attached props.
#include "app/gui/kept_props.h"
#include "app/gui/panes.h"
#include "app/gui/tool_panel.h"
#include "app/gui/viewport_strips.h"
#include "app/scene/framing.h"
#include "app/session/session.h"
#include "model/core/at.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

namespace vitruvian::test {
namespace {

constexpr std::array<float, 4> aspects{1.4F, 1.4F, 1.4F, 1.4F};

/// A person made of boxes with a site at the left hip, `height` units tall.
std::string person_with_site(float height) {
    const auto number = [&](float share) { return std::to_string(share * height); };
    return "#VRML V2.0 utf8\nHumanoid { humanoidBody Joint { name \"HumanoidRoot\" center 0 " + number(0.5F) +
           " 0 children [ Segment { name \"pelvis\" children Transform { translation 0 " + number(0.5F) +
           " 0 children Shape { geometry Box { size " + number(0.2F) + " " + number(1.0F) + " " +
           number(0.2F) + " } } } } Joint { name \"l_hip\" center " + number(0.05F) + " " + number(0.5F) +
           " 0 children Segment { name \"l_thigh\" children Site { name \"l_hand_tip\" translation " +
           number(0.3F) + " " + number(0.4F) + " 0 } } } Joint { name \"r_hip\" center " + number(-0.05F) +
           " " + number(0.5F) + " 0 } Joint { name \"skullbase\" center 0 " + number(0.9F) + " 0 } ] } }\n";
}

const std::string box = "#VRML V2.0 utf8\nShape { geometry Box { size 0.1 0.1 0.1 } }\n";

class ViewsTest : public SessionTest {
  protected:
    void arrange(ViewLayout layout, bool linked = true) { session_.arrange_views(layout, aspects, linked); }
    [[nodiscard]] const StageView& view(int index) const { return at(session_.views().all, index); }
};

TEST_F(ViewsTest, WhatWasFramedStaysWholeUntilTheViewIsMoved) {
    ASSERT_TRUE(session_.open_now({write("person.wrl", person_with_site(1.8F))}));
    const auto highest = [&] {  // of the figure in the picture, -1 to 1
        const Camera& camera = session_.camera();
        const mat4 clip =
            camera.projection(view(0).aspect, scene_bounds(session_.frame_figures(view(0)))) * camera.view();
        const vec4 head = clip * session_.figures().front().placement * vec4(0.0F, 1.8F, 0.0F, 1.0F);
        return head.y / head.w;
    };
    Air air;
    air.top = 0.25F;  // a strip over a picture that is now low
    arrange(ViewLayout::one);
    session_.set_air(air);
    EXPECT_LT(highest(), 1.0F - 2.0F * 0.24F);
    // After orbiting it is still completely visible; after manual movement it stays as placed.
    session_.execute(OrbitCamera{0.4F, 0.1F});
    air.top = 0.15F;
    session_.set_air(air);
    EXPECT_GT(highest(), 1.0F - 2.0F * 0.20F);
    session_.execute(ZoomCamera{0.5F, vec2(0.0F)});
    const Camera put = session_.camera();
    session_.set_air(Air{});
    EXPECT_EQ(session_.camera().distance, put.distance);
    EXPECT_EQ(session_.camera().target, put.target);
}

TEST_F(ViewsTest, WhatWasFramedIsWholeInAnotherLayoutToo) {
    ASSERT_TRUE(session_.open_now({write("person.wrl", person_with_site(1.8F))}));
    const auto narrow = [&] {
        const std::array<float, 1> aspect{0.1F};
        session_.arrange_views(ViewLayout::one, aspect, true);
        session_.set_air(Air{});
        return session_.camera().distance;
    };
    arrange(ViewLayout::one);
    session_.set_air(Air{});
    const float wide = session_.camera().distance;
    const float whole = narrow();
    EXPECT_GT(whole, 1.2F * wide);
    arrange(ViewLayout::four);
    session_.set_air(Air{});
    EXPECT_NEAR(narrow(), whole, 0.05F * whole);
    // A view that was moved manually stays as placed.
    session_.execute(ZoomCamera{0.5F, vec2(0.0F)});
    arrange(ViewLayout::four);
    session_.set_air(Air{});
    EXPECT_NEAR(narrow(), 0.5F * whole, 0.1F * whole);
}

TEST_F(ViewsTest, EachViewFramesBesideTheStripThatLiesOverIt) {
    ASSERT_TRUE(session_.open_now({write("person.wrl", person_with_site(1.8F))}));
    arrange(ViewLayout::four);
    const auto middle = [&](int index) {  // of the figure in the picture, -1 to 1
        const StageView& seen = view(index);
        const mat4 clip = seen.camera.projection(seen.aspect, scene_bounds(session_.frame_figures(seen))) *
                          seen.camera.view();
        const vec4 place = clip * session_.figures().front().placement * vec4(0.0F, 0.9F, 0.0F, 1.0F);
        return place.x / place.w;
    };
    std::vector<Air> airs(4);
    airs[2].left = 0.25F;
    session_.set_airs(airs);
    const float moved = middle(2);
    airs[2].left = airs[0].left;
    session_.set_airs(airs);
    EXPECT_GT(moved, middle(2) + 0.1F);
    // Of panes side by side the left ones are below the layers, the right ones below the tools.
    const Rect area{0.0F, 0.0F, 1000.0F, 600.0F};
    const std::vector<Rect> panes{{0.0F, 0.0F, 498.0F, 600.0F}, {502.0F, 0.0F, 498.0F, 600.0F}};
    const Air left = air_of_pane(panes[0], area, panes, 1.0F);
    const Air right = air_of_pane(panes[1], area, panes, 1.0F);
    EXPECT_GT(left.left, left.right);
    EXPECT_GT(right.right, right.left);
    // A picture too low for the strip of layers may still have that of tools.
    const Air low = air_between_strips({0.0F, 0.0F, 320.0F, 168.0F}, 1.0F);
    const ToolGrid tools = tools_grid(168.0F, 1.0F, gap_above_tools(true), false);
    ASSERT_GT(tools.columns, 0);
    EXPECT_GT(low.right * 320.0F, tools.size.x);
    EXPECT_EQ(low.left, Air{}.left);
    const std::vector<Rect> narrow{{0.0F, 0.0F, 198.0F, 600.0F}, {202.0F, 0.0F, 798.0F, 600.0F}};
    EXPECT_EQ(air_of_pane(narrow[0], area, narrow, 1.0F), Air{});
    // In a small one the label is over the middle, where the head would be.
    const std::vector<Rect> small{{0.0F, 0.0F, 158.0F, 160.0F}, {162.0F, 0.0F, 158.0F, 160.0F}};
    EXPECT_GE(air_of_pane(small[1], area, small, 1.0F).top * 160.0F, label_height(small[1], 1.0F));
}

TEST_F(ViewsTest, FourSeeFromAboveFrontAndSideAndOneIsFree) {
    ASSERT_TRUE(session_.open_now({write("person.wrl", person_with_site(1.8F))}));
    const Camera before = session_.camera();
    arrange(ViewLayout::four);
    EXPECT_EQ(session_.views().active, 1);
    EXPECT_EQ(view(1).camera.yaw, before.yaw);
    EXPECT_TRUE(view(1).turns);
    for (const int fixed : {0, 2, 3}) {
        EXPECT_FALSE(view(fixed).turns);
        EXPECT_TRUE(view(fixed).camera.orthographic);
        EXPECT_EQ(view(fixed).camera.distance, view(0).camera.distance) << "as large in each";
    }
    EXPECT_GT(view(0).camera.pitch, 1.5F);
    EXPECT_NEAR(view(2).camera.yaw, 0.0F, 1e-5F);
    EXPECT_NEAR(view(3).camera.yaw, 1.5708F, 1e-3F);
    // Back to a single view: the active view is kept, and may be rotated.
    session_.execute(FocusView{2});
    arrange(ViewLayout::one);
    EXPECT_NEAR(session_.camera().yaw, 0.0F, 1e-5F);
    EXPECT_TRUE(session_.views().view().turns);
}

TEST_F(ViewsTest, LinkedOnesMoveAndZoomTogetherAndOnlyFreeOnesTurn) {
    ASSERT_TRUE(session_.open_now({write("person.wrl", person_with_site(1.8F))}));
    arrange(ViewLayout::four);
    session_.execute(FocusView{2});
    const std::array<StageView, max_views> before = session_.views().all;
    session_.execute(PanCamera{30.0F, 10.0F, 400.0F});
    const vec3 way = view(2).camera.target - before[2].camera.target;
    ASSERT_GT(glm::length(way), 0.01F);
    EXPECT_LT(glm::length(view(1).camera.target - before[1].camera.target - way), 1e-5F);
    session_.execute(ZoomCamera{0.5F, vec2(0.0F)});
    for (int i = 0; i < 4; ++i)
        EXPECT_NEAR(view(i).camera.distance, 0.5F * at(before, i).camera.distance, 1e-4F);
    session_.execute(FocusView{1});
    session_.execute(OrbitCamera{0.3F, 0.0F});
    EXPECT_NE(view(1).camera.yaw, before[1].camera.yaw);
    EXPECT_EQ(view(2).camera.yaw, before[2].camera.yaw);
    // Independently.
    arrange(ViewLayout::four, false);
    const float distance = view(2).camera.distance;
    session_.execute(ZoomCamera{0.5F, vec2(0.0F)});
    EXPECT_EQ(view(2).camera.distance, distance);
}

TEST_F(ViewsTest, ACameraChangesNothingOfTheScene) {
    ASSERT_TRUE(session_.open_now({write("person.wrl", person_with_site(1.8F))}));
    arrange(ViewLayout::four, false);
    const std::uint64_t scene = session_.scene_revision();
    const std::uint64_t other = view(0).revision;
    const std::uint64_t turned = view(1).revision;
    session_.execute(OrbitCamera{0.3F, 0.0F});
    EXPECT_EQ(session_.scene_revision(), scene);
    EXPECT_EQ(view(0).revision, other);
    EXPECT_NE(view(1).revision, turned);
}

TEST_F(ViewsTest, TwoFiguresGetAViewEach) {
    ASSERT_TRUE(
        session_.open_now({write("a.wrl", person_with_site(1.8F)), write("b.wrl", person_with_site(1.2F))}));
    const std::uint64_t first = session_.figures()[0].id;
    const std::uint64_t second = session_.figures()[1].id;
    arrange(ViewLayout::two);
    EXPECT_EQ(view(0).figure, first);
    EXPECT_EQ(view(1).figure, second);
    const auto shown = [&](int index) {
        std::vector<std::uint64_t> out;
        for (const Figure& figure : session_.frame_figures(view(index))) {
            if (figure.shown) out.push_back(figure.id);
        }
        return out;
    };
    EXPECT_EQ(shown(0), std::vector{first});
    EXPECT_EQ(shown(1), std::vector{second});
    // Both rotate together, each about its own target.
    const float yaw = view(1).camera.yaw;
    session_.execute(OrbitCamera{0.25F, 0.0F});
    EXPECT_NEAR(view(1).camera.yaw - yaw, 0.25F, 1e-5F);
    EXPECT_GT(glm::length(view(1).camera.target - view(0).camera.target), 0.1F);
    // In another layout all are framed again.
    arrange(ViewLayout::one);
    EXPECT_EQ(view(0).figure, 0U);
    const Camera seen = view(0).camera;
    session_.execute(FrameAll{});
    EXPECT_LT(glm::length(view(0).camera.target - seen.target), 0.01F);
    EXPECT_NEAR(view(0).camera.distance, seen.distance, 0.01F * seen.distance);
    arrange(ViewLayout::two);
    session_.execute(CloseFiles{{second}});
    EXPECT_EQ(view(1).figure, 0U);
}

TEST_F(ViewsTest, APropFollowsItsSite) {
    ASSERT_TRUE(session_.open_now({write("person.wrl", person_with_site(1.8F)), write("box.wrl", box)}));
    const std::uint64_t person = session_.figures()[0].id;
    const std::uint64_t prop = session_.figures()[1].id;
    const auto sites = find_items(session_.figure(person)->document(), ItemKind::site, "l_hand_tip", 0);
    ASSERT_EQ(sites.size(), 1U);
    const auto off_site = [&] {
        const OpenFigure& holder = *session_.figure(person);
        const mat4& site = at(holder.world, node_of(holder.document(), sites.front()));
        return glm::length(vec3(session_.figure(prop)->placement[3] - site[3]));
    };
    EXPECT_GT(off_site(), 0.1F);
    session_.execute(AttachProp{prop, {person, sites.front()}});
    EXPECT_LT(off_site(), 1e-5F);
    const vec3 before(session_.figure(prop)->placement[3]);
    const Item hip = find_joints(session_.figure(person)->document(), "l_hip").front();
    session_.execute(Edit{person, SetJointRotation{hip, glm::angleAxis(0.8F, vec3(0.0F, 0.0F, 1.0F))}});
    EXPECT_LT(off_site(), 1e-5F);
    EXPECT_GT(glm::length(vec3(session_.figure(prop)->placement[3]) - before), 0.1F);
    // It is hidden with its holder, and is no longer held when that is closed.
    session_.execute(SetShown{person, false});
    EXPECT_FALSE(session_.frame_figures().back().shown);
    session_.execute(SetShown{person, true});
    session_.execute(Edit{person, DeleteSite{sites.front()}});
    EXPECT_FALSE(session_.figure(prop)->attached.any());
}

TEST_F(ViewsTest, APropIsBackInTheHandWhenBothAreOpenAgain) {
    const std::vector<std::filesystem::path> files{write("person.wrl", person_with_site(1.8F)),
                                                   write("box.wrl", box)};
    ASSERT_TRUE(session_.open_now(files));
    const std::uint64_t holder = session_.figures()[0].id;
    const std::uint64_t prop = session_.figures()[1].id;
    const auto sites = find_items(session_.figure(holder)->document(), ItemKind::site, "l_hand_tip", 0);
    ASSERT_EQ(sites.size(), 1U);
    std::vector<KeptProp> kept;
    session_.execute(AttachProp{prop, {holder, sites.front()}});
    keep_prop(kept, session_, prop);
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept.front().site, "l_hand_tip");
    EXPECT_TRUE(props_to_attach(kept, session_, prop).empty()) << "it is there";

    Session again;
    ASSERT_TRUE(again.open_now({files[1]}));
    EXPECT_TRUE(props_to_attach(kept, again, again.figures()[0].id).empty()) << "its holder is not open";
    ASSERT_TRUE(again.open_now(files));
    const std::vector<AttachProp> intents = props_to_attach(kept, again, again.figures()[0].id);
    ASSERT_EQ(intents.size(), 1U);
    again.execute(intents.front());
    EXPECT_EQ(again.figures()[1].attached.figure, again.figures()[0].id);
    // Once detached it stays detached.
    again.execute(AttachProp{again.figures()[1].id, {}});
    keep_prop(kept, again, again.figures()[1].id);
    EXPECT_TRUE(kept.empty());
}

TEST_F(ViewsTest, NothingHoldsItselfOrItsHolder) {
    ASSERT_TRUE(
        session_.open_now({write("a.wrl", person_with_site(1.8F)), write("b.wrl", person_with_site(1.2F))}));
    const std::uint64_t a = session_.figures()[0].id;
    const std::uint64_t b = session_.figures()[1].id;
    const Item site{ItemKind::site, 0, 0};
    session_.execute(AttachProp{a, {a, site}});
    EXPECT_FALSE(session_.figure(a)->attached.any());
    session_.execute(AttachProp{b, {a, site}});
    EXPECT_EQ(session_.figure(b)->attached.figure, a);
    session_.execute(AttachProp{a, {b, site}});
    EXPECT_FALSE(session_.figure(a)->attached.any());
    session_.execute(AttachProp{b, {}});
    EXPECT_FALSE(session_.figure(b)->attached.any());
}

}  // namespace
}  // namespace vitruvian::test
