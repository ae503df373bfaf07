// Exit codes, and the one place through which text goes to standard output and standard error: whatever may be a
// terminal gets no control character of a stranger. Standard output belongs to results alone.
#pragma once

#include "app/cli/human_text.h"
#include "model/core/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace vitruvian {

/// What the process answers; other programs rely on these.
enum class ExitCode : int {
    done = 0,
    findings = 1,  // done, and there is something to report: findings, images that differ
    usage = 2,
    unreadable = 3,
    unwritable = 4,
    no_opengl = 5,
};

enum class LogLevel { error, warning, info, debug };
enum class ColorMode { automatic, always, never };

struct ConsoleOptions {
    LogLevel level = LogLevel::warning;
    bool quiet = false;  // as level error
    ColorMode color = ColorMode::automatic;
};

/// Writes to standard error what the level lets through, in colour where that is wanted. A message is one line: its
/// control characters are shown.
class Console {
  public:
    explicit Console(const ConsoleOptions& options);

    void error(std::string_view message) const;
    /// A line of its own behind an error, without a level.
    void hint(std::string_view message) const;
    void warning(std::string_view message) const;
    /// Not a fault, but something that a person should know: shown where warnings are.
    void note(std::string_view message) const;
    void debug(std::string_view message) const;
    /// Each diagnostic on a line: its place, its severity, what it says, and how often.
    void report(const Diagnostics& diagnostics) const;

    /// True where results on standard output are wanted in colour.
    [[nodiscard]] bool colors_output() const { return colors_output_; }

    /// "3 of 12", where standard error is a terminal: over what it said before, and gone once all is done.
    void progress(std::size_t done, std::size_t all) const;

    /// Says the error and gives `code`, for `return console.failed(...)`.
    [[nodiscard]] ExitCode failed(const Error& error, ExitCode code) const;

  private:
    /// A line in the style of `level`, shown from `shown_from` on.
    void line(LogLevel level, LogLevel shown_from, std::string_view message) const;

    LogLevel level_;
    bool color_;
    bool colors_output_;
};

/// A result for a person, to standard output.
[[nodiscard]] Result<void> print(const HumanText& text, bool in_color = false);

/// Writes bytes to a file (atomically where it is a regular one) or, for "-", to standard output. Where that turns
/// out to be a terminal, control characters are shown, and only there.
[[nodiscard]] Result<void> write_output(const std::string& path, std::span<const std::byte> bytes);
[[nodiscard]] Result<void> write_output(const std::string& path, std::string_view text);

/// The same of a text that comes piece by piece, and need not be in memory as a whole. `write` gives all of it to its
/// argument; it is called again where a first way to write the file fails.
[[nodiscard]] Result<void> write_output(
    const std::string& path,
    const std::function<void(const std::function<void(std::string_view piece)>& out)>& write);

/// True where write_output would write to a terminal.
[[nodiscard]] bool is_terminal(const std::string& path);

}  // namespace vitruvian
