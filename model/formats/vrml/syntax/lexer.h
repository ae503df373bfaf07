// VRML97's words, numbers, strings and braces, with their places, without copying the text.
// Tolerant by design: a comma is white space, ids may contain what exporters write, invalid numbers are
// repaired. Knows no grammar.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

enum class TokenKind : std::uint8_t {
    end,
    word,
    number,
    string,
    open_brace,
    close_brace,
    open_bracket,
    close_bracket,
    junk,  // a byte that starts no token
};

/// `text` is the token as written (a string without its quotes, escapes unresolved).
struct Token {
    TokenKind kind = TokenKind::end;
    std::string_view text;
    std::uint32_t offset = 0;
    bool terminated = true;  // false: a string cut off by the end of the file
};

/// The type of a sequence of numbers: int32 while all are integers, float from the first that is not.
struct NumberRun {
    std::vector<std::int32_t> whole;
    std::vector<float> real;
    bool is_real = false;
    double last = 0.0;                    // the last number in double precision
    float in_place = 0.0F;                // replacement for numbers that are nan, inf or out of range
    std::uint32_t repaired = 0;           // how many were replaced
    std::uint32_t first_repaired_at = 0;  // offset
    [[nodiscard]] std::size_t size() const { return is_real ? real.size() : whole.size(); }
};

class Lexer {
  public:
    explicit Lexer(std::string_view text) : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

    /// The next token, consumed.
    Token next();
    /// The next token, left in place.
    Token peek();
    /// Reads the next token as a name, even where it starts with a digit or sign (as some exporters write).
    Token next_name();
    /// Reads numbers (VRML97 5.4, also hexadecimal) until another token.
    void read_numbers(NumberRun& run);

    /// The offset of the first byte not yet consumed.
    [[nodiscard]] std::uint32_t offset() const { return static_cast<std::uint32_t>(at_ - begin_); }
    /// The offset after the last consumed token.
    [[nodiscard]] std::uint32_t last_end() const { return last_end_; }

  private:
    void skip_space();
    Token read_string();
    const char* begin_;
    const char* at_;
    const char* end_;
    std::uint32_t last_end_ = 0;
};

/// Returns a string's value: \" and \\ are resolved, other backslashes kept (Windows paths). Sets `odd` where
/// there were such.
[[nodiscard]] std::string unescape(std::string_view raw, bool& odd);

/// Reads one number at `p`; returns the first byte after it, or `p` where there is none. `whole` is set where
/// it is written without point and exponent and fits int32. nan, inf and numbers too large for a float are
/// returned as not finite.
[[nodiscard]] const char* read_number(const char* p, const char* end, double& value, bool& whole);

}  // namespace vitruvian::vrml
