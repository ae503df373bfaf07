#include "app/gui/field_text.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace vitruvian {
namespace {

/// Evaluates sums, products, signs and parentheses, from left to right.
class Sum {
  public:
    explicit Sum(std::string_view text) : text_(text) {}

    std::optional<double> value() {
        const double result = sum();
        skip_spaces();
        if (failed_ || at_ != text_.size() || !std::isfinite(result)) return std::nullopt;
        return result;
    }

  private:
    static constexpr int deepest = 32;  // typed by the user

    void skip_spaces() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    bool take(char wanted) {
        skip_spaces();
        if (at_ == text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    double sum() {
        double result = product();
        while (!failed_) {
            if (take('+')) {
                result += product();
            } else if (take('-')) {
                result -= product();
            } else {
                break;
            }
        }
        return result;
    }
    double product() {
        double result = factor();
        while (!failed_) {
            if (take('*')) {
                result *= factor();
            } else if (take('/')) {
                result /= factor();
            } else {
                break;
            }
        }
        return result;
    }
    double factor() {
        if (++depth_ > deepest) failed_ = true;
        double result = 0.0;
        if (failed_) return result;
        if (take('-')) {
            result = -factor();
        } else if (take('+')) {
            result = factor();
        } else if (take('(')) {
            result = sum();
            failed_ = !take(')') || failed_;
        } else {
            result = number();
        }
        --depth_;
        return result;
    }
    double number() {
        skip_spaces();
        double result = 0.0;
        const char* begin = text_.data() + at_;
        const char* end = text_.data() + text_.size();
        const bool starts =
            begin != end && (std::isdigit(static_cast<unsigned char>(*begin)) != 0 || *begin == '.');
        const auto [stop, error] = fast_float::from_chars(begin, end, result);
        if (!starts || error != std::errc{}) {
            failed_ = true;
            return 0.0;
        }
        at_ += static_cast<std::size_t>(stop - begin);
        return result;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    bool failed_ = false;
};

std::string_view trimmed(std::string_view text) {
    const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace

std::optional<double> number_from_text(std::string_view text, std::string_view unit) {
    text = trimmed(text);
    unit = trimmed(unit);
    if (!unit.empty() && text.ends_with(unit)) text.remove_suffix(unit.size());
    std::string with_points(text);
    std::replace(with_points.begin(), with_points.end(), ',', '.');
    return Sum(with_points).value();
}

std::string number_text(double value, const char* format) {
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), format, value);
    std::string out = text.data();
    const std::string digits =
        out.substr(0, out.size() - std::min(unit_of_format(format).size(), out.size()));
    const bool nothing = digits.find_first_of("123456789") == std::string::npos;
    if (nothing && out.starts_with('-')) out.erase(0, 1);
    return out;
}

std::string unit_of_format(const char* format) {
    const std::string_view text(format);
    const std::size_t letter = text.find_first_of("fFeEgG", text.find('%'));
    std::string out(letter == std::string_view::npos ? std::string_view() : text.substr(letter + 1));
    if (const std::size_t percent = out.find("%%"); percent != std::string::npos) out.erase(percent, 1);
    return out;
}

int decimals_of_format(const char* format) {
    const std::string_view text(format);
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos || point + 1 >= text.size()) return 6;
    const char digit = text[point + 1];
    return digit >= '0' && digit <= '9' ? digit - '0' : 6;
}

}  // namespace vitruvian
