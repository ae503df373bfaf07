// Which system calls are refused for good, by seccomp.
#pragma once

namespace vitruvian {

/// Denies this thread and its children sockets of every kind (a UNIX socket reaches programs that are not
/// confined), io_uring (which would bypass the filter), system calls of foreign architectures, and input
/// injection into the terminal. Returns false, with nothing changed, if the kernel does not support it.
[[nodiscard]] bool refuse_network();

}  // namespace vitruvian
