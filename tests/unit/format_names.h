// Names of the instances of tests over file formats.
#pragma once

#include "model/document/file_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace vitruvian::test {

/// For INSTANTIATE_TEST_SUITE_P: the format's name as an identifier.
[[nodiscard]] inline std::string name_of_format(const testing::TestParamInfo<FileFormat>& info) {
    std::string name(to_string(info.param));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace vitruvian::test
