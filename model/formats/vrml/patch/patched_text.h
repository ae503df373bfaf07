// The text of a world with the edits of its document in it, and nothing else changed.
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

/// Differences that are to be said in the file, and those that no world says.
struct Changes {
    std::vector<Difference> said;
    std::vector<Difference> lost;
};
[[nodiscard]] Changes find_changes(const DocumentSource& source, const Document& document);

/// The text of the document's source, which is without a byte order mark, with the changes made; it was read again and
/// says what the document says. What stands in a PROTO with several instances is changed in it where all of them say
/// the same, else told apart by its fields, else by PROTOs of their own, which is noted. Errors as of patch_world.
[[nodiscard]] Result<std::string> patched_world(std::string_view text, const Document& document,
                                                const Changes& changes, const SaveOptions& options,
                                                Diagnostics& notes);

}  // namespace vitruvian::vrml
