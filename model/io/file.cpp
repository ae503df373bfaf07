// Reads whole files under limits, and resolves references of untrusted files to paths.
#include "model/io/file.h"

#include "model/core/ascii.h"
#include "model/core/large_memory.h"
#include "model/io/descriptor.h"
#include "model/io/file_bytes.h"
#include "model/io/mapped_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace vitruvian {
namespace {

tl::unexpected<Error> system_failure(const std::filesystem::path& path, int number) {
    const Location where{path.string(), 0, 0, {}};
    if (number == ENOENT || number == ENOTDIR) return fail("file-not-found", "there is no such file", where);
    if (number == EACCES || number == EPERM)
        return fail("file-forbidden", "you may not read this file", where);
    return fail("file-unreadable", std::generic_category().message(number), where);
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

/// Files of this size and more are memory-mapped: it takes less time than a copy.
constexpr std::size_t mapped_from = std::size_t{256} << 10;

struct OpenedFile {
    Descriptor descriptor;
    std::size_t size = 0;
    std::int64_t modified = 0;
};

/// Opens a regular file of at most `max_bytes`.
Result<OpenedFile> open_regular(const std::filesystem::path& path, std::size_t max_bytes) {
    const Location where{path.string(), 0, 0, {}};
    // O_NONBLOCK: opening a pipe without a writer would block.
    Descriptor file = Descriptor::open(path, O_RDONLY | O_NONBLOCK);
    if (!file.is_open()) return system_failure(path, errno);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return system_failure(path, errno);
    if (S_ISDIR(status.st_mode)) return fail("file-is-folder", "this is a folder; name a file in it", where);
    if (!S_ISREG(status.st_mode)) return fail("file-not-regular", "this is not a regular file", where);
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > max_bytes) {
        return fail("file-too-large", fmt::format("the file has {} bytes, the limit is {}", size, max_bytes),
                    where);
    }
    return OpenedFile{std::move(file), size, nanoseconds(status.st_mtim)};
}

/// Fills `bytes` up to the end of the file; returns how many were read.
Result<std::size_t> read_into(const std::filesystem::path& path, const OpenedFile& file, std::byte* bytes) {
    std::size_t done = 0;
    while (done < file.size) {
        const std::optional<std::size_t> got = file.descriptor.read({bytes + done, file.size - done});
        if (!got) return system_failure(path, errno);
        if (*got == 0) break;
        done += *got;
    }
    return done;
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::size_t max_bytes,
                                         std::vector<KnownFile>* files_read) {
    const Result<OpenedFile> file = open_regular(path, max_bytes);
    if (!file) return tl::unexpected(file.error());
    std::vector<std::byte> bytes(file->size);
    const Result<std::size_t> size = read_into(path, *file, bytes.data());
    if (!size) return tl::unexpected(size.error());
    bytes.resize(*size);
    if (files_read != nullptr) remember(*files_read, {path, stamp_of(bytes, file->modified)});
    return bytes;
}

FileBytes FileBytes::copy_of(std::span<const std::byte> bytes) {
    auto copy = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
    const std::span<const std::byte> view(*copy);
    return {std::move(copy), view};
}

Result<FileBytes> read_file_bytes(const std::filesystem::path& path, std::size_t max_bytes,
                                  std::int64_t* modified) {
    Result<OpenedFile> file = open_regular(path, max_bytes);
    if (!file) return tl::unexpected(file.error());
    if (modified != nullptr) *modified = file->modified;
    if (file->size >= mapped_from) {
        if (std::shared_ptr<const MappedFile> mapped = MappedFile::open(file->descriptor, file->size)) {
            const std::span<const std::byte> view = mapped->bytes();
            return FileBytes(
                std::move(mapped), view,
                [](const void* owner) { return static_cast<const MappedFile*>(owner)->is_intact(); },
                [](const void* owner) { static_cast<const MappedFile*>(owner)->detach(); });
        }
    }
    const std::shared_ptr<std::byte[]> bytes = make_block(file->size);
    const Result<std::size_t> size = read_into(path, *file, bytes.get());
    if (!size) return tl::unexpected(size.error());
    return FileBytes(bytes, {bytes.get(), *size});
}

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

std::string percent_encoded(const std::string& path) {
    constexpr std::string_view plain = "-._~/";
    std::string out;
    for (const char c : path) {
        const auto code = static_cast<unsigned char>(c);
        if (std::isalnum(code) != 0 || plain.find(c) != std::string_view::npos) {
            out += c;
        } else {
            out += fmt::format("%{:02X}", static_cast<unsigned>(code));
        }
    }
    return out;
}

Result<std::filesystem::path> resolve_reference(const std::filesystem::path& folder,
                                                const std::string& reference) {
    const auto refuse = [&](std::string code, const char* why) {
        return fail(std::move(code),
                    fmt::format("\"{}\" is not followed: {}", reference.substr(0, 200), why));
    };
    if (folder.empty()) return refuse("reference-without-folder", "the file has no folder to look in");
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
