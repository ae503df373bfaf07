// After any commands, saving in between and undoing all of them, the file is saved byte for byte as it was read.
#include "model/edit/history.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/source.h"
#include "tests/folders.h"
#include "tests/unit/format_names.h"
#include "tests/unit/random_commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

namespace vitruvian::test {
namespace {

namespace fs = std::filesystem;

/// A figure of the tests' data, in a format.
Document figure_in(FileFormat format) {
    const bool is_world = format != FileFormat::gltf && format != FileFormat::glb &&
                          format != FileFormat::vrm && format != FileFormat::bvh;
    const fs::path path = source_folder() / "tests/data" / (is_world ? "boxman.wrl" : "boxman.gltf");
    const Result<Document> read = load_document(path);
    EXPECT_TRUE(read) << path;
    if (!read || read->format == format) return read.value_or(Document{});
    SaveOptions options;
    options.format = format;
    const Result<EncodedDocument> encoded = encode_document(*read, options);
    EXPECT_TRUE(encoded);
    if (!encoded) return {};
    Result<Document> converted = load_document(encoded->bytes, "figure", {});
    EXPECT_TRUE(converted);
    return converted ? std::move(*converted) : Document{};
}

class UndoneBytes : public testing::TestWithParam<FileFormat> {};

TEST_P(UndoneBytes, AreThoseThatWereRead) {
    constexpr std::uint32_t seeds = 6;
    constexpr int commands = 40;
    const Document base = figure_in(GetParam());
    ASSERT_NE(base.source, nullptr);
    ASSERT_EQ(base.format, GetParam());
    const std::span<const std::byte> read = base.source->bytes.span();
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        History history(base, {.steps = 200, .bytes = std::size_t{256} << 20});
        int done = 0;
        for (int i = 0; i < commands; ++i) {
            done += history.execute(random_command(random, history.present())) ? 1 : 0;
            if (random.chance(0.2F)) history.undo();
            if (random.chance(0.1F)) static_cast<void>(encode_document(history.present(), {}));
        }
        EXPECT_GT(done, commands / 4);
        while (history.can_undo()) history.undo();
        const Result<EncodedDocument> saved = encode_document(history.present(), {});
        ASSERT_TRUE(saved) << saved.error().text();
        EXPECT_TRUE(std::equal(read.begin(), read.end(), saved->bytes.begin(), saved->bytes.end()));
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, UndoneBytes,
                         testing::Values(FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml,
                                         FileFormat::x3d_json, FileFormat::gltf, FileFormat::glb,
                                         FileFormat::vrm, FileFormat::bvh),
                         name_of_format);

}  // namespace
}  // namespace vitruvian::test
