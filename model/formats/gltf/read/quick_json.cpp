// Parses JSON text into a JsonTree, in one pass.
#include "model/core/ascii.h"
#include "model/core/utf8.h"
#include "model/formats/gltf/read/json_tree.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace vitruvian::gltf {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// By character: whether it stands for itself in a string, and takes one byte.
constexpr std::array<bool, 256> plain_letters = [] {
    std::array<bool, 256> out{};
    for (std::size_t c = 0x20; c < 0x80; ++c) out[c] = c != '"' && c != '\\';
    return out;
}();

/// As a < b; names mostly differ in the first letter.
bool is_before(std::string_view a, std::string_view b) {
    if (a.empty() || b.empty() || a.front() == b.front()) return a < b;
    return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
}

/// Reads from `at_` on; every function returns false where the text is invalid or needs the library's parser.
/// Elements and members are kept on stacks until their array or object ends and their number is known.
class QuickReader {
  public:
    QuickReader(std::string_view text, std::size_t max_values, int max_levels)
        : at_(text.data()),
          end_(text.data() + text.size()),
          values_left_(max_values),
          levels_left_(max_levels) {}

    bool read_all() {
        if (!read_value(tree_.root)) return false;
        skip_space();
        return at_ == end_;
    }
    [[nodiscard]] JsonTree take_tree() { return std::move(tree_); }

  private:
    void skip_space() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    }

    /// Returns the next character that is not white space, or 0.
    char next() {
        skip_space();
        return at_ == end_ ? '\0' : *at_;
    }

    bool take(char c) {
        if (next() != c) return false;
        ++at_;
        return true;
    }

    bool read_word(std::string_view word, JsonValue value, JsonValue& out) {
        if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word)) return false;
        at_ += word.size();
        out = value;
        return true;
    }

    bool read_value(JsonValue& out) {
        if (values_left_-- == 0) return false;
        switch (next()) {
            case '{':
                return read_object(out);
            case '[':
                return read_array(out);
            case '"': {
                std::string_view text;
                if (!read_string(text)) return false;
                out = JsonValue(text);
                return true;
            }
            case 't':
                return read_word("true", JsonValue(true), out);
            case 'f':
                return read_word("false", JsonValue(false), out);
            case 'n':
                return read_word("null", JsonValue(), out);
            default:
                return read_number(out);
        }
    }

    bool read_object(JsonValue& out) {
        if (--levels_left_ < 0) return false;
        ++at_;
        const std::size_t first = members_.size();
        bool is_sorted = true;  // writers mostly keep to one order
        if (!take('}')) {
            do {
                JsonItem member;
                if (next() != '"' || !read_string(member.name) || !take(':') || !read_value(member.value))
                    return false;
                is_sorted =
                    is_sorted && (members_.size() == first || is_before(members_.back().name, member.name));
                members_.push_back(member);
            } while (take(','));
            if (!take('}')) return false;
        }
        const std::span<JsonItem> members = std::span(members_).subspan(first);
        if (!is_sorted && !sort(members)) return false;
        out = JsonValue(tree_.arena.copy(std::span<const JsonItem>(members)));
        members_.resize(first);
        ++levels_left_;
        return true;
    }

    /// Returns false where a name occurs twice.
    static bool sort(std::span<JsonItem> members) {
        std::sort(members.begin(), members.end(),
                  [](const JsonItem& a, const JsonItem& b) { return is_before(a.name, b.name); });
        const auto is_same = [](const JsonItem& a, const JsonItem& b) { return a.name == b.name; };
        return std::adjacent_find(members.begin(), members.end(), is_same) == members.end();
    }

    bool read_array(JsonValue& out) {
        if (--levels_left_ < 0) return false;
        ++at_;
        const std::size_t first = elements_.size();
        if (!take(']')) {
            do {
                JsonValue element;
                if (!read_value(element)) return false;
                elements_.push_back(element);
            } while (take(','));
            if (!take(']')) return false;
        }
        out = JsonValue(tree_.arena.copy(std::span<const JsonValue>(elements_).subspan(first)));
        elements_.resize(first);
        ++levels_left_;
        return true;
    }

    /// Reads from the opening to after the closing quotation mark.
    bool read_string(std::string_view& out) {
        const char* begin = ++at_;
        bool is_plain = true;
        spelt_.clear();
        for (;; ++at_) {
            while (at_ != end_ && plain_letters[static_cast<unsigned char>(*at_)]) ++at_;
            if (at_ == end_) return false;
            const auto c = static_cast<unsigned char>(*at_);
            if (c == '"') {
                out = {begin, static_cast<std::size_t>(at_ - begin)};
                ++at_;
                if (!is_plain) {
                    spelt_.append(out);
                    const std::span<char> kept = tree_.arena.copy(std::span<const char>(spelt_));
                    out = {kept.data(), kept.size()};
                }
                return out.size() <= std::numeric_limits<std::uint32_t>::max();
            }
            if (c == '\\') {
                spelt_.append(begin, at_);
                if (!read_escape()) return false;
                is_plain = false;
                begin = at_ + 1;
            } else if (c >= 0x80) {
                const std::size_t length = utf8_length({at_, static_cast<std::size_t>(end_ - at_)});
                if (length == 0) return false;
                at_ += length - 1;
            } else {
                return false;
            }
        }
    }

    /// Reads from the backslash to the escape's last character.
    bool read_escape() {
        if (++at_ == end_) return false;
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
        if (const std::size_t found = letters.find(*at_); found != std::string_view::npos) {
            spelt_ += meant[found];
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
        spelt_ += static_cast<char>(code);
        return true;
    }

    bool skip_digits() {
        const char* begin = at_;
        while (at_ != end_ && is_digit(*at_)) ++at_;
        return at_ != begin;
    }

    bool read_number(JsonValue& out) {
        const char* begin = at_;
        const bool negative = at_ != end_ && *at_ == '-';
        if (negative) ++at_;
        const char* digits = at_;
        std::uint64_t number = 0;  // of more digits than fit, some
        for (; at_ != end_ && is_digit(*at_); ++at_)
            number = number * 10 + static_cast<std::uint64_t>(*at_ - '0');
        if (at_ == digits || (*digits == '0' && at_ - digits > 1)) return false;
        const bool is_whole = at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E');
        if (!is_whole) return read_real(begin, out);
        constexpr std::ptrdiff_t max_digits = 18;
        if (at_ - digits > max_digits) return false;
        out = negative ? JsonValue(-static_cast<std::int64_t>(number)) : JsonValue(number);
        return true;
    }

    /// Continues after the digits of a number that begins at `begin`.
    bool read_real(const char* begin, JsonValue& out) {
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
        out = JsonValue(number);
        return true;
    }

    const char* at_;
    const char* end_;
    std::size_t values_left_;
    int levels_left_;
    JsonTree tree_;
    std::vector<JsonValue> elements_;
    std::vector<JsonItem> members_;
    std::string spelt_;
};

}  // namespace

std::optional<JsonTree> quick_json(std::string_view text, std::size_t max_values, int max_levels) {
    QuickReader reader(text, max_values, max_levels);
    if (!reader.read_all()) return std::nullopt;
    return reader.take_tree();
}

}  // namespace vitruvian::gltf
