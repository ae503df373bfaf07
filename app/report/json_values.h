// JSON values that several reports write.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace vitruvian::report {

/// null for what is not known.
[[nodiscard]] inline nlohmann::ordered_json text_or_null(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

}  // namespace vitruvian::report
