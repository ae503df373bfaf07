#include "app/sandbox/syscall_filter.h"

#ifdef __linux__
#include <asm/ioctls.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#endif

namespace vitruvian {

#if defined(__linux__) && \
    (defined(__x86_64__) || defined(__aarch64__) || (defined(__riscv) && __riscv_xlen == 64))

namespace {

static_assert(std::endian::native == std::endian::little);

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = AUDIT_ARCH_RISCV64;
#endif
constexpr std::uint32_t io_uring_setup_call = 425;
/// x86-64 calls with 32-bit pointers (x32) have this bit; no other architecture has numbers as large.
constexpr std::uint32_t first_foreign_call = 0x40000000;

constexpr sock_filter load(std::size_t offset) {
    return {BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
}
/// Jumps `yes` or `no` steps beyond the next one.
constexpr sock_filter jump_if(std::uint16_t comparison, std::uint32_t value, std::uint8_t yes,
                              std::uint8_t no) {
    return {static_cast<std::uint16_t>(BPF_JMP | BPF_K | comparison), yes, no, value};
}
constexpr sock_filter answer(std::uint32_t value) {
    return {BPF_RET | BPF_K, 0, 0, value};
}

}  // namespace

bool refuse_network() {
    constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | (EACCES & SECCOMP_RET_DATA);
    std::array<sock_filter, 12> steps{{
        load(offsetof(seccomp_data, arch)),
        jump_if(BPF_JEQ, architecture, 0, 9),  // each "refuse" is the last step
        load(offsetof(seccomp_data, nr)),
        jump_if(BPF_JGE, first_foreign_call, 7, 0),
        jump_if(BPF_JEQ, __NR_socket, 6, 0),
        jump_if(BPF_JEQ, io_uring_setup_call, 5, 0),
        jump_if(BPF_JEQ, __NR_ioctl, 0, 3),
        load(offsetof(seccomp_data, args) + sizeof(std::uint64_t)),  // the lower half of the second argument
        jump_if(BPF_JEQ, TIOCSTI, 2, 0),
        jump_if(BPF_JEQ, TIOCLINUX, 1, 0),
        answer(SECCOMP_RET_ALLOW),
        answer(refuse),
    }};
    const sock_fprog program{static_cast<unsigned short>(steps.size()), steps.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

bool refuse_network() {
    return false;
}

#endif

}  // namespace vitruvian
