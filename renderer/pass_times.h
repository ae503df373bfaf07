// What each pass of a picture costs: for benchmarks. Measuring waits for the device after every pass.
#pragma once

#include <ctime>
#include <string_view>
#include <vector>

namespace vitruvian {

struct PassTime {
    std::string_view pass;
    double seconds = 0.0;  // of processor time, of all threads: a software renderer's work is in them
};

class PassTimes {
  public:
    /// From here on time counts.
    void start() { last_ = std::clock(); }
    /// Counts the time since then, or since the lap before, as that of `pass` (a literal).
    void lap(std::string_view pass);

    /// Sums over all pictures, in the order in which passes came first.
    [[nodiscard]] const std::vector<PassTime>& sums() const { return sums_; }

  private:
    std::clock_t last_ = 0;
    std::vector<PassTime> sums_;
};

}  // namespace vitruvian
