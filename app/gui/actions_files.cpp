// Commands that open, save and close files.
#include "app/gui/actions.h"
#include "app/gui/file_browser.h"
#include "app/gui/panel.h"
#include "app/gui/save_dialog.h"

#include <cstdint>
#include <vector>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

std::vector<std::uint64_t> ids_but(Context c, std::uint64_t kept) {
    std::vector<std::uint64_t> out;
    for (const OpenFigure& figure : c.session.figures()) {
        if (figure.id != kept) out.push_back(figure.id);
    }
    return out;
}

bool has_neighbours(Context c) {
    return !c.session.file_with_neighbours().empty();
}

void add_opening(std::vector<Action>& list) {
    list.push_back(
        {"file.open", "Open\u2026", "File", ctrl('O'), [](Context c) { open_file_browser(c); }, {}, {}});
    list.push_back({"file.next",
                    "Open the next file in the folder",
                    "File",
                    plain(Key::page_down),
                    [](Context c) { c.push(OpenNeighbour{1}); },
                    has_neighbours,
                    {}});
    list.push_back({"file.previous",
                    "Open the previous file in the folder",
                    "File",
                    plain(Key::page_up),
                    [](Context c) { c.push(OpenNeighbour{-1}); },
                    has_neighbours,
                    {}});
    list.push_back(
        {"file.manikin", "Open the manikin", "File", {}, [](Context c) { c.push(OpenBuiltin{}); }, {}, {}});
    list.push_back({"file.import_pose",
                    "Import pose matrices\u2026",
                    "File",
                    {},
                    [](Context c) { open_file_browser(c); },
                    has_figure,
                    {}});
    list.push_back({"file.export_pose",
                    "Export pose matrices (CSV)",
                    "File",
                    {},
                    [](Context c) { c.push(ExportPose{}); },
                    has_figure,
                    {}});
    list.push_back({"file.reload",
                    "Reload",
                    "File",
                    plain(Key::f5),
                    [](Context c) { c.push(ReloadFiles{}); },
                    [](Context c) { return has_figure(c) && !c.session.only_builtin(); },
                    {}});
}

void add_closing(std::vector<Action>& list) {
    list.push_back({"file.close",
                    "Close",
                    "File",
                    ctrl('W'),
                    [](Context c) { c.push(CloseFiles{{c.session.active_id()}}); },
                    has_figure,
                    {},
                    true});
    list.push_back({"file.close_others",
                    "Close others",
                    "File",
                    {},
                    [](Context c) { c.push(CloseFiles{ids_but(c, c.session.active_id())}); },
                    [](Context c) { return c.session.figures().size() > 1; },
                    {}});
    list.push_back({"file.close_all",
                    "Close all",
                    "File",
                    ctrl_shift('W'),
                    [](Context c) { c.push(CloseFiles{ids_but(c, 0)}); },
                    has_figure,
                    {}});
}

}  // namespace

void add_file_actions(std::vector<Action>& list) {
    add_opening(list);
    list.push_back({"file.save", "Save", "File", ctrl('S'), save_active_figure, has_figure, {}});
    list.push_back({"file.save_as",
                    "Save as\u2026",
                    "File",
                    ctrl_shift('S'),
                    [](Context c) { open_save_dialog(c, *c.session.active_figure()); },
                    has_figure,
                    {}});
    add_closing(list);
    list.push_back({"file.screenshot",
                    "Save a screenshot of the view",
                    "File",
                    plain(Key::f12),
                    [](Context c) { c.gui.take_screenshot = true; },
                    {},
                    {},
                    true});
    list.push_back({"file.quit",
                    "Quit",
                    "File",
                    ctrl('Q'),
                    [](Context c) { c.gui.leaving.quit_asked = true; },
                    {},
                    {},
                    true});
}

}  // namespace vitruvian
