// Arbitrary bytes through the gzip path, under a small limit.
#include "model/io/gzip.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t most = std::size_t{1} << 20;
    const auto inflated = vitruvian::inflate_gzip(std::as_bytes(std::span(data, size)), "fuzz", most);
    if (inflated && inflated->bytes.size() > most) std::abort();
    return 0;
}
