// JSON on one line of a report.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace vitruvian::report {

/// Invalid UTF-8 is replaced.
[[nodiscard]] inline std::string on_one_line(const nlohmann::ordered_json& json) {
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace vitruvian::report
