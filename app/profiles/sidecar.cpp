#include "app/profiles/sidecar.h"

#include "model/io/file.h"
#include "model/io/write_file.h"

#include <span>
#include <string>
#include <system_error>

namespace vitruvian {
namespace {

/// Returns an empty text where there is no such file.
Result<std::string> text_beside(const std::filesystem::path& path) {
    constexpr std::size_t max_bytes = std::size_t{16} << 20;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::string();
    const auto bytes = read_file(path, max_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

Result<void> write_beside(const std::filesystem::path& path, const std::string& text) {
    const auto profile = check::read_profile(text, path.string());
    if (profile && profile->ignores.empty() && profile->checks.empty() && profile->extends == "auto") {
        std::error_code error;
        std::filesystem::remove(path, error);
        return {};
    }
    return write_file_atomically(path, std::as_bytes(std::span(text)));
}

using Change = Result<std::string> (*)(std::string_view, const std::string&, const check::Ignore&);

Result<void> change_sidecar(const std::filesystem::path& file, const check::Ignore& ignore, Change change) {
    const std::filesystem::path path = profile_path(file);
    const Result<std::string> text = text_beside(path);
    if (!text) return tl::unexpected(text.error());
    const Result<std::string> changed = change(*text, path.string(), ignore);
    if (!changed) return tl::unexpected(changed.error());
    return write_beside(path, *changed);
}

}  // namespace

std::filesystem::path profile_path(const std::filesystem::path& file) {
    std::filesystem::path out = file;
    out += ".vitruvian.json";
    return out;
}

Result<std::optional<check::ProjectProfile>> read_sidecar(const std::filesystem::path& file) {
    if (file.empty()) return std::nullopt;
    const std::filesystem::path path = profile_path(file);
    const Result<std::string> text = text_beside(path);
    if (!text) return tl::unexpected(text.error());
    if (text->empty()) return std::nullopt;
    Result<check::ProjectProfile> profile = check::read_profile(*text, path.string());
    if (!profile) return tl::unexpected(profile.error());
    return std::move(*profile);
}

check::Profile profile_of(const Document& document, const std::optional<check::ProjectProfile>& beside) {
    const check::Profile own = check::profile_for(document);
    if (!beside) return own;
    check::Profile out = beside->over(check::built_in_profile(beside->extends).value_or(own));
    // A profile that only ignores findings keeps the name of the one it extends.
    if (beside->checks.empty()) out.name = check::built_in_profile(beside->extends).value_or(own).name;
    return out;
}

Result<void> ignore_in_sidecar(const std::filesystem::path& file, const check::Ignore& ignore) {
    return change_sidecar(file, ignore, check::with_ignore);
}

Result<void> restore_in_sidecar(const std::filesystem::path& file, const check::Ignore& ignore) {
    return change_sidecar(file, ignore, check::without_ignore);
}

}  // namespace vitruvian
