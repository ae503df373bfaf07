// Exit codes, and all output to standard output and standard error: terminals never receive control
// characters from untrusted text. Standard output is for results only.
#pragma once

#include "app/cli/human_text.h"
#include "model/core/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace vitruvian {

/// Exit codes of the process; other programs rely on these values.
enum class ExitCode : int {
    done = 0,
    findings = 1,  // success with something to report: findings, differing images
    usage = 2,
    unreadable = 3,
    unwritable = 4,
    no_opengl = 5,
};

enum class LogLevel { error, warning, info, debug };
enum class ColorMode { automatic, always, never };

struct ConsoleOptions {
    LogLevel level = LogLevel::warning;
    bool quiet = false;  // same as level error
    ColorMode color = ColorMode::automatic;
};

/// Writes messages to standard error, filtered by level and coloured if requested. A message is one line: its
/// control characters are made visible.
class Console {
  public:
    explicit Console(const ConsoleOptions& options);

    void error(std::string_view message) const;
    /// Prints a separate line after an error, without a level.
    void hint(std::string_view message) const;
    void warning(std::string_view message) const;
    /// Prints information that the user should know, at the same level as warnings.
    void note(std::string_view message) const;
    void debug(std::string_view message) const;
    /// Prints each diagnostic on a line: its place, severity, message and count.
    void report(const Diagnostics& diagnostics) const;

    /// True if results on standard output are to be coloured.
    [[nodiscard]] bool colors_output() const { return colors_output_; }

    /// Shows "3 of 12" if standard error is a terminal, overwriting the previous one; cleared once all is
    /// done.
    void progress(std::size_t done, std::size_t all) const;

    /// Prints the error and returns `code`, for `return console.failed(...)`.
    [[nodiscard]] ExitCode failed(const Error& error, ExitCode code) const;

  private:
    /// Prints a line in the style of `level` if the log level is at least `shown_from`.
    void line(LogLevel level, LogLevel shown_from, std::string_view message) const;

    LogLevel level_;
    bool color_;
    bool colors_output_;
};

/// Prints a result to standard output.
[[nodiscard]] Result<void> print(const HumanText& text, bool in_color = false);

/// Writes bytes to a file (atomically if it is a regular one) or, for "-", to standard output. If that is a
/// terminal, control characters are made visible.
[[nodiscard]] Result<void> write_output(const std::string& path, std::span<const std::byte> bytes);
[[nodiscard]] Result<void> write_output(const std::string& path, std::string_view text);

/// Writes a text that is produced piece by piece and need not be in memory completely. `write` passes the
/// whole text to its argument; it is called again if the first way to write the file fails.
[[nodiscard]] Result<void> write_output(
    const std::string& path,
    const std::function<void(const std::function<void(std::string_view piece)>& out)>& write);

/// True if write_output would write to a terminal.
[[nodiscard]] bool is_terminal(const std::string& path);

}  // namespace vitruvian
