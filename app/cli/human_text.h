// Text for a person. Names, addresses and other words of strangers are put into it with every control character
// shown instead of sent: a terminal takes some of them for orders, and a line break would fake a line of ours.
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
/// What an argument is formatted as: text as visible text, all else as itself.
template <class T>
using Shown = std::conditional_t<is_text<T>, std::string, T>;

/// What words mean, which a terminal may show in colour.
enum class TextStyle { plain, strong, quiet, error, warning, info };

class HumanText {
  public:
    /// Adds `words`, which are ours and may hold line breaks, with `args`; those that are text are made visible.
    template <class... Args>
    void add(fmt::format_string<Shown<Args>...> words, const Args&... args) {
        text_ += fmt::format(words, shown(args)...);
    }
    void add(const HumanText& other) {
        for (const Span& span : other.spans_) spans_.push_back({span.begin + text_.size(), span.style});
        text_ += other.text_;
    }
    /// What is added from here on means this.
    void set_style(TextStyle style) { spans_.push_back({text_.size(), style}); }

    /// All of it. No byte of it is an order to a terminal but line breaks and tabs of ours.
    [[nodiscard]] const std::string& text() const { return text_; }
    /// The same with the orders that make styles colours (ECMA-48, 8.3.117).
    [[nodiscard]] std::string colored_text() const;

  private:
    struct Span {
        std::size_t begin;  // into text_; up to the next one's
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
