#include "model/formats/bvh/bvh_tokens.h"

#include "model/core/utf8.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace vitruvian {
namespace {

/// Longer words are truncated in messages.
constexpr std::size_t longest_quote = 40;

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool looks_like_bvh(std::string_view text) {
    constexpr std::string_view keyword = "HIERARCHY";
    const BvhToken first = BvhTokens(text, {}).next();
    return same_word(first.text.substr(0, keyword.size()), keyword);
}

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

BvhTokens::BvhTokens(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

void BvhTokens::step() {
    if (text_[at_] == '\n') {
        ++line_;
        column_ = 1;
    } else if (!continues_character(text_[at_])) {
        ++column_;
    }
    ++at_;
}

void BvhTokens::skip_space() {
    while (at_ < text_.size()) {
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with('#') || rest.starts_with("//")) {
            while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') step();
        } else if (is_space(text_[at_])) {
            step();
        } else {
            return;
        }
    }
}

BvhToken BvhTokens::next() {
    skip_space();
    BvhToken out{{}, line_, column_};
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) {
        const bool is_brace = text_[at_] == '{' || text_[at_] == '}';
        if (is_brace && at_ > begin) break;
        step();
        if (is_brace) break;
    }
    out.text = text_.substr(begin, at_ - begin);
    return out;
}

BvhToken BvhTokens::title() {
    BvhToken out = peek();
    out.text = out.text.substr(0, out.text.find(':') + 1);
    if (out.text.empty()) return next();
    skip_space();
    while (at_ < text_.size() && text_.data() + at_ < out.text.data() + out.text.size()) step();
    return out;
}

BvhToken BvhTokens::peek() {
    const std::size_t at = at_;
    const int line = line_;
    const int column = column_;
    const BvhToken out = next();
    at_ = at;
    line_ = line;
    column_ = column;
    return out;
}

BvhToken BvhTokens::rest_of_line() {
    while (at_ < text_.size() && is_space(text_[at_]) && text_[at_] != '\n') step();
    BvhToken out{{}, line_, column_};
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '{') step();
    std::size_t end = at_;
    while (end > begin && is_space(text_[end - 1])) --end;
    out.text = text_.substr(begin, end - begin);
    return out;
}

tl::unexpected<Error> BvhTokens::no_number(const BvhToken& token, const char* what) const {
    return fail("bvh-number",
                token.text.empty() ? fmt::format("the file ends where {} should be", what)
                                   : fmt::format("'{}' is not {}", token.text.substr(0, longest_quote), what),
                place(token));
}

Result<float> BvhTokens::number(const char* what) {
    const BvhToken token = peek();
    const Result<float> value = number_or_nan(what);
    if (value && !std::isfinite(*value)) return no_number(token, what);
    return value;
}

Result<float> BvhTokens::number_or_nan(const char* what) {
    BvhToken token = next();
    // "1.5, 2, 0"
    if (token.text.size() > 1 && token.text.ends_with(',')) token.text.remove_suffix(1);
    double value = 0.0;
    const char* begin = token.text.data();
    const char* end = begin + token.text.size();
    // Some programs write "+1.5", which from_chars does not accept.
    if (token.text.size() > 1 && *begin == '+') ++begin;
    auto parsed = fast_float::from_chars(begin, end, value);
    std::string with_point;
    // "1,5", as some programs write in locales with a decimal comma.
    if (parsed.ptr != end && *parsed.ptr == ',') {
        with_point.assign(begin, end);
        with_point[static_cast<std::size_t>(parsed.ptr - begin)] = '.';
        begin = with_point.data();
        end = begin + with_point.size();
        parsed = fast_float::from_chars(begin, end, value);
    }
    const bool too_large = parsed.ec == std::errc::result_out_of_range;
    // Microsoft's 1.#IND, 1.#QNAN and 1.#INF.
    const bool special = parsed.ptr != begin && parsed.ptr != end && *parsed.ptr == '#';
    if (token.text.empty() || (parsed.ec != std::errc() && !too_large) || (parsed.ptr != end && !special)) {
        return no_number(token, what);
    }
    const bool holds = !special && std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
    return holds ? static_cast<float>(value) : std::numeric_limits<float>::quiet_NaN();
}

std::size_t BvhTokens::lines_left() const {
    std::size_t out = 0;
    for (std::size_t at = text_.find_first_not_of(" \t\r\n\f\v", at_); at != std::string_view::npos;
         at = text_.find_first_not_of(" \t\r\n\f\v", at)) {
        ++out;
        at = text_.find('\n', at);
    }
    return out;
}

Location BvhTokens::place(const BvhToken& token) const {
    return {name_, token.line, token.column, {}};
}

}  // namespace vitruvian
