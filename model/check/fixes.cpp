#include "model/check/fixes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian::check {
namespace {

/// Returns the number of elements of each kind: commands refer to them by index, which is valid as long as
/// none are added or removed.
std::array<std::size_t, 6> numbers_of(const Document& document) {
    std::array<std::size_t, 6> out{document.nodes.size(),      document.meshes.size(),
                                   document.displacers.size(), document.clips.size(),
                                   document.humanoids.size(),  0};
    for (const Humanoid& humanoid : document.humanoids)
        out[5] += humanoid.joints.size() + humanoid.segments.size() + humanoid.sites.size();
    return out;
}

}  // namespace

FixRound fix_round(const Document& document, std::span<const Finding> findings) {
    FixRound round;
    round.document = document;
    std::vector<Item> changed;
    const auto before = numbers_of(document);
    for (const Finding& finding : findings) {
        const Item& item = finding.object.item;
        const bool is_taken =
            item.kind != ItemKind::none && std::find(changed.begin(), changed.end(), item) != changed.end();
        if (finding.fix.empty() || is_taken) continue;
        Document fixed = round.document;
        std::string title = title_of(finding.fix.front(), fixed);
        // All commands of the finding are applied, or none.
        if (!apply(Batch{std::string(finding.id), finding.fix}, fixed)) continue;
        round.document = std::move(fixed);
        changed.push_back(item);
        round.fixes.push_back({&finding, std::move(title)});
        round.commands.insert(round.commands.end(), finding.fix.begin(), finding.fix.end());
        if (numbers_of(round.document) != before) break;
    }
    return round;
}

}  // namespace vitruvian::check
