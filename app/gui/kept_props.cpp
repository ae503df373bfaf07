#include "app/gui/kept_props.h"

#include "app/session/session.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace vitruvian {
namespace {

/// Empty for the built-in figure.
std::string absolute_path(const OpenFigure& figure) {
    if (figure.path.empty()) return {};
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(figure.path, error);
    return error ? std::string() : absolute.lexically_normal().string();
}

const OpenFigure* figure_of(const Session& session, const std::string& path) {
    const auto& figures = session.figures();
    const auto found = std::find_if(figures.begin(), figures.end(), [&path](const OpenFigure& figure) {
        return absolute_path(figure) == path;
    });
    return found == figures.end() ? nullptr : &*found;
}

}  // namespace

void keep_prop(std::vector<KeptProp>& kept, const Session& session, std::uint64_t prop) {
    constexpr std::size_t max_kept = 100;
    const OpenFigure* figure = session.figure(prop);
    if (figure == nullptr || figure->path.empty()) return;
    const std::string path = absolute_path(*figure);
    std::erase_if(kept, [&path](const KeptProp& one) { return one.prop == path; });
    const OpenFigure* holder = figure->attached.any() ? session.figure(figure->attached.figure) : nullptr;
    if (holder == nullptr || holder->path.empty()) return;
    kept.insert(kept.begin(), {path, absolute_path(*holder), figure->attached.name});
    if (kept.size() > max_kept) kept.resize(max_kept);
}

std::vector<AttachProp> props_to_attach(const std::vector<KeptProp>& kept, const Session& session,
                                        std::uint64_t opened) {
    std::vector<AttachProp> out;
    for (const KeptProp& one : kept) {
        const OpenFigure* prop = figure_of(session, one.prop);
        const OpenFigure* holder = figure_of(session, one.holder);
        if (prop == nullptr || holder == nullptr || prop->attached.any()) continue;
        if (prop->id != opened && holder->id != opened) continue;
        const std::vector<Item> sites = find_items(holder->document(), ItemKind::site, one.site, -1);
        if (!sites.empty()) out.push_back({prop->id, {holder->id, sites.front()}});
    }
    return out;
}

}  // namespace vitruvian
