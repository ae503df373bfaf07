#include "model/io/gzip.h"

#include "model/core/check.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

namespace vitruvian {
namespace {

/// Worlds compress to a tenth, zeros alone to a thousandth, which is what zip bombs exploit.
constexpr std::size_t harmless_bytes = std::size_t{16} << 20;
constexpr std::size_t largest_ratio = 200;

/// The fields of a gzip header (RFC 1952, 2.3); zlib reads it without the data after it.
struct GzipHeader {
    gz_header fields{};
    std::array<Bytef, 1024> name{};
    std::array<Bytef, 1024> comment{};
    bool known = false;
};

void read_header(std::span<const std::byte> bytes, GzipHeader& header) {
    z_stream stream{};
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return;
    header.fields.name = header.name.data();
    header.fields.name_max = static_cast<uInt>(header.name.size() - 1);
    header.fields.comment = header.comment.data();
    header.fields.comm_max = static_cast<uInt>(header.comment.size() - 1);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(std::min<std::size_t>(bytes.size(), 65536));
    inflateGetHeader(&stream, &header.fields);
    std::array<Bytef, 1> nothing{};
    stream.next_out = nothing.data();
    stream.avail_out = static_cast<uInt>(nothing.size());
    inflate(&stream, Z_BLOCK);
    header.known = header.fields.done == 1;
    header.fields.extra = nullptr;
    inflateEnd(&stream);
}

}  // namespace

bool is_gzip(std::span<const std::byte> bytes) {
    return bytes.size() > 2 && bytes[0] == std::byte{0x1F} && bytes[1] == std::byte{0x8B};
}

std::vector<std::byte> deflate_gzip(std::span<const std::byte> bytes, std::span<const std::byte> like) {
    GzipHeader header;
    if (is_gzip(like)) read_header(like, header);
    // XFL: 4 is the fastest, 2 the slowest (RFC 1952, 2.3.1).
    const bool fast = header.known && header.fields.xflags == 4;
    z_stream stream{};
    const int ready = deflateInit2(&stream, fast ? Z_BEST_SPEED : Z_BEST_COMPRESSION, Z_DEFLATED,
                                   16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    VT_CHECK(ready == Z_OK);
    if (header.known) deflateSetHeader(&stream, &header.fields);
    std::vector<std::byte> out;
    constexpr std::size_t step = std::size_t{256} << 10;
    std::size_t done = 0;
    int status = Z_OK;
    while (status == Z_OK) {
        if (stream.avail_in == 0) {
            const std::size_t share = std::min<std::size_t>(bytes.size(), std::size_t{1} << 30);
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
            stream.avail_in = static_cast<uInt>(share);
            bytes = bytes.subspan(share);
        }
        out.resize(done + step);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + done);
        stream.avail_out = static_cast<uInt>(step);
        status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
        done += step - stream.avail_out;
    }
    deflateEnd(&stream);
    VT_CHECK(status == Z_STREAM_END);
    out.resize(done);
    return out;
}

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
    // zlib's interface predates const; it does not write to its input.
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
