#include "app/report/report.h"

#include "model/check/registry.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>
#include <utility>

namespace vitruvian::report {
namespace {

/// Values measured in single precision are printed as such, 0.05 and not 0.05000000074505806, so that all
/// report formats have the same number, also for results that were read back. nullopt for non-finite values.
std::optional<double> as_measured(const std::optional<double>& value) {
    if (!value || !std::isfinite(*value)) return std::nullopt;
    const auto single = static_cast<float>(*value);
    if (std::abs(static_cast<double>(single) - *value) > 1e-7 * std::abs(*value)) return value;
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, single);
    double out = *value;
    if (error == std::errc{}) std::from_chars(digits, end, out);
    return out;
}

Finding finding_of(const check::Finding& found) {
    Finding out;
    out.id = found.id;
    if (const check::CheckInfo* info = check::find_check(found.id)) {
        out.name = info->name;
        out.source = info->source;
    }
    out.level = found.level;
    out.message = found.message;
    out.advice = found.advice;
    out.kind = found.object.kind;
    out.object = found.object.name;
    out.humanoid = found.object.humanoid;
    out.where = found.where;
    out.value = as_measured(found.value);
    out.threshold = as_measured(found.threshold);
    out.unit = found.unit;
    out.clip = found.clip;
    out.time = as_measured(found.time);
    out.fixable = !found.fix.empty();
    out.item = found.object.item;
    out.clip_index = found.clip_index;
    out.marks = found.marks;
    return out;
}

/// Returns what to do about a file that cannot be read, by the code of the error.
std::string advice_for(std::string_view code) {
    constexpr std::pair<std::string_view, std::string_view> advice[] = {
        {"file-forbidden", "give the user who checks the right to read it"},
        {"file-not-regular", "leave it out, or put a file in its place"},
        {"file-not-found", "leave it out, or restore the file that it refers to"},
        {"takes-too-long", "reduce the file, or check it on a faster machine"},
        {"no-memory", "reduce the file, or check it with more memory or fewer --jobs"},
        {"shard-missing", "check these shards again, and name their results too"},
    };
    const auto* found = std::find_if(std::begin(advice), std::end(advice),
                                     [&](const auto& entry) { return entry.first == code; });
    return std::string(found == std::end(advice) ? "fix the file at that place, or export it again"
                                                 : found->second);
}

}  // namespace

int Counts::of(check::Level level) const {
    switch (level) {
        case check::Level::error:
            return error;
        case check::Level::warning:
            return warning;
        case check::Level::info:
            return info;
        case check::Level::off:
            return 0;
    }
    return 0;
}

void Counts::add(check::Level level) {
    if (level == check::Level::error) ++error;
    if (level == check::Level::warning) ++warning;
    if (level == check::Level::info) ++info;
}

void Counts::add(const Counts& other) {
    error += other.error;
    warning += other.warning;
    info += other.info;
}

bool Counts::reaches(check::Level level) const {
    switch (level) {
        case check::Level::error:
            return error > 0;
        case check::Level::warning:
            return error + warning > 0;
        case check::Level::info:
            return error + warning + info > 0;
        case check::Level::off:
            break;
    }
    return false;
}

Counts FileResult::counts() const {
    Counts out;
    for (const Finding& finding : findings) out.add(finding.level);
    return out;
}

Counts Report::counts() const {
    Counts out;
    for (const PackedResult& file : files) out.add(file.counts());
    return out;
}

int Report::unreadable() const {
    return static_cast<int>(
        std::count_if(files.begin(), files.end(), [](const PackedResult& f) { return f.is_unreadable(); }));
}

FileResult file_result(const std::string& file, const check::Outcome& outcome) {
    FileResult out;
    out.file = file;
    out.profile = outcome.profile;
    for (const check::Finding& finding : outcome.findings) {
        Finding& added = out.findings.emplace_back(finding_of(finding));
        out.is_unreadable |= added.id == "READ";
        if (added.where.file.empty()) added.where.file = file;
    }
    for (const check::Skipped& skipped : outcome.skipped)
        out.skipped.push_back({std::string(skipped.id), skipped.why});
    for (const check::Ignored& ignored : outcome.ignored) {
        const check::Finding& finding = ignored.finding;
        const std::string in_clip = finding.clip ? fmt::format(" in {}", *finding.clip) : std::string();
        out.skipped.push_back(
            {std::string(finding.id), fmt::format("ignored for {} {}{}: {}", finding.object.kind,
                                                  finding.object.name, in_clip, ignored.ignore.reason)});
    }
    return out;
}

/// A reason why a file cannot be read may be the subject of a check.
Finding node_cycle(const Finding& read) {
    Finding out = read;
    const check::CheckInfo* info = check::find_check("ST13");
    out.id = "ST13";
    out.name = info->name;
    out.source = info->source;
    out.level = info->level;
    out.advice = "hang the node below one that is not below itself";
    out.kind = "node";
    out.object = read.where.pointer;
    return out;
}

FileResult unreadable_file(const std::string& file, const std::string& profile, const Error& why) {
    FileResult out;
    out.file = file;
    out.profile = profile;
    out.is_unreadable = true;
    Finding& finding = out.findings.emplace_back();
    const check::CheckInfo* info = check::find_check("READ");
    finding.id = "READ";
    finding.name = info->name;
    finding.source = info->source;
    finding.level = info->level;
    finding.message = fmt::format("{} [{}]", why.message, why.code);
    finding.advice = advice_for(why.code);
    finding.kind = "file";
    finding.object = file;
    finding.where = why.where;
    if (finding.where.file.empty()) finding.where.file = file;
    if (why.code == "gltf-node-cycle") out.findings.push_back(node_cycle(finding));
    return out;
}

std::string place_within(const Location& where, const std::string& file) {
    if (where.file != file) return where.text();
    if (where.line > 0) return fmt::format("line {}:{}", where.line, where.column);
    return where.pointer;
}

std::string counts_text(const Counts& counts) {
    std::string out;
    const auto add = [&out](int count, std::string_view one, std::string_view many) {
        if (count > 0) out += (out.empty() ? "" : ", ") + counted(count, one, many);
    };
    add(counts.error, "error", "errors");
    add(counts.warning, "warning", "warnings");
    add(counts.info, "note", "notes");
    return out.empty() ? "nothing found" : out;
}

std::string quantity_text(double value, std::string_view unit) {
    std::string out = fmt::format("{:.4g}", value);
    if (value == static_cast<double>(static_cast<long long>(std::clamp(value, -1e15, 1e15))))
        out = fmt::format("{:.0f}", value);
    if (!unit.empty()) out += fmt::format(" {}", unit);
    if (unit == "rad") out += fmt::format(" ({:.1f} deg)", value * 180.0 / std::numbers::pi);
    return out;
}

}  // namespace vitruvian::report
