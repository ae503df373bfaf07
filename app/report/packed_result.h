// A file's result, packed: what a run over thousands of files keeps until its report is written.
#pragma once

#include "app/report/file_result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace vitruvian::report {

/// Holds about a hundredth of what the result takes, and gives it back as it was, but for pictures. Results of one run say
/// much the same: each is kept as what it says otherwise than the run's first.
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
    std::size_t size_ = 0;  // of the rest before it was compressed
    std::string rest_;
    std::shared_ptr<const std::string> like_;  // what it was compressed against
};

}  // namespace vitruvian::report
