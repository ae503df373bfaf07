// The window's own dialog to open and to save: folders, supported files, search by typing, a path field; it
// blocks nothing.
#pragma once

#include "model/document/document.h"

#include <filesystem>
#include <optional>
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

    // Where it asks for a place to save to; then the filter is not used.
    std::optional<std::uint64_t> figure;  // whose place, by id; nullopt: it opens files
    std::string file_name;
    std::size_t format = 0;  // into the list of formats that can be chosen
    bool replaces = false;   // a file of that name exists, and that was said
    bool scroll_to_current = false;
};

/// Opens the dialog beside the active figure's file; where it has none, where it was last.
void open_file_browser(const PanelContext& c);
/// Opens the dialog at its last folder, or where `folder` says.
void open_file_browser(FileBrowser& browser, const std::filesystem::path& folder);

void draw_file_browser(const PanelContext& c);

/// Shows the folder's entries, and says why where it cannot be read.
void list_folder(FileBrowser& browser, const std::filesystem::path& folder);

/// Can a file of this name be opened, by its ending?
[[nodiscard]] bool is_supported_file(const std::filesystem::path& path);

}  // namespace vitruvian
