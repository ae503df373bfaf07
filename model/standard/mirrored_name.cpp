#include "model/standard/mirrored_name.h"

#include <array>
#include <utility>

namespace vitruvian {
namespace {

bool is_edge(std::string_view name, std::size_t at) {
    constexpr std::string_view separators = "_.-: /|";
    return at >= name.size() || separators.find(name[at]) != std::string_view::npos;
}

MirroredName replaced(std::string_view name, std::size_t at, std::size_t length, std::string_view by,
                      Side side) {
    return {std::string(name.substr(0, at)) + std::string(by) + std::string(name.substr(at + length)), side};
}

}  // namespace

std::optional<MirroredName> mirrored_name(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> words{
        {{"Left", "Right"}, {"LEFT", "RIGHT"}, {"left", "right"}}};
    for (const auto& [left, right] : words) {
        if (const std::size_t at = name.find(left); at != std::string_view::npos)
            return replaced(name, at, left.size(), right, Side::left);
        if (const std::size_t at = name.find(right); at != std::string_view::npos)
            return replaced(name, at, right.size(), left, Side::right);
    }
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> letters{{{"l", "r"}, {"L", "R"}}};
    for (std::size_t at = 0; at < name.size(); ++at) {
        if ((at > 0 && !is_edge(name, at - 1)) || !is_edge(name, at + 1)) continue;
        for (const auto& [left, right] : letters) {
            if (name.substr(at, 1) == left) return replaced(name, at, 1, right, Side::left);
            if (name.substr(at, 1) == right) return replaced(name, at, 1, left, Side::right);
        }
    }
    return std::nullopt;
}

}  // namespace vitruvian
