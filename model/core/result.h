// Errors, places and diagnostics: how untrusted input is answered. Untrusted bytes give Result<T> with a
// Location; odd but usable input is repaired and reported as a Diagnostic. No exception crosses a module.
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// A place in a file: line and column (1-based) for text, a JSON pointer for glTF, a byte offset otherwise.
struct Location {
    std::string file;
    int line = 0;         // 0: unknown
    int column = 0;       // 0: unknown
    std::string pointer;  // "/nodes/3/mesh", or "byte 1234"

    /// "file:line:column", "file#/json/pointer", or "file".
    [[nodiscard]] std::string text() const;
};

/// The reason why an input could not be used. `message` is one sentence for display and suggests a remedy if
/// possible.
struct Error {
    std::string code;  // stable, kebab-case: "vrml-unexpected-token"
    std::string message;
    Location where;

    /// "where: message".
    [[nodiscard]] std::string text() const;
};

template <class T>
using Result = tl::expected<T, Error>;

/// Shorthand for returning an error from a function that returns Result<T>.
[[nodiscard]] tl::unexpected<Error> fail(std::string code, std::string message, Location where = {});

enum class Severity { info, warning, error };
[[nodiscard]] std::string_view to_string(Severity severity);

/// A remark about a file that was read nevertheless. The first location is kept; repeats are counted.
struct Diagnostic {
    Severity severity = Severity::warning;
    std::string code;
    std::string message;
    Location where;
    int count = 1;
};

/// Diagnostics grouped by (code, message): a file with 10,000 bad indices is reported once, with a count.
class Diagnostics {
  public:
    void add(Severity severity, std::string code, std::string message, Location where = {});
    void warn(std::string code, std::string message, Location where = {});
    void note(std::string code, std::string message, Location where = {});
    [[nodiscard]] const std::vector<Diagnostic>& list() const { return list_; }
    [[nodiscard]] bool empty() const { return list_.empty(); }

  private:
    std::vector<Diagnostic> list_;
};

}  // namespace vitruvian
