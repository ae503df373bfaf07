#include "model/remap/expression_rules.h"

#include "model/pose/pose.h"

#include <algorithm>
#include <array>
#include <cmath>
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

/// Curves (cubic keys, products of two weights) become straight lines between this many points.
constexpr int points_of_curve = 16;

void add_between(std::set<float>& times) {
    std::set<float> between;
    for (auto next = times.begin(); next != times.end();) {
        const float from = *next++;
        if (next == times.end()) break;
        for (int i = 1; i < points_of_curve; ++i)
            between.insert(from + (*next - from) * (static_cast<float>(i) / points_of_curve));
    }
    times.merge(between);
}

std::set<float> key_times(const Channel& channel) {
    std::set<float> out(channel.times.begin(), channel.times.end());
    if (channel.interpolation == Interpolation::cubic) add_between(out);
    return out;
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

/// 1 above a half, else 0.
Channel binary(const Channel& weight) {
    std::set<float> times = key_times(weight);
    add_crossings(weight, times);
    Channel out = weight;
    out.interpolation = Interpolation::step;
    out.times.clear();
    out.values.clear();
    for (auto next = times.begin(); next != times.end();) {
        const auto from = static_cast<double>(*next++);
        // Between two of the times the weight stays on one side.
        const double middle = next == times.end() ? from : 0.5 * (from + static_cast<double>(*next));
        const float value = sampled(weight, middle) > 0.5F ? 1.0F : 0.0F;
        if (!out.values.empty() && out.values.back() == value) continue;
        out.times.push_back(static_cast<float>(from));
        out.values.push_back(value);
    }
    return out;
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

using Sources = std::vector<const ExpressionTrack*>;

/// The share of a group's weights that `sources` leave.
float left_by(const Sources& sources, const Group& group, double seconds) {
    float out = 1.0F;
    for (const ExpressionTrack* source : sources)
        out -= amount(source->expression->*group.override, sampled(source->weight, seconds));
    return std::max(out, 0.0F);
}

Channel overridden(const ExpressionTrack& track, const Group& group, const Sources& sources) {
    std::set<float> times = key_times(track.weight);
    bool blends = false;
    for (const ExpressionTrack* source : sources) {
        times.merge(key_times(source->weight));
        blends = blends || source->expression->*group.override == ExpressionOverride::blend;
    }
    if (blends) add_between(times);
    return keyed_weight(track.weight, times, [&](double seconds) {
        const float share = left_by(sources, group, seconds);
        if (track.expression->binary && share < 1.0F) return 0.0F;
        return share * sampled(track.weight, seconds);
    });
}

}  // namespace

Channel keyed_weight(const Channel& like, const std::set<float>& times,
                     const std::function<float(double)>& weight) {
    constexpr double moment = 1e-9;  // seconds
    constexpr float smallest_jump = 1e-5F;
    Channel out = like;
    out.interpolation = Interpolation::linear;
    out.times.clear();
    out.values.clear();
    const auto add = [&out](float time, float value) {
        out.times.push_back(time);
        out.values.push_back(value);
    };
    for (const float time : times) {
        const float before = weight(static_cast<double>(time) - moment);
        const float after = weight(static_cast<double>(time) + moment);
        add(time, before);
        if (std::abs(after - before) > smallest_jump) add(time, after);
    }
    return out;
}

void apply_expression_rules(std::vector<ExpressionTrack>& tracks) {
    for (ExpressionTrack& track : tracks) {
        if (track.expression->binary) track.weight = binary(track.weight);
    }
    // What overrides does so with the weight that it has before others override it.
    const std::vector<ExpressionTrack> given = tracks;
    for (const Group& group : groups) {
        Sources sources;
        for (const ExpressionTrack& track : given) {
            if (track.expression->*group.override != ExpressionOverride::none) sources.push_back(&track);
        }
        if (sources.empty()) continue;
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            if (is_in(group, *tracks[i].expression)) tracks[i].weight = overridden(given[i], group, sources);
        }
    }
}

}  // namespace vitruvian
