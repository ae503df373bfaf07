// JPEG through libjpeg-turbo, which downscales an image while decoding: at a half, a quarter or an eighth its
// inverse transforms are smaller too.
//
// The library ends in an error handler that may not return, so it is left by longjmp. Functions with setjmp
// therefore only have plain values as locals; everything else belongs to the object.
#include "model/io/pictures/decoder.h"
#include "model/io/pictures/shrink.h"

#include <jpeglib.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstdio>  // required by jpeglib.h, which does not include it
#include <utility>
#include <vector>

namespace vitruvian::pictures {
namespace {

/// A progressive image needs about ten; each costs a pass over all coefficients, but takes only a few bytes.
constexpr int max_scans = 100;
/// The minimum is one scan of a few bits per block. This leaves room for a truncated one.
constexpr std::size_t max_jpeg_pixels_per_byte = 4096;
constexpr int max_scaled = 3;  // halvings by the transforms

class JpegReader {
  public:
    explicit JpegReader(Bytes bytes) : bytes_(bytes) {
        info_.err = jpeg_std_error(&errors_);
        errors_.error_exit = on_error;
        errors_.emit_message = on_message;
        errors_.output_message = [](j_common_ptr) {};
        progress_.progress_monitor = on_progress;
        info_.client_data = this;
    }
    ~JpegReader() { jpeg_destroy_decompress(&info_); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    [[nodiscard]] bool read_header() {
        if (setjmp(jump_) != 0) return false;  // NOLINT(cert-err52-cpp): the library has no other way
        jpeg_create_decompress(&info_);
        info_.progress = &progress_;
        jpeg_mem_src(&info_, reinterpret_cast<const unsigned char*>(bytes_.data()),
                     static_cast<unsigned long>(bytes_.size()));
        jpeg_read_header(&info_, TRUE);
        return true;
    }

    /// Called after read_header. An image with more than one scan is held in memory as coefficients.
    [[nodiscard]] Header header() {
        Header out{{static_cast<int>(info_.image_width), static_cast<int>(info_.image_height)}, 0, 0};
        out.min_bytes = out.size.pixels() / max_jpeg_pixels_per_byte;
        if (jpeg_has_multiple_scans(&info_) == FALSE) return out;
        for (int i = 0; i < info_.num_components; ++i) {
            const jpeg_component_info& component = info_.comp_info[i];
            out.working_bytes +=
                std::size_t{component.width_in_blocks} * component.height_in_blocks * sizeof(JBLOCK);
        }
        return out;
    }

    /// Returns false where the colour space is not supported.
    [[nodiscard]] bool choose_output(int halvings) {
        info_.scale_num = 1;
        info_.scale_denom = 1U << static_cast<unsigned>(std::min(halvings, max_scaled));
        switch (info_.jpeg_color_space) {
            case JCS_GRAYSCALE:
            case JCS_RGB:
            case JCS_YCbCr:
                info_.out_color_space = JCS_EXT_RGBA;
                return true;
            case JCS_CMYK:
            case JCS_YCCK:
                info_.out_color_space = JCS_CMYK;
                return true;
            default:
                return false;
        }
    }

    /// Called after choose_output.
    [[nodiscard]] bool start() {
        if (setjmp(jump_) != 0) return false;  // NOLINT(cert-err52-cpp)
        jpeg_start_decompress(&info_);
        return true;
    }

    [[nodiscard]] ImageSize output_size() const {
        return {static_cast<int>(info_.output_width), static_cast<int>(info_.output_height)};
    }

    /// Called after start. Returns false where an error ended it early.
    [[nodiscard]] bool read_rows(std::uint8_t* row, RowShrinker& out) {
        if (setjmp(jump_) != 0) return false;  // NOLINT(cert-err52-cpp)
        while (info_.output_scanline < info_.output_height) {
            JSAMPROW rows[1] = {row};  // NOLINT(modernize-avoid-c-arrays)
            const int y = static_cast<int>(info_.output_scanline);
            if (jpeg_read_scanlines(&info_, rows, 1) != 1) break;
            if (info_.out_color_space == JCS_CMYK) to_rgba(row, info_.output_width);
            out.add(y, row);
        }
        return true;
    }

    [[nodiscard]] std::string error() const { return error_.data(); }
    [[nodiscard]] std::string first_warning() const { return warning_.data(); }

  private:
    using Text = std::array<char, JMSG_LENGTH_MAX>;

    [[noreturn]] static void on_error(j_common_ptr info) {
        auto* self = static_cast<JpegReader*>(info->client_data);
        info->err->format_message(info, self->error_.data());
        std::longjmp(self->jump_, 1);  // NOLINT(cert-err52-cpp)
    }

    static void on_message(j_common_ptr info, int level) {
        if (level >= 0) return;  // a trace message
        auto* self = static_cast<JpegReader*>(info->client_data);
        if (self->warning_.front() == '\0') info->err->format_message(info, self->warning_.data());
        ++info->err->num_warnings;
    }

    static void on_progress(j_common_ptr info) {
        auto* self = static_cast<JpegReader*>(info->client_data);
        if (self->info_.input_scan_number <= max_scans) return;
        std::snprintf(self->error_.data(), self->error_.size(), "more than %d scans", max_scans);
        std::longjmp(self->jump_, 1);  // NOLINT(cert-err52-cpp)
    }

    /// Converts inverted ink values, as all programs that write such files store them.
    static void to_rgba(std::uint8_t* row, unsigned width) {
        for (unsigned x = 0; x < width; ++x, row += 4) {
            const unsigned key = row[3];
            for (std::size_t c = 0; c < 3; ++c)
                row[c] = static_cast<std::uint8_t>((row[c] * key + 127U) / 255U);
            row[3] = 255;
        }
    }

    Bytes bytes_;
    jpeg_decompress_struct info_{};
    jpeg_error_mgr errors_{};
    jpeg_progress_mgr progress_{};
    std::jmp_buf jump_{};
    Text error_{};
    Text warning_{};
};

bool recognises_jpeg(Bytes bytes) {
    return bytes.size() > 2 && bytes[0] == std::byte{0xFF} && bytes[1] == std::byte{0xD8} &&
           bytes[2] == std::byte{0xFF};
}

Outcome<Header> read_jpeg_header(Bytes bytes) {
    JpegReader reader(bytes);
    if (!reader.read_header()) return because(reader.error());
    return reader.header();
}

Outcome<Decoded> decode_jpeg(Bytes bytes, int halvings) {
    JpegReader reader(bytes);
    if (!reader.read_header()) return because(reader.error());
    if (!reader.choose_output(halvings)) return because("its colours are of an unknown kind");
    if (!reader.start()) return because(reader.error());
    const ImageSize size = reader.output_size();
    RowShrinker out(size, std::max(halvings - max_scaled, 0));
    std::vector<std::uint8_t> row(static_cast<std::size_t>(size.width) * 4);
    const bool whole = reader.read_rows(row.data(), out);
    return Decoded{out.take(), whole ? reader.first_warning() : reader.error()};
}

}  // namespace

const Decoder jpeg_decoder{recognises_jpeg, read_jpeg_header, decode_jpeg};

}  // namespace vitruvian::pictures
