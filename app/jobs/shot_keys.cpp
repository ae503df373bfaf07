#include "app/jobs/shot_keys.h"

#include "app/scene/picture_options.h"
#include "model/core/json_text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace vitruvian {
namespace {

using Json = SuiteJson;
/// Why a value is invalid; empty if it is valid.
using Why = std::string;

std::optional<double> number_of(const Json& json) {
    if (!json.is_number()) return std::nullopt;
    const double value = json.get<double>();
    return std::isfinite(value) && std::abs(value) < 1e30 ? std::optional(value) : std::nullopt;
}

Why take_text(const Json& json, std::string& out) {
    if (!json.is_string()) return "this is a text";
    out = json.get<std::string>();
    return {};
}

/// A name, or an index.
std::optional<std::string> selector_of(const Json& json) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_number_unsigned()) return std::to_string(json.get<std::uint64_t>());
    return std::nullopt;
}

/// Reads names and numbers in a row, as ["l_elbow", 1, 0, 0, -0.5].
template <std::size_t count>
std::optional<std::pair<std::string, std::array<float, count>>> row_of(const Json& json) {
    if (!json.is_array() || json.size() != count + 1 || !json[0].is_string()) return std::nullopt;
    std::pair<std::string, std::array<float, count>> out{json[0].get<std::string>(), {}};
    for (std::size_t i = 0; i < count; ++i) {
        const std::optional<double> value = number_of(json[i + 1]);
        if (!value) return std::nullopt;
        out.second[i] = static_cast<float>(*value);
    }
    return out;
}

/// Visits each value of a list, or a single value.
template <class Take>
Why take_each(const Json& json, bool& is_list, Take take) {
    is_list = json.is_array();
    if (!is_list) return take(json);
    if (json.empty()) return "an empty list makes no picture";
    for (const Json& value : json) {
        if (Why why = take(value); !why.empty()) return why;
    }
    return {};
}

Why take_view(ShotDraft& draft, const Json& json) {
    draft.views.clear();
    return take_each(json, draft.lists_views, [&](const Json& value) -> Why {
        if (!value.is_string()) return "a view is front, side, top, inclined, best, or a viewpoint's name";
        draft.views.push_back(value.get<std::string>());
        return {};
    });
}

Why take_clip(ShotDraft& draft, const Json& json) {
    draft.clips.clear();
    return take_each(json, draft.lists_clips, [&](const Json& value) -> Why {
        const std::optional<std::string> clip = selector_of(value);
        if (!clip) return "a clip is an index, a name, or OTHER_FILE#NAME";
        draft.clips.push_back(*clip);
        return {};
    });
}

Why take_moments(ShotDraft& draft, const Json& json, std::optional<double> ShotDraft::Moment::*member) {
    draft.moments.clear();
    return take_each(json, draft.lists_moments, [&](const Json& value) -> Why {
        const std::optional<double> at = number_of(value);
        if (!at) return "this is a number, or a list of numbers";
        ShotDraft::Moment moment;
        moment.*member = at;
        moment.text = fmt::format("{}", *at + 0.0);  // no minus before a zero
        draft.moments.push_back(std::move(moment));
        return {};
    });
}

Why take_size(ShotDraft& draft, const Json& json) {
    const char* what =
        "a size is [WIDTH, HEIGHT] in pixels, each 1 to 16384, and together no more than 8192x8192";
    std::array<std::int64_t, 2> size{};
    if (json.is_array() && json.size() == 2 && json[0].is_number_integer() && json[1].is_number_integer()) {
        size = {json[0].get<std::int64_t>(), json[1].get<std::int64_t>()};
    } else if (json.is_string()) {
        const auto& text = json.get_ref<const std::string&>();
        const char* end = text.data() + text.size();
        const auto width = std::from_chars(text.data(), end, size[0]);
        if (width.ec != std::errc{} || width.ptr == end || *width.ptr != 'x') return what;
        const auto height = std::from_chars(width.ptr + 1, end, size[1]);
        if (height.ec != std::errc{} || height.ptr != end) return what;
    }
    for (const std::int64_t side : size) {
        if (side < 1 || side > max_picture_side) return what;
    }
    if (size[0] * size[1] > max_pixels) return what;
    draft.shot.size = {static_cast<int>(size[0]), static_cast<int>(size[1])};
    return {};
}

Why take_show(ShotDraft& draft, const Json& json) {
    if (!json.is_string()) return "this is a text with commas between: \"skin,grid,bones\"";
    const Result<Show> show = show_from_string(json.get<std::string>());
    if (!show) return show.error().message;
    draft.shot.show = *show;
    return {};
}

Why take_background(ShotDraft& draft, const Json& json) {
    if (!json.is_string()) return "a background is \"RRGGBB\" or \"transparent\"";
    const Result<Background> background = background_from_string(json.get<std::string>());
    if (!background) return background.error().message;
    draft.shot.background = *background;
    return {};
}

Why take_tolerance(ShotDraft& draft, const Json& json) {
    const std::optional<double> value = number_of(json);
    if (!value || *value < 0.0 || *value > 1.0) return "a tolerance is a number from 0 to 1";
    draft.shot.tolerance = *value;
    return {};
}

Why take_rotations(ShotDraft& draft, const Json& json) {
    const char* what = "rotations are a list of [JOINT, X, Y, Z, ANGLE]";
    if (!json.is_array()) return what;
    draft.shot.posing.rotations.clear();
    for (const Json& value : json) {
        const auto row = row_of<4>(value);
        if (!row) return what;
        const auto& [joint, n] = *row;
        draft.shot.posing.rotations.emplace_back(joint, n[0], n[1], n[2], n[3]);
    }
    return {};
}

Why take_displacers(ShotDraft& draft, const Json& json) {
    const char* what = "displacers are an object of their weights: {\"smile\": 1}";
    if (!json.is_object()) return what;
    draft.shot.posing.displacers.clear();
    for (const auto& [name, value] : json.items()) {
        const std::optional<double> weight = number_of(value);
        if (!weight) return what;
        draft.shot.posing.displacers.emplace_back(name, static_cast<float>(*weight));
    }
    return {};
}

Why take_reach(ShotDraft& draft, const Json& json) {
    const char* what = "what reaches is a list of [EFFECTOR, X, Y, Z]";
    if (!json.is_array()) return what;
    draft.shot.posing.reaches.clear();
    for (const Json& value : json) {
        const auto row = row_of<3>(value);
        if (!row) return what;
        draft.shot.posing.reaches.emplace_back(row->first, row->second[0], row->second[1], row->second[2]);
    }
    return {};
}

Why take_pins(ShotDraft& draft, const Json& json) {
    const char* what = "pins are a list of sites and joints";
    if (!json.is_array()) return what;
    draft.shot.posing.pins.clear();
    for (const Json& value : json) {
        if (!value.is_string()) return what;
        draft.shot.posing.pins.push_back(value.get<std::string>());
    }
    return {};
}

Why take_humanoid(ShotDraft& draft, const Json& json) {
    const std::optional<std::string> selector = selector_of(json);
    if (!selector) return "a humanoid is an index or a name";
    draft.shot.posing.humanoid = *selector;
    return {};
}

Why take_pin_feet(ShotDraft& draft, const Json& json) {
    if (!json.is_boolean()) return "this is true or false";
    draft.shot.posing.pin_feet = json.get<bool>();
    return {};
}

template <class T, std::size_t count>
Why take_word(const Json& json, T& out, const std::array<std::pair<std::string_view, T>, count>& words) {
    std::string list;
    for (const auto& [word, meaning] : words) {
        if (json.is_string() && json.get_ref<const std::string&>() == word) {
            out = meaning;
            return {};
        }
        list += fmt::format("{}{}", list.empty() ? "" : ", ", word);
    }
    return "this is one of " + list;
}

Why take_remap(ShotDraft& draft, const Json& json) {
    static constexpr std::array<std::pair<std::string_view, RemapMode>, 3> words{
        {{"auto", RemapMode::automatic}, {"spec", RemapMode::spec}, {"world", RemapMode::world}}};
    return take_word(json, draft.shot.posing.remap, words);
}

Why take_reference_pose(ShotDraft& draft, const Json& json) {
    static constexpr std::array<std::pair<std::string_view, ReferenceKind>, 4> words{
        {{"auto", ReferenceKind::automatic},
         {"bind", ReferenceKind::bind},
         {"rest", ReferenceKind::rest},
         {"tpose", ReferenceKind::tpose}}};
    return take_word(json, draft.shot.posing.reference, words);
}

struct Key {
    std::string_view name;
    Why (*take)(ShotDraft& draft, const Json& json);
};

constexpr std::array keys = {
    Key{"name", [](ShotDraft& d, const Json& j) { return take_text(j, d.shot.shot); }},
    Key{"file", [](ShotDraft& d, const Json& j) { return take_text(j, d.shot.file); }},
    Key{"humanoid", take_humanoid},
    Key{"clip", take_clip},
    Key{"time", [](ShotDraft& d, const Json& j) { return take_moments(d, j, &ShotDraft::Moment::time); }},
    Key{"cycle", [](ShotDraft& d, const Json& j) { return take_moments(d, j, &ShotDraft::Moment::cycle); }},
    Key{"remap", take_remap},
    Key{"reference-pose", take_reference_pose},
    Key{"pin-feet", take_pin_feet},
    Key{"set-rotation", take_rotations},
    Key{"displacer", take_displacers},
    Key{"matrices", [](ShotDraft& d, const Json& j) { return take_text(j, d.shot.posing.matrices); }},
    Key{"reach", take_reach},
    Key{"pin", take_pins},
    Key{"size", take_size},
    Key{"view", take_view},
    Key{"show", take_show},
    Key{"select", [](ShotDraft& d, const Json& j) { return take_text(j, d.shot.select); }},
    Key{"background", take_background},
    Key{"tolerance", take_tolerance},
};

std::string key_names() {
    std::string out;
    for (const Key& key : keys) out += fmt::format("{}{}", out.empty() ? "" : ", ", key.name);
    return out;
}

}  // namespace

std::optional<ShotDraft::Wrong> ShotDraft::take(const SuiteJson& json) {
    if (!json.is_object()) return Wrong{"suite-kind", "this is an object with the keys of a shot", {}};
    if (json.contains("time") && json.contains("cycle"))
        return Wrong{"suite-time-and-cycle", "a moment is given by time or by cycle, not by both", "/time"};
    for (const auto& [name, value] : json.items()) {
        const std::string pointer = fmt::format("/{}", pointer_key(name));
        const Key* found = nullptr;
        for (const Key& key : keys) {
            if (key.name == name) found = &key;
        }
        if (found == nullptr)
            return Wrong{"suite-unknown-key",
                         fmt::format("there is no key '{}'; choose from {}", name, key_names()), pointer};
        if (Why why = found->take(*this, value); !why.empty())
            return Wrong{"suite-value", std::move(why), pointer};
    }
    return std::nullopt;
}

std::vector<Shot> ShotDraft::pictures() const {
    std::vector<Shot> out;
    for (const std::string& clip : clips) {
        for (const Moment& moment : moments) {
            for (const std::string& view : views) {
                std::string listed;
                const auto add = [&listed](bool is_listed, const std::string& text) {
                    if (!is_listed) return;
                    listed += listed.empty() ? '@' : '-';
                    listed += text;
                };
                add(lists_views, view);
                add(lists_clips, clip);
                add(lists_moments, moment.text);
                Shot& picture = out.emplace_back(shot);
                picture.name = shot.shot + listed;
                picture.view = view;
                picture.posing.clip = clip;
                picture.posing.time = moment.time;
                picture.posing.cycle = moment.cycle;
            }
        }
    }
    return out;
}

}  // namespace vitruvian
