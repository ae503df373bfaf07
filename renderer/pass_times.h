// Cost of each pass of a picture, for benchmarks. Measuring waits for the device after every pass.
#pragma once

#include <ctime>
#include <string_view>
#include <vector>

namespace vitruvian {

struct PassTime {
    std::string_view pass;
    double seconds = 0.0;  // processor time of all threads, which includes the work of a software renderer
};

class PassTimes {
  public:
    /// Starts the clock.
    void start() { last_ = std::clock(); }
    /// Adds the time since start() or the previous lap to `pass` (a literal).
    void lap(std::string_view pass);

    /// Returns sums over all pictures, in the order in which passes first occurred.
    [[nodiscard]] const std::vector<PassTime>& sums() const { return sums_; }

  private:
    std::clock_t last_ = 0;
    std::vector<PassTime> sums_;
};

}  // namespace vitruvian
