#include "model/formats/vrml/syntax/lexer.h"

#include <fast_float/fast_float.h>

#include <array>
#include <cmath>
#include <limits>

namespace vitruvian::vrml {
namespace {

enum CharClass : std::uint8_t { in_word = 1, space = 2, digit = 4, starts_number = 8 };

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t c = 0; c < 256; ++c) {
        if (c <= 0x20 || c == ',' || c == 0x7f) {
            table[c] = space;
            continue;
        }
        const bool delimiter =
            c == '"' || c == '#' || c == '\'' || c == '[' || c == '\\' || c == ']' || c == '{' || c == '}';
        if (!delimiter) table[c] = in_word;
        if (c >= '0' && c <= '9') table[c] = in_word | digit | starts_number;
        if (c == '+' || c == '-' || c == '.') table[c] = in_word | starts_number;
    }
    return table;
}
constexpr std::array<std::uint8_t, 256> classes = make_classes();

bool is(char c, std::uint8_t what) {
    return (classes[static_cast<unsigned char>(c)] & what) != 0;
}

constexpr std::array<double, 23> powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

const char* read_hexadecimal(const char* p, const char* end, bool negative, double& value) {
    std::uint64_t sum = 0;
    int digits = 0;
    for (; p < end; ++p, ++digits) {
        const char c = *p;
        std::uint64_t d = 0;
        if (c >= '0' && c <= '9') {
            d = static_cast<std::uint64_t>(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            d = static_cast<std::uint64_t>(c - 'a') + 10;
        } else if (c >= 'A' && c <= 'F') {
            d = static_cast<std::uint64_t>(c - 'A') + 10;
        } else {
            break;
        }
        if (digits < 15) sum = sum * 16 + d;
    }
    // Colours and masks are written as 32 bits: 0xFFFFFFFF is the int32 -1.
    if (sum > 0x7FFFFFFFU && sum <= 0xFFFFFFFFU) {
        value = static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(sum)));
    } else {
        value = static_cast<double>(sum);
    }
    if (negative) value = -value;
    return digits == 0 ? nullptr : p;
}

bool starts_with_word(const char* p, const char* end, std::string_view lower) {
    if (static_cast<std::size_t>(end - p) < lower.size()) return false;
    for (std::size_t i = 0; i < lower.size(); ++i) {
        if ((p[i] | 0x20) != lower[i]) return false;
    }
    const char* behind = p + lower.size();
    return behind == end || !is(*behind, in_word);
}

/// Reads nan, inf and infinity in any case, after the sign; nullptr if none is there.
const char* read_special(const char* p, const char* end) {
    for (const std::string_view word : {"nan", "inf", "infinity"}) {
        if (starts_with_word(p, end, word)) return p + word.size();
    }
    return nullptr;
}

/// Reads long or exponential numbers with full rules.
const char* read_general(const char* start, const char* end, bool negative, double& value) {
    const auto answer = fast_float::from_chars(start, end, value);
    if (answer.ec != std::errc() && answer.ptr == start) return nullptr;
    if (negative) value = -value;
    return answer.ptr;
}

}  // namespace

const char* read_number(const char* p, const char* end, double& value, bool& whole) {
    const char* start = p;
    whole = false;
    bool negative = false;
    if (p < end && (*p == '-' || *p == '+')) {
        negative = *p == '-';
        ++p;
    }
    if (p >= end) return start;
    if (!is(*p, digit) && *p != '.') {
        const char* behind = read_special(p, end);
        if (behind == nullptr) return start;
        value = std::numeric_limits<double>::quiet_NaN();
        return behind;
    }
    if (*p == '0' && p + 1 < end && (p[1] | 0x20) == 'x') {
        const char* behind = read_hexadecimal(p + 2, end, negative, value);
        if (behind != nullptr) {
            whole = std::abs(value) <= 2147483647.0;
            return behind;
        }
    }
    const char* unsigned_start = p;
    std::uint64_t mantissa = 0;
    const char* digits_begin = p;
    while (p < end && is(*p, digit)) mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p++ - '0');
    auto digits = p - digits_begin;
    std::ptrdiff_t decimals = 0;
    const bool point = p < end && *p == '.';
    if (point) {
        const char* fraction = ++p;
        while (p < end && is(*p, digit)) mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p++ - '0');
        decimals = p - fraction;
        digits += decimals;
    }
    if (digits == 0) return start;
    // Microsoft's 1.#IND, 1.#QNAN and 1.#INF.
    if (point && p + 1 < end && *p == '#' && (p[1] == 'I' || p[1] == 'Q' || p[1] == 'S')) {
        ++p;
        while (p < end && is(*p, in_word)) ++p;
        value = std::numeric_limits<double>::quiet_NaN();
        return p;
    }
    const bool exponent = p < end && (*p == 'e' || *p == 'E');
    if (exponent || digits > 15) {
        const char* behind = read_general(unsigned_start, end, negative, value);
        if (behind == nullptr) return start;
        return behind > p ? behind : p;
    }
    // Up to 15 digits are exact in a double, as is the power of ten: the division rounds once.
    value = decimals == 0 ? static_cast<double>(mantissa)
                          : static_cast<double>(mantissa) / powers_of_ten[static_cast<std::size_t>(decimals)];
    if (negative) value = -value;
    whole = !point && mantissa <= 0x7FFFFFFFU;
    return p;
}

void Lexer::skip_space() {
    while (at_ < end_) {
        if (is(*at_, space)) {
            ++at_;
        } else if (*at_ == '#') {
            while (at_ < end_ && *at_ != '\n' && *at_ != '\r') ++at_;
        } else {
            return;
        }
    }
}

Token Lexer::read_string() {
    Token token{TokenKind::string, {}, offset(), true};
    const char* start = ++at_;
    while (at_ < end_ && *at_ != '"') at_ += *at_ == '\\' && at_ + 1 < end_ ? 2 : 1;
    token.text = {start, static_cast<std::size_t>(at_ - start)};
    token.terminated = at_ < end_;
    if (token.terminated) ++at_;
    return token;
}

Token Lexer::next() {
    skip_space();
    Token token{TokenKind::end, {}, offset(), true};
    if (at_ >= end_) {
        last_end_ = offset();
        return token;
    }
    const auto single = [&](TokenKind kind) {
        token.kind = kind;
        token.text = {at_, 1};
        ++at_;
    };
    switch (*at_) {
        case '{':
            single(TokenKind::open_brace);
            break;
        case '}':
            single(TokenKind::close_brace);
            break;
        case '[':
            single(TokenKind::open_bracket);
            break;
        case ']':
            single(TokenKind::close_bracket);
            break;
        case '"':
            token = read_string();
            break;
        default: {
            double value = 0.0;
            bool whole = false;
            const char* behind = is(*at_, starts_number) ? read_number(at_, end_, value, whole) : at_;
            if (behind > at_) {
                token.kind = TokenKind::number;
            } else if (is(*at_, in_word)) {
                token.kind = TokenKind::word;
                while (behind < end_ && is(*behind, in_word)) ++behind;
            } else {
                single(TokenKind::junk);
                break;
            }
            token.text = {at_, static_cast<std::size_t>(behind - at_)};
            at_ = behind;
        }
    }
    last_end_ = offset();
    return token;
}

Token Lexer::peek() {
    const std::uint32_t last = last_end_;
    const Token token = next();
    at_ = begin_ + token.offset;
    last_end_ = last;
    return token;
}

Token Lexer::next_name() {
    skip_space();
    if (at_ >= end_ || !is(*at_, in_word)) return next();
    Token token{TokenKind::word, {}, offset(), true};
    const char* start = at_;
    while (at_ < end_ && is(*at_, in_word)) ++at_;
    token.text = {start, static_cast<std::size_t>(at_ - start)};
    last_end_ = offset();
    return token;
}

void Lexer::read_numbers(NumberRun& run) {
    const auto to_real = [&run] {
        run.real.reserve(run.whole.size() * 2 + 16);
        for (const std::int32_t n : run.whole) run.real.push_back(static_cast<float>(n));
        run.whole = {};
        run.is_real = true;
    };
    while (true) {
        skip_space();
        if (at_ >= end_) return;
        const char c = *at_;
        if (!is(c, starts_number) && (c | 0x20) != 'n' && (c | 0x20) != 'i') return;
        double value = 0.0;
        bool whole = false;
        const char* behind = read_number(at_, end_, value, whole);
        if (behind == at_) return;
        if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) {
            if (run.repaired++ == 0) run.first_repaired_at = offset();
            value = static_cast<double>(run.in_place);
            whole = run.in_place == 0.0F;
        }
        at_ = behind;
        last_end_ = offset();
        run.last = value;
        if (!run.is_real && !whole) to_real();
        if (run.is_real) {
            run.real.push_back(static_cast<float>(value));
        } else {
            run.whole.push_back(static_cast<std::int32_t>(value));
        }
    }
}

std::string unescape(std::string_view raw, bool& odd) {
    std::string out;
    out.reserve(raw.size());
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] != '\\') {
            out.push_back(raw[i]);
            continue;
        }
        if (i + 1 < raw.size() && (raw[i + 1] == '"' || raw[i + 1] == '\\')) {
            out.push_back(raw[++i]);
        } else {
            odd = true;
            out.push_back('\\');
        }
    }
    return out;
}

}  // namespace vitruvian::vrml
