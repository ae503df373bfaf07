// Reading whole files under limits, and turning references of untrusted files into paths.
#include "model/io/file_bytes.h"
#include "model/io/load.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace vitruvian {
namespace {

/// Closes a file descriptor at the end of a scope.
class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    [[nodiscard]] int get() const { return fd_; }

  private:
    int fd_;
};

tl::unexpected<Error> system_failure(const std::filesystem::path& path, int number) {
    const Location where{path.string(), 0, 0, {}};
    if (number == ENOENT || number == ENOTDIR) return fail("file-not-found", "there is no such file", where);
    if (number == EACCES || number == EPERM)
        return fail("file-forbidden", "you may not read this file", where);
    return fail("file-unreadable", std::generic_category().message(number), where);
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// RFC 3986, 2.1. A '%' without two hexadecimal digits stands for itself: such file names exist.
std::string percent_decoded(const std::string& text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low >= 0) {
            out += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

/// "http:", "file:", "C:": letters, digits, '+', '-' and '.' up to a colon.
bool has_scheme(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || colon == 0) return false;
    if (std::isalpha(static_cast<unsigned char>(text.front())) == 0) return false;
    return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.';
    });
}

bool is_below(const std::filesystem::path& folder, const std::filesystem::path& path) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end() && rest != path.end();
}

/// From this size on, files are mapped.
constexpr std::size_t mapped_from = std::size_t{16} << 20;

struct OpenedFile {
    Descriptor descriptor;
    std::size_t size = 0;
};

/// Opens a regular file of at most `max_bytes`.
Result<OpenedFile> open_regular(const std::filesystem::path& path, std::size_t max_bytes) {
    const Location where{path.string(), 0, 0, {}};
    // O_NONBLOCK: opening a pipe without a writer would wait for ever.
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) return system_failure(path, errno);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return system_failure(path, errno);
    if (S_ISDIR(status.st_mode)) return fail("file-is-folder", "this is a folder; name a file in it", where);
    if (!S_ISREG(status.st_mode)) return fail("file-not-regular", "this is not a regular file", where);
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > max_bytes) {
        return fail("file-too-large", fmt::format("the file has {} bytes, the limit is {}", size, max_bytes),
                    where);
    }
    return OpenedFile{std::move(file), size};
}

/// Fills `bytes` as far as the file goes; how many came.
Result<std::size_t> read_into(const std::filesystem::path& path, const OpenedFile& file, std::byte* bytes) {
    std::size_t done = 0;
    while (done < file.size) {
        const ssize_t got = ::read(file.descriptor.get(), bytes + done, file.size - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return system_failure(path, errno);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

/// A mapped file, still open, so that changes to it can be seen.
struct Mapping {
    Mapping(Descriptor&& opened, void* place, std::size_t length)
        : file(std::move(opened)), address(place), size(length) {
        if (::fstat(file.get(), &status) != 0) status = {};
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() { ::munmap(address, size); }

    [[nodiscard]] bool is_intact() const {
        struct stat now {};
        return ::fstat(file.get(), &now) == 0 && now.st_size == status.st_size &&
               now.st_mtim.tv_sec == status.st_mtim.tv_sec && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec;
    }

    Descriptor file;
    void* address;
    std::size_t size;
    struct stat status {};
};

/// Null, and `file` still open, where the file system cannot map.
std::shared_ptr<const Mapping> map_file(OpenedFile& file) {
    void* const address = ::mmap(nullptr, file.size, PROT_READ, MAP_PRIVATE, file.descriptor.get(), 0);
    if (address == MAP_FAILED) return nullptr;
    return std::make_shared<const Mapping>(std::move(file.descriptor), address, file.size);
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::size_t max_bytes) {
    const Result<OpenedFile> file = open_regular(path, max_bytes);
    if (!file) return tl::unexpected(file.error());
    std::vector<std::byte> bytes(file->size);
    const Result<std::size_t> size = read_into(path, *file, bytes.data());
    if (!size) return tl::unexpected(size.error());
    bytes.resize(*size);
    return bytes;
}

FileBytes FileBytes::copy_of(std::span<const std::byte> bytes) {
    auto copy = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
    const std::span<const std::byte> view(*copy);
    return {std::move(copy), view};
}

Result<FileBytes> read_file_bytes(const std::filesystem::path& path, std::size_t max_bytes) {
    Result<OpenedFile> file = open_regular(path, max_bytes);
    if (!file) return tl::unexpected(file.error());
    if (file->size >= mapped_from) {
        if (std::shared_ptr<const Mapping> mapped = map_file(*file)) {
            const std::span<const std::byte> view(static_cast<const std::byte*>(mapped->address),
                                                  mapped->size);
            return FileBytes(std::move(mapped), view, [](const void* owner) {
                return static_cast<const Mapping*>(owner)->is_intact();
            });
        }
    }
    // Not make_shared: that would write zeros first, for large files half the time of reading.
    const std::shared_ptr<std::byte[]> bytes(new std::byte[file->size]);
    const Result<std::size_t> size = read_into(path, *file, bytes.get());
    if (!size) return tl::unexpected(size.error());
    return FileBytes(bytes, {bytes.get(), *size});
}

Result<std::filesystem::path> resolve_reference(const std::filesystem::path& folder,
                                                const std::string& reference) {
    const auto refuse = [&](std::string code, const char* why) {
        return fail(std::move(code),
                    fmt::format("\"{}\" is not followed: {}", reference.substr(0, 200), why));
    };
    if (folder.empty()) return refuse("reference-without-folder", "there is no folder that it could be in");
    if (has_scheme(reference)) return refuse("reference-absolute", "only files beside this one are read");
    std::string path = percent_decoded(reference);
    // Exporters on Windows write their own separators into what should be a URI.
    std::replace(path.begin(), path.end(), '\\', '/');
    const bool odd =
        std::any_of(path.begin(), path.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
    if (path.empty() || odd) return refuse("reference-invalid", "it is not a file name");
    if (path.front() == '/' || has_scheme(path)) {
        return refuse("reference-absolute", "only files beside this one are read");
    }
    std::error_code error;
    const std::filesystem::path root = std::filesystem::canonical(folder, error);
    if (error) return refuse("reference-without-folder", "the folder cannot be read");
    const std::filesystem::path full = std::filesystem::weakly_canonical(root / path, error);
    if (error) return refuse("reference-invalid", "it cannot be looked up");
    if (!is_below(root, full)) return refuse("reference-outside", "it leaves the file's own folder");
    return full;
}

}  // namespace vitruvian
