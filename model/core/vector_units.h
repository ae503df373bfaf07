// Functions that are compiled a second time for the wider vector registers that most machines have. A loop of
// fixed length over eight floats becomes one instruction there. Multiply-and-add is never fused (see
// -ffp-contract=off), so both versions give the same numbers.
//
//     VT_INLINE void work(...) { ... }
//     VT_WIDE void work_wide(...) { work(...); }     // within #if VT_HAS_WIDE_VECTORS
#pragma once

#if defined(__GNUC__) && defined(__x86_64__)
#define VT_HAS_WIDE_VECTORS 1
#define VT_INLINE [[gnu::always_inline]] inline
#define VT_WIDE [[gnu::target("avx2")]]
#else
#define VT_HAS_WIDE_VECTORS 0
#define VT_INLINE inline
#endif

namespace vitruvian {

#if VT_HAS_WIDE_VECTORS
/// True if this machine supports them.
[[nodiscard]] inline bool has_wide_vectors() {
    static const bool known = __builtin_cpu_supports("avx2") != 0;
    return known;
}
#endif

}  // namespace vitruvian
