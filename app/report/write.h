// The forms of a report that programs and browsers read. Text for a terminal is in app/cli/check_text.h.
#pragma once

#include "app/report/report.h"

#include <string>
#include <string_view>

namespace vitruvian::report {

/// One JSON document of the schema vitruvian-check-1 (assets/schemas/check-1.schema.json).
[[nodiscard]] std::string to_json(const Report& report);

/// What to_json wrote, without pictures. Errors "result-json" and "result-schema", with the place in `file`.
[[nodiscard]] Result<Report> from_json(std::string_view text, const std::string& file);

/// JUnit XML as CI systems read it: a suite for each file; a finding at `fails_at` or graver is a test that fails, a
/// file that cannot be read an error, all else a test that passes.
[[nodiscard]] std::string to_junit(const Report& report, check::Level fails_at);

/// SARIF 2.1.0 with the whole registry as rules.
[[nodiscard]] std::string to_sarif(const Report& report);

/// One page that loads nothing from anywhere.
[[nodiscard]] std::string to_html(const Report& report);

}  // namespace vitruvian::report
