// Worlds written anew: what is read again is what was written, in every encoding, for real files and for
// figures brought into H-Anim's form.
#include "model/vrml/world_writer.h"

#include "model/io/load.h"
#include "model/io/save.h"
#include "model/io/source.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {
namespace {

constexpr std::array<FileFormat, 4> formats{FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml,
                                            FileFormat::x3d_json};

Result<Document> again(const Document& document, const SaveOptions& options,
                       const std::filesystem::path& folder = {}) {
    const Result<EncodedDocument> encoded = write_world(document, options);
    if (!encoded) return tl::unexpected(encoded.error());
    return load_document(encoded->bytes, "again", folder);
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               std::initializer_list<std::string_view> suffixes) {
    std::vector<std::filesystem::path> out;
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        const std::string suffix = it->path().extension().string();
        if (std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end()) out.push_back(it->path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

TEST(WorldWriter, EveryHanimFileReadsBackEqual) {
    const std::filesystem::path corpus = shared_folder() / "corpus";
    std::vector<std::filesystem::path> files = files_below(corpus / "hanim", {".wrl", ".x3d", ".x3dv"});
    const std::vector<std::filesystem::path> torture = files_below(corpus / "torture", {".wrl"});
    files.insert(files.end(), torture.begin(), torture.end());
    if (files.empty()) GTEST_SKIP() << "the corpus is not here";
    for (const std::filesystem::path& file : files) {
        const Result<Document> document = load_document(file);
        if (!document) continue;
        for (const FileFormat format : formats) {
            SCOPED_TRACE(file.string() + " as " + std::string(to_string(format)));
            SaveOptions options;
            options.format = format;
            const Result<Document> found = again(*document, options, file.parent_path());
            ASSERT_TRUE(found) << found.error().text();
            EXPECT_EQ(found->format, format);
            const bool first = document->format == FileFormat::vrml97;
            test::Agreement agreement;
            // Bytes that are no UTF-8 are written as the Latin-1 letters they were meant for.
            const bool latin1 = file.stem() == "a15_latin1";
            agreement.humanoid_data = !latin1 && first == (format == FileFormat::vrml97);
            EXPECT_EQ(test::difference(*found, *document, agreement), std::nullopt);
        }
    }
}

}  // namespace
}  // namespace vitruvian
