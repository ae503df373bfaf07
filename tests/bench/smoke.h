// Whether the benchmarks only check that they still run (the test bench.smoke), or measure.
#pragma once

#include <cstdlib>

namespace vitruvian {

[[nodiscard]] inline bool is_smoke() {
    return std::getenv("VITRUVIAN_BENCH_SMOKE") != nullptr;
}

/// Number of rounds of what has a fixed number of rounds.
[[nodiscard]] inline int rounds(int measured) {
    return is_smoke() ? 1 : measured;
}

}  // namespace vitruvian
