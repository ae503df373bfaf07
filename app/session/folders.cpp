#include "app/session/folders.h"

#include "model/core/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::vector<fs::path> readable_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    const fs::path absolute = fs::absolute(folder, error).lexically_normal();
    for (auto entry = fs::directory_iterator(absolute, fs::directory_options::skip_permission_denied, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const FileSuffix* suffix = suffix_of(entry->path());
        std::error_code ignored;
        if (suffix == nullptr || suffix->text == ".json" || !entry->is_regular_file(ignored)) continue;
        if (!entry->path().filename().string().starts_with('.')) files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
        return std::pair(lower_case(a.filename().string()), a) <
               std::pair(lower_case(b.filename().string()), b);
    });
    return files;
}

std::string advice_for(const Error& error) {
    if (error.code == "file-not-found")
        return "It may have been moved or renamed: open it from where it is now (Ctrl+O).";
    if (error.code == "file-forbidden")
        return "Give yourself the right to read it, or open a copy of your own.";
    if (error.code == "file-not-regular")
        return "It is a device or a pipe: only files and folders can be opened.";
    if (error.code == "file-empty") return "Save or download it again: the file is empty.";
    const bool is_named_so = suffix_of(error.where.file) != nullptr;
    if (error.code == "format-unknown" && is_named_so)
        return "The file is damaged, or is something else than its name says: export or download it again.";
    if (error.code == "format-unknown" || error.code == "format-not-read") {
        return fmt::format(
            "This file type is not supported. Export the figure as glTF, VRM, X3D or BVH; files that end in "
            "{} "
            "can be opened.",
            suffix_list(", "));
    }
    if (error.code == "file-too-large") return "Make it smaller: fewer or smaller textures, fewer clips.";
    return "What was open stays open. Fix the file at the place shown, and open it again.";
}

}  // namespace vitruvian
