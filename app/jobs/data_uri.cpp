#include "app/jobs/data_uri.h"

#include <algorithm>
#include <string_view>

namespace vitruvian {
namespace {

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve(bytes.size() * 4 / 3 + 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (k < count ? std::to_integer<unsigned>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k) out += k <= count ? digits[(bits >> (18U - 6U * k)) & 63U] : '=';
    }
    return out;
}

}  // namespace

std::string png_data_uri(const Image& picture) {
    return png_data_uri(encode_png(picture));
}

std::string png_data_uri(std::span<const std::byte> file) {
    return "data:image/png;base64," + base64(file);
}

}  // namespace vitruvian
