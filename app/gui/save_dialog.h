// Saving from the window: where to and in which format, and what becomes of unsaved work when it would be
// lost.
#pragma once

#include <string>

namespace vitruvian {

struct FileBrowser;
struct OpenFigure;
struct PanelContext;

/// The question that unsaved work asks before it is closed or something takes its place.
struct Leaving {
    bool quit_asked = false;  // the window is to be closed
    bool save_asked = false;  // after that is saved
    bool is_open = false;     // the question stands on the screen
};

/// Writes the active figure to its file; asks for one where it has none.
void save_active_figure(const PanelContext& c);
/// Opens the file browser to choose where a figure is saved.
void open_save_dialog(const PanelContext& c, const OpenFigure& figure);
/// Writes a figure to its file; asks for one where it has none.
void save_figure(const PanelContext& c, const OpenFigure& figure);

/// Of the browser while it asks for a place: name, format and buttons, below the list of files.
void draw_save_rows(const PanelContext& c);
/// Takes a name over, and with it the format that its ending means.
void set_file_name(FileBrowser& browser, const std::string& name);

/// Asks where it has to, closes the window or lets in what waits once nothing is unsaved or it may be lost.
void draw_unsaved_dialog(const PanelContext& c);

}  // namespace vitruvian
