// The rows of the list of problems, without drawing them.
#include "app/gui/problems_panel.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace vitruvian {
namespace {

constexpr int max_open_at_first = 12;  // under one heading

bool contains(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool passes(const check::Finding& finding, const ProblemFilter& filter) {
    if (!filter.levels[place_of(finding.level)]) return false;
    if (filter.text.empty()) return true;
    const check::CheckInfo* check = check::find_check(finding.id);
    return contains(finding.id, filter.text) || contains(finding.object.name, filter.text) ||
           contains(finding.message, filter.text) || (check != nullptr && contains(check->name, filter.text));
}

}  // namespace

ProblemCounts count_problems(const check::Outcome& outcome) {
    ProblemCounts counts;
    for (const check::Finding& finding : outcome.findings) {
        ++counts.levels[place_of(finding.level)];
        counts.fixable += finding.fix.empty() ? 0 : 1;
    }
    return counts;
}

std::size_t place_of(check::Level level) {
    return level == check::Level::error ? 2 : level == check::Level::warning ? 1 : 0;
}

Severity severity_of(check::Level level) {
    return level == check::Level::error     ? Severity::error
           : level == check::Level::warning ? Severity::warning
                                            : Severity::info;
}

std::vector<ProblemRow> problem_rows(const check::Outcome& outcome, const ProblemFilter& filter,
                                     const std::unordered_set<std::string>& toggled) {
    std::vector<std::vector<int>> groups;
    std::map<std::pair<check::Level, std::string_view>, std::size_t> group_of;
    for (int i = 0; i < static_cast<int>(outcome.findings.size()); ++i) {
        const check::Finding& finding = at(outcome.findings, i);
        if (!passes(finding, filter)) continue;
        const auto [found, is_new] = group_of.try_emplace({finding.level, finding.id}, groups.size());
        if (is_new) groups.emplace_back();
        groups[found->second].push_back(i);
    }
    std::vector<ProblemRow> rows;
    for (const std::vector<int>& group : groups) {
        const check::Finding& first = at(outcome.findings, group.front());
        const auto count = static_cast<int>(group.size());
        if (count == 1) {
            rows.push_back({group.front(), 1, false, false, true});
            continue;
        }
        const bool is_toggled = toggled.contains(fmt::format("{}/{}", to_string(first.level), first.id));
        const bool open = (count <= max_open_at_first) != is_toggled;
        rows.push_back({group.front(), count, true, false, open});
        for (const int finding : group) {
            if (open) rows.push_back({finding, 1, false, true, true});
        }
    }
    return rows;
}

void toggle_heading(ProblemsState& state, const check::Finding& finding) {
    const std::string key = fmt::format("{}/{}", to_string(finding.level), finding.id);
    if (!state.toggled.erase(key)) state.toggled.insert(key);
    state.stale = true;
}

}  // namespace vitruvian
