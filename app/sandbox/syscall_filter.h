// Which system calls are refused for good, by seccomp.
#pragma once

namespace vitruvian {

/// Refuses this thread, and all that it starts, sockets of every kind (a UNIX socket leads to programs that
/// are not confined), io_uring (which would open them unseen), calls of foreign architectures, and typing
/// into the terminal. False: the kernel cannot, and all is as before.
[[nodiscard]] bool refuse_network();

}  // namespace vitruvian
