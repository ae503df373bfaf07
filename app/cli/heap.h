// How the C library's heap takes memory from the kernel, for commands that draw pictures.
#pragma once

namespace vitruvian {

/// Keeps released memory in the process: each picture allocates the same megabytes again, which the kernel would
/// otherwise take back and clear.
void keep_released_memory();

/// Also asks the kernel for large pages for about as much heap as one picture of a usual figure needs. A software
/// renderer otherwise spends a fifth of its start on page faults. Call before other threads are started: they then
/// share this heap.
void take_large_pages();

}  // namespace vitruvian
