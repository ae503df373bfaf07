// Validation of option values. Each valid_... returns an empty text, or why the value is invalid.
#pragma once

#include "app/scene/picture_options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

/// Limit for all pictures of a turntable together (rendering that many takes minutes).
constexpr std::int64_t max_turntable_pixels = 32 * max_pixels;
[[nodiscard]] std::int64_t pixels_of(const std::array<int, 2>& size);

/// Accepts WIDTHxHEIGHT in pixels, each 1 to 16384, and at most max_pixels.
[[nodiscard]] std::string valid_size(const std::string& text);
/// Returns width and height of a valid size.
[[nodiscard]] std::array<int, 2> parsed_size(const std::string& text);
[[nodiscard]] std::string valid_number(const std::string& text);
/// Accepts I/N with I from 1 to N.
[[nodiscard]] std::string valid_shard(const std::string& text);
/// Returns I and N of a valid shard.
[[nodiscard]] std::pair<int, int> parsed_shard(const std::string& text);
/// Accepts a number from 0 to 1.
[[nodiscard]] std::string valid_share(const std::string& text);

/// Adds an option that takes one of a few words.
template <class T>
CLI::Option* add_choice(CLI::App& app, const std::string& name, T& value, const std::string& description,
                        const std::vector<std::pair<std::string, T>>& choices) {
    std::string words;
    for (const auto& [word, meaning] : choices) words += (words.empty() ? "" : ", ") + word;
    const auto check = [choices, words](const std::string& text) {
        for (const auto& [word, meaning] : choices) {
            if (word == text) return std::string();
        }
        return fmt::format("'{}' is none of {}", text, words);
    };
    const auto store = [choices, &value](const std::string& text) {
        for (const auto& [word, meaning] : choices) {
            if (word == text) value = meaning;
        }
    };
    return app.add_option_function<std::string>(name, store, fmt::format("{}: {}", description, words))
        ->check(CLI::Validator(check, ""))
        ->type_name("WORD");
}

}  // namespace vitruvian
