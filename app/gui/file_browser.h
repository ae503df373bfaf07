// The window's dialog to open and save files: folders, supported files, search by typing, a path field. It
// does not block the window.
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
    std::filesystem::path folder;
    std::vector<Entry> entries;  // folders first, then supported files, by name
    std::string filter;
    std::string path_text;
    std::string problem;  // why the folder could not be listed
    int current = 0;      // index into the entries that pass the filter

    // For saving; the filter is not used then.
    std::optional<std::uint64_t> figure;  // the figure to save, by id; nullopt: the dialog opens files
    std::string file_name;
    std::size_t format = 0;  // index into the list of formats
    bool replaces = false;   // a file of that name exists, and the person was told
    bool rigid = false;      // chosen for worlds, see SaveOptions
    bool keep_bind = false;  // chosen for glTF
    bool scroll_to_current = false;
};

/// Opens the dialog in the folder of the active figure's file, or else in its last folder.
void open_file_browser(const PanelContext& c);
/// Opens the dialog in `folder`, or if that is empty in its last folder.
void show_file_browser(const PanelContext& c);

void draw_file_browser(const PanelContext& c);

/// Lists the folder's entries, or sets `problem` if it cannot be read.
void list_folder(FileBrowser& browser, const std::filesystem::path& folder);

/// True if the suffix is that of a file that can be opened.
[[nodiscard]] bool is_supported_file(const std::filesystem::path& path);

}  // namespace vitruvian
