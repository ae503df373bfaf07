#include "app/report/json_values.h"
#include "app/report/one_line.h"
#include "app/report/write.h"
#include "model/core/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <utility>

namespace vitruvian::report {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json counts_json(const Counts& counts) {
    return {{"error", counts.error}, {"warning", counts.warning}, {"info", counts.info}};
}

Json finding_json(const Finding& f) {
    return {
        {"id", f.id},
        {"name", f.name},
        {"severity", to_string(f.level)},
        {"message", f.message},
        {"advice", f.advice},
        {"object", {{"kind", f.kind}, {"name", f.object}, {"humanoid", text_or_null(f.humanoid)}}},
        {"where", f.where.text()},
        {"value", number(f.value)},
        {"threshold", number(f.threshold)},
        {"unit", f.unit},
        {"clip", f.clip ? Json(*f.clip) : Json(nullptr)},
        {"time", number(f.time)},
        {"fixable", f.fixable},
        {"source", f.source},
    };
}

/// A list with a line for each element.
template <class T, class Make>
std::string lines(const std::vector<T>& list, const std::string& margin, Make make) {
    std::string out = "[";
    for (std::size_t i = 0; i < list.size(); ++i)
        out += (i == 0 ? "\n" : ",\n") + margin + "  " + make(list[i]);
    return out + (list.empty() ? "]" : "\n" + margin + "]");
}

std::string file_json(const FileResult& file) {
    const auto finding = [](const Finding& f) { return on_one_line(finding_json(f)); };
    const auto skipped = [](const Skipped& s) { return on_one_line({{"id", s.id}, {"why", s.why}}); };
    return fmt::format(
        "{{\"file\": {}, \"profile\": {}, \"summary\": {},\n      \"findings\": {},\n      \"skipped\": {}}}",
        on_one_line(Json(file.file)), on_one_line(Json(file.profile)),
        on_one_line(counts_json(file.counts())), lines(file.findings, "      ", finding),
        lines(file.skipped, "      ", skipped));
}

/// Reads one result, member by member; the first that is missing or has another type is the error.
class ResultReader {
  public:
    explicit ResultReader(const std::string& file) : file_(file) {}

    Result<Report> read(const Json& root) {
        Report out;
        out.version = text(root, "version", "");
        out.profile = text(root, "profile", "");
        out.shard = optional<std::string>(root, "shard", "").value_or("");
        const Json* files = list(root, "files", "");
        for (std::size_t i = 0; files != nullptr && i < files->size(); ++i)
            out.files.emplace_back(read_file((*files)[i], fmt::format("/files/{}", i)));
        if (!missing_.empty())
            return fail("result-json",
                        "this is not a result of vitruvian check: a value is missing or of another type",
                        {file_, 0, 0, missing_});
        return out;
    }

  private:
    void miss(const std::string& pointer, std::string_view key) {
        if (missing_.empty()) missing_ = fmt::format("{}/{}", pointer, key);
    }
    const Json* find(const Json& json, const char* key) {
        const auto found = json.is_object() ? json.find(key) : json.end();
        return json.is_object() && found != json.end() ? &*found : nullptr;
    }
    const Json* list(const Json& json, const char* key, const std::string& pointer) {
        const Json* found = find(json, key);
        if (found != nullptr && found->is_array()) return found;
        miss(pointer, key);
        return nullptr;
    }
    std::string text(const Json& json, const char* key, const std::string& pointer) {
        const Json* found = find(json, key);
        if (found != nullptr && found->is_string()) return found->get<std::string>();
        miss(pointer, key);
        return {};
    }
    template <class T>
    std::optional<T> optional(const Json& json, const char* key, const std::string& pointer) {
        const Json* found = find(json, key);
        if (found == nullptr || found->is_null()) return std::nullopt;
        if constexpr (std::is_same_v<T, double>) {
            if (found->is_number()) return found->get<double>();
        } else {
            if (found->is_string()) return found->get<std::string>();
        }
        miss(pointer, key);
        return std::nullopt;
    }

    FileResult read_file(const Json& json, const std::string& pointer) {
        FileResult out;
        out.file = text(json, "file", pointer);
        out.profile = text(json, "profile", pointer);
        const Json* findings = list(json, "findings", pointer);
        for (std::size_t i = 0; findings != nullptr && i < findings->size(); ++i) {
            out.findings.push_back(
                read_finding((*findings)[i], out.file, fmt::format("{}/findings/{}", pointer, i)));
            out.is_unreadable |= out.findings.back().id == "READ";
        }
        const Json* skipped = list(json, "skipped", pointer);
        for (std::size_t i = 0; skipped != nullptr && i < skipped->size(); ++i) {
            const std::string place = fmt::format("{}/skipped/{}", pointer, i);
            out.skipped.push_back({text((*skipped)[i], "id", place), text((*skipped)[i], "why", place)});
        }
        return out;
    }

    Finding read_finding(const Json& json, const std::string& file, const std::string& pointer) {
        Finding out;
        out.id = text(json, "id", pointer);
        out.name = text(json, "name", pointer);
        const auto level = check::level_from_string(text(json, "severity", pointer));
        if (!level) miss(pointer, "severity");
        out.level = level.value_or(check::Level::warning);
        out.message = text(json, "message", pointer);
        out.advice = text(json, "advice", pointer);
        if (const Json* object = find(json, "object")) {
            out.kind = text(*object, "kind", pointer + "/object");
            out.object = text(*object, "name", pointer + "/object");
            out.humanoid = optional<std::string>(*object, "humanoid", pointer + "/object").value_or("");
        } else {
            miss(pointer, "object");
        }
        out.where = place(text(json, "where", pointer), file);
        out.value = optional<double>(json, "value", pointer);
        out.threshold = optional<double>(json, "threshold", pointer);
        out.unit = text(json, "unit", pointer);
        out.clip = optional<std::string>(json, "clip", pointer);
        out.time = optional<double>(json, "time", pointer);
        const Json* fixable = find(json, "fixable");
        out.fixable = fixable != nullptr && fixable->is_boolean() && fixable->get<bool>();
        out.source = text(json, "source", pointer);
        return out;
    }

    /// Parses the output of Location::text.
    static Location place(const std::string& text, const std::string& file) {
        Location out{text, 0, 0, {}};
        if (!text.starts_with(file) || text.size() == file.size()) return out;
        const std::string rest = text.substr(file.size());
        if (rest.front() == '#') return {file, 0, 0, rest.substr(1)};
        const char* end = rest.data() + rest.size();
        int line = 0;
        const auto [after, error] = std::from_chars(rest.data() + 1, end, line);
        if (rest.front() != ':' || error != std::errc{}) return out;
        int column = 0;
        if (after != end && *after == ':') std::from_chars(after + 1, end, column);
        return {file, line, column, {}};
    }

    const std::string& file_;
    std::string missing_;
};

}  // namespace

void write_json(const Report& report, const Sink& out) {
    const Counts counts = report.counts();
    const Json summary = {{"files", report.files.size()},
                          {"unreadable", report.unreadable()},
                          {"error", counts.error},
                          {"warning", counts.warning},
                          {"info", counts.info}};
    out(visible_json(
        fmt::format("{{\n  \"schema\": \"vitruvian-check-1\",\n  \"version\": {},\n  "
                    "\"profile\": {},\n{}  \"summary\": {},\n  \"files\": [",
                    on_one_line(Json(report.version)), on_one_line(Json(report.profile)),
                    report.shard.empty() ? std::string()
                                         : fmt::format("  \"shard\": {},\n", on_one_line(Json(report.shard))),
                    on_one_line(summary))));
    for (std::size_t i = 0; i < report.files.size(); ++i) {
        out(i == 0 ? "\n    " : ",\n    ");
        out(visible_json(file_json(report.files[i].unpacked())));
    }
    out(report.files.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

Result<Report> from_json(std::string_view text, const std::string& file) {
    const Json root = Json::parse(text, nullptr, false);
    if (!root.is_object()) return fail("result-json", "this is not a JSON object", {file, 0, 0, {}});
    const auto schema = root.find("schema");
    if (schema == root.end() || *schema != "vitruvian-check-1")
        return fail("result-schema",
                    "this is not a result of vitruvian check: its schema is not vitruvian-check-1",
                    {file, 0, 0, "/schema"});
    return ResultReader(file).read(root);
}

}  // namespace vitruvian::report
