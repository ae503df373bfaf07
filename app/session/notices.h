// Messages of the session to the user. Independent of how they are shown.
#pragma once

#include "app/session/intent.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vitruvian {

struct OpenFigure;

/// Asks the window to open a dialog for where to save the figure.
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
    std::uint64_t about = 0;          // the figure whose file another program changed; 0: none
    std::uint64_t figure = 0;         // the figure that the message is about; 0: none
    bool passing = false;             // dismissed by the figure's next successful edit or undo
    double age = 0.0;                 // seconds shown
    std::filesystem::path not_saved;  // the file whose save failed; empty: none
    std::uint64_t reading = 0;        // OpenFigure::reading, if it is about that version of a file; 0: none
    bool place_in_folder = false;     // it says which of a folder's files was opened
};

struct Notices {
    std::deque<Message> messages;
    int next_id = 1;
    std::uint64_t revision = 0;  // changes with every message that comes or goes

    /// Returns the most severe message of the figure; null if it has none.
    [[nodiscard]] const Message* of_figure(std::uint64_t figure) const;
    /// Returns the seconds until an information message disappears by itself; nullopt if none will.
    [[nodiscard]] std::optional<double> seconds_to_fade() const;

    Message& say(Severity severity, std::string title, std::string text);
    void dismiss(int id);  // 0: all
    /// True if a message about changes to the figure's file is shown.
    [[nodiscard]] bool shows_change(std::uint64_t figure) const;
    /// Drops messages about changes to the figure's file.
    void forget_changes(std::uint64_t figure);
    /// Drops messages about the figure and its file.
    void forget_figure(std::uint64_t figure);
    /// Drops messages that the file could not be saved.
    void forget_failed_saves(const std::filesystem::path& file);
    /// Drops messages about a version of a file that is not shown any more.
    void forget_reading(std::uint64_t reading);
    /// Drops the figure's messages that are marked `passing`.
    void forget_passing(std::uint64_t figure);
    /// Drops messages that say which of a folder's files was opened.
    void forget_place_in_folder();
    /// Ages the messages: information messages expire. True if some did.
    bool grow_older(double seconds);
    /// Delays expiry for a moment after user input, so that nothing moves under the pointer before a click.
    void stay_for_input();

  private:
    bool drop_if(const std::function<bool(const Message&)>& is_over);
};

/// Adds a message with the number of diagnostics of a figure's file and the first of them.
void say_diagnostics(Notices& notices, const OpenFigure& figure);

}  // namespace vitruvian
