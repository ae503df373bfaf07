// The manikin as read from its X3D file.
#pragma once

#include "model/formats/load.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <utility>

namespace vitruvian::test {

inline const Document& manikin() {
    static const Document document = [] {
        Result<Document> loaded = load_document(source_folder() / "assets/manikin/manikin.x3d");
        EXPECT_TRUE(loaded.has_value());
        return std::move(*loaded);
    }();
    return document;
}

}  // namespace vitruvian::test
