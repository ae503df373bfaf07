#include "app/cli/console.h"

#include "model/core/utf8.h"
#include "model/io/write_file.h"
#include "renderer/png.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace vitruvian {
namespace {

bool wants_color(ColorMode mode, int stream) {
    if (mode != ColorMode::automatic) return mode == ColorMode::always;
    const char* no_color = std::getenv("NO_COLOR");  // https://no-color.org: any value but an empty one
    if (no_color != nullptr && *no_color != '\0') return false;
    const char* terminal = std::getenv("TERM");
    if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
    return isatty(stream) != 0;
}

struct LevelStyle {
    std::string_view word;
    std::string_view color;
};

LevelStyle style_of(LogLevel level) {
    switch (level) {
        case LogLevel::error:
            return {"error", "\033[1;31m"};
        case LogLevel::warning:
            return {"warning", "\033[33m"};
        case LogLevel::info:
            return {"info", "\033[36m"};
        case LogLevel::debug:
            return {"debug", "\033[2m"};
    }
    return {"error", ""};
}

LogLevel level_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return LogLevel::error;
        case Severity::warning:
            return LogLevel::warning;
        case Severity::info:
            return LogLevel::info;
    }
    return LogLevel::error;
}

tl::unexpected<Error> cannot_write(const std::string& name) {
    return fail("cannot-write", fmt::format("cannot write {}: {}", name, std::strerror(errno)));
}

bool is_terminal_stream(std::FILE* stream) {
    return isatty(fileno(stream)) != 0;
}

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

Result<void> write_stream(std::FILE* stream, std::span<const std::byte> bytes, const std::string& name) {
    std::string visible;
    if (is_terminal_stream(stream)) {
        visible = visible_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, Breaks::kept);
        bytes = bytes_of(visible);
    }
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream) != bytes.size() || std::fflush(stream) != 0) {
        return cannot_write(name);
    }
    return {};
}

}  // namespace

Console::Console(const ConsoleOptions& options)
    : level_(options.quiet ? LogLevel::error : options.level),
      color_(wants_color(options.color, STDERR_FILENO)),
      colors_output_(wants_color(options.color, STDOUT_FILENO)) {}

void Console::line(LogLevel level, LogLevel shown_from, std::string_view message) const {
    if (shown_from > level_) return;
    const LevelStyle style = style_of(level);
    const std::string shown = visible_text(message);
    const std::string text = color_ ? fmt::format("{}{}\033[0m: {}\n", style.color, style.word, shown)
                                    : fmt::format("{}: {}\n", style.word, shown);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

void Console::error(std::string_view message) const {
    line(LogLevel::error, LogLevel::error, message);
}
void Console::hint(std::string_view message) const {
    const std::string text = visible_text(message) + '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
}
void Console::warning(std::string_view message) const {
    line(LogLevel::warning, LogLevel::warning, message);
}
void Console::note(std::string_view message) const {
    line(LogLevel::info, LogLevel::warning, message);
}
void Console::debug(std::string_view message) const {
    line(LogLevel::debug, LogLevel::debug, message);
}

void Console::report(const Diagnostics& diagnostics) const {
    for (const Diagnostic& d : diagnostics.list()) {
        const std::string place = d.where.text();
        const std::string times = d.count > 1 ? fmt::format(" ({} times)", d.count) : "";
        const LogLevel level = level_of(d.severity);
        line(level, level,
             fmt::format("{}{}{}{} [{}]", place, place.empty() ? "" : ": ", d.message, times, d.code));
    }
}

void Console::progress(std::size_t done, std::size_t all) const {
    if (level_ < LogLevel::warning || !is_terminal_stream(stderr)) return;
    const std::string text = done < all ? fmt::format("\r{} of {}", done, all) : "\r\033[K";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

ExitCode Console::failed(const Error& why, ExitCode code) const {
    error(why.text());
    return code;
}

std::string HumanText::colored_text() const {
    std::string out;
    std::size_t done = 0;
    for (const Span& span : spans_) {
        out += text_.substr(done, span.begin - done);
        out += "\033[0m";
        switch (span.style) {
            case TextStyle::plain:
                break;
            case TextStyle::strong:
                out += "\033[1m";
                break;
            case TextStyle::quiet:
                out += "\033[2m";
                break;
            case TextStyle::error:
                out += style_of(LogLevel::error).color;
                break;
            case TextStyle::warning:
                out += style_of(LogLevel::warning).color;
                break;
            case TextStyle::info:
                out += style_of(LogLevel::info).color;
                break;
        }
        done = span.begin;
    }
    return out + text_.substr(done) + (spans_.empty() ? "" : "\033[0m");
}

Result<void> print(const HumanText& text, bool in_color) {
    // Text is escaped even for files, since files are viewed with cat. Only our own colour sequences remain.
    const std::string shown = in_color ? text.colored_text() : text.text();
    if (std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size() || std::fflush(stdout) != 0)
        return cannot_write("standard output");
    return {};
}

Result<void> write_output(const std::string& path, std::string_view text) {
    return write_output(path, bytes_of(text));
}

Result<void> write_output(const std::string& path, std::span<const std::byte> bytes) {
    if (path == "-") return write_stream(stdout, bytes, "standard output");
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    // A device or a pipe is written to: renaming a file over it would replace it.
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        std::FILE* file = std::fopen(path.c_str(), "wb");
        if (file == nullptr) return cannot_write(path);
        Result<void> written = write_stream(file, bytes, path);
        if (std::fclose(file) != 0 && written) return cannot_write(path);
        return written;
    }
    return write_file_atomically(path, bytes, Flush::later);  // it can be recreated
}

Result<void> write_output(const std::string& path,
                          const std::function<void(const std::function<void(std::string_view)>&)>& write) {
    constexpr std::size_t at_once = std::size_t{1} << 18;
    std::string held;
    // Passes the buffered text to `flush`, which is not called again once it fails.
    const auto in_large_pieces = [&](const std::function<bool(std::string_view)>& flush) {
        held.clear();
        bool good = true;
        write([&](std::string_view piece) {
            held += piece;
            if (held.size() < at_once) return;
            good = good && flush(held);
            held.clear();
        });
        return good && flush(held);
    };
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    const bool is_stream =
        path == "-" || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status));
    if (!is_stream)
        return write_file_atomically(
            path,
            [&](const Descriptor& file) {
                return in_large_pieces([&](std::string_view text) { return file.write(bytes_of(text)); });
            },
            Flush::later);
    std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
    if (file == nullptr) return cannot_write(path);
    Result<void> written;
    in_large_pieces([&](std::string_view text) {
        written = write_stream(file, bytes_of(text), path == "-" ? "standard output" : path);
        return written.has_value();
    });
    if (file != stdout && std::fclose(file) != 0 && written) return cannot_write(path);
    return written;
}

bool is_terminal(const std::string& path) {
    if (path == "-") return is_terminal_stream(stdout);
    std::error_code ignored;
    if (!std::filesystem::is_character_file(path, ignored)) return false;
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0) return false;
    const bool out = isatty(file) != 0;
    ::close(file);
    return out;
}

}  // namespace vitruvian
