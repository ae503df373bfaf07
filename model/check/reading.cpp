#include "model/check/reading.h"

#include "model/check/findings.h"
#include "model/check/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace vitruvian::check {
namespace {

/// Codes of readers' diagnostics for data left out because the text is not valid in the format.
constexpr std::array<std::string_view, 7> broken_codes{
    "xml-syntax",           "json-syntax",  "vrml-cut-off",      "vrml-unexpected-token",
    "vrml-too-many-errors", "gzip-damaged", "bvh-frames-missing"};

}  // namespace

void check_reading(const Subject& subject, Findings& findings) {
    const Diagnostic* first = nullptr;
    int count = 0;
    for (const Diagnostic& diagnostic : subject.document().diagnostics.list()) {
        if (std::find(broken_codes.begin(), broken_codes.end(), diagnostic.code) == broken_codes.end())
            continue;
        if (first == nullptr) first = &diagnostic;
        count += diagnostic.count;
    }
    if (first == nullptr) return;
    const std::string& file = subject.document().file;
    findings
        .add(subject.whole_file(),
             fmt::format("only a part of the file can be read: {} [{}]", first->message, first->code),
             "fix the file at that place, or export it again", count)
        .where = first->where.file.empty() ? Location{file, 0, 0, {}} : first->where;
}

}  // namespace vitruvian::check
