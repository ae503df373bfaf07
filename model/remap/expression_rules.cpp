#include "model/remap/expression_rules.h"

#include "model/pose/pose.h"
#include "model/pose/rekey.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>

namespace vitruvian {
namespace {

/// Expressions that others may override together, and the member that says so.
struct Group {
    ExpressionOverride Expression::*override;
    std::array<std::string_view, 5> names;
};

constexpr std::array<Group, 3> groups{{
    {&Expression::override_blink, {"blink", "blinkLeft", "blinkRight"}},
    {&Expression::override_look_at, {"lookUp", "lookDown", "lookLeft", "lookRight"}},
    {&Expression::override_mouth, {"aa", "ih", "ou", "ee", "oh"}},
}};

bool is_in(const Group& group, const Expression& expression) {
    return !expression.name.empty() &&
           std::find(group.names.begin(), group.names.end(), expression.name) != group.names.end();
}

float sampled(const Channel& channel, double seconds) {
    return sample_channel(channel, seconds).x;
}

/// Adds the time at which the weight crosses the middle on its straight way from one time to the next.
void add_crossings(const Channel& weight, std::set<float>& times) {
    std::set<float> crossings;
    for (auto next = times.begin(); next != times.end();) {
        const float from = *next++;
        if (next == times.end() || weight.interpolation == Interpolation::step) break;
        const float before = sampled(weight, std::nextafter(static_cast<double>(from), 1e9)) - 0.5F;
        const float after = sampled(weight, std::nextafter(static_cast<double>(*next), -1e9)) - 0.5F;
        if ((before > 0.0F) != (after > 0.0F))
            crossings.insert(from + (*next - from) * (before / (before - after)));
    }
    times.merge(crossings);
}

/// Returns the steps of a weight that is constant between two of `times`.
Channel stepped(const Channel& like, const std::set<float>& times,
                const std::function<float(double)>& weight) {
    Channel out = like;
    out.interpolation = Interpolation::step;
    out.times.clear();
    out.values.clear();
    for (auto next = times.begin(); next != times.end();) {
        const auto from = static_cast<double>(*next++);
        const float value = weight(next == times.end() ? from : 0.5 * (from + static_cast<double>(*next)));
        if (!out.values.empty() && out.values.back() == value) continue;
        out.times.push_back(static_cast<float>(from));
        out.values.push_back(value);
    }
    return out;
}

/// 1 above a half, else 0.
Channel binary(const Channel& weight) {
    std::set<float> times = straight_times(weight);
    add_crossings(weight, times);
    return stepped(weight, times,
                   [&weight](double seconds) { return sampled(weight, seconds) > 0.5F ? 1.0F : 0.0F; });
}

float amount(ExpressionOverride override, float weight) {
    switch (override) {
        case ExpressionOverride::none:
            return 0.0F;
        case ExpressionOverride::block:
            return weight > 0.0F ? 1.0F : 0.0F;
        case ExpressionOverride::blend:
            return weight;
    }
    return 0.0F;
}

/// Returns the share of a group's weights that `sources` leave; below 0 is none.
Channel share_left(const std::vector<const ExpressionTrack*>& sources, const Group& group) {
    std::set<float> times;
    for (const ExpressionTrack* source : sources) times.merge(straight_times(source->weight));
    times = evenly_fewer(std::move(times), sources.size());
    return keyed_weight(sources.front()->weight, times, [&](double seconds) {
        float out = 1.0F;
        for (const ExpressionTrack* source : sources)
            out -= amount(source->expression->*group.override, sampled(source->weight, seconds));
        return out;
    });
}

/// Whether a share is neither 1 nor 0 at some time.
bool goes_between(const Channel& share) {
    for (std::size_t i = 0; i < share.values.size(); ++i) {
        const float value = share.values[i];
        if (value > 0.0F && value < 1.0F) return true;
        const bool ends = i + 1 == share.values.size() || share.times[i + 1] == share.times[i];
        if (!ends && share.values[i + 1] != value) return true;
    }
    return false;
}

Channel overridden(const ExpressionTrack& track, const Channel& share) {
    std::set<float> times = straight_times(track.weight);
    times.insert(share.times.begin(), share.times.end());
    if (track.expression->binary) {
        return stepped(track.weight, times, [&](double seconds) {
            return sampled(share, seconds) < 1.0F ? 0.0F : sampled(track.weight, seconds);
        });
    }
    if (goes_between(share)) add_times_between(times);
    return keyed_weight(track.weight, times, [&](double seconds) {
        return std::max(sampled(share, seconds), 0.0F) * sampled(track.weight, seconds);
    });
}

}  // namespace

void apply_expression_rules(std::vector<ExpressionTrack>& tracks) {
    for (ExpressionTrack& track : tracks) {
        if (track.expression->binary) track.weight = binary(track.weight);
    }
    // What overrides does so with the weight that it has before others override it.
    const std::vector<ExpressionTrack> given = tracks;
    for (const Group& group : groups) {
        std::vector<const ExpressionTrack*> sources;
        for (const ExpressionTrack& track : given) {
            if (track.expression->*group.override != ExpressionOverride::none) sources.push_back(&track);
        }
        if (sources.empty()) continue;
        const Channel share = share_left(sources, group);
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            if (is_in(group, *tracks[i].expression)) tracks[i].weight = overridden(given[i], share);
        }
    }
}

}  // namespace vitruvian
