// The forms of a report that programs and browsers read, piece by piece, since a report on thousands of files is long.
// Text for a terminal is in app/cli/check_text.h.
#pragma once

#include "app/report/report.h"

#include <functional>
#include <string>
#include <string_view>

namespace vitruvian::report {

/// Takes the next piece of a text.
using Sink = std::function<void(std::string_view piece)>;

/// One JSON document of the schema vitruvian-check-1 (assets/schemas/check-1.schema.json).
void write_json(const Report& report, const Sink& out);

/// What write_json wrote, without pictures. Errors "result-json" and "result-schema", with the place in `file`.
[[nodiscard]] Result<Report> from_json(std::string_view text, const std::string& file);

/// JUnit XML as CI systems read it: a suite for each file; a finding at `fails_at` or more severe is a test that fails, a
/// file that cannot be read an error, all else a test that passes.
void write_junit(const Report& report, check::Level fails_at, const Sink& out);

/// SARIF 2.1.0 with the whole registry as rules.
void write_sarif(const Report& report, const Sink& out);

/// One page that loads nothing from anywhere.
void write_html(const Report& report, const Sink& out);

}  // namespace vitruvian::report
