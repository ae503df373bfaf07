// Several figures side by side, and the cameras of their files.
#include "app/scene/framing.h"
#include "app/scene/view_camera.h"
#include "app/session/session.h"
#include "model/core/at.h"
#include "tests/folders.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace vitruvian {
namespace {

/// A box-shaped person, `unit` high where 1 is 1.8 units, with Y or Z up.
std::string person(float unit, bool z_up = false) {
    const auto at = [&](float side, float up) {
        const std::string x = std::to_string(side * unit);
        const std::string y = std::to_string(up * unit);
        return z_up ? "0 " + x + " " + y : x + " " + y + " 0";
    };
    const auto joint = [&](const char* name, float side, float up, const std::string& children) {
        return std::string("Joint { name \"") + name + "\" center " + at(side, up) + " children [ " +
               children + " ] }\n";
    };
    const std::string size = std::to_string(0.3F * unit) + " " + std::to_string((z_up ? 0.3F : 1.8F) * unit) +
                             " " + std::to_string((z_up ? 1.8F : 0.3F) * unit);
    const std::string box = "Segment { children Transform { translation " + at(0.0F, 0.9F) +
                            " children Shape { geometry Box { size " + size + " } } } }";
    const std::string sites =
        "Site { name \"skull_view\" translation " + at(0.0F, 1.7F) +
        " } Site { name \"own_view\" children Viewpoint { description \"Eyes\" position 1 2 3 } }";
    return "#VRML V2.0 utf8\nHumanoid { humanoidBody " +
           joint("HumanoidRoot", 0.0F, 0.9F,
                 box + joint("l_hip", 0.1F, 0.9F, "") + joint("r_hip", -0.1F, 0.9F, "") +
                     joint("skullbase", 0.0F, 1.6F, sites)) +
           "}\n";
}

class Figures : public test::SessionTest {
  protected:
    Bounds bounds_of(std::size_t figure) {
        const Figure one = session_.figures().at(figure).frame();
        return scene_bounds({&one, 1});
    }
};

TEST_F(Figures, MeshesAreHiddenAndShown) {
    const std::filesystem::path file = folder_ / "boxman.wrl";
    std::filesystem::copy_file(source_folder() / "tests/data/boxman.wrl", file);
    ASSERT_TRUE(session_.open_now({file}));
    const std::uint64_t id = session_.figures().front().id;
    const auto document = [&]() -> const Document& { return session_.figures().front().document(); };
    const auto drawn = [&] {
        return compose_frame(session_.frame_figures(), session_.view(), session_.camera()).items.size();
    };
    const std::size_t all = drawn();
    ASSERT_GT(all, 3U);
    const Selection first{id, Item{ItemKind::mesh, -1, 0}};
    const Selection head{id, items_called(document(), ItemKind::segment, "skull", 0).front()};
    session_.execute(SetItemsShown{id, {first.item}, false});
    session_.execute(SetItemsShown{id, {head.item}, false});
    EXPECT_EQ(drawn(), all - 2);
    EXPECT_TRUE(hides(session_.figures().front(), first.item));
    EXPECT_TRUE(hides(session_.figures().front(), head.item));
    EXPECT_FALSE(session_.has_unsaved_edits()) << "the file is not changed";
    // They stay hidden through edits, their undoing, and another version of the file.
    session_.execute(Edit{id, Rename{Item{ItemKind::mesh, -1, 0}, "another name"}});
    EXPECT_EQ(drawn(), all - 2);
    session_.execute(Undo{});
    EXPECT_EQ(drawn(), all - 2);
    session_.execute(ReloadFiles{{id}});
    ASSERT_TRUE(test::settled(session_));
    EXPECT_EQ(drawn(), all - 2);
    session_.execute(SetItemsShown{id, {head.item}, true});
    EXPECT_EQ(drawn(), all - 1);
    session_.execute(ShowItemsAlone{id, {head.item}});
    EXPECT_EQ(drawn(), 1U);
    session_.execute(ShowItemsAlone{id, {joint_item(0, 0)}});
    EXPECT_EQ(drawn(), 1U) << "a joint is no mesh";
    session_.execute(ShowAll{});
    EXPECT_EQ(drawn(), all);
}

TEST_F(Figures, JointsAreHiddenOneByOne) {
    const std::filesystem::path file = folder_ / "boxman.wrl";
    std::filesystem::copy_file(source_folder() / "tests/data/boxman.wrl", file);
    ASSERT_TRUE(session_.open_now({file}));
    const std::uint64_t id = session_.figures().front().id;
    const auto document = [&]() -> const Document& { return session_.figures().front().document(); };
    const auto joint = [&](const char* name) {
        return items_called(document(), ItemKind::joint, name, 0).front();
    };
    ViewSettings view = session_.view();
    view.show.joints = view.show.bones = view.show.labels = true;
    const auto drawn = [&] {
        const RenderScene scene = compose_frame(session_.frame_figures(), view, session_.camera());
        EXPECT_EQ(scene.joints.size(), scene.labels.size());
        return std::pair(scene.joints.size(), scene.bones.size());
    };
    const auto [joints, bones] = drawn();
    const Item knee = joint("l_knee");
    session_.execute(SetItemsShown{id, {knee, joint("r_knee")}, false});
    EXPECT_TRUE(hides(session_.figures().front(), knee));
    EXPECT_EQ(drawn(), std::pair(joints - 2, bones - 2));
    EXPECT_FALSE(session_.has_unsaved_edits());
    // The same joints stay hidden where an edit gives them other numbers.
    session_.execute(Edit{id, DeleteJoint{joint("l_elbow")}});
    EXPECT_NE(joint("l_knee"), knee);
    EXPECT_TRUE(hides(session_.figures().front(), joint("l_knee")));
    EXPECT_EQ(drawn().first, joints - 3);
    session_.execute(Undo{});
    session_.execute(ShowItemsAlone{id, {knee}});
    EXPECT_EQ(drawn().first, 1U);
    session_.execute(ShowAll{});
    EXPECT_EQ(drawn(), std::pair(joints, bones));
}

TEST_F(Figures, OfDifferentUnitsStandAtTheirTrueSizes) {
    ASSERT_TRUE(session_.open_now({write("m.wrl", person(1.0F)), write("cm.wrl", person(100.0F)),
                                   write("inches.wrl", person(39.37F))}));
    ASSERT_EQ(session_.figures().size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(bounds_of(i).size().y, 1.8F, 0.01F) << i;
        EXPECT_NEAR(bounds_of(i).min.y, bounds_of(0).min.y, 1e-3F) << i;
        if (i > 0) {
            EXPECT_GT(bounds_of(i).min.x, bounds_of(i - 1).max.x) << i;
        }
    }
    // Nothing of the documents changed.
    EXPECT_EQ(session_.figures()[1].document().humanoids[0].joints[0].centre.y, 90.0F);
    EXPECT_FALSE(session_.has_unsaved_edits());
}

TEST_F(Figures, TheFirstFileGivesTheUnit) {
    ASSERT_TRUE(session_.open_now({write("cm.wrl", person(100.0F)), write("m.wrl", person(1.0F))}));
    EXPECT_NEAR(bounds_of(0).size().y, 180.0F, 0.5F);
    EXPECT_NEAR(bounds_of(1).size().y, 180.0F, 0.5F);
    const Stance stance = scene_stance(session_.frame_figures());
    EXPECT_NEAR(stance.metres_per_unit, 0.01F, 1e-6F);
}

TEST_F(Figures, OneThatLiesAlongAnotherAxisIsStoodUp) {
    ASSERT_TRUE(session_.open_now({write("y.wrl", person(1.0F)), write("z.wrl", person(1.0F, true))}));
    EXPECT_NEAR(bounds_of(1).size().y, 1.8F, 0.01F);
    EXPECT_NEAR(bounds_of(1).min.y, bounds_of(0).min.y, 1e-3F);
}

TEST_F(Figures, CamerasAreViewpointsAndCameraSites) {
    ASSERT_TRUE(session_.open_now({write("m.wrl", person(1.0F)), write("cm.wrl", person(100.0F))}));
    const std::vector<Viewpoint> cameras = cameras_of(session_.figures()[1].document());
    ASSERT_EQ(cameras.size(), 2U);
    EXPECT_EQ(cameras[0].name, "Eyes");
    EXPECT_EQ(cameras[1].name, "skull_view");
    const vec3 first = session_.camera().eye();
    session_.execute(LookThrough{session_.figures()[1].id, 1});
    // At the site, in the scene's unit, looking along its -Z.
    const Camera& camera = session_.camera();
    EXPECT_NEAR(camera.eye().y, 1.7F, 1e-3F);
    EXPECT_NEAR(camera.front.z, 1.0F, 1e-5F);
    const vec3 before = camera.eye();
    session_.execute(LookThrough{session_.figures()[1].id, 0});
    EXPECT_NE(session_.camera().eye(), before);
    session_.execute(LookBack{});
    EXPECT_EQ(session_.camera().eye(), first) << "what was seen before both of them";
    session_.execute(LookBack{});
    EXPECT_EQ(session_.camera().eye(), first);
    session_.execute(LookThrough{session_.figures()[1].id, 1});
    session_.execute(LookThrough{session_.figures()[1].id, 7});
    EXPECT_EQ(session_.camera().eye(), before);
}

TEST_F(Figures, ANamelessCameraOnASiteHasTheSitesName) {
    ASSERT_TRUE(session_.open_now(
        {write("site.wrl",
               "#VRML V2.0 utf8\nHumanoid { humanoidBody Joint { name \"HumanoidRoot\" children "
               "Segment { children [ Site { name \"x_view\" translation 0 1 3 children Viewpoint { "
               "position 0 0 0 } } Viewpoint { } ] } } }")}));
    const std::vector<Viewpoint> cameras = cameras_of(session_.figures()[0].document());
    ASSERT_EQ(cameras.size(), 2U);
    EXPECT_EQ(cameras[0].name, "x_view");
    EXPECT_EQ(cameras[1].name, "viewpoint 2");
}

TEST_F(Figures, CameraForViewKnowsTheNames) {
    ASSERT_TRUE(session_.open_now({write("m.wrl", person(1.0F))}));
    const std::vector<Figure> figures = session_.frame_figures();
    const Result<Camera> site = camera_for_view(figures, "skull_view", 1.5F);
    ASSERT_TRUE(site);
    EXPECT_NEAR(site->eye().y, 1.7F, 1e-4F);
    const Result<Camera> none = camera_for_view(figures, "no_view", 1.5F);
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("Eyes"), std::string::npos);
}

TEST_F(Figures, TheCameraGoesWithTheOneThatComesFirst) {
    ASSERT_TRUE(session_.open_now({write("cm.wrl", person(100.0F)), write("z.wrl", person(1.0F, true))}));
    session_.execute(OrbitCamera{0.3F, 0.1F});
    session_.execute(ZoomCamera{0.8F, {}});  // so that it frames nobody
    const Camera before = session_.camera();
    session_.execute(CloseFiles{{session_.figures()[0].id}});
    ASSERT_EQ(session_.figures().size(), 1U);
    // Now in metres and with Z up, but from the same side and at the same distance.
    const Camera& now = session_.camera();
    EXPECT_NEAR(now.distance, 0.01F * before.distance, 1e-3F * before.distance);
    EXPECT_NEAR(now.up.z, 1.0F, 1e-5F);
    EXPECT_EQ(now.yaw, before.yaw);
    EXPECT_EQ(now.pitch, before.pitch);
    EXPECT_NEAR(now.target.z, 0.01F * before.target.y, 0.02F);
}

TEST(PicksTest, AnyNumberOfThingsCanBePicked) {
    Picks picks;
    std::vector<std::uint32_t> ids;
    constexpr int count = 70'000;
    for (int i = 0; i < count; ++i) ids.push_back(picks.add({std::uint64_t{1} << 40U, joint_item(99, i)}));
    for (int i = 0; i < count; i += 7) {
        const Selection what = picks.at(at(ids, i));
        EXPECT_EQ(what, (Selection{std::uint64_t{1} << 40U, joint_item(99, i)}));
    }
    EXPECT_EQ(picks.at(0), Selection{});
    EXPECT_EQ(picks.at(count + 1), Selection{});
}

TEST_F(Figures, WhatIsDrawnIsPickedByTheFiguresId) {
    ASSERT_TRUE(session_.open_now({write("a.wrl", person(1.0F)), write("b.wrl", person(1.0F))}));
    session_.execute(CloseFiles{{session_.figures()[0].id}});
    const OpenFigure& figure = session_.figures().at(0);
    Show show;
    show.joints = show.bones = show.sites = true;
    session_.execute(SetShow{show});
    Picks picks;
    const RenderScene scene =
        compose_frame(session_.frame_figures(), session_.view(), session_.camera(), &picks);
    std::vector<std::uint32_t> ids;
    for (const RenderItem& item : scene.items) ids.push_back(item.pick_id);
    for (const OverlayJoint& mark : scene.joints) ids.push_back(mark.pick_id);
    for (const OverlayBone& bone : scene.bones) ids.push_back(bone.pick_id);
    EXPECT_GT(ids.size(), 8U);
    for (const std::uint32_t id : ids) {
        EXPECT_EQ(picks.at(id).figure, figure.id);
        EXPECT_TRUE(exists(figure.document(), picks.at(id).item));
    }
}

}  // namespace
}  // namespace vitruvian
