// Saving among other files: what may be overwritten, what happens to links and permissions, and what remains
// where a save fails.
#include "model/edit/command.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/png.h"
#include "model/io/save_plan.h"
#include "model/io/side_files.h"
#include "model/io/source.h"
#include "model/io/write_file.h"
#include "tests/folders.h"
#include "tests/unit/diagnostics.h"

#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace vitruvian {
namespace {

using test::count_of;
namespace fs = std::filesystem;

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

std::vector<std::byte> copy_of(const std::string& text) {
    const std::span<const std::byte> bytes = bytes_of(text);
    return {bytes.begin(), bytes.end()};
}

class SavedFiles : public testing::Test {
  protected:
    void SetUp() override {
        root_ = fs::temp_directory_path() / (std::string("vitruvian_saved_") +
                                             testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(root_);
        fs::create_directories(root_ / "from");
        fs::create_directories(root_ / "to");
        ::setenv("XDG_STATE_HOME", (root_ / "state").c_str(), 1);
        const Image image{1, 1, {255, 0, 0, 255}};
        const std::vector<std::byte> png = encode_png(image);
        png_.assign(reinterpret_cast<const char*>(png.data()), png.size());
    }
    void TearDown() override {
        ::unsetenv("XDG_STATE_HOME");
        fs::permissions(root_ / "to", fs::perms::owner_all);
        fs::remove_all(root_);
    }
    fs::path write(const std::string& name, const std::string& text) const {
        fs::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name, std::ios::binary) << text;
        return root_ / name;
    }
    [[nodiscard]] std::string text_of(const std::string& name) const {
        std::ifstream in(root_ / name, std::ios::binary);
        std::stringstream all;
        all << in.rdbuf();
        return all.str();
    }
    [[nodiscard]] std::vector<std::string> files_in(const std::string& folder) const {
        std::vector<std::string> out;
        for (const auto& entry : fs::recursive_directory_iterator(root_ / folder)) {
            if (!entry.is_directory())
                out.push_back(entry.path().lexically_relative(root_ / folder).string());
        }
        std::sort(out.begin(), out.end());
        return out;
    }
    /// A triangle with a buffer and pictures beside it.
    [[nodiscard]] Document figure(const std::vector<std::string>& pictures,
                                  const std::string& buffer = "f.bin") const {
        std::string images;
        for (const std::string& uri : pictures)
            images += (images.empty() ? "" : ",") + ("{\"uri\":\"" + uri + "\"}");
        write("from/" + buffer, std::string(36, '\0'));
        const fs::path path = write(
            "from/f.gltf",
            R"({"asset":{"version":"2.0"},"buffers":[{"uri":")" + buffer +
                R"(","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,)"
                R"("componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":)"
                R"({"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0,"images":[)" +
                images + "]}");
        Result<Document> document = load_document(path);
        EXPECT_TRUE(document) << document.error().text();
        return document ? std::move(*document) : Document{};
    }
    [[nodiscard]] SavedDocument save(const Document& document, const std::string& name,
                                     const SaveOptions& options = {}) const {
        Result<SavedDocument> saved = save_document(document, root_ / name, options);
        EXPECT_TRUE(saved) << saved.error().text();
        return saved ? std::move(*saved) : SavedDocument{};
    }
    void save_over(const Document& document, const std::string& name) const {
        const Result<SavedDocument> saved = save_keeping_previous(document, root_ / name);
        EXPECT_TRUE(saved) << saved.error().text();
    }

    fs::path root_;
    std::string png_;
};

TEST_F(SavedFiles, NamesThatAFileMayHaveBesideAnother) {
    for (const char* name : {"skin.png", "maps/skin.JPG", "a b/s\xC3\xA4ure 1.webp", "x.y.ktx2"}) {
        EXPECT_TRUE(is_safe_side_name(name, SideKind::picture)) << name;
        EXPECT_EQ(safe_side_name(name, SideKind::picture, {}).find('/'), std::string::npos) << name;
    }
    for (const char* name : {"",
                             ".",
                             "..",
                             ".png",
                             ".bashrc.png",
                             "a/.b/c.png",
                             "../c.png",
                             "a/../c.png",
                             "/c.png",
                             "a//c.png",
                             "a/",
                             "-rf.png",
                             "con.png",
                             "a/LPT1.x.png",
                             "c.png.",
                             "c.png ",
                             "a\\c.png",
                             "c:d.png",
                             "a\nb.png",
                             "a\x1b[2J.png",
                             "\xff.png",
                             "a\xC2\x9B.png",
                             "a\xE2\x80\xAE.png",
                             "Makefile",
                             "run.sh",
                             "c.bin"}) {
        EXPECT_FALSE(is_safe_side_name(name, SideKind::picture)) << name;
        const std::string safe = safe_side_name(name, SideKind::picture, bytes_of(png_));
        EXPECT_TRUE(is_safe_side_name(safe, SideKind::picture)) << name << " as " << safe;
    }
    EXPECT_EQ(safe_side_name(".bashrc", SideKind::picture, bytes_of(png_)), "bashrc.png");
    EXPECT_EQ(safe_side_name("Makefile", SideKind::buffer, {}), "Makefile.bin");
    EXPECT_FALSE(is_safe_side_name("run.sh", SideKind::buffer));
    EXPECT_FALSE(is_safe_side_name("a.txt", SideKind::world));
}

TEST_F(SavedFiles, OnlyPicturesAndBuffersGoAlong) {
    write("from/.bashrc", "theirs");
    write("from/tax.pdf", "%PDF");
    write("from/skin.png", png_ + "");
    write("from/half.png", png_.substr(0, 40));
    write("to/.bashrc", "mine");
    write("to/tax.pdf", "mine");
    const SavedDocument saved = save(figure({".bashrc", "tax.pdf", "skin.png", "half.png"}), "to/g.gltf");
    EXPECT_EQ(count_of(saved.notes, "gltf-reference-lost"), 3);
    EXPECT_EQ(files_in("to"),
              (std::vector<std::string>{".bashrc", "f.bin", "g.gltf", "skin.png", "tax.pdf"}));
    EXPECT_EQ(text_of("to/.bashrc"), "mine");
    EXPECT_EQ(text_of("to/tax.pdf"), "mine");
    EXPECT_EQ(saved.kept, Kept::document);
    ASSERT_EQ(saved.files.size(), 3U);
    EXPECT_EQ(saved.files.front().path, root_ / "to/g.gltf");
}

TEST_F(SavedFiles, NamesThatAreTakenOrDangerousAreChangedInTheFileToo) {
    write("from/.profile", png_);
    write("from/a/../b.png", png_);
    write("from/Skin.png", png_);
    write("from/skin.png", png_ + "other");
    write("to/f.bin", "somebody else's");
    fs::create_directories(root_ / "elsewhere");
    fs::create_directory_symlink(root_ / "elsewhere", root_ / "to/maps");
    write("from/maps/c.png", png_);
    const SavedDocument saved =
        save(figure({".profile", "Skin.png", "skin.png", "maps/c.png", "a/../b.png"}), "to/g.gltf");
    EXPECT_EQ(text_of("to/f.bin"), "somebody else's");
    EXPECT_EQ(files_in("elsewhere"), std::vector<std::string>());
    const Result<Document> again = load_document(root_ / "to/g.gltf");
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->images.size(), 5U);
    for (const auto& image : again->images) EXPECT_FALSE(image->encoded.empty()) << image->name;
    EXPECT_EQ(again->images[1]->encoded, copy_of(png_));
    EXPECT_EQ(again->images[2]->encoded, copy_of(png_ + "other"));
    EXPECT_EQ(count_of(saved.notes, "side-file-renamed"), 5);
    EXPECT_EQ(saved.kept, Kept::all);
    EXPECT_TRUE(fs::exists(root_ / "to/f_2.bin"));
    for (const std::string& name : files_in("to")) EXPECT_NE(name.front(), '.') << name;
}

TEST_F(SavedFiles, LinksAreNotWrittenThroughBesideAFile) {
    write("from/skin.png", png_);
    write("elsewhere/secret", "secret");
    write("elsewhere/shared", "shared");
    fs::create_symlink(root_ / "elsewhere/secret", root_ / "to/skin.png");
    fs::create_hard_link(root_ / "elsewhere/shared", root_ / "to/f.bin");
    (void)save(figure({"skin.png"}), "to/g.gltf");
    EXPECT_EQ(text_of("elsewhere/secret"), "secret");
    EXPECT_EQ(text_of("elsewhere/shared"), "shared");
    EXPECT_EQ(text_of("to/skin_2.png"), png_);
    EXPECT_TRUE(fs::exists(root_ / "to/f_2.bin"));
}

TEST_F(SavedFiles, OnesOwnFileBesideItIsWrittenOverUnlessSomebodyElseChangedIt) {
    SaveOptions anew;
    anew.anew = true;
    Document document = figure({});
    document.meshes.clear();  // so that the buffer differs
    document.nodes.resize(1);
    const SavedDocument first = save(document, "from/f.gltf", anew);
    EXPECT_EQ(count_of(first.notes, "side-file-renamed"), 0);

    document = figure({});
    write("from/f.bin", "changed by somebody else, with other bytes");
    (void)save(document, "from/f.gltf", anew);
    EXPECT_EQ(text_of("from/f.bin"), "changed by somebody else, with other bytes");

    // Files written before in the same session.
    document = figure({}, "g.bin");
    SaveOptions session;
    session.own_files = {{root_ / "to/f.bin", {}}};
    write("to/f.bin", "of a save before");
    session.own_files.front().stamp = stamp_of(root_ / "to/f.bin").value_or(FileStamp{});
    session.anew = true;
    (void)save(document, "to/f.gltf", session);
    EXPECT_NE(text_of("to/f.bin"), "of a save before");
    EXPECT_FALSE(fs::exists(root_ / "to/f_2.bin"));
}

TEST_F(SavedFiles, AFailedSaveLeavesNothingBehind) {
    write("to/own.bin", "before");
    const std::vector<KnownFile> own{{root_ / "to/own.bin", *stamp_of(root_ / "to/own.bin")}};
    fs::create_directories(root_ / "to/main.gltf/in the way");
    const std::vector<SideFile> beside{{"new/deep/a.png", copy_of(png_)}, {"own.bin", copy_of("after")}};
    const auto written = write_together(root_ / "to/main.gltf", bytes_of(png_), beside, own, AnyFile{});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, "cannot-write");
    EXPECT_EQ(files_in("to"), std::vector<std::string>{"own.bin"});
    EXPECT_EQ(text_of("to/own.bin"), "before");
    EXPECT_FALSE(fs::exists(root_ / "to/new"));
}

TEST_F(SavedFiles, WhatWasPutInPlaceIsTakenBack) {
    const fs::path old_path = write("to/old.bin", "before");
    const std::string text = "after";
    {
        Result<StagedFile> fresh = StagedFile::make(root_ / "to/fresh.bin", bytes_of(text), Flush::now);
        Result<StagedFile> old = StagedFile::make(old_path, bytes_of(text), Flush::now);
        ASSERT_TRUE(fresh && old);
        EXPECT_EQ(text_of("to/old.bin"), "before") << "nothing is in place yet";
        ASSERT_TRUE(fresh->place(Over::nothing, Old::kept));
        ASSERT_TRUE(old->place(Over::anything, Old::kept));
        EXPECT_EQ(text_of("to/old.bin") + text_of("to/fresh.bin"), "afterafter");
        old->take_back();
        fresh->take_back();
    }
    EXPECT_EQ(text_of("to/old.bin"), "before");
    EXPECT_EQ(files_in("to"), std::vector<std::string>{"old.bin"});
    // A file that was created meanwhile at a free path is kept.
    Result<StagedFile> late = StagedFile::make(root_ / "to/late.bin", bytes_of(text), Flush::now);
    ASSERT_TRUE(late);
    write("to/late.bin", "theirs");
    EXPECT_EQ(late->place(Over::nothing).error().code, "file-exists");
    EXPECT_EQ(text_of("to/late.bin"), "theirs");
}

TEST_F(SavedFiles, AFileProtectedFromWritingIsNotReplaced) {
    const fs::path path = write("to/kept.wrl", "kept");
    ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
    const auto done = write_file_atomically(path, bytes_of(png_));
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().message.find("protected"), std::string::npos) << done.error().message;
    EXPECT_EQ(text_of("to/kept.wrl"), "kept");
    // Neither through a link.
    fs::create_symlink("kept.wrl", root_ / "to/link.wrl");
    EXPECT_FALSE(write_file_atomically(root_ / "to/link.wrl", bytes_of(png_)));
    EXPECT_EQ(files_in("to").size(), 2U);
}

TEST_F(SavedFiles, LinksStayLinksAndOwnerAndModeStay) {
    const fs::path path = write("elsewhere/real.wrl", "old");
    ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
    const bool root = ::geteuid() == 0;
    ASSERT_TRUE(!root || ::chown(path.c_str(), 1234, 2345) == 0);
    fs::create_symlink("../elsewhere/real.wrl", root_ / "to/link.wrl");
    fs::create_symlink("../elsewhere/fresh.wrl", root_ / "to/dangling.wrl");
    ASSERT_TRUE(write_file_atomically(root_ / "to/link.wrl", bytes_of("new")));
    ASSERT_TRUE(write_file_atomically(root_ / "to/dangling.wrl", bytes_of("new")));
    EXPECT_TRUE(fs::is_symlink(root_ / "to/link.wrl") && fs::is_symlink(root_ / "to/dangling.wrl"));
    EXPECT_EQ(text_of("elsewhere/real.wrl") + text_of("elsewhere/fresh.wrl"), "newnew");
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0640U);
    EXPECT_TRUE(!root || (status.st_uid == 1234 && status.st_gid == 2345));

    fs::create_hard_link(path, root_ / "to/second.wrl");
    ASSERT_TRUE(write_file_atomically(root_ / "to/second.wrl", bytes_of("through another name")));
    EXPECT_EQ(text_of("elsewhere/real.wrl"), "through another name");
    ASSERT_TRUE(write_file_atomically(path, bytes_of("short")));
    EXPECT_EQ(text_of("to/second.wrl"), "short");
    EXPECT_EQ(fs::hard_link_count(path), 2U);
    EXPECT_EQ(files_in("state"), std::vector<std::string>()) << "the copy is kept only meanwhile";
}

TEST_F(SavedFiles, AMappedFileThatIsWrittenInPlaceKeepsItsSource) {
    std::string text = "#VRML V2.0 utf8\nShape { geometry Box { } }\n#";
    text += std::string(std::size_t{17} << 20, 'x') + '\n';
    write("to/large.wrl", text);
    fs::create_hard_link(root_ / "to/large.wrl", root_ / "to/second.wrl");
    const Result<Document> document = load_document(root_ / "to/large.wrl");
    ASSERT_TRUE(document);
    EXPECT_TRUE(save_document(*document, root_ / "to/large.wrl"));
    EXPECT_TRUE(document->source->bytes.intact());
    write("to/second.wrl", "others");
    EXPECT_TRUE(document->source->bytes.intact());
    EXPECT_EQ(save(*document, "to/copy.wrl").kept, Kept::all);
    EXPECT_EQ(text_of("to/copy.wrl"), text);
}

TEST_F(SavedFiles, AWritableFileInAFolderThatIsNotIsWrittenInPlace) {
    const fs::path path = write("to/own.wrl", "old and longer");
    ASSERT_EQ(::chmod(path.c_str(), 0666), 0);
    fs::create_directories(root_ / "state");
    ASSERT_EQ(::chmod((root_ / "state").c_str(), 0777), 0);
    ASSERT_EQ(::chmod((root_ / "to").c_str(), 0555), 0);
    // Root may write everywhere, so the test drops privileges temporarily.
    const uid_t user = ::geteuid();
    struct stat before {};
    ASSERT_EQ(::stat(path.c_str(), &before), 0);
    ASSERT_TRUE(user != 0 || ::seteuid(65534) == 0);
    const auto done = write_file_atomically(path, bytes_of("new"));
    ASSERT_TRUE(user != 0 || ::seteuid(0) == 0);
    ASSERT_TRUE(done) << done.error().text();
    struct stat after {};
    ASSERT_EQ(::stat(path.c_str(), &after), 0);
    EXPECT_EQ(text_of("to/own.wrl"), "new");
    EXPECT_EQ(before.st_ino, after.st_ino);
    EXPECT_EQ(before.st_uid, after.st_uid);
    EXPECT_EQ(files_in("state"), std::vector<std::string>());
}

TEST_F(SavedFiles, ThePreviousVersionStaysBesideTheFile) {
    Document document = figure({});
    save_over(document, "to/f.gltf");
    EXPECT_EQ(files_in("to"), (std::vector<std::string>{"f.bin", "f.gltf"})) << "nothing was there before";
    fs::permissions(root_ / "to/f.gltf", fs::perms::owner_read | fs::perms::owner_write);
    const std::string first = text_of("to/f.gltf");
    document = load_document(root_ / "to/f.gltf").value();
    ASSERT_TRUE(apply(Rename{{ItemKind::node, -1, 0}, "second"}, document));
    save_over(document, "to/f.gltf");
    const std::string second = text_of("to/f.gltf");
    EXPECT_NE(first, second);
    EXPECT_EQ(text_of("to/f.gltf~"), first);
    EXPECT_EQ(fs::status(root_ / "to/f.gltf~").permissions(), fs::perms::owner_read | fs::perms::owner_write);
    document = load_document(root_ / "to/f.gltf").value();
    save_over(document, "to/f.gltf");
    EXPECT_EQ(text_of("to/f.gltf~"), first) << "nothing was saved that was not there";
    ASSERT_TRUE(apply(Rename{{ItemKind::node, -1, 0}, "third"}, document));
    save_over(document, "to/f.gltf");
    EXPECT_EQ(text_of("to/f.gltf~"), second);
    EXPECT_EQ(files_in("to"), (std::vector<std::string>{"f.bin", "f.gltf", "f.gltf~"}));
}

TEST_F(SavedFiles, WhereNoBackupCanBeTheSaveIsDoneAllTheSame) {
    Document document = figure({});
    write("to/f.gltf", "what was there");
    static_cast<void>(save(document, "to/f.gltf"));
    EXPECT_EQ(files_in("to"), (std::vector<std::string>{"f.bin", "f.gltf"})) << "nobody asked for one";
    fs::create_directories(root_ / "to/f.gltf~/mine");
    const std::string before = text_of("to/f.gltf");
    document = load_document(root_ / "to/f.gltf").value();
    ASSERT_TRUE(apply(Rename{{ItemKind::node, -1, 0}, "second"}, document));
    save_over(document, "to/f.gltf");
    EXPECT_NE(text_of("to/f.gltf"), before);
    EXPECT_TRUE(fs::is_directory(root_ / "to/f.gltf~/mine"));
    EXPECT_EQ(files_in("to"), (std::vector<std::string>{"f.bin", "f.gltf"}));
    // A link of that name refers to an unrelated file.
    fs::remove_all(root_ / "to/f.gltf~");
    write("from/precious", "precious");
    fs::create_symlink(root_ / "from/precious", root_ / "to/f.gltf~");
    document = load_document(root_ / "to/f.gltf").value();
    ASSERT_TRUE(apply(Rename{{ItemKind::node, -1, 0}, "third"}, document));
    save_over(document, "to/f.gltf");
    EXPECT_EQ(text_of("from/precious"), "precious");
    EXPECT_TRUE(fs::is_symlink(root_ / "to/f.gltf~"));
}

TEST_F(SavedFiles, AFileOfTwoNamesIsBackedUpAsACopy) {
    const Document document = figure({});
    const fs::path path = write("to/f.glb", "what was there");
    fs::create_hard_link(path, root_ / "from/other.glb");
    save_over(document, "to/f.glb");
    EXPECT_EQ(text_of("to/f.glb~"), "what was there");
    EXPECT_EQ(text_of("to/f.glb"), text_of("from/other.glb"));
    EXPECT_EQ(fs::hard_link_count(root_ / "to/f.glb~"), 1U);
    EXPECT_EQ(files_in("state"), std::vector<std::string>{});
}

TEST_F(SavedFiles, LeftoversOfKilledSavesGoAndThoseUnderWayStay) {
    write("to/.vitruvian-abcdef", "killed");
    write("to/.vitruvian-settings", "not ours");
    const std::string text = "under way";
    Result<StagedFile> other = StagedFile::make(root_ / "to/other.wrl", bytes_of(text), Flush::now);
    ASSERT_TRUE(other);
    ASSERT_TRUE(write_together(root_ / "to/main.wrl", bytes_of("main"), {}, {}, AnyFile{}));
    EXPECT_FALSE(fs::exists(root_ / "to/.vitruvian-abcdef"));
    EXPECT_TRUE(fs::exists(root_ / "to/.vitruvian-settings"));
    ASSERT_TRUE(other->place(Over::anything));
    EXPECT_EQ(text_of("to/other.wrl"), text);
}

TEST_F(SavedFiles, WhatSomebodyElseChangedIsNotWrittenOver) {
    fs::copy_file(source_folder() / "tests/data/boxman.wrl", root_ / "to/f.wrl");
    Result<Document> document = load_document(root_ / "to/f.wrl");
    ASSERT_TRUE(document);
    ASSERT_TRUE(apply(Rename{joint_item(0, 0), "mine"}, *document));
    // With the same length and the old time: only the bytes differ.
    const fs::file_time_type time = fs::last_write_time(root_ / "to/f.wrl");
    std::string theirs = text_of("to/f.wrl");
    theirs.back() = '#';
    write("to/f.wrl", theirs);
    fs::last_write_time(root_ / "to/f.wrl", time);
    const auto refused = save_document(*document, root_ / "to/f.wrl");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "file-changed");
    EXPECT_EQ(text_of("to/f.wrl"), theirs);
    EXPECT_EQ(files_in("to").size(), 1U);
    // Only touched.
    fs::remove(root_ / "to/f.wrl");
    fs::copy_file(source_folder() / "tests/data/boxman.wrl", root_ / "to/f.wrl");
    EXPECT_TRUE(save_document(*document, root_ / "to/f.wrl"));
    SaveOptions options;
    options.replaces = NoFile{};
    EXPECT_EQ(save_document(*document, root_ / "to/f.wrl", options).error().code, "file-changed");
    options.replaces = AnyFile{};
    EXPECT_TRUE(save_document(*document, root_ / "to/f.wrl", options));
}

TEST_F(SavedFiles, WhatAFormatCannotHoldIsReported) {
    const Result<Document> document = load_document(source_folder() / "tests/data/boxman.wrl");
    ASSERT_TRUE(document);
    EXPECT_EQ(save(*document, "to/a.bvh").kept, Kept::part);
    EXPECT_EQ(save(*document, "to/a.wrl").kept, Kept::all);
    EXPECT_EQ(save(*document, "to/a.x3d").kept, Kept::all);
    Result<Document> bvh = load_document(root_ / "to/a.bvh");
    ASSERT_TRUE(bvh);
    ASSERT_TRUE(apply(Rename{joint_item(0, 1), "other"}, *bvh));
    EXPECT_EQ(save(*bvh, "to/b.bvh").kept, Kept::all);
    ASSERT_TRUE(apply(SetJointLimits{joint_item(0, 1), vec3(-1.0F), vec3(1.0F)}, *bvh));
    EXPECT_EQ(save(*bvh, "to/b.bvh").kept, Kept::part);
}

/// Each save of a document reads the buffer's file again: only the last one may change it.
TEST_F(SavedFiles, ABufferInAFileOfItsOwnIsChangedByTheLastSaveAlone) {
    Result<Document> manikin = load_document(source_folder() / "assets/manikin/manikin.glb");
    ASSERT_TRUE(manikin);
    const fs::path path = root_ / "from" / "figure.gltf";
    ASSERT_TRUE(save_document(*manikin, path));
    const std::string before = text_of("from/figure.bin");
    Result<Document> document = load_document(path);
    ASSERT_TRUE(document);
    SaveOptions options;
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(apply(Scale{0.5F}, *document));
        const Result<SavedDocument> saved = save_document(*document, path, options);
        ASSERT_TRUE(saved) << saved.error().text();
        options.replaces = saved->files.front().stamp;
        EXPECT_TRUE(text_of("from/figure.bin") == before) << i;
    }
    options.is_last = true;
    ASSERT_TRUE(save_document(*document, path, options));
    const std::string after = text_of("from/figure.bin");
    EXPECT_EQ(after.size(), before.size());
    EXPECT_FALSE(after == before);
    const Result<Document> again = load_document(path);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->source->beside.size(), 1U);
}

}  // namespace
}  // namespace vitruvian
