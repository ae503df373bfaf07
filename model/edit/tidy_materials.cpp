#include "model/edit/tidy_materials.h"

#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/command_table.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace vitruvian {
namespace {

/// Descriptions of materials in the file beyond a Material: per material a number that is shared by those
/// described identically, or nullopt where one must not be merged.
std::vector<std::optional<int>> words_of(const Document& document) {
    std::vector<std::optional<int>> out(document.materials.size(), 0);
    if (document.source == nullptr || document.source->alike_materials == nullptr) return out;
    const DocumentSource& source = *document.source;
    const std::vector<Material>& read = source.as_read.materials;
    const std::vector<int> first = source.alike_materials(source);
    if (read.size() == out.size() && first.size() == out.size()) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = first[i] < 0 ? std::nullopt : std::optional(first[i]);
        return out;
    }
    // Some were removed since: each may be any of the identical ones that were read.
    for (std::size_t i = 0; i < out.size(); ++i) {
        std::set<int> any;
        for (std::size_t k = 0; k < std::min(read.size(), first.size()); ++k) {
            if (is_same_but_for_name(document.materials[i], read[k])) any.insert(first[k]);
        }
        const bool is_clear = any.size() == 1 && *any.begin() >= 0;
        out[i] = is_clear ? std::optional(*any.begin()) : std::nullopt;
    }
    return out;
}

class FreeNames {
  public:
    explicit FreeNames(const Document& document) {
        for (const Material& material : document.materials) taken_.insert(material.name);
    }
    /// Returns `name`, or where it is taken the first free of name_2, name_3, ...
    std::string take(const std::string& name, bool may_be_itself) {
        std::string out = name;
        for (int i = 2; (out == name && !may_be_itself) || taken_.contains(out); ++i)
            out = fmt::format("{}_{}", name, i);
        taken_.insert(out);
        return out;
    }

  private:
    std::set<std::string> taken_;
};

Result<void> tidy(const TidyMaterials& /*edit*/, Document& document) {
    const MaterialTidying plan = plan_tidying(document);
    for (const auto& [material, name] : plan.names) at(document.materials, material).name = name;
    std::vector<int> place(plan.becomes.size(), -1);
    std::vector<Material> left;
    for (std::size_t i = 0; i < place.size(); ++i) {
        if (plan.becomes[i] == static_cast<int>(i)) {
            place[i] = static_cast<int>(left.size());
            left.push_back(std::move(document.materials[i]));
        } else {
            place[i] = at(place, plan.becomes[i]);
        }
    }
    // The references still use the indices of the old list.
    renumber(document, {ListKind::materials, -1}, place);
    document.materials = std::move(left);
    return {};
}

}  // namespace

MaterialTidying plan_tidying(const Document& document) {
    const std::vector<Material>& all = document.materials;
    MaterialTidying out;
    out.becomes.resize(all.size());
    std::iota(out.becomes.begin(), out.becomes.end(), 0);
    const std::vector<std::optional<int>> words = words_of(document);
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t k = 0; k < i && words[i] && out.becomes[i] == static_cast<int>(i); ++k) {
            const bool is_kept = out.becomes[k] == static_cast<int>(k);
            if (is_kept && words[k] == words[i] && is_same_but_for_name(all[k], all[i]))
                out.becomes[i] = static_cast<int>(k);
        }
        out.merged += out.becomes[i] == static_cast<int>(i) ? 0 : 1;
    }
    FreeNames free(document);
    std::set<std::string_view> met;
    int number = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (out.becomes[i] != static_cast<int>(i)) continue;
        if (all[i].name.empty()) {
            out.names.emplace_back(static_cast<int>(i), free.take(fmt::format("material_{}", number), true));
        } else if (!met.insert(all[i].name).second) {
            out.names.emplace_back(static_cast<int>(i), free.take(all[i].name, false));
        }
        ++number;
    }
    return out;
}

std::string tidying_text(const Document& document) {
    const MaterialTidying plan = plan_tidying(document);
    if (plan.merged == 0 && plan.names.empty()) return "nothing to do";
    return fmt::format("{} merged, {} named", plan.merged, plan.names.size());
}

std::vector<CommandKind> material_commands() {
    return {command_kind<TidyMaterials, tidy>("tidy-materials", "Tidy materials ({what})",
                                              "Makes materials that are the same in all but their name one, "
                                              "and gives each of those left a name that "
                                              "no other has.",
                                              {})};
}

}  // namespace vitruvian
