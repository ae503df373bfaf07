#include "app/report/escape.h"
#include "app/report/write.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian::report {
namespace {

std::string details(const Finding& f) {
    std::string out =
        fmt::format("{}\n{}\n{}", markup_text(f.message), markup_text(f.advice), markup_text(f.where.text()));
    if (f.clip) out += fmt::format("\nclip {}", markup_text(*f.clip));
    if (f.time) out += fmt::format(" at {:.3f} s", *f.time);
    if (f.value) out += fmt::format("\nmeasured {}", markup_text(quantity_text(*f.value, f.unit)));
    if (f.threshold) out += fmt::format("\nthreshold {}", markup_text(quantity_text(*f.threshold, f.unit)));
    return out;
}

bool fails(const Finding& f, check::Level fails_at) {
    return fails_at != check::Level::off && f.level >= fails_at;
}

std::string test_case(const Finding& f, const std::string& file, check::Level fails_at) {
    std::string out =
        fmt::format("    <testcase classname=\"{}\" name=\"{} {}: {} {}\" time=\"0\"", file,
                    markup_text(f.id), markup_text(f.name), markup_text(f.kind), markup_text(f.object));
    const std::string type = std::string(to_string(f.level));
    if (f.id == "READ") {
        out += fmt::format(">\n      <error type=\"READ\" message=\"{}\">{}</error>\n    </testcase>\n",
                           markup_text(f.message), details(f));
    } else if (fails(f, fails_at)) {
        out += fmt::format(">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                           type, markup_text(f.message), details(f));
    } else {
        out += fmt::format(">\n      <system-out>{}: {}</system-out>\n    </testcase>\n", type, details(f));
    }
    return out;
}

struct Sums {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;

    void add(const Sums& more) {
        tests += more.tests;
        failures += more.failures;
        errors += more.errors;
    }
};

Sums sums_of(const FileResult& file, check::Level fails_at) {
    Sums out;
    for (const Finding& f : file.findings) {
        if (f.id == "READ") {
            ++out.errors;
        } else if (fails(f, fails_at)) {
            ++out.failures;
        }
    }
    out.tests = std::max<std::size_t>(file.findings.size(), 1);
    return out;
}

std::string attributes(const Sums& sums) {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"0\"", sums.tests, sums.failures,
                       sums.errors);
}

}  // namespace

void write_junit(const Report& report, check::Level fails_at, const Sink& out) {
    Sums all;
    for (const PackedResult& file : report.files) all.add(sums_of(file.unpacked(), fails_at));
    out(fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"vitruvian check\" {}>\n",
                    attributes(all)));
    for (const PackedResult& packed : report.files) {
        const FileResult file = packed.unpacked();
        const std::string name = markup_text(file.file);
        out(fmt::format("  <testsuite name=\"{}\" {}>\n", name, attributes(sums_of(file, fails_at))));
        for (const Finding& f : file.findings) out(test_case(f, name, fails_at));
        if (file.findings.empty())
            out(fmt::format("    <testcase classname=\"{}\" name=\"all checks\" time=\"0\"/>\n", name));
        out("  </testsuite>\n");
    }
    out("</testsuites>\n");
}

}  // namespace vitruvian::report
