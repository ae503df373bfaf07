#include "app/gui/actions.h"

#include "app/gui/clip_menu.h"
#include "app/gui/panel.h"
#include "app/gui/save_dialog.h"
#include "app/gui/tool_panel.h"

#include <algorithm>
#include <cstdint>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

bool has_clip(Context c) {
    return c.session.clock_clip() != nullptr;
}

bool has_file(Context c) {
    const auto& figures = c.session.figures();
    return std::any_of(figures.begin(), figures.end(),
                       [](const OpenFigure& figure) { return !figure.path.empty(); });
}

std::vector<std::uint64_t> ids_but(Context c, std::uint64_t kept) {
    std::vector<std::uint64_t> out;
    for (const OpenFigure& figure : c.session.figures()) {
        if (figure.id != kept) out.push_back(figure.id);
    }
    return out;
}

bool any_document(Context c, bool (*has)(const Document&)) {
    const auto& figures = c.session.figures();
    return std::any_of(figures.begin(), figures.end(),
                       [&](const OpenFigure& figure) { return has(figure.document()); });
}

void add_file(std::vector<Action>& list) {
    list.push_back(
        {"file.open", "Open\u2026", "File", ctrl('O'), [](Context c) { open_file_browser(c); }, {}, {}});
    list.push_back({"file.next",
                    "Open the next file in the folder",
                    "File",
                    plain(Key::page_down),
                    [](Context c) { c.push(OpenNeighbour{1}); },
                    has_file,
                    {}});
    list.push_back({"file.previous",
                    "Open the previous file in the folder",
                    "File",
                    plain(Key::page_up),
                    [](Context c) { c.push(OpenNeighbour{-1}); },
                    has_file,
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
    list.push_back({"file.save", "Save", "File", ctrl('S'), save_active_figure, has_figure, {}});
    list.push_back({"file.save_as",
                    "Save as\u2026",
                    "File",
                    ctrl_shift('S'),
                    [](Context c) { open_save_dialog(c, *c.session.active_figure()); },
                    has_figure,
                    {}});
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
    list.push_back({"file.screenshot",
                    "Save a picture of the view",
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

void add_edit(std::vector<Action>& list) {
    list.push_back({"edit.undo",
                    "Undo",
                    "Edit",
                    ctrl('Z'),
                    [](Context c) { c.push(Undo{}); },
                    [](Context c) { return !c.session.undo_title().empty(); },
                    {}});
    list.push_back({"edit.redo",
                    "Redo",
                    "Edit",
                    ctrl_shift('Z'),
                    [](Context c) { c.push(Redo{}); },
                    [](Context c) { return !c.session.redo_title().empty(); },
                    {},
                    false,
                    ctrl('Y')});
    list.push_back({"edit.search",
                    "Search the scene tree",
                    "Edit",
                    ctrl('F'),
                    [](Context c) {
                        c.gui.settings.show_tree = true;
                        c.gui.tree.focus_search = true;
                    },
                    {},
                    {},
                    true});
    list.push_back({"edit.deselect",
                    "Select nothing",
                    "Edit",
                    plain(Key::escape),
                    [](Context c) {
                        c.push(Select{Selection{c.session.active_id(), {}}});
                    },
                    [](Context c) { return c.session.selection().item.kind != ItemKind::none; },
                    {}});
    list.push_back({"edit.palette",
                    "Command palette\u2026",
                    "Edit",
                    ctrl('P'),
                    [](Context c) {
                        c.gui.palette = {};
                        c.gui.palette.open = true;
                        c.gui.palette.just_opened = true;
                    },
                    {},
                    {},
                    true});
}

void add_view(std::vector<Action>& list, const char* id, const char* title, Shortcut key, StandardView view,
              bool opposite, bool separator = false) {
    list.push_back({id,
                    title,
                    "View",
                    key,
                    [view, opposite](Context c) {
                        c.push(ShowView{view, opposite});
                    },
                    {},
                    {},
                    separator});
}

void add_panel(std::vector<Action>& list, const char* id, const char* title, bool Settings::*member,
               bool separator = false, Shortcut key = {}) {
    list.push_back({id,
                    title,
                    "View",
                    key,
                    [member](Context c) { c.gui.settings.*member = !(c.gui.settings.*member); },
                    {},
                    [member](Context c) { return c.gui.settings.*member; },
                    separator});
}

void set_scale(Context c, float scale) {
    c.gui.settings.scale = std::clamp(scale, 0.5F, 3.0F);
}

void add_views(std::vector<Action>& list) {
    list.push_back({"view.frame",
                    "Frame the selection",
                    "View",
                    plain('F'),
                    [](Context c) { c.push(FrameSelection{}); },
                    {},
                    {}});
    list.push_back({"view.frame_all",
                    "Frame all",
                    "View",
                    plain(Key::home),
                    [](Context c) { c.push(FrameAll{}); },
                    {},
                    {}});
    add_view(list, "view.best", "Best view", plain('0'), StandardView::best, false, true);
    add_view(list, "view.front", "Front", plain('1'), StandardView::front, false);
    add_view(list, "view.back", "Back", ctrl('1'), StandardView::front, true);
    add_view(list, "view.side", "Left side", plain('3'), StandardView::side, false);
    add_view(list, "view.other_side", "Right side", ctrl('3'), StandardView::side, true);
    add_view(list, "view.top", "Top", plain('7'), StandardView::top, false);
    add_view(list, "view.bottom", "Below", ctrl('7'), StandardView::top, true);
    add_view(list, "view.inclined", "Inclined", plain('9'), StandardView::inclined, false);
    list.push_back({"view.orthographic",
                    "Orthographic",
                    "View",
                    plain('5'),
                    [](Context c) { c.push(SetOrthographic{!c.session.camera().orthographic}); },
                    {},
                    [](Context c) { return c.session.camera().orthographic; }});
    add_view_layout_actions(list);
    add_figure_actions(list);
    add_panel(list, "panel.tree", "Scene tree", &Settings::show_tree, true);
    add_panel(list, "panel.inspector", "Inspector", &Settings::show_inspector);
    add_panel(list, "panel.timeline", "Timeline", &Settings::show_timeline);
    add_panel(list, "panel.problems", "Problems", &Settings::show_problems, false, ctrl_shift('M'));
    list.push_back({"panel.rom", "Range of motion", "View", ctrl_shift('R'),
                    [](Context c) {
                        c.gui.rom.open = !c.gui.rom.open;
                        ++c.gui.rom.revision;
                    },
                    has_figure, [](Context c) { return c.gui.rom.open; }});
    list.push_back({"panel.diff", "Differences of two figures", "View", ctrl_shift('D'),
                    [](Context c) {
                        c.gui.diff.open = !c.gui.diff.open;
                        ++c.gui.diff.revision;
                    },
                    [](Context c) { return c.session.figures().size() > 1 || c.gui.diff.open; },
                    [](Context c) { return c.gui.diff.open; }});
    add_panel(list, "panel.toolbar", "Toolbar", &Settings::show_toolbar);
    add_panel(list, "panel.status", "Status bar", &Settings::show_status);
    list.push_back({"panel.messages",
                    "Messages",
                    "View",
                    {},
                    [](Context c) { c.gui.messages_open = !c.gui.messages_open; },
                    {},
                    [](Context c) { return c.gui.messages_open; }});
    for (std::size_t i = 0; i < layout_count; ++i) {
        list.push_back({std::string("layout.") + static_cast<char>('1' + i),
                        std::string("Layout: ") + layout_names[i],
                        "View",
                        ctrl_shift(static_cast<char>('1' + i)),
                        [i](Context c) { choose_layout(c.gui.settings, i); },
                        {},
                        [i](Context c) { return c.gui.settings.layout == static_cast<int>(i); },
                        i == 0});
    }
    add_panel(list, "theme.light", "Light theme", &Settings::light_theme, true);
    list.push_back({"scale.up",
                    "Larger interface",
                    "View",
                    ctrl('='),
                    [](Context c) { set_scale(c, c.gui.settings.scale + 0.1F); },
                    {},
                    {}});
    list.push_back({"scale.down",
                    "Smaller interface",
                    "View",
                    ctrl('-'),
                    [](Context c) { set_scale(c, c.gui.settings.scale - 0.1F); },
                    {},
                    {}});
    list.push_back({"scale.reset",
                    "Interface at its normal size",
                    "View",
                    ctrl('0'),
                    [](Context c) { set_scale(c, 1.0F); },
                    {},
                    {}});
}

void add_layer(std::vector<Action>& list, const char* id, const char* title, bool Show::*member,
               Shortcut key = {}, std::function<bool(Context)> enabled = {}) {
    list.push_back({id, title, "Layers", key,
                    [member](Context c) {
                        Show show = c.session.view().show;
                        show.*member = !(show.*member);
                        c.push(SetShow{show});
                    },
                    std::move(enabled), [member](Context c) { return c.session.view().show.*member; }});
}

void add_bone_style(std::vector<Action>& list, const char* id, const char* title, BoneStyle style,
                    bool separator) {
    list.push_back({id,
                    title,
                    "Layers",
                    {},
                    [style](Context c) {
                        Show show = c.session.view().show;
                        show.bones = true;
                        show.bone_style = style;
                        c.push(SetShow{show});
                    },
                    {},
                    [style](Context c) { return c.session.view().show.bone_style == style; },
                    separator});
}

void add_layers(std::vector<Action>& list) {
    add_layer(list, "layer.skin", "Skin", &Show::skin);
    add_layer(list, "layer.wireframe", "Wireframe", &Show::wireframe, plain('W'));
    add_layer(list, "layer.normals", "Normals", &Show::normals);
    add_layer(list, "layer.joints", "Joints", &Show::joints, plain('J'));
    add_layer(list, "layer.bones", "Bones", &Show::bones, plain('B'));
    add_layer(list, "layer.limits", "Joint limits", &Show::limits, plain('L'));
    add_layer(list, "layer.weights", "Skin weights", &Show::weights, shift('W'));
    add_layer(list, "layer.stiffness", "Stiffness", &Show::stiffness, shift('T'));
    add_layer(list, "layer.labels", "Names of the joints", &Show::labels, plain('N'));
    add_layer(list, "layer.sites", "Sites", &Show::sites);
    add_layer(list, "layer.displacers", "Displaced vertices", &Show::displacers);
    add_layer(list, "layer.centre_of_mass", "Masses, inertia and balance", &Show::centre_of_mass);
    add_layer(list, "layer.bounds", "Bounding boxes", &Show::bounds);
    add_layer(list, "layer.grid", "Floor grid", &Show::grid);
    add_layer(list, "layer.sky", "File's background", &Show::sky, {}, [](Context c) {
        return any_document(c, [](const Document& document) { return document.sky.has_value(); });
    });
    add_layer(list, "layer.lights", "File's lights", &Show::lights, {}, [](Context c) {
        return any_document(c, [](const Document& document) { return !document.lights.empty(); });
    });
    add_bone_style(list, "bones.octahedra", "Bones as octahedra", BoneStyle::octahedra, true);
    add_bone_style(list, "bones.sticks", "Bones as sticks", BoneStyle::sticks, false);
    add_bone_style(list, "bones.lines", "Bones as lines", BoneStyle::lines, false);
}

void add_play(std::vector<Action>& list) {
    list.push_back({"play.toggle", "Play", "Play", plain(Key::space),
                    [](Context c) { c.push(SetPlaying{!c.session.playback().playing}); }, has_clip,
                    [](Context c) { return c.session.playback().playing; }});
    list.push_back({"play.loop",
                    "Loop",
                    "Play",
                    ctrl('L'),
                    [](Context c) { c.push(SetLoop{!c.session.playback().loop}); },
                    {},
                    [](Context c) { return c.session.playback().loop; }});
    list.push_back({"play.back",
                    "A frame back",
                    "Play",
                    plain(Key::left),
                    [](Context c) { c.push(StepFrames{-1}); },
                    has_clip,
                    {},
                    true});
    list.push_back({"play.forward",
                    "A frame forward",
                    "Play",
                    plain(Key::right),
                    [](Context c) { c.push(StepFrames{1}); },
                    has_clip,
                    {}});
    list.push_back({"play.start",
                    "To the start",
                    "Play",
                    ctrl('J'),
                    [](Context c) { c.push(SetTime{0.0}); },
                    has_clip,
                    {}});
    list.push_back({"play.next_problem",
                    "Next problem of the clip",
                    "Play",
                    {static_cast<int>(Key::right), true, false},
                    [](Context c) { jump_to_problem(c, 1); },
                    has_timed_problems,
                    {}});
    list.push_back({"play.previous_problem",
                    "Previous problem of the clip",
                    "Play",
                    {static_cast<int>(Key::left), true, false},
                    [](Context c) { jump_to_problem(c, -1); },
                    has_timed_problems,
                    {}});
    const auto speed = [&](const char* id, const char* title, float factor, bool separator) {
        list.push_back({id,
                        title,
                        "Play",
                        {},
                        [factor](Context c) { c.push(SetSpeed{factor}); },
                        {},
                        [factor](Context c) { return c.session.playback().speed == factor; },
                        separator});
    };
    speed("play.speed_quarter", "Quarter speed", 0.25F, true);
    speed("play.speed_half", "Half speed", 0.5F, false);
    speed("play.speed_normal", "Normal speed", 1.0F, false);
    speed("play.speed_double", "Double speed", 2.0F, false);
}

void add_help(std::vector<Action>& list) {
    list.push_back({"help.keys",
                    "Keys and mouse",
                    "Help",
                    plain(Key::f1),
                    [](Context c) { c.gui.help_open = !c.gui.help_open; },
                    {},
                    [](Context c) { return c.gui.help_open; }});
    list.push_back(
        {"help.about", "About Vitruvian", "Help", {}, [](Context c) { c.gui.about_open = true; }, {}, {}});
}

std::vector<Action> make_actions() {
    std::vector<Action> list;
    add_file(list);
    add_edit(list);
    add_views(list);
    add_layers(list);
    add_tool_actions(list);
    add_pose_actions(list);
    add_clip_actions(list);
    add_play(list);
    add_help(list);
    add_side_actions(list);
    add_repair_actions(list);
    return list;
}

/// While a text field has the keyboard, the keys that it uses itself are not for commands.
bool is_for_text(const KeyPress& press) {
    const bool function_key =
        press.key >= static_cast<int>(Key::f1) && press.key <= static_cast<int>(Key::f12);
    if (function_key) return false;
    if (!press.ctrl) return true;
    constexpr std::string_view editing = "ACVXZY";
    return press.key > 255 || editing.find(static_cast<char>(press.key)) != std::string_view::npos;
}

}  // namespace

bool has_figure(const PanelContext& c) {
    return c.session.active_figure() != nullptr;
}

bool has_humanoid(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    return figure != nullptr && !figure->document().humanoids.empty();
}

const std::vector<Action>& actions() {
    static const std::vector<Action> list = make_actions();
    return list;
}

void run_shortcuts(const PanelContext& c) {
    for (const KeyPress& press : c.gui.keys) {
        if (c.gui.text_input && is_for_text(press)) continue;
        const auto action = std::find_if(actions().begin(), actions().end(), [&](const Action& candidate) {
            return candidate.shortcut.matches(press) || candidate.other_shortcut.matches(press);
        });
        if (action == actions().end()) continue;
        // A switch that is held down does not flicker.
        if (press.repeat && action->checked) continue;
        if (!action->enabled || action->enabled(c)) action->run(c);
    }
    c.gui.keys.clear();
}

}  // namespace vitruvian
