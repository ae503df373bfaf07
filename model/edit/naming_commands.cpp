// Commands on names.
#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/edit/command_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

/// Where the name of what exists is kept; null for kinds that are not renamed.
std::string* name_to_change(Document& document, const Item& item) {
    const auto of_node = [&document](int node) { return &at(document.nodes, node).name; };
    switch (item.kind) {
        case ItemKind::humanoid:
            return &at(document.humanoids, item.index).name;
        case ItemKind::joint:
        case ItemKind::site:
            return of_node(node_of(document, item));
        case ItemKind::segment:
            return &at(at(document.humanoids, item.humanoid).segments, item.index).name;
        case ItemKind::displacer:
            return &at(document.displacers, item.index).name;
        default:
            return nullptr;
    }
}

bool is_text(std::string_view name) {
    while (!name.empty()) {
        const std::size_t length = utf8_length(name);
        if (length == 0 || static_cast<unsigned char>(name.front()) < 0x20) return false;
        name.remove_prefix(length);
    }
    return true;
}

Result<void> rename(const Rename& edit, Document& document) {
    std::string* const target = exists(document, edit.thing) ? name_to_change(document, edit.thing) : nullptr;
    if (target == nullptr) return fail("edit-no-such-thing", "There is nothing to rename at that place.");
    if (edit.name.empty() || !is_text(edit.name)) {
        return fail("edit-bad-name", "A name must be UTF-8, not be empty and hold no control characters.");
    }
    const std::vector<Item> list = items_of(document, edit.thing.kind, edit.thing.humanoid);
    const bool taken = std::any_of(list.begin(), list.end(), [&](const Item& other) {
        return other != edit.thing && name_of(document, other) == edit.name;
    });
    if (taken) return fail("edit-name-taken", fmt::format("Another one is already called {}.", edit.name));
    *target = edit.name;
    return {};
}

}  // namespace

std::vector<CommandKind> naming_commands() {
    return {command_kind<Rename, rename>(
        "rename", "Rename to {to}", "Gives a thing another name, which no other of its kind has.",
        {command_field<&Rename::thing>(
             "name", "", "what is renamed",
             {ItemKind::joint, ItemKind::segment, ItemKind::site, ItemKind::displacer, ItemKind::humanoid}),
         command_field<&Rename::name>("to", "", "its new name")})};
}

}  // namespace vitruvian
