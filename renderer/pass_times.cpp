#include "renderer/pass_times.h"

#include <algorithm>

namespace vitruvian {

void PassTimes::lap(std::string_view pass) {
    const std::clock_t now = std::clock();
    const auto same = [pass](const PassTime& sum) { return sum.pass == pass; };
    auto found = std::find_if(sums_.begin(), sums_.end(), same);
    if (found == sums_.end()) found = sums_.insert(sums_.end(), PassTime{pass});
    found->seconds += static_cast<double>(now - last_) / CLOCKS_PER_SEC;
    last_ = now;
}

}  // namespace vitruvian
