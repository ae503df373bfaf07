#include "model/formats/bvh/bvh_text.h"

#include "model/core/splice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {

std::string number_like(double value, std::string_view model) {
    constexpr std::size_t most_decimals = 12;
    const auto decimals_of = [](std::string_view number) {
        const std::size_t mantissa = std::min(number.find_first_of("eE"), number.size());
        const std::size_t point = number.find_first_of(".,");
        return point >= mantissa ? 0 : mantissa - point - 1;
    };
    const std::string shortest = fmt::format("{}", static_cast<float>(value));
    if (std::abs(value) >= 1e12) return shortest;
    const std::size_t needed =
        shortest.find('e') == std::string::npos ? decimals_of(shortest) : most_decimals;
    const std::size_t decimals = std::max(std::min(decimals_of(model), most_decimals), needed);
    std::string out = fmt::format("{:.{}f}", static_cast<double>(static_cast<float>(value)), decimals);
    const std::size_t dot = out.find('.');
    if (out.find_first_not_of("-0.") == std::string::npos && out.front() == '-') out.erase(0, 1);
    if (dot < out.size() && model.find(',') < model.size()) out[dot] = ',';
    return out;
}

std::string BvhEdits::apply(std::string_view text) {
    std::stable_sort(edits_.begin(), edits_.end(), [](const Edit& a, const Edit& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end < b.range.end;
    });
    return splice(text, edits_);
}

}  // namespace vitruvian
