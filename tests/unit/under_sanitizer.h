#pragma once

namespace vitruvian {

/// Whether AddressSanitizer is active, which takes more memory and keeps freed memory.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool under_sanitizer = true;
#elif defined(__has_feature)
inline constexpr bool under_sanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool under_sanitizer = false;
#endif

}  // namespace vitruvian
