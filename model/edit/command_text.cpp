#include "model/edit/command_text.h"

#include "model/core/counted.h"
#include "model/edit/command_table.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <cmath>

namespace vitruvian {
namespace {

/// Formats with few significant digits, without trailing zeros.
std::string short_number(float value) {
    std::string out = fmt::format("{:.3f}", static_cast<double>(value));
    out.erase(out.find_last_not_of('0') + 1);
    if (out.ends_with('.')) out.pop_back();
    return out == "-0" ? "0" : out;
}

struct Teller {
    const Document& document;
    bool is_angle = false;

    [[nodiscard]] std::string number(float value) const {
        return is_angle
                   ? fmt::format("{}\u00B0", short_number(std::round(10.0F * glm::degrees(value)) / 10.0F))
                   : short_number(value);
    }
    [[nodiscard]] std::string item(const Item& which) const {
        return exists(document, which) ? label_of(document, which) : fmt::format("#{}", which.index);
    }

    std::string operator()(const Item* which) const { return item(*which); }
    std::string operator()(const std::optional<Item>* which) const { return *which ? item(**which) : "none"; }
    std::string operator()(const std::vector<Item>* items) const {
        if (items->empty()) return {};
        return items->size() == 1 ? item(items->front()) : counted(items->size(), "thing", "things");
    }
    std::string operator()(const std::vector<std::pair<Item, float>>* weights) const {
        std::string out;
        for (const auto& [which, weight] : *weights)
            out += fmt::format("{}{} {}", out.empty() ? "" : ", ", item(which), short_number(weight));
        return out;
    }
    std::string operator()(const std::string* text) const { return *text; }
    std::string operator()(const std::optional<std::string>* text) const { return text->value_or("none"); }
    std::string operator()(const std::vector<std::string>* texts) const {
        std::string out;
        for (const std::string& text : *texts) out += (out.empty() ? "" : ", ") + text;
        return out;
    }
    std::string operator()(const float* value) const { return number(*value); }
    std::string operator()(const std::optional<float>* value) const { return *value ? number(**value) : ""; }
    std::string operator()(const int* value) const { return fmt::format("{}", *value); }
    std::string operator()(const vec3* v) const {
        return fmt::format("{} {} {}", number(v->x), number(v->y), number(v->z));
    }
    std::string operator()(const std::optional<vec3>* v) const { return *v ? (*this)(&**v) : "none"; }
    std::string operator()(const std::optional<std::array<float, 9>>* v) const { return *v ? "given" : ""; }
    std::string operator()(const std::vector<std::pair<int, Transform>>* list) const {
        return counted(list->size(), "node", "nodes");
    }
    std::string operator()(const std::vector<std::pair<int, vec3>>* list) const {
        return counted(list->size(), "target", "targets");
    }
    std::string operator()(const std::vector<int>* list) const {
        return list->empty() ? std::string() : fmt::format("{}", list->size());
    }
    std::string operator()(const std::vector<std::pair<int, float>>* list) const {
        return counted(list->size(), "vertex value", "vertex values");
    }
    std::string operator()(const std::vector<KeyChoice>* choices) const {
        return counted(choices->size(), "channel", "channels");
    }
    std::string operator()(const std::vector<KeyValues>* channels) const {
        std::size_t keys = 0;
        for (const KeyValues& channel : *channels) keys += channel.times.size();
        return counted(keys, "key", "keys");
    }
    std::string operator()(const std::vector<Command>* commands) const {
        return counted(commands->size(), "command", "commands");
    }
};

/// "3 nodes" needs no "nodes" before it.
bool names_itself(const std::string& value, std::string_view field) {
    const std::string one =
        fmt::format(" {}", field.substr(0, field.size() - (field.ends_with('s') ? 1 : 0)));
    return value.ends_with(one) || value.ends_with(one + 's');
}

}  // namespace

std::string command_values(const Command& command, const Document& document) {
    const CommandKind& kind = kind_of(command);
    Command copy = command;
    std::string out;
    for (const CommandField& field : kind.fields) {
        const bool in_title = kind.title.find(fmt::format("{{{}}}", field.name)) != std::string_view::npos;
        if (in_title || (is_own_humanoid(field) && document.humanoids.size() < 2)) continue;
        const std::string value = std::visit(Teller{document, field.unit == "rad"}, field.in(copy));
        if (value.empty()) continue;
        if (!out.empty()) out += ", ";
        if (!names_itself(value, field.name)) out += fmt::format("{} ", field.name);
        out += value;
    }
    return out;
}

}  // namespace vitruvian
