// Arbitrary bytes as an image, of the format that they indicate, at full and reduced size.
#include "model/io/image.h"

#include <cstdio>
#include <cstdlib>
#include <span>

namespace {

[[noreturn]] void give_up(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vitruvian;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto source = std::make_shared<ImageSource>();
    source->encoded.assign(bytes.begin(), bytes.end());
    const std::shared_ptr<const ImageSource> sources[] = {source};
    ImageSize full = plan_images(sources).front().file_size;
    // Much larger images take time without testing more.
    constexpr std::size_t max_pixels = std::size_t{1} << 20;
    if (full.pixels() > max_pixels) return 0;
    for (const int halvings : {0, 1, 5}) {
        Diagnostics diagnostics;
        const Result<Image> image = decode_image(*source, diagnostics, halvings);
        if (!image) {
            if (image.error().message.empty()) give_up("an error without a message");
            continue;
        }
        const ImageSize given{image->width, image->height};
        if (full.pixels() == 0) give_up("the plan found no picture");
        if (given != full.halved(halvings) || image->rgba.size() != given.bytes()) give_up("another size");
    }
    return 0;
}
