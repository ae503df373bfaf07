// Reading files: formats by content, limits and references.
#include "model/formats/load.h"
#include "model/io/file.h"
#include "model/io/gzip.h"
#include "tests/gzipped.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

namespace vitruvian {
namespace {

using vitruvian::test::gzipped;
namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::byte> bytes_of(std::string_view text) {
    std::vector<std::byte> out(text.size());
    if (!text.empty()) std::memcpy(out.data(), text.data(), text.size());
    return out;
}

/// A temporary folder that is removed with the test.
class Folder {
  public:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "vitruvian-io-XXXXXX").string();
        path = mkdtemp(pattern.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path); }
    void write(const std::string& name, std::string_view text) const {
        fs::create_directories((path / name).parent_path());
        std::ofstream(path / name, std::ios::binary) << text;
    }
    fs::path path;
};

std::string refusal(std::string_view text) {
    const Result<Document> document = load_document(bytes_of(text), "input", {});
    return document ? "read" : document.error().code + ": " + document.error().message;
}

TEST(Load, OtherFormatsAreRefusedByName) {
    EXPECT_THAT(refusal(""), HasSubstr("file-empty"));
    EXPECT_THAT(refusal("#VRML V1.0 ascii\nSeparator {}"), HasSubstr("VRML 1.0"));
    EXPECT_THAT(refusal("<svg/>"), HasSubstr("an XML file that is not X3D"));
    EXPECT_THAT(refusal("<COLLADA/>"), HasSubstr("COLLADA"));
    EXPECT_THAT(refusal("HIERARCHY\nROOT Hips"), HasSubstr("bvh-unexpected-end"));
    EXPECT_THAT(refusal("Kaydara FBX Binary  "), HasSubstr("FBX"));
    EXPECT_THAT(refusal("hierarchy\nroot Hips"), HasSubstr("bvh-unexpected-end"));
    for (const char* text : {"<COLLADA/>", "Kaydara FBX Binary  ", "; FBX 7.3.0 project file"})
        EXPECT_THAT(refusal(text), HasSubstr("to convert it"));
    for (const char* text : {R"({"asset":{"version":"1.0"}})", R"({"meshes":{"a":{}}})"})
        EXPECT_THAT(refusal(text), HasSubstr("to convert it, run `npx gltf-pipeline")) << text;
    for (const char* text :
         {R"({"asset":{"version":"3.0"}})", R"({"asset":{"version":"2.1","minVersion":"2.1"}})"}) {
        EXPECT_THAT(refusal(text), HasSubstr("needs glTF")) << text;
        EXPECT_THAT(refusal(text), Not(HasSubstr("gltf-pipeline"))) << text;
    }
    EXPECT_EQ(refusal(R"({"asset":{"version":"2.1","minVersion":"2.0"}})"), "read");
    EXPECT_THAT(refusal("hello"), HasSubstr("format-unknown"));
    EXPECT_THAT(refusal(std::string_view("\0\1\2", 3)), HasSubstr("format-unknown"));
}

TEST(Load, GltfIsFoundWithByteOrderMarkAndSpace) {
    const Result<Document> document =
        load_document(bytes_of("\xEF\xBB\xBF \n{\"asset\":{\"version\":\"2.0\"}}"), "input", {});
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->format, FileFormat::gltf);
}

TEST(Load, VrmlIsFoundWithAndWithoutItsHeader) {
    for (const char* text :
         {"#VRML V2.0 utf8\nGroup {}", "\xEF\xBB\xBF#VRML V2.0 utf8\nGroup {}",
          "# made by hand\nDEF A Transform { }", "PROTO Joint [ ] { Group {} }", "Group{}"}) {
        const Result<Document> document = load_document(bytes_of(text), "input", {});
        ASSERT_TRUE(document) << text << ": " << document.error().text();
        EXPECT_EQ(document->format, FileFormat::vrml97);
    }
}

TEST(Load, CancellingStopsWithItsCode) {
    const std::atomic<bool> cancel = true;
    LoadOptions options;
    options.cancel = &cancel;
    const Result<Document> document = load_document(bytes_of("{}"), "input", {}, options);
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, "cancelled");
}

TEST(Gzip, RoundTripCutAndBomb) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919);
    const std::string packed = gzipped(text);
    const auto whole = inflate_gzip(bytes_of(packed), "x", 1U << 24U);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->complete);
    EXPECT_EQ(whole->bytes, bytes_of(text));

    const auto cut = inflate_gzip(bytes_of(packed.substr(0, packed.size() / 2)), "x", 1U << 24U);
    ASSERT_TRUE(cut);
    EXPECT_FALSE(cut->complete);
    EXPECT_GT(cut->bytes.size(), text.size() / 4);

    const auto bomb = inflate_gzip(bytes_of(gzipped(std::string(10'000'000, 'a'))), "x", 1'000'000);
    ASSERT_FALSE(bomb);
    EXPECT_EQ(bomb.error().code, "gzip-too-large");
    EXPECT_FALSE(inflate_gzip(bytes_of("\x1F\x8Bnonsense"), "x", 1000));
    EXPECT_THAT(refusal(gzipped(gzipped("#VRML V2.0 utf8"))), HasSubstr("gzip"));
}

TEST(ReadFile, FilesFoldersPipesAndLimits) {
    const Folder folder;
    folder.write("a.txt", "hello");
    const auto text = read_file(folder.path / "a.txt", 5);
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, bytes_of("hello"));
    EXPECT_EQ(read_file(folder.path / "a.txt", 4).error().code, "file-too-large");
    EXPECT_EQ(read_file(folder.path / "b.txt", 4).error().code, "file-not-found");
    EXPECT_EQ(read_file(folder.path, 4).error().code, "file-is-folder");
    ASSERT_EQ(mkfifo((folder.path / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(read_file(folder.path / "pipe", 4).error().code, "file-not-regular");
}

TEST(ResolveReference, StaysBelowTheFolder) {
    const Folder outside;
    outside.write("secret.txt", "secret");
    const Folder folder;
    folder.write("textures/skin one.png", "x");
    fs::create_symlink(outside.path, folder.path / "link");
    const fs::path root = fs::canonical(folder.path);

    for (const char* good : {"textures/skin one.png", "textures/skin%20one.png",
                             "./textures/../textures/skin%20one.png", "textures\\skin one.png"}) {
        const auto path = resolve_reference(folder.path, good);
        ASSERT_TRUE(path) << good << ": " << path.error().text();
        EXPECT_EQ(*path, root / "textures" / "skin one.png");
    }
    EXPECT_TRUE(resolve_reference(folder.path, "100%.png"));
    for (const char* bad :
         {"", ".", "..", "../x", "%2e%2e/x", "a/../../x", "/etc/passwd", "\\etc", "%2Fetc",
          "http://example.com/x", "file:x", "C:\\x", "C%3A/x", "link/secret.txt", "link", "a\nb", "a%00b"}) {
        EXPECT_FALSE(resolve_reference(folder.path, bad)) << bad;
    }
    EXPECT_FALSE(resolve_reference({}, "textures/skin one.png"));
}

}  // namespace
}  // namespace vitruvian
