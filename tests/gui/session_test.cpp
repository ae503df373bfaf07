// The session, the layout, the tree's rows and the settings, without a window.
#include "app/session/session.h"

#include "app/gui/gui.h"
#include "app/gui/settings.h"
#include "app/gui/tree_panel.h"
#include "model/core/at.h"
#include "tests/folders.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

namespace vitruvian {
namespace {

const Joint& joint_of(const Session& session, int index) {
    return at(session.figures().front().document().humanoids.front().joints, index);
}

class SessionTest : public test::SessionTest {
  protected:
    void SetUp() override { ASSERT_TRUE(session_.show_builtin()); }
    [[nodiscard]] Selection joint(int index) const { return {session_.active_id(), joint_item(0, index)}; }
    [[nodiscard]] Edit limits(int index, float upper) const {
        return Edit{session_.active_id(), SetJointLimits{joint_item(0, index), vec3(-0.5F), vec3(upper)}};
    }
};

TEST_F(SessionTest, ManikinWalksUntilTouched) {
    EXPECT_TRUE(session_.playback().playing);
    session_.execute(OrbitCamera{0.1F, 0.0F});
    EXPECT_TRUE(session_.playback().playing);
    session_.execute(Select{joint(3)});
    EXPECT_FALSE(session_.playback().playing);
    EXPECT_EQ(session_.selection(), joint(3));
}

TEST_F(SessionTest, DragIsOneUndoStep) {
    const Joint before = joint_of(session_, 2);
    session_.execute(BeginGesture{session_.active_id()});
    for (int i = 0; i < 20; ++i) session_.execute(limits(2, 0.1F * static_cast<float>(i)));
    session_.execute(EndGesture{});
    EXPECT_FLOAT_EQ(joint_of(session_, 2).upper_limit->x, 1.9F);
    session_.execute(Undo{});
    EXPECT_EQ(joint_of(session_, 2).upper_limit, before.upper_limit);
    EXPECT_TRUE(session_.undo_title().empty());
    EXPECT_FALSE(session_.has_unsaved_edits());
}

TEST_F(SessionTest, WhatIsSelectedStaysSoWhateverNumberAnEditGivesIt) {
    const auto name = [&](const Selection& what) {
        return name_of(session_.figures().front().document(), what.item);
    };
    const auto called = [&](const char* joint_name) {
        return items_called(session_.figures().front().document(), ItemKind::joint, joint_name).front();
    };
    const std::uint64_t id = session_.active_id();
    session_.execute(SelectMany{{{id, called("l_elbow")}, {id, called("l_knee")}}});
    session_.execute(Hover{{id, called("vl1")}});
    const auto expect_the_same = [&](const char* when) {
        EXPECT_EQ(name(session_.selection()), "l_elbow") << when;
        ASSERT_EQ(session_.view().also_selected.size(), 1U) << when;
        EXPECT_EQ(name(session_.view().also_selected.front()), "l_knee") << when;
        EXPECT_EQ(name(session_.view().hovered), "vl1") << when;
    };
    session_.execute(Edit{id, ReParent{called("l_elbow"), called("r_elbow")}});
    expect_the_same("moved");
    session_.execute(Edit{id, DeleteJoint{called("l_hip")}});
    expect_the_same("after one before it went");
    session_.execute(Edit{id, AddJoint{"new", called("sacroiliac"), vec3(0.0F)}});
    session_.execute(Edit{id, Rename{called("vt1"), "back"}});
    expect_the_same("after one came");
    for (int i = 0; i < 4; ++i) session_.execute(Undo{});
    expect_the_same("undone");
    for (int i = 0; i < 4; ++i) session_.execute(Redo{});
    expect_the_same("done again");
    session_.execute(Edit{id, Rename{called("l_elbow"), "elbow"}});
    EXPECT_EQ(name(session_.selection()), "elbow");
    session_.execute(Edit{id, DeleteJoint{called("elbow")}});
    EXPECT_EQ(session_.selection(), (Selection{id, {}}));
}

TEST_F(SessionTest, WhatWasAddedIsSelectedByItsName) {
    const std::uint64_t id = session_.active_id();
    session_.execute(Select{joint(3)});
    session_.execute(SelectCalled{id, ItemKind::joint, "new"});
    EXPECT_EQ(session_.selection(), joint(3)) << "there is none";
    session_.execute(Edit{id, AddJoint{"new", joint_item(0, 3), vec3(0.0F)}});
    session_.execute(SelectCalled{id, ItemKind::joint, "new"});
    EXPECT_EQ(name_of(session_.figures().front().document(), session_.selection().item), "new");
}

TEST_F(SessionTest, WhatPlaysGoesOnWhenAnotherClipIsDeleted) {
    const std::uint64_t id = session_.active_id();
    const auto playing = [&] {
        const OpenFigure& figure = session_.figures().front();
        return figure.playing_clip() == nullptr ? std::string() : figure.playing_clip()->name;
    };
    session_.execute(ChooseClip{id, 2});
    const std::string chosen = playing();
    session_.execute(Edit{id, DeleteClip{{ItemKind::clip, -1, 0}}});
    EXPECT_EQ(playing(), chosen);
    session_.execute(Undo{});
    EXPECT_EQ(playing(), chosen);
    session_.execute(Edit{id, DeleteClip{{ItemKind::clip, -1, 2}}});
    EXPECT_EQ(playing(), "");
}

TEST_F(SessionTest, AStepOfTheHistoryIsGoneToAndUndoGoesOnFromThere) {
    for (int i = 0; i < 4; ++i) session_.execute(limits(2, 0.1F * static_cast<float>(i)));
    const std::uint64_t id = session_.active_id();
    const std::uint64_t second = session_.figures().front().history.steps()[2].number;
    session_.execute(GoToStep{id, second});
    EXPECT_FLOAT_EQ(joint_of(session_, 2).upper_limit->x, 0.1F);
    EXPECT_TRUE(session_.has_unsaved_edits());
    session_.execute(Undo{});
    EXPECT_FLOAT_EQ(joint_of(session_, 2).upper_limit->x, 0.0F);
    session_.execute(Redo{});
    session_.execute(Redo{});
    EXPECT_FLOAT_EQ(joint_of(session_, 2).upper_limit->x, 0.2F);
    session_.execute(GoToStep{id, 0});
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_TRUE(session_.undo_title().empty());
    session_.execute(GoToStep{id, 987654});
    EXPECT_FALSE(session_.redo_title().empty());
}

TEST_F(SessionTest, ARefusedEditIsSpokenOfUntilOneSucceeds) {
    // The hip of the left leg on its own knee.
    session_.execute(Edit{session_.active_id(), ReParent{joint_item(0, 2), joint_item(0, 3)}});
    ASSERT_EQ(session_.messages().size(), 1U);
    EXPECT_EQ(session_.messages().front().severity, Severity::warning);
    session_.execute(ShowMessage{Severity::warning, "Another matter", ""});
    session_.execute(limits(2, 0.4F));
    ASSERT_EQ(session_.messages().size(), 1U);
    EXPECT_EQ(session_.messages().front().title, "Another matter");
}

TEST_F(SessionTest, AnotherIntentEndsTheDrag) {
    session_.execute(BeginGesture{session_.active_id()});
    session_.execute(limits(2, 0.3F));
    session_.execute(Undo{});
    EXPECT_FALSE(session_.in_gesture());
    EXPECT_TRUE(session_.undo_title().empty());
    EXPECT_FALSE(session_.redo_title().empty());
}

TEST_F(SessionTest, FailedEditIsReportedAndLeavesNoStep) {
    session_.execute(Edit{session_.active_id(), SetJointStiffness{joint_item(0, 1'000'000), vec3(0.0F)}});
    EXPECT_TRUE(session_.undo_title().empty());
    ASSERT_EQ(session_.messages().size(), 1U);
    EXPECT_EQ(session_.messages().front().severity, Severity::warning);
}

TEST_F(SessionTest, RandomEditsUndoToTheBeginning) {
    std::mt19937 random(7);
    const auto count = session_.figures().front().document().humanoids.front().joints.size();
    const Document before = session_.figures().front().document();
    for (int i = 0; i < 60; ++i) {
        const auto index = static_cast<int>(random() % count);
        session_.execute(limits(index, static_cast<float>(random() % 100) * 0.01F));
        if (random() % 4 == 0) session_.execute(Undo{});
        if (random() % 6 == 0) session_.execute(Redo{});
    }
    while (!session_.undo_title().empty()) session_.execute(Undo{});
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(joint_of(session_, static_cast<int>(i)).upper_limit,
                  before.humanoids.front().joints[i].upper_limit);
    }
    EXPECT_FALSE(session_.has_unsaved_edits());
}

TEST_F(SessionTest, StepsWrapOnlyWhereTheClipLoops) {
    session_.execute(SetPlaying{false});
    session_.execute(SetTime{0.0});
    session_.execute(StepFrames{-1});
    EXPECT_GT(session_.clip_time(), 0.5);
    session_.execute(SetLoop{false});
    session_.execute(SetTime{0.0});
    session_.execute(StepFrames{-1});
    EXPECT_EQ(session_.clip_time(), 0.0);
    for (int i = 1; i <= 5; ++i) {
        session_.execute(StepFrames{1});
        EXPECT_NEAR(session_.clip_time(), i / 25.0, 1e-9) << "the walk has 25 keys a second";
    }
}

TEST_F(SessionTest, PlaybackStopsAtTheEndWithoutLoop) {
    session_.execute(SetLoop{false});
    session_.execute(SetTime{0.0});
    session_.execute(SetPlaying{true});
    session_.update(1000.0);
    EXPECT_FALSE(session_.playback().playing);
    EXPECT_DOUBLE_EQ(session_.clip_time(), session_.active_figure()->playing_clip()->duration);
}

TEST_F(SessionTest, SelectionOutOfRangeIsRefused) {
    session_.execute(Select{joint(5)});
    session_.execute(Select{joint(100'000)});
    session_.execute(Select{{1000, {ItemKind::mesh, -1, 0}}});
    session_.execute(Select{{session_.active_id(), {ItemKind::clip, -1, -1}}});
    EXPECT_EQ(session_.selection(), joint(5));
}

TEST_F(SessionTest, MissingFileIsAMessageAndTheManikinStays) {
    session_.execute(OpenFiles{{"/nowhere/at/all.glb"}, false});
    for (int i = 0; i < 1000 && session_.messages().empty(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        session_.update(0.0);
    }
    ASSERT_FALSE(session_.messages().empty());
    EXPECT_EQ(session_.messages().front().severity, Severity::error);
    EXPECT_TRUE(session_.only_builtin());
}

TEST_F(SessionTest, ABrokenPictureIsAMessageAndTheFigureIsShown) {
    std::filesystem::copy_file(source_folder() / "tests/data/many_symbols.jpg", folder_ / "broken.jpg",
                               std::filesystem::copy_options::overwrite_existing);
    std::ofstream(folder_ / "box.wrl")
        << "#VRML V2.0 utf8\nShape { appearance Appearance { texture ImageTexture { "
           "url \"broken.jpg\" } } geometry Box { } }";
    session_.execute(OpenFiles{{folder_ / "box.wrl"}, false});
    const auto says_so = [&] {
        return std::any_of(session_.messages().begin(), session_.messages().end(),
                           [](const Message& message) {
                               return message.title.find("Textures of box.wrl") != std::string::npos;
                           });
    };
    for (int i = 0; i < 1000 && !says_so(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        session_.update(0.0);
    }
    EXPECT_TRUE(says_so());
    EXPECT_EQ(session_.figures().front().name(), "box.wrl");
    EXPECT_EQ(session_.figures().front().images.at(0), nullptr);
}

TEST_F(SessionTest, TreeShowsEveryJointOnceAndSearchFindsByName) {
    const auto count_joints = [](const std::vector<TreeRow>& rows) {
        return std::count_if(rows.begin(), rows.end(), [](const TreeRow& row) {
            return !row.heading && row.what.item.kind == ItemKind::joint;
        });
    };
    const auto first = tree_rows(session_, {}, "");
    EXPECT_EQ(count_joints(first), 0) << "a figure opens to its first level";
    const auto heading = std::find_if(first.begin(), first.end(), [](const TreeRow& row) {
        return row.heading && row.what.item.kind == ItemKind::joint;
    });
    ASSERT_NE(heading, first.end());
    EXPECT_LT(first.size(), 15U);
    const auto all = tree_rows(session_, {heading->key}, "");
    const auto joints = session_.figures().front().document().humanoids.front().joints.size();
    EXPECT_EQ(static_cast<std::size_t>(count_joints(all)), joints);
    // A click with Shift selects from the selected row to that one, in either direction, of its kind alone.
    std::vector<TreeRow> rows;
    std::copy_if(all.begin(), all.end(), std::back_inserter(rows),
                 [](const TreeRow& row) { return row.what.item.kind == ItemKind::joint && !row.heading; });
    ASSERT_GT(rows.size(), 3U);
    const std::vector<Selection> down = items_between(all, rows[1].what, rows[3].what);
    EXPECT_EQ(down, (std::vector<Selection>{rows[1].what, rows[2].what, rows[3].what}));
    const std::vector<Selection> up = items_between(all, rows[3].what, rows[1].what);
    EXPECT_EQ(up, (std::vector<Selection>{rows[3].what, rows[1].what, rows[2].what}));
    EXPECT_EQ(items_between(all, {}, rows[1].what), std::vector<Selection>{rows[1].what});

    const auto found = tree_rows(session_, {}, "L_ELBOW");
    EXPECT_EQ(count_joints(found), 1);
    EXPECT_EQ(std::count_if(found.begin(), found.end(), [](const TreeRow& row) { return row.is_hit; }), 1);
    EXPECT_TRUE(tree_rows(session_, {}, "no such name").empty());
    // The manikin has H-Anim 2.0's names; many know those of 1.1.
    const auto by_old_name = tree_rows(session_, {}, "l_wrist");
    ASSERT_EQ(count_joints(by_old_name), 1);
    EXPECT_EQ(by_old_name.back().label, "l_radiocarpal");
    EXPECT_EQ(by_old_name.back().detail, "l_wrist");
    const auto by_bone = tree_rows(session_, {}, "leftLowerArm");
    const auto hit =
        std::find_if(by_bone.begin(), by_bone.end(), [](const TreeRow& row) { return row.is_hit; });
    ASSERT_NE(hit, by_bone.end()) << "a joint is found by the bone it is, too";
    EXPECT_EQ(hit->label, "l_elbow");
    EXPECT_EQ(hit->detail, "leftLowerArm");
}

TEST(Layout, ViewportKeepsHalfOfTheWidth) {
    std::mt19937 random(3);
    const auto between = [&](float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(random);
    };
    for (int i = 0; i < 500; ++i) {
        Settings settings;
        settings.tree_width = between(140.0F, 1200.0F);
        settings.inspector_width = between(200.0F, 1200.0F);
        settings.timeline_height = between(80.0F, 600.0F);
        settings.show_tree = random() % 2 == 0;
        settings.show_timeline = random() % 2 == 0;
        const float width = between(480.0F, 4000.0F);
        const float height = between(320.0F, 2200.0F);
        const float scale = between(0.5F, 3.0F);
        const Layout layout = lay_out(settings, width, height, scale);
        EXPECT_GE(layout.viewport.width, 0.5F * width - 1.0F);
        EXPECT_GE(layout.viewport.height, 1.0F);
        EXPECT_LE(layout.viewport.x + layout.viewport.width, width + 0.5F);
    }
}

TEST(Layout, NoPanelLiesOverAnotherInTheSmallestWindow) {
    for (const float scale : {1.0F, 1.25F, 1.5F, 2.0F, 3.0F}) {
        for (int shown = 0; shown < 16; ++shown) {
            Settings settings;
            settings.show_problems = (shown & 1) != 0;
            settings.show_timeline = (shown & 2) != 0;
            settings.timeline_tab = (shown & 4) != 0 ? 1 : 0;
            const Layout layout = lay_out(settings, 480.0F, 320.0F, scale, (shown & 8) != 0);
            SCOPED_TRACE(testing::Message() << "scale " << scale << ", shown " << shown);
            const float top = layout.toolbar.y + layout.toolbar.height;
            EXPECT_GE(layout.viewport.y, top);
            // The side panels' labels and a row, or no side panels.
            EXPECT_TRUE(layout.inspector.width == 0.0F || layout.inspector.height >= 71.0F * scale);
            EXPECT_EQ(layout.inspector.width > 0.0F, layout.tree.width > 0.0F);
            float bottom = layout.viewport.y + layout.viewport.height;
            for (const Rect& below : {layout.problems, layout.timeline, layout.messages, layout.status}) {
                if (below.width <= 0.0F) continue;
                EXPECT_TRUE(scale > 1.5F || below.y >= bottom);
                bottom = below.y + below.height;
            }
            EXPECT_LE(bottom, 320.0F);
            EXPECT_TRUE(scale > 1.0F || layout.tree.width > 0.0F);
            EXPECT_TRUE(!settings.show_problems || layout.problems.height >= 80.0F * scale - 1.0F);
        }
    }
}

TEST(Layout, PanelsTakeTheirShareOfALargeWindow) {
    const Settings settings;
    const auto widths = [&](float width, float height, float scale) {
        const Layout layout = lay_out(settings, width, height, scale);
        return std::pair(layout.tree.width, layout.inspector.width);
    };
    EXPECT_EQ(widths(1280, 720, 1), widths(1920, 1080, 1));
    const auto [tree, inspector] = widths(1920, 1080, 1);
    EXPECT_EQ(widths(3840, 2160, 1), std::pair(2 * tree, 2 * inspector));
    EXPECT_EQ(widths(3840, 2160, 2), widths(3840, 2160, 1)) << "that is 1920 x 1080 of larger units";
    EXPECT_EQ(widths(3840, 720, 1), widths(1920, 1080, 1)) << "low and wide is not large";
}

using SettingsFile = test::FolderTest;

TEST_F(SettingsFile, RoundTripAndBrokenFiles) {
    const auto path = folder_ / "deep" / "settings.json";
    Settings settings;
    settings.light_theme = true;
    settings.tree_width = 333.0F;
    settings.add_recent("/a/b.glb");
    settings.add_recent("/c/d.wrl");
    settings.add_recent("/a/b.glb");
    ASSERT_EQ(settings.recent.size(), 2U);
    settings.props.push_back({"/a/sword.glb", "/a/b.glb", "r_hand_tip"});
    ASSERT_TRUE(write_settings(settings, path));
    EXPECT_EQ(read_settings(path), settings);
    for (const char* text :
         {"", "{", "[1,2]", "{\"scale\": 1e99, \"recent\": 7, \"window_width\": \"wide\"}"}) {
        std::ofstream(path) << text;
        const Settings read = read_settings(path);
        EXPECT_LE(read.scale, 3.0F);
        EXPECT_EQ(read.window_width, Settings{}.window_width);
    }
}

}  // namespace
}  // namespace vitruvian
