#include "app/report/regress_results.h"

#include "app/report/escape.h"
#include "app/report/json_values.h"
#include "app/report/one_line.h"
#include "model/core/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace vitruvian::report {
namespace {

using Json = nlohmann::ordered_json;

Json shot_json(const ShotResult& shot) {
    return {{"name", shot.name},
            {"status", to_string(shot.status)},
            {"flip", shot.flip ? Json(*shot.flip) : Json(nullptr)},
            {"tolerance", shot.tolerance},
            {"approved", text_or_null(shot.approved)},
            {"actual", text_or_null(shot.actual)},
            {"difference", text_or_null(shot.difference)},
            {"message", text_or_null(shot.message)},
            {"file", shot.file}};
}

std::string test_case(const ShotResult& shot) {
    std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"",
                                  markup_text(shot.file), markup_text(shot.name));
    if (shot.status == ShotStatus::same) return out.append("/>\n");
    const std::string_view element = shot.status == ShotStatus::broken ? "error" : "failure";
    out += fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{2}", element, to_string(shot.status),
                       markup_text(shot.message));
    for (const std::string& picture : {shot.approved, shot.actual, shot.difference}) {
        if (!picture.empty()) out.append("\n").append(markup_text(picture));
    }
    return out + fmt::format("</{}>\n    </testcase>\n", element);
}

}  // namespace

std::string_view to_string(ShotStatus status) {
    switch (status) {
        case ShotStatus::same:
            return "same";
        case ShotStatus::differs:
            return "differs";
        case ShotStatus::new_picture:
            return "new";
        case ShotStatus::broken:
            break;
    }
    return "broken";
}

std::size_t RegressReport::count(ShotStatus status) const {
    return static_cast<std::size_t>(
        std::count_if(shots.begin(), shots.end(), [&](const ShotResult& s) { return s.status == status; }));
}

std::string regress_json(const RegressReport& report) {
    std::string out = fmt::format(
        "{{\"schema\": \"vitruvian-regress-1\", \"renderer\": {}, \"driver\": {}, \"suite\": {},\n "
        "\"summary\": "
        "{{\"same\": {}, \"differs\": {}, \"new\": {}, \"broken\": {}}},\n \"shots\": [",
        on_one_line(report.renderer), on_one_line(report.driver), on_one_line(report.suite),
        report.count(ShotStatus::same), report.count(ShotStatus::differs),
        report.count(ShotStatus::new_picture), report.count(ShotStatus::broken));
    for (std::size_t i = 0; i < report.shots.size(); ++i)
        out.append(i == 0 ? "\n  " : ",\n  ").append(on_one_line(shot_json(report.shots[i])));
    out.append(report.shots.empty() ? "]}\n" : "\n ]}\n");
    return visible_json(std::move(out));
}

std::string regress_junit(const RegressReport& report) {
    const std::string counts =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"0\"", report.shots.size(),
                    report.count(ShotStatus::differs) + report.count(ShotStatus::new_picture),
                    report.count(ShotStatus::broken));
    std::string out = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"vitruvian regress\" {0}>\n  "
        "<testsuite "
        "name=\"{1}\" {0}>\n    <properties>\n      <property name=\"renderer\" value=\"{2}\"/>\n      "
        "<property "
        "name=\"driver\" value=\"{3}\"/>\n    </properties>\n",
        counts, markup_text(report.suite), markup_text(report.renderer), markup_text(report.driver));
    for (const ShotResult& shot : report.shots) out += test_case(shot);
    return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace vitruvian::report
