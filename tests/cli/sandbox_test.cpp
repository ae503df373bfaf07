// What a sandboxed process can still do. Each test runs in a child process, since rights cannot be regained.
#include "app/sandbox/sandbox.h"

#include "app/sandbox/access_rules.h"
#include "app/sandbox/landlock.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/write_file.h"
#include "tests/folders.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

/// Whether `act` returns true in a child process that is confined to `reach`.
bool confined(const Reach& reach, const std::function<bool()>& act) {
    const pid_t child = ::fork();
    if (child == 0) {
        confine(reach);
        ::_exit(act() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool can_open(const fs::path& path, int how) {
    const int file = ::open(path.c_str(), how | O_CLOEXEC, 0600);
    if (file >= 0) ::close(file);
    return file >= 0;
}
bool can_read(const fs::path& path) {
    return can_open(path, O_RDONLY);
}

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

/// A home folder with a key in it, figures below it and a folder for results.
class Sandbox : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "vitruvian-sandbox-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        home_ = fs::canonical(name);
        old_home_ = std::getenv("HOME") ? std::getenv("HOME") : "";
        ::setenv("HOME", home_.c_str(), 1);
        write(home_ / ".ssh/id_ed25519", "secret");
        write(home_ / "letters/one.txt", "private");
        write(home_ / "figures/textures/skin.png", "picture");
        fs::copy_file(source_folder() / "tests/data/boxman.gltf", home_ / "figures/boxman.gltf");
        fs::copy_file(source_folder() / "tests/data/boxman.gltf", home_ / "boxman.gltf");
        fs::create_directories(home_ / "out");
        key_ = home_ / ".ssh/id_ed25519";
        inputs_.documents = {home_ / "figures/boxman.gltf"};
    }
    void TearDown() override {
        ::setenv("HOME", old_home_.c_str(), 1);
        fs::remove_all(home_);
    }

    fs::path home_;
    fs::path key_;
    std::string old_home_;
    Reach inputs_;
};

#define NEED_LANDLOCK() \
    if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock"

TEST_F(Sandbox, KeysAndLettersAreOutOfReach) {
    NEED_LANDLOCK();
    EXPECT_TRUE(can_read(key_));
    EXPECT_TRUE(confined(inputs_, [&] { return !can_read(key_) && errno == EACCES; }));
    EXPECT_TRUE(confined(inputs_, [&] { return !can_read(home_ / "letters/one.txt"); }));
    EXPECT_TRUE(confined(inputs_, [] { return !can_read("/etc/passwd"); }));
    EXPECT_TRUE(confined(inputs_, [&] { return ::opendir(home_.c_str()) == nullptr; }));
}

TEST_F(Sandbox, NothingIsWrittenWhereNothingIsToBe) {
    NEED_LANDLOCK();
    for (const fs::path& path :
         {home_ / "figures/new", home_ / "new", home_ / ".bashrc", fs::path("/tmp/vitruvian-new")}) {
        EXPECT_TRUE(confined(inputs_, [&] { return !can_open(path, O_WRONLY | O_CREAT); })) << path;
        EXPECT_FALSE(fs::exists(path)) << path;
    }
    EXPECT_TRUE(confined(inputs_, [&] { return ::unlink((home_ / "figures/boxman.gltf").c_str()) != 0; }));
    EXPECT_TRUE(
        confined(inputs_, [&] { return !can_open(home_ / "figures/boxman.gltf", O_WRONLY | O_TRUNC); }));
    EXPECT_TRUE(
        confined(inputs_, [&] { return ::execl("/bin/true", "true", nullptr) != 0 && errno == EACCES; }));
}

TEST_F(Sandbox, InputsAreReadWithWhatLiesBelowTheirFolder) {
    EXPECT_TRUE(confined(inputs_, [&] { return load_document(inputs_.documents.front()).has_value(); }));
    EXPECT_TRUE(confined(inputs_, [&] { return can_read(home_ / "figures/textures/skin.png"); }));
    const Reach folder{.documents = {home_ / "figures"}, .files = {}, .outputs = {}};
    EXPECT_TRUE(confined(folder, [&] { return can_read(home_ / "figures/textures/skin.png"); }));
}

TEST_F(Sandbox, AFileAloneBringsNothingAlong) {
    NEED_LANDLOCK();
    const Reach alone{.documents = {}, .files = {home_ / "figures/boxman.gltf"}, .outputs = {}};
    EXPECT_TRUE(confined(alone, [&] { return can_read(home_ / "figures/boxman.gltf"); }));
    EXPECT_TRUE(confined(alone, [&] { return !can_read(home_ / "figures/textures/skin.png"); }));
}

TEST_F(Sandbox, AFigureInTheHomeFolderDoesNotOpenItsHiddenPart) {
    NEED_LANDLOCK();
    const Reach at_home{.documents = {home_ / "boxman.gltf"}, .files = {}, .outputs = {home_ / "new.glb"}};
    EXPECT_TRUE(confined(at_home, [&] { return load_document(home_ / "boxman.gltf").has_value(); }));
    EXPECT_TRUE(confined(at_home, [&] { return can_read(home_ / "figures/textures/skin.png"); }));
    EXPECT_TRUE(confined(at_home, [&] { return !can_read(key_); }));
    EXPECT_TRUE(confined(at_home, [&] {
        const auto document = load_document(home_ / "boxman.gltf");
        return document && save_document(*document, home_ / "new.glb").has_value();
    }));
    EXPECT_TRUE(fs::exists(home_ / "new.glb"));
    const Reach above{.documents = {home_.parent_path() / "x.gltf"}, .files = {}, .outputs = {}};
    EXPECT_TRUE(confined(above, [&] { return !can_read(key_) && can_read(home_ / "letters/one.txt"); }));
}

TEST_F(Sandbox, AFileOfTwoNamesInTheHomeFolderIsWrittenInto) {
    NEED_LANDLOCK();
    write(home_ / "one.txt", "before");
    fs::create_hard_link(home_ / "one.txt", home_ / "two.txt");
    const Reach reach{.documents = {}, .files = {}, .outputs = {home_ / "one.txt"}};
    const std::string text = "after";
    EXPECT_TRUE(confined(reach, [&] {
        return write_file_atomically(home_ / "one.txt", std::as_bytes(std::span(text))).has_value();
    }));
    EXPECT_EQ(fs::file_size(home_ / "two.txt"), text.size());
}

TEST_F(Sandbox, LinksAreFollowedToTheirFileAlone) {
    NEED_LANDLOCK();
    fs::create_directories(home_ / "links");
    fs::create_symlink(home_ / "figures/boxman.gltf", home_ / "links/figure.gltf");
    fs::create_symlink(home_ / "letters", home_ / "links/letters");
    const Reach reach{.documents = {home_ / "links/figure.gltf"}, .files = {}, .outputs = {}};
    EXPECT_TRUE(confined(reach, [&] { return can_read(home_ / "links/figure.gltf"); }));
    EXPECT_TRUE(confined(reach, [&] { return !can_read(home_ / "links/letters/one.txt"); }));
    EXPECT_TRUE(confined(reach, [&] { return !can_read(home_ / "figures/textures/skin.png"); }));
}

TEST_F(Sandbox, OutputsAreWrittenAndReplaced) {
    Reach reach = inputs_;
    reach.outputs = {home_ / "out/new.gltf"};
    const auto save = [&] {
        const auto document = load_document(inputs_.documents.front());
        SaveOptions anew;
        anew.anew = true;
        return document && save_document(*document, home_ / "out/new.gltf", anew).has_value();
    };
    EXPECT_TRUE(confined(reach, save));
    EXPECT_TRUE(confined(reach, save));  // over the existing file
    EXPECT_TRUE(load_document(home_ / "out/new.gltf"));
    fs::create_symlink(home_ / "out/new.gltf", home_ / "letters/link.gltf");
    Reach link = inputs_;
    link.outputs = {home_ / "letters/link.gltf"};
    const std::string text = "through the link";
    EXPECT_TRUE(confined(link, [&] {
        return write_file_atomically(home_ / "letters/link.gltf", std::as_bytes(std::span(text))).has_value();
    }));
    EXPECT_TRUE(fs::is_symlink(home_ / "letters/link.gltf"));
    EXPECT_EQ(fs::file_size(home_ / "out/new.gltf"), text.size());
}

TEST_F(Sandbox, FoldersThatDoNotExistGiveTheOrdinaryError) {
    Reach reach = inputs_;
    reach.outputs = {home_ / "no/such/folder.glb"};
    EXPECT_TRUE(confined(
        reach, [&] { return !can_open(reach.outputs.front(), O_WRONLY | O_CREAT) && errno == ENOENT; }));
    const Reach missing{.documents = {home_ / "missing/x.gltf"}, .files = {}, .outputs = {}};
    EXPECT_TRUE(confined(missing, [&] { return !can_read(missing.documents.front()) && errno == ENOENT; }));
}

TEST_F(Sandbox, DevicesAreWrittenInto) {
    const Reach reach{.documents = {}, .files = {}, .outputs = {"/dev/full"}};
    EXPECT_TRUE(
        confined(reach, [] { return can_open("/dev/full", O_WRONLY) && can_open("/dev/null", O_RDWR); }));
}

TEST_F(Sandbox, TheNetworkIsOutOfReach) {
    if (!confined(inputs_, [] { return ::prctl(PR_GET_SECCOMP) == 2; }))
        GTEST_SKIP() << "there is no seccomp";
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(::listen(listener, 1), 0);
    socklen_t size = sizeof address;
    ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
    const auto connects = [&] {
        const int file = ::socket(AF_INET, SOCK_STREAM, 0);
        return file >= 0 && ::connect(file, reinterpret_cast<const sockaddr*>(&address), size) == 0;
    };
    EXPECT_TRUE(connects());
    EXPECT_FALSE(confined(inputs_, connects));
    EXPECT_TRUE(confined(inputs_, [] { return ::socket(AF_INET, SOCK_DGRAM, 0) < 0 && errno == EACCES; }));
    EXPECT_TRUE(confined(inputs_, [] { return ::socket(AF_UNIX, SOCK_STREAM, 0) < 0; }));
    ::close(listener);
}

TEST(AccessRules, DrawingNeedsMoreThanReading) {
    const std::vector<AccessRule> reading = access_rules({}, {});
    const std::vector<AccessRule> drawing =
        access_rules({.documents = {}, .files = {}, .outputs = {}, .draws = true}, {});
    const auto has = [](const std::vector<AccessRule>& rules, const fs::path& path) {
        return std::any_of(rules.begin(), rules.end(),
                           [&](const AccessRule& rule) { return rule.path == path; });
    };
    EXPECT_FALSE(has(reading, "/sys"));
    EXPECT_TRUE(has(drawing, "/sys"));
    EXPECT_TRUE(has(drawing, "/etc/glvnd"));
    for (const AccessRule& rule : reading) EXPECT_NE(rule.access, Access::write) << rule.path;
    for (const char* never : {"/", "/etc", "/home", "/root", "/tmp", "/dev", "/proc", "/run", "/var"}) {
        EXPECT_FALSE(has(drawing, never)) << never;
    }
}

TEST(AccessRules, StandardStreamsNeedNothing) {
    EXPECT_EQ(access_rules({.documents = {"-"}, .files = {""}, .outputs = {"-", ""}}, {}),
              access_rules({}, {}));
}

}  // namespace
}  // namespace vitruvian
