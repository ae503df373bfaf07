#include "app/sandbox/landlock.h"

#ifdef __linux__
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace vitruvian {
namespace {

// The constants of linux/landlock.h, the same on every architecture.
constexpr long create_ruleset_call = 444;
constexpr long add_rule_call = 445;
constexpr long restrict_self_call = 446;
constexpr unsigned create_ruleset_version = 1U;
constexpr unsigned rule_path_beneath = 1U;

constexpr std::uint64_t execute = 1U << 0U;
constexpr std::uint64_t write_file = 1U << 1U;
constexpr std::uint64_t read_file = 1U << 2U;
constexpr std::uint64_t read_dir = 1U << 3U;
constexpr std::uint64_t remove_dir = 1U << 4U;
constexpr std::uint64_t remove_file = 1U << 5U;
constexpr std::uint64_t make_dir = 1U << 7U;
constexpr std::uint64_t make_reg = 1U << 8U;
constexpr std::uint64_t first_version = (1U << 13U) - 1U;
constexpr std::uint64_t refer = 1U << 13U;      // from version 2 on
constexpr std::uint64_t truncate = 1U << 14U;   // 3
constexpr std::uint64_t ioctl_dev = 1U << 15U;  // 5
constexpr std::uint64_t of_files = execute | write_file | read_file | truncate | ioctl_dev;

struct RulesetAttributes {
    std::uint64_t handled_access_fs;
    std::uint64_t handled_access_net;  // 4
    std::uint64_t scoped;              // 6
};

struct [[gnu::packed]] PathBeneath {
    std::uint64_t allowed_access;
    std::int32_t parent_fd;
};

/// Returns everything that a version can restrict; unknown bits would be an error.
RulesetAttributes handled_by(int version) {
    RulesetAttributes out{first_version, 0, 0};
    if (version >= 2) out.handled_access_fs |= refer;
    if (version >= 3) out.handled_access_fs |= truncate;
    if (version >= 4) out.handled_access_net = 3;  // binding and connecting TCP
    if (version >= 5) out.handled_access_fs |= ioctl_dev;
    if (version >= 6) out.scoped = 3;  // abstract UNIX sockets, signals
    return out;
}

std::uint64_t rights_of(Access access) {
    switch (access) {
        case Access::read:
            return read_file | read_dir;
        case Access::write:
            return write_file | truncate | make_reg | make_dir | remove_file | remove_dir | refer | read_dir;
        case Access::device:
            return read_file | write_file | read_dir | ioctl_dev;
    }
    return 0;
}

void allow(int ruleset, const AccessRule& rule, std::uint64_t handled) {
    const int file = ::open(rule.path.c_str(), O_PATH | O_CLOEXEC);
    if (file < 0) return;
    struct stat status {};
    if (::fstat(file, &status) == 0) {
        std::uint64_t rights = rights_of(rule.access) & handled;
        if (!S_ISDIR(status.st_mode)) rights &= of_files;
        const PathBeneath attributes{rights, file};
        // Pipes are not in the file system, and are not restricted.
        if (rights != 0)
            static_cast<void>(::syscall(add_rule_call, ruleset, rule_path_beneath, &attributes, 0U));
    }
    ::close(file);
}

}  // namespace

int landlock_version() {
    const long version = ::syscall(create_ruleset_call, nullptr, 0UL, create_ruleset_version);
    return version > 0 ? static_cast<int>(version) : 0;
}

bool restrict_files(std::span<const AccessRule> rules) {
    const int version = landlock_version();
    if (version == 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    const RulesetAttributes attributes = handled_by(version);
    const auto ruleset = static_cast<int>(::syscall(create_ruleset_call, &attributes, sizeof attributes, 0U));
    if (ruleset < 0) return false;
    for (const AccessRule& rule : rules) allow(ruleset, rule, attributes.handled_access_fs);
    const bool done = ::syscall(restrict_self_call, ruleset, 0U) == 0;
    ::close(ruleset);
    return done;
}

}  // namespace vitruvian

#else

namespace vitruvian {

int landlock_version() {
    return 0;
}
bool restrict_files(std::span<const AccessRule>) {
    return false;
}

}  // namespace vitruvian

#endif
