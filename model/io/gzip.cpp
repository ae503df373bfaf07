#include "model/io/gzip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>

namespace vitruvian {
namespace {

/// Worlds shrink to a tenth, those of zeros alone to a thousandth: that is what bombs are made of.
constexpr std::size_t harmless_bytes = std::size_t{16} << 20;
constexpr std::size_t largest_ratio = 200;

}  // namespace

Result<Inflated> inflate_gzip(std::span<const std::byte> bytes, const std::string& name,
                              std::size_t max_bytes) {
    const Location where{name, 0, 0, {}};
    if (bytes.size() > std::numeric_limits<uInt>::max()) {
        return fail("gzip-too-large", "the compressed file is over 4 GB", where);
    }
    z_stream stream{};
    const int gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&stream, gzip_only) != Z_OK)
        return fail("gzip-damaged", "zlib could not be started", where);
    // zlib's interface is older than const; it does not write to its input.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());

    Inflated out;
    constexpr std::size_t step = std::size_t{256} << 10;
    int status = Z_OK;
    std::size_t done = 0;
    while (status == Z_OK && done <= max_bytes) {
        out.bytes.resize(std::min(std::max(done * 2, done + step), max_bytes + 1));
        const std::size_t room =
            std::min<std::size_t>(out.bytes.size() - done, std::numeric_limits<uInt>::max());
        if (room == 0) break;
        stream.next_out = reinterpret_cast<Bytef*>(out.bytes.data() + done);
        stream.avail_out = static_cast<uInt>(room);
        status = inflate(&stream, Z_NO_FLUSH);
        done += room - stream.avail_out;
        if (done > harmless_bytes && done / largest_ratio > bytes.size()) {
            inflateEnd(&stream);
            return fail("gzip-too-large",
                        fmt::format("the {} bytes would unpack to more than {} times their size",
                                    bytes.size(), largest_ratio),
                        where);
        }
    }
    inflateEnd(&stream);
    out.bytes.resize(done);
    if (done > max_bytes) {
        return fail("gzip-too-large", fmt::format("more than {} bytes would be unpacked", max_bytes), where);
    }
    out.complete = status == Z_STREAM_END;
    if (done == 0 && !out.complete)
        return fail("gzip-damaged", "the compressed data cannot be unpacked", where);
    return out;
}

}  // namespace vitruvian
