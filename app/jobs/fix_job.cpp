#include "app/jobs/fix_job.h"

#include "model/check/run.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian {
namespace {

/// How many there are of each thing: commands of a round know them by index, which holds as long as none comes or goes.
std::array<std::size_t, 6> numbers_of(const Document& document) {
    std::array<std::size_t, 6> out{document.nodes.size(),      document.meshes.size(),
                                   document.displacers.size(), document.clips.size(),
                                   document.humanoids.size(),  0};
    for (const Humanoid& humanoid : document.humanoids)
        out[5] += humanoid.joints.size() + humanoid.segments.size() + humanoid.sites.size();
    return out;
}

struct Round {
    Document& document;
    std::vector<Item> changed;

    [[nodiscard]] bool is_taken(const Item& item) const {
        return item.kind != ItemKind::none &&
               std::find(changed.begin(), changed.end(), item) != changed.end();
    }

    /// All commands of the finding, or none.
    bool apply_fix(const check::Finding& finding) {
        if (is_taken(finding.object.item)) return false;
        const Command batch = Batch{std::string(finding.id), finding.fix};
        Document mended = document;
        if (!apply(batch, mended)) return false;
        document = std::move(mended);
        changed.push_back(finding.object.item);
        return true;
    }
};

}  // namespace

std::vector<FixedFinding> fix_document(Document& document, const CheckJob& job) {
    constexpr int most_rounds = 5;
    std::vector<FixedFinding> out;
    for (int i = 0; i < most_rounds; ++i) {
        const check::Profile profile = job.profile.of(document);
        const check::Outcome outcome =
            check::run_checks(document, &profile, {job.only, job.skip, std::nullopt, nullptr});
        Round round{document, {}};
        const auto before = numbers_of(document);
        for (const check::Finding& finding : outcome.findings) {
            if (finding.fix.empty()) continue;
            std::string title = title_of(finding.fix.front(), document);
            if (!round.apply_fix(finding)) continue;
            out.push_back(
                {std::string(finding.id), finding.object.kind, finding.object.name, std::move(title)});
            if (numbers_of(document) != before) break;
        }
        if (round.changed.empty()) break;
    }
    return out;
}

}  // namespace vitruvian
