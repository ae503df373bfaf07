// Images embedded in a world.
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <string>

namespace vitruvian {
namespace {

Document wearing(const std::string& url) {
    return test::read_text(
        "#VRML V2.0 utf8\nShape { appearance Appearance { material Material { } texture ImageTexture { url "
        "\"" +
        url +
        "\" } } geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 "
        "1 2 -1 ] } }");
}

TEST(VrmlDataUri, APictureInTheUrlIsRead) {
    const std::string png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const Document document = wearing("data:image/png;base64," + png);
    ASSERT_EQ(document.images.size(), 1U);
    EXPECT_EQ(document.images[0]->mime_type, "image/png");
    EXPECT_EQ(document.images[0]->encoded.size(), 70U);
    EXPECT_TRUE(document.materials.at(0).base_color_texture.present());
    EXPECT_TRUE(document.diagnostics.empty());
    // Line ends in an XML attribute become spaces.
    EXPECT_EQ(wearing("data:image/png;base64," + png.substr(0, 40) + "\n " + png.substr(40)).images.size(),
              1U);
    for (const char* wrong : {"data:image/png;base64,", "data:image/png,abc", "data:image/png;base64,!!!!"}) {
        const Document none = wearing(wrong);
        EXPECT_TRUE(none.images.empty()) << wrong;
        EXPECT_FALSE(none.diagnostics.empty()) << wrong;
    }
}

}  // namespace
}  // namespace vitruvian
