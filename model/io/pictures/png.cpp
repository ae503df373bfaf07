// PNG through libpng, row by row. As in jpeg.cpp, the library's errors end in longjmp, so functions with
// setjmp only have plain values as locals.
#include "model/io/pictures/decoder.h"
#include "model/io/pictures/shrink.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace vitruvian::pictures {
namespace {

constexpr std::size_t max_inflation = 1032;  // of deflate
constexpr png_uint_32 max_side = 1'000'000;
/// For text, palettes and other chunks that are read into memory as a whole.
constexpr png_alloc_size_t max_chunk_bytes = png_alloc_size_t{8} << 20;
/// Read size: of a truncated file, the last such block is lost.
constexpr std::size_t read_bytes = 1024;

class PngReader {
  public:
    explicit PngReader(Bytes bytes) : bytes_(bytes) {
        png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
        if (png_ != nullptr) info_ = png_create_info_struct(png_);
    }
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    [[nodiscard]] bool read_header() {
        if (png_ == nullptr || info_ == nullptr) return false;
        if (setjmp(jump_) != 0) return false;  // NOLINT(cert-err52-cpp): the library has no other way
        png_set_read_fn(png_, this, on_read);
        png_set_user_limits(png_, max_side, max_side);
        png_set_chunk_malloc_max(png_, max_chunk_bytes);
        png_set_compression_buffer_size(png_, read_bytes);
        // Checksum errors are reported but tolerated, as in browsers.
        png_set_crc_action(png_, PNG_CRC_WARN_USE, PNG_CRC_WARN_USE);
        // Text, profiles and the like are skipped: glTF ignores them (3.8.2), and they are a common source of
        // bugs.
        png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
        png_read_info(png_, info_);
        return true;
    }

    [[nodiscard]] Header header() const {
        const std::size_t bits = std::size_t{png_get_bit_depth(png_, info_)} * png_get_channels(png_, info_);
        return {size(), 0, size().pixels() / 8 * bits / max_inflation};
    }
    [[nodiscard]] ImageSize size() const {
        return {static_cast<int>(png_get_image_width(png_, info_)),
                static_cast<int>(png_get_image_height(png_, info_))};
    }
    [[nodiscard]] bool is_interlaced() const {
        return png_get_interlace_type(png_, info_) != PNG_INTERLACE_NONE;
    }

    /// Called after read_header: everything becomes RGBA8.
    [[nodiscard]] bool start() {
        if (setjmp(jump_) != 0) return false;  // NOLINT(cert-err52-cpp)
        png_set_expand(png_);
        png_set_scale_16(png_);
        png_set_gray_to_rgb(png_);
        png_set_add_alpha(png_, 0xFF, PNG_FILLER_AFTER);
        png_start_read_image(png_);
        return true;
    }

    /// Called after start; `row` has room for a whole row in the library's format. Returns false where an
    /// error ended it early.
    [[nodiscard]] bool read_rows(std::uint8_t* row, RowShrinker& out) {
        if (setjmp(jump_) != 0) return false;  // NOLINT(cert-err52-cpp)
        const auto height = static_cast<int>(png_get_image_height(png_, info_));
        while (rows_read_ < height) {
            png_read_row(png_, row, nullptr);
            out.add(rows_read_, row);
            ++rows_read_;
        }
        return true;
    }

    /// Like read_rows, for an interlaced image. Its passes are used as they come: combined by the library
    /// they would need the whole image in memory.
    [[nodiscard]] bool read_passes(std::uint8_t* row, PixelPlacer& out) {
        if (setjmp(jump_) != 0) return false;  // NOLINT(cert-err52-cpp)
        const png_uint_32 width = png_get_image_width(png_, info_);
        const png_uint_32 height = png_get_image_height(png_, info_);
        for (unsigned pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; ++pass) {
            const png_uint_32 columns = PNG_PASS_COLS(width, pass);
            const png_uint_32 rows = PNG_PASS_ROWS(height, pass);
            if (columns == 0) continue;
            for (png_uint_32 r = 0; r < rows; ++r) {
                png_read_row(png_, row, nullptr);
                ++rows_read_;
                const auto y = static_cast<int>(PNG_ROW_FROM_PASS_ROW(r, pass));
                for (png_uint_32 c = 0; c < columns; ++c) {
                    const auto x = static_cast<int>(PNG_COL_FROM_PASS_COL(c, pass));
                    out.put(x, y, blocks[pass], row + std::size_t{c} * 4);
                }
            }
        }
        return true;
    }

    [[nodiscard]] bool has_rows() const { return rows_read_ > 0; }
    [[nodiscard]] std::string error() const {
        return error_.front() == '\0' ? "out of memory" : error_.data();
    }
    [[nodiscard]] std::string first_warning() const { return warning_.data(); }

  private:
    using Text = std::array<char, 128>;
    /// The block that a pixel of each pass fills until the later passes.
    static constexpr std::array<ImageSize, PNG_INTERLACE_ADAM7_PASSES> blocks{
        {{8, 8}, {4, 8}, {4, 4}, {2, 4}, {2, 2}, {1, 2}, {1, 1}}};

    static void keep(Text& text, const char* message) {
        if (text.front() == '\0') std::strncpy(text.data(), message, text.size() - 1);
    }

    [[noreturn]] static void on_error(png_structp png, png_const_charp message) {
        auto* self = static_cast<PngReader*>(png_get_error_ptr(png));
        keep(self->error_, message);
        std::longjmp(self->jump_, 1);  // NOLINT(cert-err52-cpp)
    }

    static void on_warning(png_structp png, png_const_charp message) {
        keep(static_cast<PngReader*>(png_get_error_ptr(png))->warning_, message);
    }

    static void on_read(png_structp png, png_bytep out, std::size_t count) {
        auto* self = static_cast<PngReader*>(png_get_io_ptr(png));
        if (count > self->bytes_.size() - self->at_) png_error(png, "it breaks off");
        std::memcpy(out, self->bytes_.data() + self->at_, count);
        self->at_ += count;
    }

    Bytes bytes_;
    std::size_t at_ = 0;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    std::jmp_buf jump_{};
    int rows_read_ = 0;
    Text error_{};
    Text warning_{};
};

bool recognises_png(Bytes bytes) {
    constexpr std::string_view magic = "\x89PNG\r\n\x1a\n";
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

Outcome<Header> read_png_header(Bytes bytes) {
    PngReader reader(bytes);
    if (!reader.read_header()) return because(reader.error());
    return reader.header();
}

Outcome<Decoded> decode_png(Bytes bytes, int halvings) {
    PngReader reader(bytes);
    if (!reader.read_header() || !reader.start()) return because(reader.error());
    const ImageSize size = reader.size();
    std::vector<std::uint8_t> row(static_cast<std::size_t>(size.width) * 4);
    Decoded out;
    bool whole = false;
    if (reader.is_interlaced()) {
        PixelPlacer pixels(size, halvings);
        whole = reader.read_passes(row.data(), pixels);
        out.image = pixels.take();
    } else {
        RowShrinker rows(size, halvings);
        whole = reader.read_rows(row.data(), rows);
        out.image = rows.take();
    }
    if (!whole && !reader.has_rows()) return because(reader.error());
    out.damage = whole ? reader.first_warning() : reader.error();
    return out;
}

}  // namespace

const Decoder png_decoder{recognises_png, read_png_header, decode_png};

}  // namespace vitruvian::pictures
