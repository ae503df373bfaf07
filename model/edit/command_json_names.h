// Node names in the JSON of commands.
#pragma once

#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/document/item.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>

namespace vitruvian {

/// Index of a document's nodes by name, for lists of nodes, for which single searches would be too slow.
class NodeNames {
  public:
    explicit NodeNames(const Document& document) : document_(document) {
        for (std::size_t i = 0; i < document.nodes.size(); ++i) {
            const auto [entry, is_new] = nodes_.try_emplace(document.nodes[i].name, static_cast<int>(i));
            if (!is_new) entry->second = -1;
        }
    }

    [[nodiscard]] std::string text(int node) const {
        const bool is_there = node >= 0 && static_cast<std::size_t>(node) < document_.nodes.size();
        const std::string_view name = is_there ? std::string_view(at(document_.nodes, node).name) : "";
        const bool is_plain =
            !name.empty() && name.find_first_of("#%") == std::string_view::npos && utf8_text(name) == name;
        return is_plain && nodes_.find(name)->second == node ? std::string(name) : fmt::format("#{}", node);
    }

    [[nodiscard]] Result<int> node(std::string_view text) const {
        const auto found = nodes_.find(text);
        if (found != nodes_.end() && found->second >= 0 && !text.starts_with('#')) return found->second;
        const Result<Item> item = find_item(document_, ItemKind::node, text);
        return item ? Result<int>(item->index) : tl::unexpected(item.error());
    }

  private:
    const Document& document_;
    std::unordered_map<std::string_view, int> nodes_;  // -1: ambiguous
};

}  // namespace vitruvian
