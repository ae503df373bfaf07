// The source of a document, read once more for what a document does not hold. It outlives what is made of it.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/syntax/syntax.h"
#include "model/io/gzip.h"

#include <memory>
#include <optional>
#include <string_view>

namespace vitruvian::vrml {

struct SourceWorld {
    Inflated unpacked;      // where the file is compressed
    std::string_view text;  // empty: the document was made here, or its source cannot be unpacked
    std::unique_ptr<OpenedWorld> opened;  // of a world that has groups of its own
    std::optional<SyntaxTree> tree;       // of another
    /// Null where the source is not a world or cannot be read.
    [[nodiscard]] const SyntaxTree* syntax() const;
};

[[nodiscard]] SourceWorld read_source_world(const Document& document);

}  // namespace vitruvian::vrml
