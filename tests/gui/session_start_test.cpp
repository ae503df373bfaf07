// What is on the stage at the start of the program, in the session, without a window.
#include "tests/folders.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

namespace vitruvian {
namespace {

class SessionStart : public test::SessionTest {
  protected:
    void start(const std::vector<std::filesystem::path>& files) {
        session_.start(files);
        ASSERT_TRUE(test::settled(session_));
    }
    const std::filesystem::path boxman_ = source_folder() / "tests" / "data" / "boxman.gltf";
};

TEST_F(SessionStart, WithoutFilesTheBuiltinFigureWalks) {
    start({});
    EXPECT_TRUE(session_.only_builtin());
    EXPECT_TRUE(session_.playback().playing);
}

TEST_F(SessionStart, AFileIsShownWithoutTheBuiltinFigureBeforeIt) {
    session_.start({boxman_});
    EXPECT_TRUE(session_.figures().empty());
    ASSERT_TRUE(test::settled(session_));
    ASSERT_EQ(session_.figures().size(), 1U);
    EXPECT_EQ(session_.figures()[0].path, boxman_);
    EXPECT_EQ(session_.figures()[0].id, 1U);
}

TEST_F(SessionStart, WhereNoFileOpensTheBuiltinFigureComesWithTheMessage) {
    start({folder_ / "missing.glb"});
    EXPECT_TRUE(session_.only_builtin());
    ASSERT_EQ(session_.messages().size(), 1U);
    EXPECT_EQ(session_.messages().front().severity, Severity::error);
}

TEST_F(SessionStart, ClipsPlayOnTheBuiltinFigure) {
    write("walk.bvh", test::small_bvh(true));
    start({folder_ / "walk.bvh"});
    ASSERT_EQ(session_.figures().size(), 2U);
    EXPECT_TRUE(session_.figures()[0].path.empty());
    const OpenFigure* source = session_.clip_source(session_.figures()[0]);
    ASSERT_NE(source, nullptr);
    EXPECT_EQ(source->path, folder_ / "walk.bvh");
}

TEST_F(SessionStart, OnceEverythingIsClosedTheStageStaysEmpty) {
    start({boxman_});
    session_.execute(CloseFiles{{session_.figures()[0].id}});
    ASSERT_TRUE(test::settled(session_));
    EXPECT_TRUE(session_.figures().empty());
}

}  // namespace
}  // namespace vitruvian
