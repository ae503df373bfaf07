#include "app/gui/save_dialog.h"

#include "app/gui/checkbox.h"
#include "app/gui/focus.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"
#include "model/document/file_format.h"
#include "model/formats/save.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

struct Choice {
    FileFormat format;
    const char* ending;
    const char* name;
};
constexpr std::array<Choice, 10> choices{{
    {FileFormat::vrml97, ".wrl", "VRML97 with H-Anim (.wrl)"},
    {FileFormat::vrml97, ".wrl.gz", "VRML97, compressed (.wrl.gz)"},
    {FileFormat::x3d_xml, ".x3d", "X3D, XML encoding (.x3d)"},
    {FileFormat::x3d_classic, ".x3dv", "X3D, classic encoding (.x3dv)"},
    {FileFormat::x3d_json, ".x3dj", "X3D, JSON encoding (.x3dj)"},
    {FileFormat::glb, ".glb", "glTF binary (.glb)"},
    {FileFormat::gltf, ".gltf", "glTF with files beside it (.gltf)"},
    {FileFormat::vrm, ".vrm", "VRM 1.0 avatar (.vrm)"},
    {FileFormat::glb, ".vrma", "VRM animation: one clip, no mesh (.vrma)"},
    {FileFormat::bvh, ".bvh", "BVH: skeleton and motion only (.bvh)"},
}};

std::size_t choice_for(FileFormat format, bool compressed) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const bool packed = std::string_view(choices[i].ending).ends_with(".gz");
        if (choices[i].format == format && packed == compressed) return i;
    }
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (choices[i].format == format) return i;
    }
    return 0;
}

/// Returns `name` without a suffix of a known format.
std::string stem_of(const std::string& name) {
    if (format_for_path(name) == FileFormat::unknown) return name;
    fs::path path(name);
    if (path.extension() == ".gz") path.replace_extension();
    return path.replace_extension().string();
}

void choose_format(FileBrowser& browser, std::size_t choice) {
    browser.format = choice;
    browser.file_name = stem_of(browser.file_name) + choices[choice].ending;
    browser.replaces = false;
}

/// Whether skins can be cut into rigid segments in a file of that format.
bool offers_rigid(const OpenFigure& figure, FileFormat format) {
    const auto& meshes = figure.document().meshes;
    return is_world(format) && std::any_of(meshes.begin(), meshes.end(), [](const MeshInstance& instance) {
               return instance.mesh->is_skinned();
           });
}

/// Whether the bind pose may be rewritten in a file of that format.
bool offers_keep_bind(const OpenFigure& figure, FileFormat format) {
    return (format == FileFormat::glb || format == FileFormat::gltf) && has_bones(figure.document());
}

void draw_option(const PanelContext& c, float column, const char* mark, const char* text, bool& on,
                 const char* help) {
    ImGui::SetCursorPosX(column);
    checkbox(c, text, &on);
    c.mark(mark);
    tooltip(c, help);
}

/// The choice that a format has, in a row of its own.
void draw_format_options(const PanelContext& c, float column) {
    FileBrowser& browser = c.gui.browser;
    const OpenFigure& figure = *c.session.figure(*browser.figure);
    const FileFormat format = choices[browser.format].format;
    const bool is_clip = std::string_view(choices[browser.format].ending) == ".vrma";
    if (offers_rigid(figure, format)) {
        draw_option(c, column, "browser/rigid", "Cut the skin into rigid segments", browser.rigid,
                    "Moves in every VRML and X3D browser, in stiff parts that overlap at the joints. "
                    "Browsers that do not know H-Anim's skins otherwise show the rest pose.");
    } else if (offers_keep_bind(figure, format) && !is_clip) {
        draw_option(
            c, column, "browser/keep_bind", "Keep the bind pose and the axes of bones", browser.keep_bind,
            "EXT_skeleton_humanoid, which holds limits and stiffness, asks for a T-pose and its own "
            "axes. With this the skin stays bound as it is, and a warning says which rule is broken.");
    }
}

/// Saves, or warns once that a file would be replaced.
void save_there(const PanelContext& c) {
    FileBrowser& browser = c.gui.browser;
    if (browser.file_name.empty() || browser.file_name.find('/') != std::string::npos) {
        browser.problem = "Give the file a name.";
        return;
    }
    if (format_for_path(browser.file_name) == FileFormat::unknown) choose_format(browser, browser.format);
    const fs::path path = browser.folder / browser.file_name;
    const OpenFigure& figure = *c.session.figure(*browser.figure);
    std::error_code ignored;
    const bool own = fs::equivalent(path, figure.path, ignored);
    if (!own && !browser.replaces && fs::exists(path, ignored)) {
        browser.replaces = true;
        browser.problem = fmt::format("{} exists already.", browser.file_name);
        return;
    }
    // A file's suffix may not match its format; saved in place it keeps its format.
    const FileFormat format =
        own && format_for_path(path) == format_for_path(figure.path) ? figure.format : format_for_path(path);
    const bool rigid = !own && offers_rigid(figure, format) && browser.rigid;
    const bool keep_bind = !own && offers_keep_bind(figure, format) && browser.keep_bind;
    c.push(SaveFigure{*browser.figure, path, format, !own && browser.replaces, rigid, keep_bind});
    c.gui.settings.last_folder = browser.folder.string();
    browser.open = false;
}

/// Returns the figures whose edits would be lost by the requested action.
std::vector<const OpenFigure*> figures_to_save(const PanelContext& c) {
    std::vector<const OpenFigure*> out;
    if (!c.gui.leaving.quit_asked) {
        for (const std::uint64_t id : c.session.at_stake()) out.push_back(c.session.figure(id));
        return out;
    }
    for (const OpenFigure& figure : c.session.figures()) {
        if (!figure.history.is_saved()) out.push_back(&figure);
    }
    return out;
}

/// Requests saving of all of them: those without a file one after the other, in the browser.
void save_all(const PanelContext& c, const std::vector<const OpenFigure*>& figures) {
    c.gui.leaving.save_asked = true;
    for (const OpenFigure* figure : figures) save_figure(c, *figure);
}

void go_on(const PanelContext& c) {
    if (c.gui.leaving.quit_asked) c.gui.quit = true;
    c.push(AnswerUnsaved{true});
    c.gui.leaving = {};
}

void stay(const PanelContext& c) {
    c.push(AnswerUnsaved{false});
    c.gui.leaving = {};
}

std::string question(const PanelContext& c, const std::vector<const OpenFigure*>& figures) {
    std::string names;
    for (const OpenFigure* figure : figures) names += (names.empty() ? "" : ", ") + figure->name();
    const bool one = figures.size() == 1;
    std::string then = "the window closes";
    if (const Waiting* waiting = c.session.waiting(); waiting != nullptr && !c.gui.leaving.quit_asked) {
        then = waiting->arrived.empty() ? std::string(one ? "it is closed" : "they are closed")
                                        : waiting->arrived.front().name() + " takes the place";
    }
    return fmt::format("{} {} edits that are not saved. Save them before {}?", names, one ? "has" : "have",
                       then);
}

}  // namespace

void set_file_name(FileBrowser& browser, const std::string& name) {
    browser.file_name = name;
    browser.replaces = false;
    browser.problem.clear();
    const FileFormat format = format_for_path(name);
    if (format != FileFormat::unknown) browser.format = choice_for(format, is_compressed_path(name));
}

void save_active_figure(const PanelContext& c) {
    if (const OpenFigure* figure = c.session.active_figure()) save_figure(c, *figure);
}

void save_figure(const PanelContext& c, const OpenFigure& figure) {
    if (figure.path.empty()) {
        open_save_dialog(c, figure);
    } else {
        c.push(SaveFigure{figure.id, {}, FileFormat::unknown});
    }
}

void open_save_dialog(const PanelContext& c, const OpenFigure& saved) {
    FileBrowser& browser = c.gui.browser;
    if (!saved.path.empty()) {
        std::error_code ignored;
        browser.folder = fs::absolute(saved.path, ignored).parent_path();
    }
    show_file_browser(c);
    request_focus(c, "browser/name");
    browser.figure = saved.id;
    browser.format = choice_for(saved.format, false);
    set_file_name(browser, saved.path.empty() ? std::string("manikin") + choices[browser.format].ending
                                              : saved.path.filename().string());
}

void draw_save_rows(const PanelContext& c) {
    FileBrowser& browser = c.gui.browser;
    if (c.session.figure(*browser.figure) == nullptr) {
        browser.open = false;
        return;
    }
    const float column = c.theme.px(72);
    const bool escape = take_escape(c);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Name");
    ImGui::SameLine(column);
    ImGui::SetNextItemWidth(-1.0F);
    std::string name = browser.file_name;
    const bool entered = text_field(c, "browser/name", "", name,
                                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (name != browser.file_name) set_file_name(browser, name);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Format");
    ImGui::SameLine(column);
    if (begin_combo(c, "browser/format", choices[browser.format].name, ImGui::GetContentRegionAvail().x)) {
        for (std::size_t i = 0; i < choices.size(); ++i) {
            if (combo_row(choices[i].name, i == browser.format)) choose_format(browser, i);
            c.mark(std::string("browser/format/") + (choices[i].ending + 1));
        }
        ImGui::EndCombo();
    }
    draw_format_options(c, column);
    const bool pressed =
        text_button(c, "browser/save", browser.replaces ? "Replace" : "Save",
                    browser.replaces ? "Overwrites the existing file (Enter)" : "Writes the file (Enter)");
    ImGui::SameLine();
    if (text_button(c, "browser/cancel", "Cancel", "Closes without saving (Esc)") || escape)
        browser.open = false;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    if (!browser.problem.empty()) ImGui::TextColored(c.theme.error, "%s", browser.problem.c_str());
    if (entered) static_cast<void>(c.take_key(Key::enter));
    if (pressed || entered) save_there(c);
}

void draw_unsaved_dialog(const PanelContext& c) {
    Leaving& leaving = c.gui.leaving;
    leaving.is_open = false;
    if (!leaving.quit_asked && c.session.waiting() == nullptr) {
        leaving = {};  // the requested action may have continued by itself after saving
        return;
    }
    if (c.session.is_saving() || (leaving.save_asked && c.gui.browser.open)) return;
    const std::vector<const OpenFigure*> figures = figures_to_save(c);
    if (figures.empty()) {
        go_on(c);
        return;
    }
    if (leaving.save_asked) {  // it is not saved: cancelled, or it failed, which was already reported
        stay(c);
        return;
    }
    leaving.is_open = true;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowSize(ImVec2(std::min(c.theme.px(440), 0.9F * display.x), 0.0F));
    ImGui::SetNextWindowPos(ImVec2(0.5F * display.x, 0.42F * display.y), ImGuiCond_Always,
                            ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.theme.px(4));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(8), c.theme.px(8)));
    ImGui::Begin("Unsaved edits", nullptr,
                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoResize);
    ImGui::TextWrapped("%s", question(c, figures).c_str());
    ImGui::Spacing();
    const bool save =
        text_button(c, "unsaved/save", "Save", "Saves the edits and continues") || c.take_key(Key::enter);
    ImGui::SameLine();
    const bool discard = text_button(c, "unsaved/discard", "Discard", "Continues; the edits are lost.");
    ImGui::SameLine();
    const bool cancel =
        text_button(c, "unsaved/cancel", "Cancel", "Nothing is closed (Esc)") || take_escape(c);
    ImGui::End();
    ImGui::PopStyleVar(3);
    if (save) {
        save_all(c, figures);
    } else if (discard) {
        go_on(c);
    } else if (cancel) {
        stay(c);
    }
}

}  // namespace vitruvian
