#include "app/manikin.h"

#include "model/formats/load.h"

#include <span>

namespace vitruvian {

std::span<const std::byte> embedded_manikin(std::string_view name);

Result<Document> load_builtin_manikin() {
    Result<Document> document =
        load_document(FileBytes(nullptr, embedded_manikin("manikin.x3d")), "built-in manikin", {});
    if (document) document->file.clear();
    return document;
}

}  // namespace vitruvian
