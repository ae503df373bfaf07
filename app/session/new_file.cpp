#include "app/session/new_file.h"

#include "app/session/xdg_folder.h"
#include "model/io/write_file.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string_view>
#include <system_error>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

/// Returns the value of a line such as `XDG_PICTURES_DIR="$HOME/Pictures"`; empty if the file has none.
fs::path folder_in_user_dirs(const fs::path& home, std::string_view key) {
    std::ifstream file(xdg_folder("XDG_CONFIG_HOME", ".config") / "user-dirs.dirs");
    for (std::string line; std::getline(file, line);) {
        const std::string start = std::string(key) + "=\"";
        if (!line.starts_with(start)) continue;
        const std::string value = line.substr(start.size(), line.find('"', start.size()) - start.size());
        constexpr std::string_view in_home = "$HOME/";
        return value.starts_with(in_home) ? home / value.substr(in_home.size()) : fs::path(value);
    }
    return {};
}

Result<fs::path> write_in(const fs::path& folder, const std::function<std::string(int)>& name,
                          std::span<const std::byte> bytes) {
    constexpr int most = 10000;
    fs::path path;
    std::error_code ignored;
    for (int number = 1; number < most; ++number) {
        path = folder / name(number);
        if (!fs::exists(path, ignored)) break;
    }
    const Result<void> written = write_file_atomically(path, bytes, Flush::now, Over::nothing);
    if (!written) return tl::unexpected(written.error());
    return path;
}

}  // namespace

fs::path user_folder(UserFolder which) {
    const char* variable = std::getenv("HOME");
    const fs::path home = variable == nullptr ? "" : variable;
    if (!home.is_absolute()) return {};
    const bool pictures = which == UserFolder::pictures;
    const fs::path said = folder_in_user_dirs(home, pictures ? "XDG_PICTURES_DIR" : "XDG_DOCUMENTS_DIR");
    std::error_code ignored;
    for (const fs::path& folder : {said, home / (pictures ? "Pictures" : "Documents")}) {
        if (folder.is_absolute() && fs::is_directory(folder, ignored)) return folder;
    }
    return home;
}

Result<NewFile> write_new_file(const fs::path& folder, UserFolder otherwise,
                               const std::function<std::string(int)>& name,
                               std::span<const std::byte> bytes) {
    const Result<fs::path> here = write_in(folder, name, bytes);
    if (here) return NewFile{*here, {}};
    const fs::path own = user_folder(otherwise);
    if (own.empty()) return tl::unexpected(here.error());
    const Result<fs::path> there = write_in(own, name, bytes);
    if (!there) return tl::unexpected(here.error());
    return NewFile{*there, here.error().message};
}

std::string said_of(const NewFile& file) {
    if (file.why_elsewhere.empty()) return file.path.string();
    return fmt::format("{}\nIt is there because the figure's folder cannot be written: {}",
                       file.path.string(), file.why_elsewhere);
}

}  // namespace vitruvian
