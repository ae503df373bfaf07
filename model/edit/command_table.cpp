#include "model/edit/command_table.h"

#include "model/core/check.h"
#include "model/document/key_limits.h"
#include "model/edit/tidy_materials.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace vitruvian {
namespace {

std::vector<CommandKind> joined() {
    std::vector<CommandKind> out;
    for (auto table :
         {joint_commands(), anatomy_commands(), naming_commands(), site_commands(), segment_commands(),
          displacer_commands(), mirror_commands(), placing_commands(), weight_commands(), rest_commands(),
          hierarchy_commands(), clip_commands(), key_commands(), pose_commands(), reach_commands(),
          mapping_commands(), paint_commands(), material_commands(), batch_commands()})
        std::move(table.begin(), table.end(), std::back_inserter(out));
    return out;
}

/// Per alternative of Command, its index in command_kinds().
std::vector<std::size_t> places() {
    std::vector<std::size_t> out(std::variant_size_v<Command::Edit>, command_kinds().size());
    for (std::size_t i = 0; i < command_kinds().size(); ++i) {
        std::size_t& place = out[command_kinds()[i].make().edit.index()];
        VT_CHECK(place == command_kinds().size());  // one entry for each command
        place = i;
    }
    return out;
}

/// Returns a field's text for a title.
std::string field_text(const CommandKind& kind, std::string_view name, Command& command,
                       const Document& document) {
    // The effect depends on the document.
    if (std::holds_alternative<TidyMaterials>(command.edit)) return tidying_text(document);
    const auto field = std::find_if(kind.fields.begin(), kind.fields.end(),
                                    [name](const CommandField& f) { return f.name == name; });
    VT_CHECK(field != kind.fields.end());
    const FieldValue value = field->in(command);
    const auto text = [&](const Item& item) {
        return exists(document, item) ? label_of(document, item) : std::string(to_string(item.kind));
    };
    if (Item* const* item = std::get_if<Item*>(&value)) return text(**item);
    if (std::optional<Item>* const* item = std::get_if<std::optional<Item>*>(&value))
        return **item ? text(***item) : fmt::format("every {}", to_string(field->kinds.front()));
    return *std::get<std::string*>(value);
}

/// True if a field has a finite number beyond what readers take, which a saved file would lose. Numbers that
/// are not finite, keys and the commands of a batch are left to the command.
struct HasAbsurdNumber {
    bool operator()(const float* value) const { return is_absurd(*value); }
    bool operator()(const vec3* value) const {
        return is_absurd(value->x) || is_absurd(value->y) || is_absurd(value->z);
    }
    bool operator()(const std::array<float, 9>* values) const {
        return std::any_of(values->begin(), values->end(), is_absurd);
    }
    bool operator()(const std::vector<std::pair<int, Transform>>* poses) const {
        return std::any_of(poses->begin(), poses->end(), [this](const auto& pose) {
            return (*this)(&pose.second.translation) || (*this)(&pose.second.scale);
        });
    }
    template <class Value>
    bool operator()(const std::vector<std::pair<Value, vec3>>* points) const {
        return std::any_of(points->begin(), points->end(),
                           [this](const auto& point) { return (*this)(&point.second); });
    }
    template <class Value>
    bool operator()(const std::vector<std::pair<Value, float>>* weights) const {
        return std::any_of(weights->begin(), weights->end(),
                           [](const auto& weight) { return is_absurd(weight.second); });
    }
    template <class Value>
    bool operator()(const std::optional<Value>* value) const {
        return value->has_value() && (*this)(&**value);
    }
    bool operator()(const void* /*unlimited*/) const { return false; }

  private:
    static bool is_absurd(float value) { return std::isfinite(value) && std::abs(value) >= furthest_key; }
};

Result<void> expect_sane_numbers(const CommandKind& kind, Command copy) {
    for (const CommandField& field : kind.fields) {
        if (std::visit(HasAbsurdNumber{}, field.in(copy)))
            return fail("edit-too-large",
                        fmt::format("\"{}\" must be below 1e12: no format keeps more.", field.name));
    }
    return {};
}

}  // namespace

const std::vector<CommandKind>& command_kinds() {
    static const std::vector<CommandKind> table = joined();
    return table;
}

const CommandKind& kind_of(const Command& command) {
    static const std::vector<std::size_t> place = places();
    return command_kinds().at(place.at(command.edit.index()));
}

const CommandKind* find_command_kind(std::string_view name) {
    const auto& table = command_kinds();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [name](const CommandKind& kind) { return kind.name == name; });
    return found == table.end() ? nullptr : &*found;
}

bool takes_thing(const CommandField& field) {
    return field.kinds.size() > 1;
}

bool needs_thing(const CommandField& field) {
    return takes_thing(field) &&
           std::none_of(field.kinds.begin(), field.kinds.end(),
                        [&](const ItemKind kind) { return field.name == to_string(kind); });
}

bool takes_humanoid(const CommandKind& kind) {
    const auto is_field = [](const CommandField& field) { return field.name == "humanoid"; };
    if (std::any_of(kind.fields.begin(), kind.fields.end(), is_field)) return false;
    return std::any_of(kind.fields.begin(), kind.fields.end(), [](const CommandField& field) {
        return std::any_of(field.kinds.begin(), field.kinds.end(), is_of_humanoid);
    });
}

bool is_own_humanoid(const CommandField& field) {
    return field.kinds.size() == 1 && field.kinds.front() == ItemKind::humanoid && field.name == "humanoid";
}

std::string title_of(const Command& command, const Document& document) {
    const CommandKind& kind = kind_of(command);
    Command copy = command;
    std::string out;
    std::string_view rest = kind.title;
    while (true) {
        const std::size_t open = rest.find('{');
        out += rest.substr(0, open);
        if (open == std::string_view::npos) return out;
        const std::size_t close = rest.find('}', open);
        out += field_text(kind, rest.substr(open + 1, close - open - 1), copy, document);
        rest.remove_prefix(close + 1);
    }
}

Result<void> apply(const Command& command, Document& document) {
    const CommandKind& kind = kind_of(command);
    const Result<void> sane = expect_sane_numbers(kind, command);
    if (sane) return kind.apply(command, document);
    // What the command itself says of such a number tells more.
    Document trial = document;
    const Result<void> done = kind.apply(command, trial);
    return done ? sane : done;
}

}  // namespace vitruvian
