#include "model/check/run.h"

#include "model/check/findings.h"
#include "model/check/subject.h"
#include "model/io/source.h"

#include <algorithm>
#include <utility>

namespace vitruvian::check {
namespace {

bool lists(const std::vector<std::string>& ids, std::string_view id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool applies(const CheckInfo& check, const Subject& subject) {
    const auto& figures = subject.figures();
    const auto any = [&](bool hanim) {
        return figures.empty() ? subject.is_hanim() == hanim
                               : std::any_of(figures.begin(), figures.end(),
                                             [hanim](const Figure& figure) { return figure.hanim == hanim; });
    };
    return check.applies_to == AppliesTo::both || any(check.applies_to == AppliesTo::hanim);
}

/// Checks measure in the space of the figure that the finding's object belongs to; marks are drawn in the
/// scene.
void put_marks_in_scene(const Subject& subject, std::vector<Finding>& findings) {
    for (Finding& finding : findings) {
        const int humanoid = humanoid_of(subject.document(), finding.object.item);
        if (humanoid >= 0) at(subject.figures(), humanoid).put_in_scene(finding.marks);
    }
}

/// Moves ignored findings of the profile out of the results.
void set_aside(Outcome& outcome, const std::vector<Ignore>& ignores) {
    const auto is_ignored = [&](const Finding& finding) {
        const auto why = std::find_if(ignores.begin(), ignores.end(),
                                      [&](const Ignore& ignore) { return ignore.means(finding); });
        if (why == ignores.end()) return false;
        outcome.ignored.push_back({finding, *why});
        return true;
    };
    if (!ignores.empty()) std::erase_if(outcome.findings, is_ignored);
}

}  // namespace

Outcome run_checks(const Document& document, const Profile* profile, const RunOptions& options) {
    if (document.source != nullptr) document.source->bytes.detach();
    const Profile own = profile == nullptr ? profile_for(document) : *profile;
    Subject subject(document, own.rest);
    if (options.clips) subject.set_clips(*options.clips);
    Findings findings(own);
    bool cancelled = false;
    for (const CheckInfo& check : all_checks()) {
        cancelled = options.cancel != nullptr && options.cancel->load();
        if (cancelled) break;
        if (check.run == nullptr || own.level_of(check) == Level::off || lists(options.skip, check.id) ||
            (!options.only.empty() && !lists(options.only, check.id))) {
            continue;
        }
        findings.begin(check);
        if (!applies(check, subject)) {
            findings.skip(check.applies_to == AppliesTo::hanim ? "only for H-Anim figures"
                                                               : "only for glTF figures");
            continue;
        }
        check.run(subject, findings);
    }
    Outcome out{own.name, findings.take(), findings.take_skipped(), {}, cancelled};
    put_marks_in_scene(subject, out.findings);
    set_aside(out, own.ignores);
    std::stable_sort(out.findings.begin(), out.findings.end(),
                     [](const Finding& a, const Finding& b) { return a.level > b.level; });
    return out;
}

}  // namespace vitruvian::check
