// KTX 2.0: the first level of a texture in UASTC, ETC1S with BasisLZ, or uncompressed, as in
// KHR_texture_basisu.
#include "model/io/pictures/basis.h"
#include "model/io/pictures/decoder.h"
#include "model/io/pictures/shrink.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::pictures {
namespace {

constexpr std::size_t level_index_at = 80;
constexpr std::size_t level_bytes = 24;

enum class Ktx2Packing : std::uint32_t { none, basis_lz, zstandard, zlib };
enum class Model { etc1s, uastc, rgb, rgba };

std::uint64_t number_at(Bytes bytes, std::size_t at, std::size_t size) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < size; ++i) out |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
    return out;
}
std::uint32_t u32_at(Bytes bytes, std::size_t at) {
    return static_cast<std::uint32_t>(number_at(bytes, at, 4));
}

/// Returns a part of the file, empty where it is not completely there.
Bytes part_of(Bytes bytes, std::uint64_t at, std::uint64_t size) {
    if (at > bytes.size() || size > bytes.size() - at) return {};
    return bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
}

struct File {
    ImageSize size;
    Ktx2Packing packing = Ktx2Packing::none;
    Model model = Model::uastc;
    Bytes level;   // the largest
    Bytes global;  // of BasisLZ
    std::size_t images = 1;

    [[nodiscard]] int blocks_wide() const { return (size.width + 3) / 4; }
    [[nodiscard]] int blocks_high() const { return (size.height + 3) / 4; }
    [[nodiscard]] std::size_t blocks() const {
        return static_cast<std::size_t>(blocks_wide()) * static_cast<std::size_t>(blocks_high());
    }
    /// Size of the level after decompression; not for ETC1S.
    [[nodiscard]] std::size_t plain_bytes() const {
        if (model == Model::uastc) return blocks() * uastc_block_bytes;
        return size.pixels() * (model == Model::rgb ? 3 : 4);
    }
};

std::optional<Model> model_of(Bytes bytes) {
    constexpr std::uint32_t rgb_unorm = 23, rgb_srgb = 29, rgba_unorm = 37, rgba_srgb = 43;  // VkFormat
    constexpr std::uint64_t etc1s = 163, uastc = 166;                                        // KHR_DF_MODEL_*
    const std::uint32_t format = u32_at(bytes, 12);
    if (format == rgb_unorm || format == rgb_srgb) return Model::rgb;
    if (format == rgba_unorm || format == rgba_srgb) return Model::rgba;
    const Bytes description = part_of(bytes, u32_at(bytes, 48), u32_at(bytes, 52));
    if (format != 0 || description.size() < 16) return std::nullopt;
    const std::uint64_t model = number_at(description, 12, 1);
    if (model == etc1s) return Model::etc1s;
    return model == uastc ? std::optional(Model::uastc) : std::nullopt;
}

Outcome<File> open_file(Bytes bytes) {
    if (bytes.size() < level_index_at + level_bytes) return because("its header breaks off");
    File out;
    const std::uint32_t width = u32_at(bytes, 20);
    const std::uint32_t height = u32_at(bytes, 24);
    constexpr std::uint32_t most = 1U << 24U;
    if (width > most || height > most) return because("it has no sensible size");
    out.size = {static_cast<int>(width), static_cast<int>(height)};
    const std::uint32_t levels = std::max(u32_at(bytes, 40), 1U);
    if (u32_at(bytes, 28) > 1 || u32_at(bytes, 32) > 1 || u32_at(bytes, 36) != 1 || levels > 32)
        return because("it is not a single 2D picture");
    const std::optional<Model> model = model_of(bytes);
    if (!model) return because("its pixels are neither UASTC, ETC1S nor plain bytes");
    out.model = *model;
    const std::uint32_t packing = u32_at(bytes, 44);
    if (packing > 3 || (packing == 1) != (out.model == Model::etc1s))
        return because("its supercompression is unknown");
    out.packing = static_cast<Ktx2Packing>(packing);
    out.level = part_of(bytes, number_at(bytes, level_index_at, 8), number_at(bytes, level_index_at + 8, 8));
    out.global = part_of(bytes, number_at(bytes, 64, 8), number_at(bytes, 72, 8));
    out.images = levels;
    if (out.level.empty()) return because("its pixels are missing");
    return out;
}

/// Returns the level's bytes, decompressed into `storage` where necessary.
Outcome<Bytes> unpacked(const File& file, std::vector<std::byte>& storage) {
    const std::size_t size = file.plain_bytes();
    if (file.packing == Ktx2Packing::none) {
        if (file.level.size() < size) return because("its pixels break off");
        return file.level;
    }
    storage.resize(size);
    if (file.packing == Ktx2Packing::zlib) {
        uLongf written = size;
        const int result = uncompress(reinterpret_cast<Bytef*>(storage.data()), &written,
                                      reinterpret_cast<const Bytef*>(file.level.data()), file.level.size());
        if (result != Z_OK || written != size) return because("its zlib data is damaged");
        return Bytes(storage);
    }
    const std::size_t written =
        ZSTD_decompress(storage.data(), storage.size(), file.level.data(), file.level.size());
    if (ZSTD_isError(written) != 0 || written != size) return because("its Zstandard data is damaged");
    return Bytes(storage);
}

/// Converts rows of blocks to rows of pixels: `row_of(y, place)` fills a row of blocks.
template <class Row>
Image from_blocks(const File& file, int halvings, const Row& row_of) {
    const auto stride = static_cast<std::size_t>(file.blocks_wide()) * 16;
    std::vector<std::uint8_t> rows(stride * 4);
    RowShrinker out(file.size, halvings);
    for (int y = 0; y < file.blocks_high(); ++y) {
        row_of(y, [&](int x, const BlockPixels& pixels) {
            for (std::size_t line = 0; line < 4; ++line) {
                std::memcpy(rows.data() + line * stride + static_cast<std::size_t>(x) * 16,
                            pixels.at(line * 4).data(), 16);
            }
        });
        for (int line = 0; line < std::min(4, file.size.height - y * 4); ++line)
            out.add(y * 4 + line, rows.data() + static_cast<std::size_t>(line) * stride);
    }
    return out.take();
}

Image decode_blocks(const File& file, Bytes bytes, int halvings) {
    return from_blocks(file, halvings, [&](int y, const auto& place) {
        for (int x = 0; x < file.blocks_wide(); ++x) {
            const std::size_t block =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(file.blocks_wide()) +
                static_cast<std::size_t>(x);
            place(x, decode_uastc(bytes.subspan(block * uastc_block_bytes).first<uastc_block_bytes>()));
        }
    });
}

Image decode_plain(const File& file, Bytes bytes, int halvings) {
    const std::size_t channels = file.model == Model::rgb ? 3 : 4;
    const auto width = static_cast<std::size_t>(file.size.width);
    std::vector<std::uint8_t> row(width * 4, 255);
    RowShrinker out(file.size, halvings);
    for (int y = 0; y < file.size.height; ++y) {
        const Bytes line = bytes.subspan(static_cast<std::size_t>(y) * width * channels, width * channels);
        for (std::size_t x = 0; x < width; ++x)
            std::memcpy(row.data() + x * 4, line.data() + x * channels, channels);
        out.add(y, row.data());
    }
    return out.take();
}

Outcome<Image> decode_basis_lz(const File& file, int halvings) {
    const Outcome<BasisLz> basis = BasisLz::open(file.global, file.images);
    if (!basis) return tl::unexpected(basis.error());
    const BasisLz::ImageDescription& image = basis->first_image();
    const auto slice = [&](std::uint32_t at, std::uint32_t size) {
        return basis->decode_slice(part_of(file.level, at, size), file.blocks_wide(), file.blocks_high());
    };
    const auto color = slice(image.color_at, image.color_bytes);
    if (!color) return tl::unexpected(color.error());
    std::vector<BasisLz::Block> alpha;
    if (image.alpha_bytes > 0) {
        auto read = slice(image.alpha_at, image.alpha_bytes);
        if (!read) return tl::unexpected(read.error());
        alpha = std::move(*read);
    }
    return from_blocks(file, halvings, [&](int y, const auto& place) {
        for (int x = 0; x < file.blocks_wide(); ++x) {
            const std::size_t at =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(file.blocks_wide()) +
                static_cast<std::size_t>(x);
            BlockPixels pixels = basis->pixels((*color)[at]);
            if (!alpha.empty()) {
                const BlockPixels of_alpha = basis->pixels(alpha[at]);
                for (std::size_t i = 0; i < 16; ++i) pixels.at(i)[3] = of_alpha.at(i)[1];
            }
            place(x, pixels);
        }
    });
}

bool recognises_ktx2(Bytes bytes) {
    constexpr std::string_view magic("\xABKTX 20\xBB\r\n\x1A\n", 12);
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

Outcome<Header> read_ktx2_header(Bytes bytes) {
    const Outcome<File> file = open_file(bytes);
    if (!file) return tl::unexpected(file.error());
    Header header{file->size, 0, 0};
    if (file->size.width <= 0 || file->size.height <= 0) return header;
    if (file->packing == Ktx2Packing::basis_lz) {
        header.working_bytes = file->blocks() * sizeof(BasisLz::Block) * 2;
    } else if (file->packing == Ktx2Packing::none) {
        header.min_bytes = file->plain_bytes();
    } else {
        header.working_bytes = file->plain_bytes();
    }
    return header;
}

Outcome<Decoded> decode_ktx2(Bytes bytes, int halvings) {
    const Outcome<File> file = open_file(bytes);
    if (!file) return tl::unexpected(file.error());
    if (file->model == Model::etc1s) {
        Outcome<Image> image = decode_basis_lz(*file, halvings);
        if (!image) return tl::unexpected(image.error());
        return Decoded{std::move(*image), {}};
    }
    std::vector<std::byte> storage;
    const Outcome<Bytes> level = unpacked(*file, storage);
    if (!level) return tl::unexpected(level.error());
    return Decoded{file->model == Model::uastc ? decode_blocks(*file, *level, halvings)
                                               : decode_plain(*file, *level, halvings),
                   {}};
}

}  // namespace

const Decoder ktx2_decoder{recognises_ktx2, read_ktx2_header, decode_ktx2};

}  // namespace vitruvian::pictures
