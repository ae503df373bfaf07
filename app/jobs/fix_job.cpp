#include "app/jobs/fix_job.h"

#include "app/profiles/sidecar.h"
#include "model/check/fixes.h"
#include "model/check/run.h"

#include <utility>

namespace vitruvian {

std::vector<FixedFinding> fix_document(Document& document, const CheckJob& job) {
    constexpr int max_rounds = 5;
    std::vector<FixedFinding> out;
    const auto beside = read_sidecar(document.file);
    for (int i = 0; i < max_rounds; ++i) {
        const check::Profile profile = job.profile.of(document, beside ? *beside : std::nullopt);
        const check::Outcome outcome =
            check::run_checks(document, &profile, {job.only, job.skip, std::nullopt, nullptr});
        check::FixRound round = check::fix_round(document, outcome.findings);
        if (round.fixes.empty()) break;
        document = std::move(round.document);
        for (check::AppliedFix& fix : round.fixes) {
            const check::Object& object = fix.finding->object;
            out.push_back({std::string(fix.finding->id), object.kind, object.name, std::move(fix.title)});
        }
    }
    return out;
}

}  // namespace vitruvian
