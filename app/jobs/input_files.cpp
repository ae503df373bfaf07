#include "app/jobs/input_files.h"

#include "model/formats/save.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <string_view>
#include <system_error>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

/// Folders of projects contain much JSON; an X3D world has that word at its beginning.
bool begins_like_x3d(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::array<char, 1024> start{};
    stream.read(start.data(), start.size());
    return std::string_view(start.data(), static_cast<std::size_t>(stream.gcount())).find("\"X3D\"") !=
           std::string_view::npos;
}

bool can_be_read(const fs::path& path) {
    if (format_for_path(path) == FileFormat::unknown) return false;
    std::string suffix = path.extension().string();
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return suffix != ".json" || begins_like_x3d(path);
}

bool is_broken_link(const fs::path& path) {
    std::error_code error;
    return fs::is_symlink(path, error) && !fs::exists(path, error);
}

class Search {
  public:
    void add_named(const std::string& path, InputFiles& out) {
        std::error_code error;
        if (path == "-") return add_file(path, out);
        const fs::file_status status = fs::status(path, error);
        if (!fs::exists(status)) {
            out.missing.push_back(path);
        } else if (fs::is_directory(status)) {
            const std::size_t before = out.files.size();
            root_ = fs::canonical(path, error);
            search(path, out);
            if (out.files.size() == before) out.empty.push_back(path);
        } else {
            add_file(path, out);
        }
    }

  private:
    void add_file(const std::string& path, InputFiles& out) {
        std::error_code error;
        const fs::path whole = path == "-" ? fs::path(path) : fs::absolute(path, error);
        if (named_.insert(whole.lexically_normal().string()).second) out.files.push_back(path);
    }

    void search(const fs::path& folder, InputFiles& out) {
        std::error_code error;
        if (!searched_.insert(fs::canonical(folder, error)).second) return;
        std::vector<fs::path> entries;
        for (auto entry =
                 fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
             !error && entry != fs::directory_iterator(); entry.increment(error)) {
            if (!entry->path().filename().string().starts_with('.')) entries.push_back(entry->path());
        }
        std::sort(entries.begin(), entries.end());
        for (const fs::path& entry : entries) {
            std::error_code ignored;
            if (fs::is_directory(entry, ignored)) {
                search(entry, out);
            } else if (fs::is_regular_file(entry, ignored) && can_be_read(entry)) {
                add_found(entry, out);
            } else if (is_broken_link(entry) && can_be_read(entry)) {
                // Added as a file that cannot be read: otherwise it would be skipped silently.
                add_file(entry.string(), out);
            }
        }
    }

    void add_found(const fs::path& path, InputFiles& out) {
        add_file(path.string(), out);
        std::error_code error;
        const fs::path real = fs::canonical(path, error);
        const bool is_inside =
            std::mismatch(root_.begin(), root_.end(), real.begin(), real.end()).first == root_.end();
        if (!error && !is_inside) out.linked.push_back(real);
    }

    fs::path root_;
    std::set<fs::path> searched_;
    std::set<std::string> named_;
};

}  // namespace

InputFiles find_input_files(const std::vector<std::string>& paths) {
    InputFiles out;
    Search search;
    for (const std::string& path : paths) search.add_named(path, out);
    return out;
}

std::vector<std::string> shard_of(const std::vector<std::string>& files, int shard, int shards) {
    std::vector<std::string> out;
    for (std::size_t i = static_cast<std::size_t>(shard - 1); i < files.size();
         i += static_cast<std::size_t>(shards)) {
        out.push_back(files[i]);
    }
    return out;
}

}  // namespace vitruvian
