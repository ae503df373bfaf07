#include "model/core/parallel.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace vitruvian {

void parallel_for(std::size_t count, std::size_t grain, unsigned threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& work) {
    if (count == 0) return;
    const unsigned most = 16;
    const unsigned wanted =
        std::clamp(threads != 0 ? threads : std::thread::hardware_concurrency(), 1U, most);
    const std::size_t parts = std::clamp<std::size_t>(count / std::max<std::size_t>(grain, 1), 1, wanted);
    const auto begin_of = [&](std::size_t part) {
        return count / parts * part + std::min(part, count % parts);
    };
    std::vector<std::thread> others;
    others.reserve(parts - 1);
    std::size_t done = 1;  // the first part is done by the caller
    for (; done < parts; ++done) {
        try {
            others.emplace_back(work, begin_of(done), begin_of(done + 1));
        } catch (const std::system_error&) {
            break;  // no more threads available
        }
    }
    work(0, begin_of(1));
    if (done < parts) work(begin_of(done), count);
    for (std::thread& thread : others) thread.join();
}

}  // namespace vitruvian
