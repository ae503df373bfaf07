#include "model/check/findings.h"

#include "model/core/check.h"

#include <utility>

namespace vitruvian::check {

void Findings::begin(const CheckInfo& check) {
    check_ = &check;
}

double Findings::threshold() const {
    const std::optional<double> threshold = profile_.threshold_of(*check_);
    VT_CHECK(threshold.has_value());
    return *threshold;
}

Finding& Findings::add(Object object, std::string message, std::string advice, std::optional<double> value,
                       std::optional<Level> level) {
    VT_CHECK(check_ != nullptr);
    Finding& finding = findings_.emplace_back();
    finding.id = check_->id;
    finding.level = level && !profile_.sets_level(check_->id) ? *level : profile_.level_of(*check_);
    finding.object = std::move(object);
    finding.message = std::move(message);
    finding.advice = std::move(advice);
    finding.value = value;
    finding.threshold = profile_.threshold_of(*check_);
    finding.unit = check_->unit;
    return finding;
}

void Findings::skip(std::string why) {
    VT_CHECK(check_ != nullptr);
    if (!skipped_.empty() && skipped_.back().id == check_->id) return;
    skipped_.push_back({check_->id, std::move(why)});
}

}  // namespace vitruvian::check
