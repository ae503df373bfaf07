// Reads the first image of a GIF through giflib: small, without allocation by declared sizes, and, unlike a
// decoder of our own, patched by the distribution.
#include "model/core/at.h"
#include "model/io/pictures/decoder.h"
#include "model/io/pictures/shrink.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace vitruvian::pictures {
namespace {

/// A code of 12 bits represents at most 4096 pixels.
constexpr std::size_t max_gif_pixels_per_byte = 2731;

class GifReader {
  public:
    explicit GifReader(Bytes bytes) : bytes_(bytes), gif_(DGifOpen(this, on_read, &error_)) {}
    ~GifReader() {
        if (gif_ != nullptr) DGifCloseFile(gif_, nullptr);
    }
    GifReader(const GifReader&) = delete;
    GifReader& operator=(const GifReader&) = delete;

    /// Advances to the first image; false if there is none.
    [[nodiscard]] bool read_header() {
        if (gif_ == nullptr) return false;
        GifRecordType type = UNDEFINED_RECORD_TYPE;
        while (DGifGetRecordType(gif_, &type) == GIF_OK) {
            if (type == IMAGE_DESC_RECORD_TYPE)
                return DGifGetImageDesc(gif_) == GIF_OK && frame().Width > 0 && frame().Height > 0;
            if (type != EXTENSION_RECORD_TYPE || !read_extension()) return false;
        }
        return false;
    }

    [[nodiscard]] Header header() const {
        return {size(), 0, ImageSize{frame().Width, frame().Height}.pixels() / max_gif_pixels_per_byte};
    }
    /// Returns the screen size, or the image's where it does not fit: some programs write an empty screen.
    [[nodiscard]] ImageSize size() const {
        const GifImageDesc& frame = gif_->Image;
        return {std::max(gif_->SWidth, frame.Left + frame.Width),
                std::max(gif_->SHeight, frame.Top + frame.Height)};
    }
    [[nodiscard]] const GifImageDesc& frame() const { return gif_->Image; }
    [[nodiscard]] bool has_palette() const { return palette() != nullptr; }

    /// Reads the next row of the image; false where it is truncated.
    [[nodiscard]] bool read_row(std::vector<GifPixelType>& indices) {
        return DGifGetLine(gif_, indices.data(), static_cast<int>(indices.size())) == GIF_OK;
    }

    /// Returns the RGBA of an index; indices beyond the palette, and the transparent one, are transparent.
    [[nodiscard]] std::array<std::uint8_t, 4> color(GifPixelType index) const {
        const ColorMapObject& colors = *palette();
        if (index >= colors.ColorCount || index == transparent_) return {};
        const GifColorType& c = colors.Colors[index];
        return {c.Red, c.Green, c.Blue, 255};
    }

    [[nodiscard]] std::string error() const {
        const int code = gif_ == nullptr ? error_ : gif_->Error;
        const char* text = GifErrorString(code);
        return text == nullptr ? "it holds no picture" : text;
    }

  private:
    [[nodiscard]] const ColorMapObject* palette() const {
        return gif_->Image.ColorMap != nullptr ? gif_->Image.ColorMap : gif_->SColorMap;
    }

    [[nodiscard]] bool read_extension() {
        int code = 0;
        GifByteType* block = nullptr;  // its length, then its bytes
        if (DGifGetExtension(gif_, &code, &block) != GIF_OK) return false;
        while (block != nullptr) {
            GraphicsControlBlock control;
            if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
                transparent_ = control.TransparentColor;
            if (DGifGetExtensionNext(gif_, &block) != GIF_OK) return false;
        }
        return true;
    }

    static int on_read(GifFileType* gif, GifByteType* out, int count) {
        auto* self = static_cast<GifReader*>(gif->UserData);
        const std::size_t given =
            std::min(static_cast<std::size_t>(std::max(count, 0)), self->bytes_.size() - self->at_);
        if (given > 0) std::memcpy(out, self->bytes_.data() + self->at_, given);
        self->at_ += given;
        return static_cast<int>(given);
    }

    Bytes bytes_;
    std::size_t at_ = 0;
    int error_ = 0;
    int transparent_ = NO_TRANSPARENT_COLOR;
    GifFileType* gif_;
};

bool recognises_gif(Bytes bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                std::min<std::size_t>(bytes.size(), 6));
    return text == "GIF87a" || text == "GIF89a";
}

Outcome<Header> read_gif_header(Bytes bytes) {
    GifReader reader(bytes);
    if (!reader.read_header()) return because(reader.error());
    return reader.header();
}

/// Returns false where the image is truncated; `rows_read` receives the number of rows.
bool read_rows(GifReader& reader, ImageSize size, RowShrinker& out, int& rows_read) {
    const GifImageDesc& frame = reader.frame();
    std::vector<GifPixelType> indices(static_cast<std::size_t>(frame.Width));
    std::vector<std::uint8_t> row(static_cast<std::size_t>(size.width) * 4);
    for (int y = 0; y < frame.Top; ++y) out.add(y, row.data());
    for (int r = 0; r < frame.Height; ++r) {
        if (!reader.read_row(indices)) return false;
        ++rows_read;
        std::uint8_t* pixel = row.data() + static_cast<std::size_t>(frame.Left) * 4;
        for (const GifPixelType index : indices) {
            const std::array<std::uint8_t, 4> color = reader.color(index);
            pixel = std::copy(color.begin(), color.end(), pixel);
        }
        out.add(frame.Top + r, row.data());
    }
    std::fill(row.begin(), row.end(), std::uint8_t{0});
    for (int y = frame.Top + frame.Height; y < size.height; ++y) out.add(y, row.data());
    return true;
}

/// Like read_rows, for interlaced rows: every eighth, then those between (GIF89a, appendix E).
bool read_passes(GifReader& reader, PixelPlacer& out, int& rows_read) {
    struct Pass {
        int first, step, height;
    };
    constexpr std::array<Pass, 4> passes{{{0, 8, 8}, {4, 8, 4}, {2, 4, 2}, {1, 2, 1}}};
    const GifImageDesc& frame = reader.frame();
    std::vector<GifPixelType> indices(static_cast<std::size_t>(frame.Width));
    for (const Pass& pass : passes) {
        for (int r = pass.first; r < frame.Height; r += pass.step) {
            if (!reader.read_row(indices)) return false;
            ++rows_read;
            const int height = std::min(pass.height, frame.Height - r);
            for (int c = 0; c < frame.Width; ++c) {
                const std::array<std::uint8_t, 4> color = reader.color(at(indices, c));
                out.put(frame.Left + c, frame.Top + r, {1, height}, color.data());
            }
        }
    }
    return true;
}

Outcome<Decoded> decode_gif(Bytes bytes, int halvings) {
    GifReader reader(bytes);
    if (!reader.read_header()) return because(reader.error());
    if (!reader.has_palette()) return because("it has no palette");
    const ImageSize size = reader.size();
    Decoded out;
    int rows_read = 0;
    bool whole = false;
    if (reader.frame().Interlace) {
        PixelPlacer pixels(size, halvings);
        whole = read_passes(reader, pixels, rows_read);
        out.image = pixels.take();
    } else {
        RowShrinker rows(size, halvings);
        whole = read_rows(reader, size, rows, rows_read);
        out.image = rows.take();
    }
    if (!whole && rows_read == 0) return because(reader.error());
    if (!whole) out.damage = reader.error();
    return out;
}

}  // namespace

const Decoder gif_decoder{recognises_gif, read_gif_header, decode_gif};

}  // namespace vitruvian::pictures
