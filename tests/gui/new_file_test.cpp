// New files: beside the figure, or in the user's own folder where that cannot be written.
#include "app/session/new_file.h"

#include "tests/gui/sessions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

class NewFileTest : public test::FolderTest {
  protected:
    void SetUp() override {
        test::FolderTest::SetUp();
        home_ = folder_ / "home";
        fs::create_directories(home_ / ".config");
        // A folder that cannot be written by anybody, root included.
        std::ofstream(folder_ / "no_folder") << "a file";
        setenv("HOME", home_.c_str(), 1);
        unsetenv("XDG_CONFIG_HOME");
    }

    static Result<NewFile> write(const fs::path& folder) {
        constexpr std::array bytes{std::byte{1}, std::byte{2}};
        return write_new_file(
            folder, UserFolder::pictures, [](int number) { return fmt::format("a-{}.png", number); }, bytes);
    }

    fs::path home_;
};

TEST_F(NewFileTest, GoesBesideTheFigureUnderTheNextName) {
    for (const char* name : {"a-1.png", "a-2.png"}) {
        const Result<NewFile> file = write(folder_);
        ASSERT_TRUE(file) << file.error().text();
        EXPECT_EQ(file->path, folder_ / name);
        EXPECT_EQ(said_of(*file), file->path.string());
        EXPECT_EQ(fs::file_size(file->path), 2U);
    }
}

TEST_F(NewFileTest, GoesToTheUsersPicturesWhereThatCannotBeWrittenAndSaysSo) {
    const auto place = [&] {
        const Result<NewFile> file = write(folder_ / "no_folder");
        EXPECT_TRUE(file) << file.error().text();
        if (!file) return fs::path();
        EXPECT_FALSE(file->why_elsewhere.empty());
        EXPECT_NE(said_of(*file).find("cannot be written"), std::string::npos) << said_of(*file);
        return file->path.parent_path();
    };
    EXPECT_EQ(place(), home_);
    fs::create_directory(home_ / "Pictures");
    EXPECT_EQ(place(), home_ / "Pictures");
    fs::create_directory(home_ / "Bilder");
    std::ofstream(home_ / ".config" / "user-dirs.dirs")
        << "# written by "
           "xdg-user-dirs\nXDG_DOCUMENTS_DIR=\"$HOME/Texte\"\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n";
    EXPECT_EQ(place(), home_ / "Bilder");
    EXPECT_EQ(user_folder(UserFolder::documents), home_) << "that folder does not exist";
}

TEST_F(NewFileTest, IsTheErrorOfTheFiguresFolderIfNoFolderTakesIt) {
    setenv("HOME", (folder_ / "no_folder").c_str(), 1);
    const Result<NewFile> file = write(folder_ / "no_folder");
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().text().find("no_folder"), std::string::npos) << file.error().text();
}

}  // namespace
}  // namespace vitruvian
