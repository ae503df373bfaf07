// Decodes images of files to RGBA8 (PNG, JPEG, WebP, GIF, BMP, KTX2 and raw pixels) within one budget for all
// pixels. Used by the window, the command line, the writers and the tests; the decoders are in
// model/io/pictures.
#pragma once

#include "model/core/result.h"
#include "model/document/mesh.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace vitruvian {

/// width * height RGBA8 with straight alpha, rows from the top.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;
};

struct ImageSize {
    int width = 0;
    int height = 0;
    [[nodiscard]] std::size_t pixels() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }
    [[nodiscard]] std::size_t bytes() const { return pixels() * 4; }  // as RGBA8
    /// Returns the size after `times` halvings, rounded up, at least 1.
    [[nodiscard]] ImageSize halved(int times) const;
    bool operator==(const ImageSize&) const = default;
};

/// Memory limit in bytes for the decoded pixels of all open files; the GPU copies with their mipmaps take a
/// third more. A character with 20 textures of 4096 x 4096 keeps 4 of them at full size and has 16 at 2048 x
/// 2048, which is indistinguishable when it fills the screen.
inline constexpr std::size_t image_budget = std::size_t{512} << 20;

/// Returns the size from an image's header; errors as for decode_image.
[[nodiscard]] Result<ImageSize> image_size(const ImageSource& source);

/// Data about an image before it is decoded.
struct PlannedImage {
    std::size_t same_as =
        0;                // the first image of the list with the same bytes; its own index if it is the first
    ImageSize file_size;  // 0 x 0 where it is not the first, or cannot be decoded
    int halvings = 0;     // number of times its size is halved on decoding
    std::size_t working_bytes = 0;  // needed by the decoder in addition to the pixels
    [[nodiscard]] ImageSize size() const { return file_size.halved(halvings); }
};
using ImagePlan = std::vector<PlannedImage>;

/// Reads the headers and finds duplicate images. Nothing is halved yet.
[[nodiscard]] ImagePlan plan_images(std::span<const std::shared_ptr<const ImageSource>> sources);

/// Repeatedly halves the largest images of all plans until all pixels together fit into `budget` bytes.
void fit_images(std::span<ImagePlan* const> plans, std::size_t budget);

/// Called once for each image that can be decoded, one call at a time, from any thread.
using ImageReady = std::function<void(std::size_t index, std::shared_ptr<const Image> image)>;

/// Decodes the images as planned, each once, on as many threads as there are cores, with a limit on the total
/// working memory. An image that cannot be decoded, is damaged or was reduced in size gives a warning. Stops
/// early once `cancel` (may be null) is set.
void decode_images(std::span<const std::shared_ptr<const ImageSource>> sources, const ImagePlan& plan,
                   const ImageReady& ready, Diagnostics& diagnostics,
                   const std::atomic<bool>* cancel = nullptr);

/// Returns the images of one file that has the whole budget; null for those that cannot be decoded.
[[nodiscard]] std::vector<std::shared_ptr<const Image>> decode_images(
    std::span<const std::shared_ptr<const ImageSource>> sources, Diagnostics& diagnostics,
    std::size_t budget = image_budget);

/// Decodes one image. Errors: "image-empty", "image-unsupported", "image-broken", "image-too-large". Of a
/// truncated image the available part is returned, with a warning "image-damaged".
[[nodiscard]] Result<Image> decode_image(const ImageSource& source, Diagnostics& diagnostics,
                                         int halvings = 0);

/// Returns `image` at a smaller size, each pixel the mean of those it replaces; colours are weighted by
/// straight alpha.
[[nodiscard]] Image halved(const Image& image, int times);

}  // namespace vitruvian
