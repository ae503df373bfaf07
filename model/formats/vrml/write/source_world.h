// A document's source, read again for what a document does not hold. Must outlive what is made from it.
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
    std::string_view text;  // empty: the document has no source, or it cannot be decompressed
    std::unique_ptr<OpenedWorld>
        opened;                      // of a world with groups, PROTOs, highlights or hidden shapes to keep
    std::optional<SyntaxTree> tree;  // of other worlds
    /// Null where the source is not a world or cannot be read.
    [[nodiscard]] const SyntaxTree* syntax() const;
};

[[nodiscard]] SourceWorld read_source_world(const Document& document);

/// As read_source_world, but only parses the text: `opened` is null.
[[nodiscard]] SourceWorld read_source_syntax(const Document& document);

}  // namespace vitruvian::vrml
