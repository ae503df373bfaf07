#include "model/edit/key_names.h"

#include <algorithm>
#include <array>

namespace vitruvian {
namespace {

constexpr std::array<std::string_view, 5> paths{"translation", "rotation", "scale", "scale-orientation",
                                                "weight"};
constexpr std::array<std::string_view, 3> interpolations{"step", "linear", "cubic"};

template <class Value, std::size_t count>
std::optional<Value> named(const std::array<std::string_view, count>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<Value>(found - names.begin()));
}

}  // namespace

std::string_view to_string(ChannelPath path) {
    return paths.at(static_cast<std::size_t>(path));
}

std::optional<ChannelPath> channel_path_from_string(std::string_view name) {
    return named<ChannelPath>(paths, name);
}

std::string_view to_string(Interpolation interpolation) {
    return interpolations.at(static_cast<std::size_t>(interpolation));
}

std::optional<Interpolation> interpolation_from_string(std::string_view name) {
    return named<Interpolation>(interpolations, name);
}

}  // namespace vitruvian
