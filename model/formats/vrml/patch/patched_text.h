// The text of a world with the document's edits applied, and nothing else changed.
#pragma once

#include "model/document/differences.h"
#include "model/io/save_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {
struct DocumentSource;
}

namespace vitruvian::vrml {

/// Differences that the file has to store, and those that no world can store.
struct Changes {
    std::vector<Difference> said;
    std::vector<Difference> lost;
};
[[nodiscard]] Changes find_changes(const DocumentSource& source, const Document& document);

/// Returns the text of the document's source, without a byte order mark, with the changes made; it was read
/// back and equals the document. What is in a PROTO with several instances is changed there where all of them
/// get the same change; otherwise the instances get different field values, or PROTOs of their own, which is
/// noted. Errors as in patch_world.
[[nodiscard]] Result<std::string> patched_world(std::string_view text, const Document& document,
                                                const Changes& changes, const SaveOptions& options,
                                                Diagnostics& notes);

}  // namespace vitruvian::vrml
