// Channels of one number (weights of displacers and expressions) with keys at other times than their own.
#pragma once

#include "model/document/clip.h"

#include <functional>
#include <set>
#include <span>
#include <vector>

namespace vitruvian {

/// Adds times evenly between each two, so that a curve between them becomes straight lines; fewer where there are
/// very many times.
void add_times_between(std::set<float>& times);

/// Returns the times of a channel's keys; for cubic ones also times between them.
[[nodiscard]] std::set<float> straight_times(const Channel& channel);

/// Returns `times`, or some of them, evenly chosen, where sampling `tracks` tracks at all of them would take too long.
[[nodiscard]] std::set<float> evenly_fewer(std::set<float> times, std::size_t tracks);

/// Linear keys of several numbers: values.size() / times.size() for each time. A jump is two keys at one time.
struct LinearKeys {
    std::vector<float> times;
    std::vector<float> values;
};

/// Writes the numbers at a time (seconds) to the span.
using SampleRow = std::function<void(double, std::span<float>)>;

/// Returns keys at `times` of `wide` numbers, and jumps where one of the numbers has one.
[[nodiscard]] LinearKeys linear_keys(const std::set<float>& times, std::size_t wide, const SampleRow& sample);

/// Returns a linear channel like `like` with keys of `weight` (of seconds) at `times`, and jumps where `weight` has
/// them.
[[nodiscard]] Channel keyed_weight(const Channel& like, const std::set<float>& times,
                                   const std::function<float(double)>& weight);

}  // namespace vitruvian
