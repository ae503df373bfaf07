// Shared by tests of the comparison of rigs: a figure, its files, and changes as text.
#pragma once

#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/unit/read_manikin.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::test {

/// The document as read from a file of that kind; named after the test if it has no name.
inline Document saved_as(const Document& document, const std::string& ending, std::string name = {}) {
    if (name.empty()) name = testing::UnitTest::GetInstance()->current_test_info()->name();
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / ("rig_diff_" + name + '.' + ending);
    EXPECT_TRUE(save_document(document, file).has_value());
    Result<Document> read = load_document(file);
    EXPECT_TRUE(read.has_value());
    std::filesystem::remove(file);
    return std::move(*read);
}

/// "joint l_hip changed stiffness" of each.
inline std::vector<std::string> words(const std::vector<RigChange>& changes) {
    std::vector<std::string> out;
    for (const RigChange& change : changes) {
        out.push_back(std::string(to_string(change.part)) + ' ' + change.name + ' ' +
                      std::string(to_string(change.kind)) + (change.field.empty() ? "" : ' ' + change.field));
    }
    return out;
}

inline Joint& joint_named(Document& document, const std::string& name) {
    const Result<Item> item = find_item(document, ItemKind::joint, name, 0);
    EXPECT_TRUE(item.has_value()) << name;
    return at(document.humanoids[0].joints, item ? item->index : 0);
}

}  // namespace vitruvian::test
