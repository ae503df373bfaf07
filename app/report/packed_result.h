// A compressed file result: what a run over thousands of files keeps until its report is written.
#pragma once

#include "app/report/file_result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace vitruvian::report {

/// Takes about a hundredth of the result's memory and restores it completely, except for pictures. Results of
/// one run are similar: each is compressed against the run's first.
class PackedResult {
  public:
    PackedResult() = default;
    explicit PackedResult(const FileResult& result);
    [[nodiscard]] FileResult unpacked() const;

    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }
    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] bool is_unreadable() const { return is_unreadable_; }
    [[nodiscard]] bool has_findings() const { return has_findings_; }

  private:
    std::string file_;
    std::vector<std::string> remarks_;
    Counts counts_;
    bool is_unreadable_ = false;
    bool has_findings_ = false;
    std::size_t size_ = 0;  // uncompressed size of `rest_`
    std::string rest_;
    std::shared_ptr<const std::string> like_;  // the dictionary it was compressed with
};

}  // namespace vitruvian::report
