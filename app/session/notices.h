// What the session has to say to a person. Knows nothing of how it is shown.
#pragma once

#include "app/session/intent.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vitruvian {

struct OpenFigure;

/// The window asks where the figure is to be saved.
struct AskSavePlace {
    std::uint64_t id = 0;
};

/// A button under a message.
struct Offer {
    std::string title;
    std::variant<Intent, AskSavePlace> what;
};

struct Message {
    int id = 0;
    Severity severity = Severity::info;
    std::string title;
    std::string text;
    std::vector<Offer> offers;
    std::uint64_t about = 0;   // the figure whose file somebody else changed; 0: none
    std::uint64_t figure = 0;  // the figure that it is of; 0: none
    bool passing = false;      // goes with the next edit of the figure that succeeds, and with undo
    double age = 0.0;          // seconds shown
};

struct Notices {
    std::deque<Message> messages;
    int next_id = 1;

    /// The most severe message of the figure; null where it has none.
    [[nodiscard]] const Message* of_figure(std::uint64_t figure) const;
    /// In how many seconds some information goes away by itself; nullopt: nothing will.
    [[nodiscard]] std::optional<double> seconds_to_fade() const;

    Message& say(Severity severity, std::string title, std::string text);
    void dismiss(int id);  // 0: all
    /// Whether something is said of changes to the figure's file.
    [[nodiscard]] bool shows_change(std::uint64_t figure) const;
    /// Drops what was said of changes to the figure's file.
    void forget_changes(std::uint64_t figure);
    /// Drops what was said of the figure and is passing.
    void forget_passing(std::uint64_t figure);
    /// Lets seconds pass: information goes away. True where some did.
    bool grow_older(double seconds);
    /// Whoever works at the window now keeps the lines where they are for a moment more: what is pointed at must not move
    /// before it is clicked.
    void stay_for_input();
};

/// How many remarks a figure's file gave, with the first one.
void say_diagnostics(Notices& notices, const OpenFigure& figure);

}  // namespace vitruvian
