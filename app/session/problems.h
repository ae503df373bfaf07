// What the checks found in the open figures, and which of it is pointed at in the view. Knows nothing of how it is
// listed.
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
    std::uint64_t reading = 0;  // the figure's when it was asked for
    unsigned asked = 0;         // the revision of its history that is or was being checked
    unsigned revision = 0;      // the one that `outcome` is of
    std::string said;           // of the profile beside the file, not to be said again
    std::shared_ptr<const check::Outcome> outcome;  // null: not checked yet

    /// No edit was made since.
    [[nodiscard]] bool is_current() const { return outcome && revision == asked; }
};

/// The problem whose marks are drawn, as long as its figure stands as it stood then.
struct ShownProblem {
    std::uint64_t figure = 0;
    int finding = 0;  // into the outcome's
    check::Marks marks;
    unsigned revision = 0;  // of the figure's history
    int clip = -1;
    double time = 0.0;  // of the playback, where there is a clip
};

struct Problems {
    explicit Problems(const std::function<void()>& wake) : checker(wake) {}

    Checker checker;
    std::vector<FigureProblems> of_figures;
    std::optional<ShownProblem> shown;
    std::uint64_t revision = 1;  // grows whenever something was found or forgotten

    /// Null where the figure was never asked for.
    [[nodiscard]] const FigureProblems* find(std::uint64_t figure) const;
};

}  // namespace vitruvian
