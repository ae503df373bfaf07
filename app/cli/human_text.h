// Text for terminals. Control characters in names, paths and other untrusted text are made visible: a
// terminal could interpret them, and a line break could fake a line of the program's output.
#pragma once

#include "model/core/utf8.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace vitruvian {

template <class T>
constexpr bool is_text = std::is_convertible_v<const T&, std::string_view>;
/// The type that an argument is formatted as: text as visible text, everything else as itself.
template <class T>
using Shown = std::conditional_t<is_text<T>, std::string, T>;

/// The meaning of a piece of text, which a terminal may show in colour.
enum class TextStyle { plain, strong, quiet, error, warning, info };

class HumanText {
  public:
    /// Adds `words`, a trusted format string that may contain line breaks, with `args`; text arguments are
    /// made visible.
    template <class... Args>
    void add(fmt::format_string<Shown<Args>...> words, const Args&... args) {
        text_ += fmt::format(words, shown(args)...);
    }
    void add(const HumanText& other) {
        for (const Span& span : other.spans_) spans_.push_back({span.begin + text_.size(), span.style});
        text_ += other.text_;
    }
    /// Sets the style of the text added from here on.
    void set_style(TextStyle style) { spans_.push_back({text_.size(), style}); }

    /// Returns the whole text. Its only control characters are line breaks and tabs of trusted text.
    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns the text with escape sequences for the styles' colours (ECMA-48, 8.3.117).
    [[nodiscard]] std::string colored_text() const;

  private:
    struct Span {
        std::size_t begin;  // index into text_; ends where the next span begins
        TextStyle style;
    };

    template <class T>
    static Shown<T> shown(const T& value) {
        if constexpr (is_text<T>) {
            return visible_text(value);
        } else {
            return value;
        }
    }

    std::string text_;
    std::vector<Span> spans_;
};

}  // namespace vitruvian
