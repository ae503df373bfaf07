// Worlds saved in another folder copy the files that they refer to, and keep their own bytes.
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/unit/diagnostics.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace vitruvian {
namespace {

using test::count_of;
namespace fs = std::filesystem;

class WorldReferences : public testing::Test {
  protected:
    void SetUp() override {
        root_ = fs::temp_directory_path() / (std::string("vitruvian_references_") +
                                             testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(root_);
        fs::create_directories(root_ / "from/maps");
        fs::create_directories(root_ / "from/parts/maps");
    }
    void TearDown() override { fs::remove_all(root_); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(root_ / name, std::ios::binary) << text;
    }
    [[nodiscard]] std::string text_of(const std::string& name) const {
        std::ifstream in(root_ / name, std::ios::binary);
        std::stringstream all;
        all << in.rdbuf();
        return all.str();
    }
    [[nodiscard]] Document load(const std::string& name) const {
        Result<Document> document = load_document(root_ / name, {});
        EXPECT_TRUE(document) << document.error().text();
        return document ? std::move(*document) : Document{};
    }
    [[nodiscard]] Diagnostics save(const Document& document, const std::string& name) const {
        fs::create_directories((root_ / name).parent_path());
        Result<SavedDocument> saved = save_document(document, root_ / name);
        EXPECT_TRUE(saved) << saved.error().text();
        return saved ? std::move(saved->notes) : Diagnostics{};
    }
    fs::path root_;
};

// The smallest PNG: one grey pixel.
const std::string png(
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0\x3a\x7e\x9b\x55\0\0\0\nIDAT\x78\x9c\x63\x60\0"
    "\0\0\2\0"
    "\1\x48\xaf\xa4\x71\0\0\0\0IEND\xae\x42\x60\x82",
    67);

const std::string referring_world =
    "#VRML V2.0 utf8\nEXTERNPROTO Lib [ ] \"parts/lib.wrl#Lib\"\nPROTO Map [ field MFString file "
    "\"maps/a.png\" ] "
    "{ Shape { appearance Appearance { texture ImageTexture { url IS file } } geometry Box { } } }\nMap { } "
    "Map "
    "{ file [ \"maps/B.png\" ] }\nInline { url \"parts/arm.wrl\" }\nLib { }\nAnchor { url \"elsewhere.wrl\" "
    "}\n"
    "Inline { url [ \"http://nowhere.example/x.wrl\" \"missing.wrl\" ] }\n";

TEST_F(WorldReferences, GoAlongToAnotherFolder) {
    write("from/a.wrl", referring_world);
    write("from/elsewhere.wrl", "#VRML V2.0 utf8\n");
    write("from/maps/a.png", png);
    write("from/maps/b.png", png);
    write("from/parts/arm.wrl",
          "#VRML V2.0 utf8\nShape { appearance Appearance { texture ImageTexture { url \"maps/c.png\" } } "
          "geometry Sphere { } }");
    write("from/parts/maps/c.png", png);
    write("from/parts/lib.wrl", "#VRML V2.0 utf8\nPROTO Lib [ ] { Shape { geometry Cone { } } }");
    const Document document = load("from/a.wrl");
    ASSERT_EQ(document.meshes.size(), 4U);
    ASSERT_EQ(document.images.size(), 3U);
    const Diagnostics notes = save(document, "to/deep/b.wrl");
    EXPECT_EQ(count_of(notes, "reference-not-carried"), 0);
    EXPECT_EQ(text_of("to/deep/b.wrl"), referring_world);
    for (const char* name :
         {"maps/a.png", "maps/b.png", "parts/arm.wrl", "parts/maps/c.png", "parts/lib.wrl"})
        EXPECT_EQ(text_of(std::string("to/deep/") + name), text_of(std::string("from/") + name)) << name;
    EXPECT_FALSE(fs::exists(root_ / "to/deep/elsewhere.wrl"));
    const Document again = load("to/deep/b.wrl");
    EXPECT_EQ(again.meshes.size(), 4U);
    EXPECT_EQ(again.images.size(), 3U);
    // In the same folder there is nothing to copy.
    EXPECT_EQ(count_of(save(document, "from/c.wrl"), "reference-not-carried"), 0);
    EXPECT_EQ(text_of("from/c.wrl"), referring_world);
}

TEST_F(WorldReferences, OfEditedAndOfXmlWorldsToo) {
    write("from/maps/a.png", png);
    write("from/a.x3d",
          "<X3D><Scene><HAnimHumanoid DEF='h' name='f'><HAnimJoint name='humanoid_root' "
          "containerField='skeleton'/></HAnimHumanoid><Shape><Appearance><ImageTexture "
          "url='\"maps/a.png\"'/></Appearance><Box/></Shape></Scene></X3D>");
    Document document = load("from/a.x3d");
    document.humanoids.front().name = "other";
    (void)save(document, "to/a.x3d");
    EXPECT_NE(text_of("to/a.x3d").find("name='other'"), std::string::npos);
    EXPECT_EQ(load("to/a.x3d").images.size(), 1U);
}

TEST_F(WorldReferences, WhatIsThereAlreadyIsNotOverwritten) {
    write("from/maps/a.png", png);
    write("from/a.wrl",
          "#VRML V2.0 utf8\nShape { appearance Appearance { texture ImageTexture { url \"maps/a.png\" } } "
          "geometry "
          "Box { } }\nInline { url [ \"../from/../../b.wrl\" ] }\nInline { url \"a.wrl\" }");
    fs::create_directories(root_ / "to/maps");
    write("to/maps/a.png", "something else");
    const Diagnostics notes = save(load("from/a.wrl"), "to/b.wrl");
    EXPECT_EQ(text_of("to/maps/a.png"), "something else");
    EXPECT_EQ(count_of(notes, "reference-not-carried"), 2);
    EXPECT_EQ(count_of(notes, "side-file-renamed"), 1);
    EXPECT_EQ(text_of("to/maps/a_2.png"), png);
    EXPECT_NE(text_of("to/b.wrl").find("url \"maps/a_2.png\""), std::string::npos) << text_of("to/b.wrl");
    EXPECT_EQ(load("to/b.wrl").images.size(), 1U);
}

}  // namespace
}  // namespace vitruvian
