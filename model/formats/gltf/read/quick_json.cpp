#include "model/formats/gltf/read/quick_json.h"

#include "model/core/ascii.h"
#include "model/core/utf8.h"

#include <fast_float/fast_float.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace vitruvian::gltf {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Reads from `at_` on; every function returns false where the text is not for it.
class QuickReader {
  public:
    QuickReader(std::string_view text, std::size_t most_values, int most_levels)
        : at_(text.data()),
          end_(text.data() + text.size()),
          values_left_(most_values),
          levels_left_(most_levels) {}

    bool read_all(Json& out) {
        if (!read_value(out)) return false;
        skip_space();
        return at_ == end_;
    }

  private:
    void skip_space() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    }

    /// The next character that is no space, or 0.
    char next() {
        skip_space();
        return at_ == end_ ? '\0' : *at_;
    }

    bool take(char c) {
        if (next() != c) return false;
        ++at_;
        return true;
    }

    bool read_word(std::string_view word, Json value, Json& out) {
        if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word)) return false;
        at_ += word.size();
        out = std::move(value);
        return true;
    }

    bool read_value(Json& out) {
        if (values_left_-- == 0) return false;
        switch (next()) {
            case '{':
                return read_object(out);
            case '[':
                return read_array(out);
            case '"': {
                std::string text;
                if (!read_string(text)) return false;
                out = std::move(text);
                return true;
            }
            case 't':
                return read_word("true", true, out);
            case 'f':
                return read_word("false", false, out);
            case 'n':
                return read_word("null", nullptr, out);
            default:
                return read_number(out);
        }
    }

    bool read_object(Json& out) {
        if (--levels_left_ < 0) return false;
        ++at_;
        out = Json::object();
        auto& members = out.get_ref<Json::object_t&>();
        if (!take('}')) {
            std::string name;
            do {
                if (next() != '"' || !read_string(name) || !take(':')) return false;
                // Writers mostly keep one order: what comes last belongs last, or is found from there.
                const std::size_t before = members.size();
                const auto member = members.emplace_hint(members.end(), std::move(name), Json());
                if (members.size() == before || !read_value(member->second)) return false;
                name.clear();
            } while (take(','));
            if (!take('}')) return false;
        }
        ++levels_left_;
        return true;
    }

    bool read_array(Json& out) {
        if (--levels_left_ < 0) return false;
        ++at_;
        out = Json::array();
        auto& elements = out.get_ref<Json::array_t&>();
        if (!take(']')) {
            do {
                if (!read_value(elements.emplace_back())) return false;
            } while (take(','));
            if (!take(']')) return false;
        }
        ++levels_left_;
        return true;
    }

    /// From the quotation mark on, to behind the other.
    bool read_string(std::string& out) {
        const char* begin = ++at_;
        for (; at_ != end_; ++at_) {
            const auto c = static_cast<unsigned char>(*at_);
            if (c == '"') {
                out.append(begin, at_);
                ++at_;
                return true;
            }
            if (c == '\\') {
                out.append(begin, at_);
                if (!read_escape(out)) return false;
                begin = at_ + 1;
            } else if (c >= 0x80) {
                const std::size_t length = utf8_length({at_, static_cast<std::size_t>(end_ - at_)});
                if (length == 0) return false;
                at_ += length - 1;
            } else if (c < 0x20) {
                return false;
            }
        }
        return false;
    }

    /// From the backslash to the escape's last character.
    bool read_escape(std::string& out) {
        if (++at_ == end_) return false;
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
        if (const std::size_t found = letters.find(*at_); found != std::string_view::npos) {
            out += meant[found];
            return true;
        }
        if (*at_ != 'u' || end_ - at_ < 5) return false;
        int code = 0;
        for (int i = 0; i < 4; ++i) {
            const int digit = hex_digit(*++at_);
            if (digit < 0) return false;
            code = code * 16 + digit;
        }
        if (code >= 0x80) return false;
        out += static_cast<char>(code);
        return true;
    }

    bool skip_digits() {
        const char* begin = at_;
        while (at_ != end_ && is_digit(*at_)) ++at_;
        return at_ != begin;
    }

    bool read_number(Json& out) {
        const char* begin = at_;
        const bool negative = at_ != end_ && *at_ == '-';
        if (negative) ++at_;
        const char* digits = at_;
        if (!skip_digits() || (*digits == '0' && at_ - digits > 1)) return false;
        const bool is_whole = at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E');
        if (is_whole) return read_whole(digits, negative, out);
        if (*at_ == '.') {
            ++at_;
            if (!skip_digits()) return false;
        }
        if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
            ++at_;
            if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
            if (!skip_digits()) return false;
        }
        double number = 0.0;
        const auto [rest, error] = fast_float::from_chars(begin, at_, number);
        if (error != std::errc() || rest != at_ || !std::isfinite(number)) return false;
        out = number;
        return true;
    }

    bool read_whole(const char* digits, bool negative, Json& out) {
        constexpr std::ptrdiff_t most_digits = 18;
        if (at_ - digits > most_digits) return false;
        std::uint64_t number = 0;
        for (const char* digit = digits; digit != at_; ++digit) {
            number = number * 10 + static_cast<std::uint64_t>(*digit - '0');
        }
        if (negative) {
            out = -static_cast<std::int64_t>(number);
        } else {
            out = number;
        }
        return true;
    }

    const char* at_;
    const char* end_;
    std::size_t values_left_;
    int levels_left_;
};

}  // namespace

std::optional<Json> quick_json(std::string_view text, std::size_t most_values, int most_levels) {
    Json out;
    if (!QuickReader(text, most_values, most_levels).read_all(out)) return std::nullopt;
    return out;
}

}  // namespace vitruvian::gltf
