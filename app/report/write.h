// Report formats for programs and browsers, written piece by piece, since a report on thousands of files is
// long. Text for a terminal is in app/cli/check_text.h.
#pragma once

#include "app/report/report.h"

#include <functional>
#include <string>
#include <string_view>

namespace vitruvian::report {

/// Receives the next piece of a text.
using Sink = std::function<void(std::string_view piece)>;

/// Writes one JSON document of the schema vitruvian-check-1 (assets/schemas/check-1.schema.json).
void write_json(const Report& report, const Sink& out);

/// Parses the output of write_json, without pictures. Errors "result-json" and "result-schema", with the
/// place in `file`.
[[nodiscard]] Result<Report> from_json(std::string_view text, const std::string& file);

/// Writes JUnit XML as CI systems read it: a suite for each file; a finding at `fails_at` or more severe is a
/// failed test, an unreadable file an error, everything else a passed test.
void write_junit(const Report& report, check::Level fails_at, const Sink& out);

/// Writes SARIF 2.1.0 with the whole check registry as rules.
void write_sarif(const Report& report, const Sink& out);

/// Writes one self-contained page.
void write_html(const Report& report, const Sink& out);

}  // namespace vitruvian::report
