// JSON values shared by several reports.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace vitruvian::report {

/// Returns null for an empty text, which means unknown.
[[nodiscard]] inline nlohmann::ordered_json text_or_null(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

}  // namespace vitruvian::report
