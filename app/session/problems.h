// The check results of the open figures, and the problem that is highlighted in the view. Independent of how
// they are listed.
#pragma once

#include "app/session/checker.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

struct FigureProblems {
    std::uint64_t figure = 0;
    std::uint64_t reading = 0;  // OpenFigure::reading when the check was requested
    unsigned asked = 0;         // the last history revision submitted for checking
    unsigned revision = 0;      // the history revision of `outcome`
    std::string said;           // the last error of the profile beside the file, reported once
    std::shared_ptr<const check::Outcome> outcome;  // null: not checked yet

    /// True if no edit was made since the check.
    [[nodiscard]] bool is_current() const { return outcome && revision == asked; }
};

/// The problem whose marks are drawn, until its figure's state changes.
struct ShownProblem {
    std::uint64_t figure = 0;
    int finding = 0;  // index into the outcome's findings
    check::Marks marks;
    unsigned revision = 0;  // of the figure's history
    int clip = -1;
    double time = 0.0;  // playback time, if there is a clip
};

struct Problems {
    explicit Problems(const std::function<void()>& wake) : checker(wake) {}

    Checker checker;
    std::vector<FigureProblems> of_figures;
    std::optional<ShownProblem> shown;
    std::uint64_t revision = 1;  // incremented when results are added or dropped

    /// Returns null if no check of the figure was ever requested.
    [[nodiscard]] const FigureProblems* find(std::uint64_t figure) const;
};

}  // namespace vitruvian
