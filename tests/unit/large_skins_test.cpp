// Large skins keep about their size, and can be read back.
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace vitruvian {
namespace {

/// A skin of many shapes over one list of points, with displacers that each move a few of them.
std::string large_skin(int shapes, int points_each, int displacers) {
    test::Random random(11);
    std::string points;
    std::string all;
    std::string weights;
    const int count = shapes * points_each;
    for (int p = 0; p < count; ++p) {
        const vec3 v = random.vector(-1.0F, 1.0F);
        points += fmt::format("{} {} {} ", v.x, v.y, v.z);
        all += fmt::format("{} ", p);
        weights += "1 ";
    }
    std::string out =
        "<X3D profile='Immersive' version='4.0'><Scene><HAnimHumanoid DEF='H' name='big' version='2.0'>"
        "<HAnimJoint DEF='J' name='humanoid_root' containerField='skeleton' skinCoordIndex='" +
        all + "' skinCoordWeight='" + weights + "'>";
    for (int d = 0; d < displacers; ++d) {
        const int first = d * count / displacers;
        out += fmt::format(
            "<HAnimDisplacer name='d{}_action' containerField='displacers' coordIndex='{} {}' "
            "displacements='0 1 0 "
            "0 0 1'/>",
            d, first, first + 1);
    }
    out += "</HAnimJoint><Coordinate DEF='C' containerField='skinCoord' point='" + points + "'/>";
    for (int s = 0; s < shapes; ++s) {
        out += "<Shape containerField='skin'><IndexedFaceSet solid='false' coordIndex='";
        for (int p = s * points_each; p + 2 < (s + 1) * points_each; ++p)
            out += fmt::format("{} {} {} -1 ", p, p + 1, p + 2);
        out += "'><Coordinate USE='C'/></IndexedFaceSet></Shape>";
    }
    return out + "</HAnimHumanoid></Scene></X3D>";
}

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(LargeSkins, SkinsTakeTheirOwnVerticesAlone) {
    const std::string text = large_skin(40, 60, 30);
    const std::vector<std::byte> source(bytes_of(text).begin(), bytes_of(text).end());
    const Result<Document> document = load_document(source, "big.x3d", {});
    ASSERT_TRUE(document) << document.error().text();
    ASSERT_EQ(document->displacers.size(), 30U);
    SaveOptions options;
    options.format = FileFormat::glb;
    const Result<EncodedDocument> written = encode_document(*document, options);
    ASSERT_TRUE(written);
    EXPECT_LT(written->bytes.size(), text.size() * 4);
    const Result<Document> back = load_document(written->bytes, "big.glb", {});
    ASSERT_TRUE(back) << back.error().text();
    ASSERT_EQ(back->meshes.size(), document->meshes.size());
    std::size_t vertices = 0;
    for (const MeshInstance& instance : back->meshes) {
        vertices += instance.mesh->positions.size();
        EXPECT_LE(instance.displacers.size(), 2U);
    }
    EXPECT_EQ(vertices, 40U * 60U);
    EXPECT_EQ(back->displacers.size(), 30U);
    for (std::size_t d = 0; d < 30; ++d) EXPECT_EQ(back->displacers[d].name, document->displacers[d].name);
}

}  // namespace
}  // namespace vitruvian
