// Parallel loops over a range. Each part is processed by one thread and in order, so results do not depend on
// the number of threads. Threads are not kept between calls.
#pragma once

#include <cstddef>
#include <functional>

namespace vitruvian {

/// Calls `work(begin, end)` for parts that together are [0, count), each of at least `grain` elements where
/// there is more than one. `threads` is the most to be used, the caller's included; 0: as many as the
/// machine runs at once. `work` must not throw.
void parallel_for(std::size_t count, std::size_t grain, unsigned threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& work);

}  // namespace vitruvian
