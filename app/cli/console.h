// Exit codes, and what a command says on standard error. Standard output belongs to results alone.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace vitruvian {

/// What the process answers; other programs rely on these.
enum class ExitCode : int {
    done = 0,
    findings = 1,  // done, and there is something to report: images that differ
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

/// Writes to standard error what the level lets through, in colour where that is wanted.
class Console {
  public:
    explicit Console(const ConsoleOptions& options);

    void error(std::string_view message) const;
    void warning(std::string_view message) const;
    /// Not a fault, but something that a person should know: shown where warnings are.
    void note(std::string_view message) const;
    void debug(std::string_view message) const;
    /// Each diagnostic on a line: its place, its severity, what it says, and how often.
    void report(const Diagnostics& diagnostics) const;

    /// Says the error and gives `code`, for `return console.failed(...)`.
    [[nodiscard]] ExitCode failed(const Error& error, ExitCode code) const;

  private:
    /// A line in the style of `level`, shown from `shown_from` on.
    void line(LogLevel level, LogLevel shown_from, std::string_view message) const;

    LogLevel level_;
    bool color_;
};

/// Writes bytes to a file (atomically where it is a regular one) or, for "-", to standard output.
[[nodiscard]] Result<void> write_output(const std::string& path, std::span<const std::byte> bytes);
[[nodiscard]] Result<void> write_output(const std::string& path, std::string_view text);

}  // namespace vitruvian
