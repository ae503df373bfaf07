#include "app/cli/option_values.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace vitruvian {
namespace {

std::optional<std::pair<int, int>> shard_of(const std::string& text) {
    std::pair<int, int> out;
    const char* end = text.data() + text.size();
    const auto [slash, error] = std::from_chars(text.data(), end, out.first);
    if (error != std::errc{} || slash == end || *slash != '/') return std::nullopt;
    const auto [stop, other_error] = std::from_chars(slash + 1, end, out.second);
    if (other_error != std::errc{} || stop != end || out.first < 1 || out.second < out.first)
        return std::nullopt;
    return out;
}

}  // namespace

std::string valid_size(const std::string& text) {
    std::array<int, 2> size{};
    const char* end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size[0]);
    if (width.ec == std::errc{} && width.ptr != end && *width.ptr == 'x') {
        const auto height = std::from_chars(width.ptr + 1, end, size[1]);
        const bool in_range = size[0] >= 1 && size[1] >= 1 && size[0] <= 16384 && size[1] <= 16384 &&
                              pixels_of(size) <= max_pixels;
        if (height.ec == std::errc{} && height.ptr == end && in_range) return "";
    }
    return fmt::format(
        "'{}' is not a size: give WIDTHxHEIGHT in pixels, each 1 to 16384, and together no more than "
        "8192x8192",
        text);
}

std::int64_t pixels_of(const std::array<int, 2>& size) {
    return std::int64_t{size[0]} * size[1];
}

std::array<int, 2> parsed_size(const std::string& text) {
    std::array<int, 2> size{};
    const std::size_t x = text.find('x');
    std::from_chars(text.data(), text.data() + x, size[0]);
    std::from_chars(text.data() + x + 1, text.data() + text.size(), size[1]);
    return size;
}

std::string valid_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && std::isfinite(value) ? ""
                                                                 : fmt::format("'{}' is not a number", text);
}

std::string valid_shard(const std::string& text) {
    return shard_of(text) ? std::string() : fmt::format("'{}' is not I/N with I from 1 to N, like 2/4", text);
}

std::pair<int, int> parsed_shard(const std::string& text) {
    return shard_of(text).value_or(std::pair(1, 1));
}

std::string valid_share(const std::string& text) {
    const bool in_range = valid_number(text).empty() && std::strtod(text.c_str(), nullptr) >= 0.0 &&
                          std::strtod(text.c_str(), nullptr) <= 1.0;
    return in_range ? "" : fmt::format("'{}' is not a number from 0 to 1", text);
}

}  // namespace vitruvian
