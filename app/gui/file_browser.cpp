#include "app/gui/file_browser.h"

#include "app/gui/focus.h"
#include "app/gui/pointed_help.h"
#include "app/gui/save_dialog.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"
#include "model/core/ascii.h"
#include "model/core/at.h"
#include "model/formats/suffixes.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <system_error>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

void choose(const PanelContext& c, const fs::path& path) {
    FileBrowser& browser = c.gui.browser;
    std::error_code error;
    if (fs::is_directory(path, error)) {
        list_folder(browser, path);
        return;
    }
    if (browser.figure) {
        const std::string name = path.filename().string();
        if (path.parent_path() != browser.folder) list_folder(browser, path.parent_path());
        set_file_name(browser, name);
        return;
    }
    if (!fs::exists(path, error)) {
        browser.problem = fmt::format("There is no {}.", path.string());
        return;
    }
    c.push(OpenFiles{{path}, ImGui::GetIO().KeyShift});
    c.gui.settings.last_folder = browser.folder.string();
    browser.open = false;
}

std::string size_text(std::uintmax_t bytes) {
    if (bytes >= 1U << 20U) return fmt::format("{:.1f} MB", static_cast<double>(bytes) / (1U << 20U));
    return fmt::format("{} kB", (bytes + 1023U) / 1024U);
}

void draw_path_bar(const PanelContext& c) {
    FileBrowser& browser = c.gui.browser;
    if (icon_button(c, "browser/up", Icon::up, "To the folder above (Backspace)")) {
        list_folder(browser, browser.folder.parent_path());
    }
    ImGui::SameLine(0.0F, c.theme.px(4));
    ImGui::SetNextItemWidth(-1.0F);
    if (ImGui::InputText("##path", &browser.path_text, ImGuiInputTextFlags_EnterReturnsTrue)) {
        // The list below must not also react to the key.
        static_cast<void>(c.take_key(Key::enter));
        choose(c, fs::path(browser.path_text));
    }
    c.mark("browser/path");
    tooltip(c, "The folder shown. Type or paste the path of a folder or a file, then Enter.");
}

void draw_entry(const PanelContext& c, const FileBrowser::Entry& entry, bool current) {
    FileBrowser& browser = c.gui.browser;
    const float height = c.theme.px(26);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::InvisibleButton(entry.name.c_str(), ImVec2(width, height));
    c.mark("browser/entry/" + entry.name);
    const ImVec2 to(from.x + width, from.y + height);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (current) {
        list.AddRectFilled(from, to, color_of(c.theme.accent_quiet), c.theme.px(4));
    } else if (ImGui::IsItemHovered()) {
        list.AddRectFilled(from, to, color_of(c.theme.raised), c.theme.px(4));
    }
    const float middle = 0.5F * (from.y + to.y);
    const float text_y = middle - 0.5F * ImGui::GetTextLineHeight();
    draw_icon(list, entry.is_folder ? Icon::folder : Icon::humanoid, ImVec2(from.x + c.theme.px(16), middle),
              c.theme.px(14), color_of(entry.is_folder ? c.theme.dim : c.theme.text));
    list.AddText(ImVec2(from.x + c.theme.px(32), text_y), color_of(c.theme.text),
                 fitted_middle(entry.name, width - c.theme.px(120)).c_str());
    if (!entry.is_folder) {
        const std::string size = size_text(entry.bytes);
        list.AddText(ImVec2(to.x - ImGui::CalcTextSize(size.c_str()).x - c.theme.px(8), text_y),
                     color_of(c.theme.dim), size.c_str());
    }
    if (current && browser.scroll_to_current) {
        ImGui::SetScrollHereY(0.5F);
        browser.scroll_to_current = false;
    }
}

using ShownEntries = std::vector<const FileBrowser::Entry*>;

/// Files that would be replaced are listed, so that their names can be chosen.
std::optional<fs::path> draw_entries(const PanelContext& c, const ShownEntries& shown, float room_below) {
    FileBrowser& browser = c.gui.browser;
    std::optional<fs::path> chosen;
    ImGui::BeginChild("entries", ImVec2(0.0F, -room_below));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
    if (shown.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        ImGui::TextWrapped("%s", browser.filter.empty() ? "No folders and no files that can be opened here."
                                                        : "No name here contains that text.");
        ImGui::PopStyleColor();
    }
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const FileBrowser::Entry& entry = *shown[i];
        const bool current =
            browser.figure ? entry.name == browser.file_name : i == static_cast<std::size_t>(browser.current);
        draw_entry(c, entry, current);
        if (!ImGui::IsItemClicked()) continue;
        browser.current = static_cast<int>(i);
        if (entry.is_folder || browser.figure || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            chosen = browser.folder / entry.name;
        }
    }
    ImGui::PopStyleVar();
    ImGui::EndChild();
    return chosen;
}

void draw_open_part(const PanelContext& c) {
    FileBrowser& browser = c.gui.browser;
    ImGui::SetNextItemWidth(-1.0F);
    if (text_field(c, "browser/filter", "Type to filter", browser.filter)) browser.current = 0;
    const bool has_keys = has_keyboard();
    const bool in_empty_filter = ImGui::IsItemActive() && browser.filter.empty();
    if (in_empty_filter && c.take_key(Key::backspace)) list_folder(browser, browser.folder.parent_path());

    ShownEntries shown;
    const std::string wanted = lower_case(browser.filter);
    for (const FileBrowser::Entry& entry : browser.entries) {
        if (lower_case(entry.name).find(wanted) != std::string::npos) shown.push_back(&entry);
    }
    const int last = static_cast<int>(shown.size()) - 1;
    const int before = browser.current;
    if (has_keys && c.take_key(Key::down)) ++browser.current;
    if (has_keys && c.take_key(Key::up)) --browser.current;
    browser.current = std::clamp(browser.current, 0, std::max(last, 0));
    if (browser.current != before) browser.scroll_to_current = true;
    std::optional<fs::path> chosen;
    const auto current = [&] { return browser.folder / at(shown, browser.current)->name; };
    if (has_keys && c.take_key(Key::enter) && !shown.empty() && browser.path_text == browser.folder.string())
        chosen = current();
    if (const std::optional<fs::path> clicked = draw_entries(c, shown, c.theme.px(40))) chosen = clicked;
    if (text_button(c, "browser/open", "Open", "Shift+click: open beside what is open") && !shown.empty()) {
        chosen = current();
    }
    ImGui::SameLine();
    if (text_button(c, "browser/cancel", "Cancel", "Close without opening (Esc)") || take_escape(c))
        browser.open = false;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    if (browser.problem.empty()) {
        const std::string endings = suffix_list("  ");
        dim_text(c, fitted(endings, ImGui::GetContentRegionAvail().x));
        tooltip(c, endings.c_str());
    } else {
        ImGui::TextColored(c.theme.error, "%s", browser.problem.c_str());
    }
    if (chosen) choose(c, *chosen);
}

void draw_save_part(const PanelContext& c) {
    ShownEntries shown;
    for (const FileBrowser::Entry& entry : c.gui.browser.entries) shown.push_back(&entry);
    const std::optional<fs::path> clicked = draw_entries(c, shown, c.theme.px(138));
    if (clicked) choose(c, *clicked);
    draw_save_rows(c);
}

}  // namespace

void list_folder(FileBrowser& browser, const fs::path& folder) {
    std::error_code error;
    fs::path target = fs::weakly_canonical(folder, error);
    if (error || target.empty()) target = folder;
    std::vector<FileBrowser::Entry> entries;
    fs::directory_iterator item(target, fs::directory_options::skip_permission_denied, error);
    if (error) {
        browser.problem = fmt::format("{} cannot be shown: {}", target.string(), error.message());
        return;
    }
    for (const fs::directory_iterator end; item != end; item.increment(error)) {
        if (error) break;
        const std::string name = item->path().filename().string();
        if (name.empty() || name.front() == '.') continue;
        std::error_code ignored;
        const bool is_folder = item->is_directory(ignored);
        if (!is_folder && !is_supported_file(item->path())) continue;
        const std::uintmax_t bytes = is_folder ? 0 : item->file_size(ignored);
        entries.push_back({name, is_folder, ignored ? 0 : bytes});
    }
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        if (a.is_folder != b.is_folder) return a.is_folder;
        return lower_case(a.name) < lower_case(b.name);
    });
    browser.entries = std::move(entries);
    browser.folder = target;
    browser.path_text = target.string();
    browser.filter.clear();
    browser.problem.clear();
    browser.current = 0;
    browser.scroll_to_current = true;
}

bool is_supported_file(const fs::path& path) {
    const std::string ending = lower_case(path.extension().string());
    return suffix_of(path) != nullptr || ending == ".x3dz" || ending == ".csv";
}

void open_file_browser(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    std::error_code error;
    fs::path beside;
    if (figure != nullptr && !figure->path.empty()) beside = fs::absolute(figure->path, error).parent_path();
    if (!beside.empty()) c.gui.browser.folder = beside;
    show_file_browser(c);
    request_focus(c, "browser/filter");
}

void show_file_browser(const PanelContext& c) {
    FileBrowser& browser = c.gui.browser;
    const fs::path& folder = c.gui.settings.last_folder;
    std::error_code error;
    fs::path start = browser.folder;
    if (start.empty()) start = folder;
    if (start.empty() || !fs::is_directory(start, error)) start = fs::current_path(error);
    list_folder(browser, start);
    browser.figure.reset();
    browser.open = true;
}

void draw_file_browser(const PanelContext& c) {
    FileBrowser& browser = c.gui.browser;
    if (!browser.open) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowSize(
        ImVec2(std::min(c.theme.px(640), 0.9F * display.x), std::min(c.theme.px(480), 0.85F * display.y)),
        ImGuiCond_Appearing);
    ImGui::SetNextWindowPos(ImVec2(0.5F * display.x, 0.46F * display.y), ImGuiCond_Appearing,
                            ImVec2(0.5F, 0.5F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.theme.px(4));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
    const char* title = browser.figure ? "Save as###browser" : "Open###browser";
    if (ImGui::Begin(title, &browser.open, ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse)) {
        draw_path_bar(c);
        if (browser.figure) {
            draw_save_part(c);
        } else {
            draw_open_part(c);
        }
    }
    help_of_window(
        c,
        browser.figure
            ? "Where and in which format the figure is saved. Type a name, or click a file to take its name."
            : "Files that can be opened. Type to filter them; Enter or a double click opens.");
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace vitruvian
