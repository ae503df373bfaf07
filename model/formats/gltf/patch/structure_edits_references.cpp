// Edits all references to nodes where nodes were removed or renumbered.
#include "model/core/at.h"
#include "model/formats/gltf/patch/node_references.h"
#include "model/formats/gltf/patch/structure_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {

Result<void> StructureEdits::edit_references() {
    const bool any_gone = std::any_of(node_.begin(), node_.end(), [&](int node) {
        return node >= 0 && is_gone(at(was_.nodes, node).source_index);
    });
    if (!any_gone) return {};
    if (const std::string unknown = extension_with_unknown_nodes(traced_.root);
        renumbers_ && !unknown.empty())
        return refuse("nodes get other numbers, which " + unknown + " may have");
    const Result<std::vector<NodeReference>> references = node_references(traced_.root);
    if (!references) return tl::unexpected(references.error());
    std::set<std::string> holders;
    for (const NodeReference& reference : *references) {
        const Id id = reference.node;
        if (static_cast<std::size_t>(id) >= count_) continue;
        const bool stays = number_[static_cast<std::size_t>(id)] >= 0;
        if (!is_gone(id) || (reference.on_removal == OnRemoval::load && stays)) {
            const Id now = reference.on_removal == OnRemoval::load ? load_of(id, false) : id;
            if (number_of(now) != id) json_.set(reference.pointer, number_of(now));
            continue;
        }
        if (reference.on_removal == OnRemoval::refused)
            return refuse("a node that is gone is needed by " + reference.pointer);
        const Id successor = reference.on_removal == OnRemoval::successor ? successor_of(id) : -1;
        if (successor >= 0) {
            json_.set(reference.pointer, number_of(successor));
        } else {
            holders.insert(reference.holder);
        }
    }
    // Last, since a removed object includes edits of its parts.
    for (const std::string& holder : holders) json_.remove(holder);
    gone_ = std::move(holders);
    edit_pointers_of_channels();
    return {};
}

/// Channels of KHR_animation_pointer refer to nodes in a string.
void StructureEdits::edit_pointers_of_channels() {
    constexpr std::string_view beginning = "/nodes/";
    for (std::size_t a = 0; a < list("animations").size(); ++a) {
        const Json* channels = member(list("animations")[a], "channels");
        for (std::size_t c = 0; channels != nullptr && c < channels->size(); ++c) {
            const Json* target = member((*channels)[c], "target");
            const Json* json = target == nullptr ? nullptr : extension(*target, "KHR_animation_pointer");
            const std::string text = json == nullptr ? std::string() : text_or_empty(*json, "pointer");
            const auto node = element_of(beginning, text);
            if (!node || static_cast<std::size_t>(node->first) >= count_) continue;
            const Id id = node->first;
            const std::string channel = fmt::format("/animations/{}/channels/{}", a, c);
            if (is_gone(id)) {
                json_.remove(channel);
                gone_.insert(channel);
            } else if (number_of(id) != id) {
                json_.set(channel + "/target/extensions/KHR_animation_pointer/pointer",
                          fmt::format("{}{}{}", beginning, number_of(id), node->second));
            }
        }
    }
}

/// glTF does not allow an animation without channels, nor an empty list of animations.
void StructureEdits::remove_still_animations() {
    std::size_t left = 0;
    for (std::size_t a = 0; a < list("animations").size(); ++a) {
        const std::string pointer = fmt::format("/animations/{}", a);
        const Json* channels = member(list("animations")[a], "channels");
        bool has_gone = false;
        bool moves = channels == nullptr || channels->empty();
        for (std::size_t c = 0; channels != nullptr && c < channels->size(); ++c) {
            const bool is_channel_gone = gone_.contains(fmt::format("{}/channels/{}", pointer, c));
            has_gone = has_gone || is_channel_gone;
            moves = moves || !is_channel_gone;
        }
        if (!moves && has_gone) {
            json_.remove(pointer);
        } else {
            ++left;
        }
    }
    if (left == 0 && !list("animations").empty()) json_.remove("/animations");
}

}  // namespace vitruvian::gltf
