#include "app/jobs/data_uri.h"

#include "model/io/data_uri.h"

namespace vitruvian {
std::string png_data_uri(const Image& picture) {
    return png_data_uri(encode_png(picture));
}

std::string png_data_uri(std::span<const std::byte> file) {
    return "data:image/png;base64," + base64(file);
}

}  // namespace vitruvian
