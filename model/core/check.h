// VT_CHECK: an assertion for programming errors that stays on in release. Never for untrusted input.
#pragma once

namespace vitruvian {

/// Prints the failed condition and its place to standard error and aborts.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace vitruvian

#define VT_CHECK(condition) \
    ((condition) ? static_cast<void>(0) : ::vitruvian::check_failed(#condition, __FILE__, __LINE__))
