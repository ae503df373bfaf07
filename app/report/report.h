// The results of checking many files: the one data model that all report formats are written from, and that
// results of other runs are read into.
#pragma once

#include "app/report/packed_result.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::report {

struct Report {
    std::string version;  // of the program
    std::string profile;  // as requested: "auto", "vrm", "team.json"
    std::string shard;    // "2/3" of the files; empty: all
    std::vector<PackedResult> files;
    std::vector<std::string> pictures;  // PNG files as data URIs
    /// Index of the picture of a finding: by file, and by finding of that file.
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> shown;
    std::string picture_note;  // why pictures are missing; empty if none are

    [[nodiscard]] Counts counts() const;
    [[nodiscard]] int unreadable() const;
};

}  // namespace vitruvian::report
