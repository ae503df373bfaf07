#include "model/io/mapped_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <utility>

namespace vitruvian {

/// A mapped file's addresses, which the signal handler reads at any time.
struct MappedFile::Guard {
    std::atomic<bool> is_taken{false};
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
    std::atomic<bool> is_torn{false};  // a part was no longer in the file

    [[nodiscard]] bool take() {
        bool is_free = false;
        return is_taken.compare_exchange_strong(is_free, true);
    }
    void release() {
        end = 0;
        begin = 0;
        is_torn = false;
        is_taken = false;
    }
};

namespace {

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);

std::uintptr_t page_size = 4096;
struct sigaction previous {};

}  // namespace

std::array<MappedFile::Guard, 256>& MappedFile::guards() {
    static constinit std::array<Guard, 256> all{};
    return all;
}

/// The access to a page beyond the file's end raises SIGBUS: maps zeros there and lets it be repeated. Any other
/// error is left to the previous handler.
void MappedFile::on_bus_error(int signal, siginfo_t* info, void* /*context*/) {
    const int error = errno;
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const bool is_fault = info->si_code > 0;
    for (Guard& guard : guards()) {
        const std::uintptr_t end = guard.end;
        if (!is_fault || address < guard.begin || address >= end) continue;
        const std::uintptr_t page = address / page_size * page_size;
        void* const zeros = ::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (zeros == MAP_FAILED) break;
        guard.is_torn = true;
        errno = error;
        return;
    }
    ::sigaction(signal, &previous, nullptr);
    if (!is_fault) static_cast<void>(::raise(signal));
}

void MappedFile::guard_all() {
    static std::once_flag once;
    std::call_once(once, [] {
        page_size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        struct sigaction action {};
        action.sa_sigaction = on_bus_error;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &previous);
    });
}

std::shared_ptr<const MappedFile> MappedFile::open(Descriptor& file, std::size_t size) {
    guard_all();
    const auto guard =
        std::find_if(guards().begin(), guards().end(), [](Guard& free) { return free.take(); });
    if (guard == guards().end()) return nullptr;
    std::shared_ptr<MappedFile> out(new MappedFile());
    void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (address == MAP_FAILED || ::fstat(file.get(), &out->status_) != 0) {
        if (address != MAP_FAILED) ::munmap(address, size);
        guard->release();
        return nullptr;
    }
    out->address_ = address;
    out->size_ = size;
    out->guard_ = &*guard;
    guard->begin = reinterpret_cast<std::uintptr_t>(address);
    guard->end = reinterpret_cast<std::uintptr_t>(address) + size;
    out->file_ = std::move(file);
    return out;
}

MappedFile::~MappedFile() {
    if (guard_ == nullptr) return;
    guard_->release();
    ::munmap(address_, size_);
}

bool MappedFile::is_intact() const {
    struct stat now {};
    return detached_ ||
           (!guard_->is_torn && ::fstat(file_.get(), &now) == 0 && now.st_size == status_.st_size &&
            nanoseconds(now.st_mtim) == nanoseconds(status_.st_mtim));
}

void MappedFile::detach() const {
    if (detached_ || !is_intact()) return;
    void* const copy = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED) return;
    std::memcpy(copy, address_, size_);
    const bool moved = is_intact() && ::mprotect(copy, size_, PROT_READ) == 0 &&
                       ::mremap(copy, size_, size_, MREMAP_MAYMOVE | MREMAP_FIXED, address_) == address_;
    if (moved) {
        detached_ = true;
    } else {
        ::munmap(copy, size_);
    }
}

}  // namespace vitruvian
