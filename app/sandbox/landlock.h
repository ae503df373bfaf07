// Landlock, Linux's sandbox of files for anybody (https://docs.kernel.org/userspace-api/landlock.html), by
// its system calls: headers and libraries of the systems that this builds on know only its first versions.
#pragma once

#include "app/sandbox/access_rules.h"

#include <span>

namespace vitruvian {

/// Refuses this thread, and all that it starts, every file and folder that `rules` do not name; TCP, signals
/// to other programs and abstract sockets where the kernel's Landlock knows of them. Paths that do not exist
/// are passed over. False: the kernel has no Landlock, and all is as before.
[[nodiscard]] bool restrict_files(std::span<const AccessRule> rules);

/// The version of the kernel's Landlock; 0: it has none.
[[nodiscard]] int landlock_version();

}  // namespace vitruvian
