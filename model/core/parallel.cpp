#include "model/core/parallel.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace vitruvian {
namespace {

/// Returns how many threads the machine runs at once. The C library reads it from a file at each call.
unsigned processors() {
    static const unsigned count = std::max(std::thread::hardware_concurrency(), 1U);
    return count;
}

}  // namespace

void parallel_for(std::size_t count, std::size_t grain, unsigned threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& work) {
    if (count == 0) return;
    const std::size_t worth = count / std::max<std::size_t>(grain, 1);
    if (worth <= 1) return work(0, count);
    const unsigned most = 16;
    const unsigned wanted = std::min(threads != 0 ? threads : processors(), most);
    const std::size_t parts = std::min<std::size_t>(worth, wanted);
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
