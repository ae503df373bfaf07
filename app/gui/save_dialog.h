// Saving from the window: place and format, and the question about unsaved work before it would be lost.
#pragma once

#include <string>

namespace vitruvian {

struct FileBrowser;
struct OpenFigure;
struct PanelContext;

/// The question about unsaved work before a file or the window is closed.
struct Leaving {
    bool quit_asked = false;  // the window was asked to close
    bool save_asked = false;  // saving was chosen
    bool is_open = false;     // the question is shown
};

/// Saves the active figure to its file; asks for a place if it has none.
void save_active_figure(const PanelContext& c);
/// Opens the file browser to choose the place to save a figure.
void open_save_dialog(const PanelContext& c, const OpenFigure& figure);
/// Saves a figure to its file; asks for a place if it has none.
void save_figure(const PanelContext& c, const OpenFigure& figure);

/// Draws the browser's fields for saving below the list of files: name, format and buttons.
void draw_save_rows(const PanelContext& c);
/// Sets the name, and the format by its suffix.
void set_file_name(FileBrowser& browser, const std::string& name);

/// Asks about unsaved work if needed; then closes the window or opens the waiting files.
void draw_unsaved_dialog(const PanelContext& c);

}  // namespace vitruvian
