#include "model/core/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {

std::string Location::text() const {
    if (line > 0) return fmt::format("{}:{}:{}", file, line, column);
    if (!pointer.empty()) return fmt::format("{}#{}", file, pointer);
    return file;
}

std::string Error::text() const {
    const std::string place = where.text();
    return place.empty() ? message : place + ": " + message;
}

tl::unexpected<Error> fail(std::string code, std::string message, Location where) {
    return tl::unexpected(Error{std::move(code), std::move(message), std::move(where)});
}

std::string_view to_string(Severity severity) {
    switch (severity) {
        case Severity::info:
            return "info";
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
    }
    return "error";
}

void Diagnostics::add(Severity severity, std::string code, std::string message, Location where) {
    const auto same = std::find_if(list_.begin(), list_.end(), [&](const Diagnostic& d) {
        return d.code == code && d.message == message;
    });
    if (same != list_.end()) {
        ++same->count;
        return;
    }
    list_.push_back({severity, std::move(code), std::move(message), std::move(where), 1});
}

void Diagnostics::warn(std::string code, std::string message, Location where) {
    add(Severity::warning, std::move(code), std::move(message), std::move(where));
}

void Diagnostics::note(std::string code, std::string message, Location where) {
    add(Severity::info, std::move(code), std::move(message), std::move(where));
}

}  // namespace vitruvian
