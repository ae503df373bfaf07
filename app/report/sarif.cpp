// SARIF 2.1.0 (OASIS), as read by code scanning services.
#include "app/report/escape.h"
#include "app/report/one_line.h"
#include "app/report/write.h"
#include "model/check/registry.h"
#include "model/core/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace vitruvian::report {
namespace {

using Json = nlohmann::ordered_json;

/// 3.27.10: SARIF's levels are error, warning, note and none.
std::string level_of(check::Level level) {
    switch (level) {
        case check::Level::error:
            return "error";
        case check::Level::warning:
            return "warning";
        case check::Level::info:
            return "note";
        case check::Level::off:
            break;
    }
    return "none";
}

Json rules() {
    Json out = Json::array();
    for (const check::CheckInfo& info : check::all_checks()) {
        const std::string measures =
            info.measures.empty() ? std::string(info.name) : std::string(info.measures);
        Json rule = {{"id", info.id},
                     {"name", info.name},
                     {"shortDescription", {{"text", info.name}}},
                     {"fullDescription", {{"text", measures}}},
                     {"help", {{"text", fmt::format("{}. Source: {}", measures, info.source)}}},
                     {"defaultConfiguration", {{"level", level_of(info.level)}}},
                     {"properties", {{"tags", Json::array({to_string(check::family_of(info.id))})}}}};
        out.push_back(std::move(rule));
    }
    return out;
}

int rule_index(const std::string& id) {
    int index = 0;
    for (const check::CheckInfo& info : check::all_checks()) {
        if (info.id == id) return index;
        ++index;
    }
    return -1;
}

Json location(const FileResult& file, const Finding& f) {
    Json physical = {
        {"artifactLocation", {{"uri", file_uri(f.where.file.empty() ? file.file : f.where.file)}}}};
    if (f.where.line > 0) {
        physical["region"] = {{"startLine", f.where.line}};
        if (f.where.column > 0) physical["region"]["startColumn"] = f.where.column;
    }
    Json logical = {{"name", visible_text(f.object)}, {"kind", f.kind}};
    std::string full = f.humanoid.empty() ? f.object : f.humanoid + "/" + f.object;
    if (!f.where.pointer.empty()) full = f.where.pointer;
    logical["fullyQualifiedName"] = visible_text(full);
    return {{"physicalLocation", std::move(physical)},
            {"logicalLocations", Json::array({std::move(logical)})}};
}

Json result(const FileResult& file, const Finding& f) {
    const std::string advice = f.advice.empty() ? "" : "; " + f.advice;
    Json out = {{"ruleId", f.id}};
    if (const int index = rule_index(f.id); index >= 0) out["ruleIndex"] = index;
    out["level"] = level_of(f.level);
    out["message"] = {{"text", visible_text(f.message + advice)}};
    out["locations"] = Json::array({location(file, f)});
    // One finding per check and object: this identifies it from run to run.
    out["partialFingerprints"] = {
        {"vitruvian/v1", visible_text(fmt::format("{}|{}|{}|{}|{}|{}", f.id, file.file, f.kind, f.humanoid,
                                                  f.object, f.clip.value_or("")))}};
    Json properties = Json::object();
    if (f.value) properties["value"] = *f.value;
    if (f.threshold) properties["threshold"] = *f.threshold;
    if (!f.unit.empty()) properties["unit"] = f.unit;
    if (f.clip) properties["clip"] = visible_text(*f.clip);
    if (f.time) properties["time"] = *f.time;
    properties["fixable"] = f.fixable;
    out["properties"] = std::move(properties);
    return out;
}

}  // namespace

void write_sarif(const Report& report, const Sink& out) {
    const Json log = {
        {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"},
        {"version", "2.1.0"},
        {"runs",
         Json::array({{{"tool",
                        {{"driver",
                          {{"name", "Vitruvian"}, {"semanticVersion", report.version}, {"rules", rules()}}}}},
                       {"columnKind", "unicodeCodePoints"},
                       {"invocations", Json::array({{{"executionSuccessful", true}}})},
                       {"results", Json::array()}}})}};
    const std::string frame = log.dump(1, ' ', false, Json::error_handler_t::replace);
    const std::size_t list = frame.rfind("[]") + 1;  // the results are its last list
    out(visible_json(frame.substr(0, list)));
    bool is_first = true;
    for (const PackedResult& packed : report.files) {
        const FileResult file = packed.unpacked();
        for (const Finding& f : file.findings) {
            out(is_first ? "\n" : ",\n");
            out(visible_json(on_one_line(result(file, f))));
            is_first = false;
        }
    }
    out(frame.substr(list));
    out("\n");
}

}  // namespace vitruvian::report
