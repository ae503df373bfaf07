// What every fuzz target does with a document once it is read: what a viewer would. A broken promise ends the
// process, which is how a fuzzer learns of it.
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

/// A folder of pictures that worlds may name.
[[nodiscard]] std::filesystem::path picture_folder();

/// The bytes as text.
[[nodiscard]] std::string_view text_of(const std::uint8_t* data, std::size_t size);

/// Ends the process where `document` is an error without a message, or breaks a promise (see expect_valid);
/// else decodes its pictures, plays its clips, poses its meshes, plays them on another figure, and saves it: in place, which must
/// give `bytes` again, and in another format, which must be readable.
void try_document(Result<Document> document, std::span<const std::byte> bytes);

}  // namespace vitruvian::fuzz
