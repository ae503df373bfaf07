// Files whose transforms multiply beyond float32 are written with finite numbers only.
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/unit/format_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <string>

namespace vitruvian {
namespace {

/// A joint whose world position exceeds float32, between two valid ones.
Document huge_figure() {
    const std::string text =
        "#X3D V4.0 utf8\nPROFILE Full\nHAnimHumanoid { name \"h\" skeleton HAnimJoint { name "
        "\"humanoid_root\" "
        "translation 3e38 0 0 scale 1e20 1e20 1e20 children [ HAnimJoint { name \"l_hip\" translation 3e38 "
        "3e38 0 "
        "center 0.1 0.9 0 children HAnimSegment { name \"l_thigh\" children Shape { geometry Box {} } } } "
        "HAnimJoint { name \"r_hip\" center -0.1 0.9 0 } ] } }\n"
        "DEF T TimeSensor {} DEF P PositionInterpolator { key [0 1] keyValue [1e12 0 0 -1e12 0 0] } "
        "ROUTE T.fraction_changed TO P.set_fraction\n";
    Result<Document> document = load_document(std::as_bytes(std::span(text)), "huge", {});
    EXPECT_TRUE(document) << (document ? "" : document.error().text());
    return document ? std::move(*document) : Document{};
}

/// Whether the text contains a non-finite number as C++ or JSON writes it.
bool holds_odd_number(const std::vector<std::byte>& bytes) {
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto is_letter = [&](std::size_t i) {
        return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i])) != 0;
    };
    for (const std::string_view word : {"inf", "nan", "null"}) {
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
            if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + word.size())) return true;
        }
    }
    return false;
}

class FiniteOutput : public testing::TestWithParam<FileFormat> {};

TEST_P(FiniteOutput, HoldsNumbersAlone) {
    const Document document = huge_figure();
    SaveOptions options;
    options.format = GetParam();
    options.anew = true;
    options.name = "huge";
    const Result<EncodedDocument> encoded = encode_document(document, options);
    ASSERT_TRUE(encoded) << encoded.error().text();
    EXPECT_FALSE(holds_odd_number(encoded->bytes));
    for (const SideFile& side : encoded->side_files) {
        for (std::size_t i = 0; i + 4 <= side.bytes.size(); i += 4) {
            float value = 0.0F;
            std::memcpy(&value, side.bytes.data() + i, 4);
            if (std::isnan(value)) FAIL() << "at byte " << i;
        }
    }
    const Result<Document> again = load_document(encoded->bytes, "again", {});
    if (GetParam() != FileFormat::gltf) {
        EXPECT_TRUE(again) << again.error().text();
    }
}

INSTANTIATE_TEST_SUITE_P(All, FiniteOutput,
                         testing::Values(FileFormat::vrml97, FileFormat::x3d_xml, FileFormat::x3d_json,
                                         FileFormat::gltf, FileFormat::bvh),
                         test::name_of_format);

}  // namespace
}  // namespace vitruvian
