// The window's own open dialog: folders, supported files, search by typing, a path field; it blocks nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {

struct PanelContext;

struct FileBrowser {
    struct Entry {
        std::string name;
        bool is_folder = false;
        std::uintmax_t bytes = 0;
    };
    bool open = false;
    bool just_opened = false;
    std::filesystem::path folder;
    std::vector<Entry> entries;  // folders first, then supported files, by name
    std::string filter;
    std::string path_text;
    std::string problem;  // why a folder could not be listed
    int current = 0;      // among those that pass the filter
    bool scroll_to_current = false;
};

/// Opens the dialog at its last folder, or where `folder` says.
void open_file_browser(FileBrowser& browser, const std::filesystem::path& folder);

void draw_file_browser(const PanelContext& c);

/// Can a file of this name be opened, by its ending?
[[nodiscard]] bool is_supported_file(const std::filesystem::path& path);

}  // namespace vitruvian
