// What every fuzz target does with a document after reading: what a viewer would. A violated invariant ends
// the process, which the fuzzer detects.
#pragma once

#include "model/document/document.h"
#include "model/io/load_options.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vitruvian::fuzz {

/// Limits small enough that thousands of inputs a second can be tried.
[[nodiscard]] LoadOptions small_limits();

/// A folder of images that worlds may refer to.
[[nodiscard]] std::filesystem::path picture_folder();

/// The bytes as text.
[[nodiscard]] std::string_view text_of(const std::uint8_t* data, std::size_t size);

/// Ends the process where `document` is an error without a message, or violates an invariant (see
/// expect_valid); otherwise decodes its images, plays its clips, poses its meshes, plays the clips on another
/// figure, and saves it: in place, which must give `bytes` again, and in another format, which must be
/// readable.
void try_document(Result<Document> document, std::span<const std::byte> bytes);

}  // namespace vitruvian::fuzz
