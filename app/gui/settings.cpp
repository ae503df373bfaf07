#include "app/gui/settings.h"

#include "model/io/file.h"
#include "model/io/write_file.h"
#include "renderer/png.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <system_error>
#include <utility>

namespace vitruvian {

using nlohmann::json;

namespace {

constexpr std::size_t max_recent = 12;

void read(const json& object, const char* key, bool& value) {
    if (object.contains(key) && object[key].is_boolean()) value = object[key].get<bool>();
}

void read(const json& object, const char* key, float& value, float low, float high) {
    if (!object.contains(key) || !object[key].is_number()) return;
    const float number = object[key].get<float>();
    if (std::isfinite(number)) value = std::clamp(number, low, high);
}

void read(const json& object, const char* key, int& value, int low, int high) {
    float number = static_cast<float>(value);
    read(object, key, number, static_cast<float>(low), static_cast<float>(high));
    value = static_cast<int>(number);
}

void read_views(const json& parent, ViewSplit& views) {
    if (!parent.contains("views") || !parent["views"].is_object()) return;
    const json& object = parent["views"];
    int count = view_count(views.layout);
    read(object, "count", count, 1, static_cast<int>(max_views));
    views.layout = static_cast<ViewLayout>(count - 1);
    read(object, "x", views.x, 0.1F, 0.9F);
    read(object, "y", views.y, 0.1F, 0.9F);
    read(object, "linked", views.linked);
}

json views_json(const ViewSplit& views) {
    return {{"count", view_count(views.layout)}, {"x", views.x}, {"y", views.y}, {"linked", views.linked}};
}

void read_layout(const json& object, PanelLayout& layout) {
    if (!object.is_object()) return;
    read(object, "tree", layout.tree);
    read(object, "inspector", layout.inspector);
    read(object, "timeline", layout.timeline);
    read(object, "problems", layout.problems);
    read(object, "tab", layout.tab, 0, 2);
    read(object, "side", layout.side, 0, 3);
    read(object, "tree_width", layout.tree_width, 140.0F, 1200.0F);
    read(object, "inspector_width", layout.inspector_width, 200.0F, 1200.0F);
    read(object, "timeline_height", layout.timeline_height, 80.0F, 600.0F);
    read(object, "keys_height", layout.keys_height, 120.0F, 1000.0F);
    read(object, "problems_height", layout.problems_height, 80.0F, 1200.0F);
    read_views(object, layout.views);
}

json layout_json(const PanelLayout& layout) {
    return {{"tree", layout.tree},
            {"inspector", layout.inspector},
            {"timeline", layout.timeline},
            {"problems", layout.problems},
            {"tab", layout.tab},
            {"side", layout.side},
            {"tree_width", layout.tree_width},
            {"inspector_width", layout.inspector_width},
            {"timeline_height", layout.timeline_height},
            {"keys_height", layout.keys_height},
            {"problems_height", layout.problems_height},
            {"views", views_json(layout.views)}};
}

void read_props(const json& object, std::vector<KeptProp>& props) {
    if (!object.contains("props") || !object["props"].is_array()) return;
    constexpr std::size_t max_read = 100;
    const auto text = [](const json& one, const char* key) {
        return one.contains(key) && one[key].is_string() ? one[key].get<std::string>() : std::string();
    };
    for (const json& one : object["props"]) {
        if (!one.is_object() || props.size() == max_read) continue;
        KeptProp prop{text(one, "prop"), text(one, "holder"), text(one, "site")};
        if (!prop.prop.empty() && !prop.holder.empty() && !prop.site.empty())
            props.push_back(std::move(prop));
    }
}

json props_json(const std::vector<KeptProp>& props) {
    json out = json::array();
    for (const KeptProp& one : props)
        out.push_back({{"prop", one.prop}, {"holder", one.holder}, {"site", one.site}});
    return out;
}

}  // namespace

void Settings::add_recent(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(file, error);
    const std::string name = error ? file.string() : absolute.string();
    recent.erase(std::remove(recent.begin(), recent.end(), name), recent.end());
    recent.insert(recent.begin(), name);
    if (recent.size() > max_recent) recent.resize(max_recent);
}

std::filesystem::path settings_path() {
    std::filesystem::path base;
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && *config) {
        base = config;
    } else if (const char* home = std::getenv("HOME"); home && *home) {
        base = std::filesystem::path(home) / ".config";
    } else {
        return {};
    }
    return base / "vitruvian" / "settings.json";
}

Settings read_settings(const std::filesystem::path& path) {
    Settings settings;
    if (path.empty()) return settings;
    constexpr std::size_t max_bytes = 1U << 20;
    const Result<std::vector<std::byte>> bytes = read_file(path, max_bytes);
    if (!bytes) return settings;
    const auto* text = reinterpret_cast<const char*>(bytes->data());
    const json object = json::parse(text, text + bytes->size(), nullptr, false);
    if (!object.is_object()) return settings;
    read(object, "window_width", settings.window_width, 320, 16384);
    read(object, "window_height", settings.window_height, 240, 16384);
    read(object, "maximized", settings.maximized);
    read(object, "show_tree", settings.show_tree);
    read(object, "show_inspector", settings.show_inspector);
    read(object, "show_timeline", settings.show_timeline);
    read(object, "show_problems", settings.show_problems);
    read(object, "show_toolbar", settings.show_toolbar);
    read(object, "show_status", settings.show_status);
    read(object, "tree_width", settings.tree_width, 140.0F, 1200.0F);
    read(object, "inspector_width", settings.inspector_width, 200.0F, 1200.0F);
    read(object, "timeline_height", settings.timeline_height, 80.0F, 600.0F);
    read(object, "problems_height", settings.problems_height, 80.0F, 1200.0F);
    read(object, "timeline_tab", settings.timeline_tab, 0, 2);
    read(object, "side_tab", settings.side_tab, 0, 3);
    read(object, "keys_height", settings.keys_height, 120.0F, 1000.0F);
    read_views(object, settings.views);
    read(object, "layout", settings.layout, -1, static_cast<int>(layout_count) - 1);
    if (object.contains("layouts") && object["layouts"].is_object()) {
        for (std::size_t i = 0; i < layout_count; ++i) {
            if (object["layouts"].contains(layout_names[i]))
                read_layout(object["layouts"][layout_names[i]], settings.layouts[i]);
        }
    }
    read(object, "light_theme", settings.light_theme);
    read(object, "scale", settings.scale, 0.5F, 3.0F);
    if (object.contains("last_folder") && object["last_folder"].is_string())
        settings.last_folder = object["last_folder"];
    if (object.contains("recent") && object["recent"].is_array()) {
        for (const json& file : object["recent"]) {
            if (file.is_string() && settings.recent.size() < max_recent) settings.recent.push_back(file);
        }
    }
    read_props(object, settings.props);
    return settings;
}

Result<void> write_settings(const Settings& settings, const std::filesystem::path& path) {
    json layouts = json::object();
    for (std::size_t i = 0; i < layout_count; ++i)
        layouts[layout_names[i]] = layout_json(settings.layouts[i]);
    const json object = {{"window_width", settings.window_width},
                         {"window_height", settings.window_height},
                         {"maximized", settings.maximized},
                         {"show_tree", settings.show_tree},
                         {"show_inspector", settings.show_inspector},
                         {"show_timeline", settings.show_timeline},
                         {"show_problems", settings.show_problems},
                         {"show_toolbar", settings.show_toolbar},
                         {"show_status", settings.show_status},
                         {"tree_width", settings.tree_width},
                         {"inspector_width", settings.inspector_width},
                         {"timeline_height", settings.timeline_height},
                         {"problems_height", settings.problems_height},
                         {"timeline_tab", settings.timeline_tab},
                         {"side_tab", settings.side_tab},
                         {"keys_height", settings.keys_height},
                         {"views", views_json(settings.views)},
                         {"layout", settings.layout},
                         {"layouts", layouts},
                         {"light_theme", settings.light_theme},
                         {"scale", settings.scale},
                         {"last_folder", settings.last_folder},
                         {"recent", settings.recent},
                         {"props", props_json(settings.props)}};
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) {
        Location where;
        where.file = path.string();
        return fail("cannot-write", "the settings folder cannot be made: " + error.message(),
                    std::move(where));
    }
    const std::string text = object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
    return write_file_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace vitruvian
