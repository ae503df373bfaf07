#include "app/session/key_sheet.h"

#include "model/core/at.h"
#include "model/core/decimal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace vitruvian {
namespace {

bool same_thing(const KeyChoice& a, const KeyChoice& b) {
    return a.node == b.node && a.bone == b.bone && a.displacer == b.displacer;
}

/// Nodes first, then bones, then displacers.
auto order_of(const KeyChoice& what) {
    const int group = what.node >= 0 ? 0 : what.bone ? 1 : 2;
    return std::tuple(group, what.node, what.bone ? static_cast<int>(*what.bone) : -1, what.displacer);
}

KeyRow row_of(const Document& document, const Channel& channel, const std::unordered_map<int, Item>& joints) {
    KeyRow row;
    row.what.node = channel.node;
    row.what.bone = channel.bone;
    row.what.displacer = channel.displacer;
    if (channel.bone) {
        row.name = to_string(*channel.bone);
    } else if (channel.path == ChannelPath::weight) {
        row.item = displacer_item(channel.displacer);
    } else {
        const auto joint = joints.find(channel.node);
        row.item = joint != joints.end() ? joint->second : Item{ItemKind::node, -1, channel.node};
    }
    if (row.name.empty()) row.name = label_of(document, row.item);
    return row;
}

/// Sorts, and keeps the first of keys that are equal except for rounding.
void make_unique(std::vector<float>& times) {
    std::sort(times.begin(), times.end());
    times.erase(
        std::unique(times.begin(), times.end(), [](float a, float b) { return b - a <= same_key_time; }),
        times.end());
}

bool are_near(float a, float b) {
    return std::abs(a - b) <= same_key_time;
}

}  // namespace

std::vector<KeyRow> key_rows(const Document& document, const Clip& clip) {
    std::unordered_map<int, Item> joints;
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        for (std::size_t j = 0; j < document.humanoids[h].joints.size(); ++j)
            joints.try_emplace(document.humanoids[h].joints[j].node,
                               joint_item(static_cast<int>(h), static_cast<int>(j)));
    }
    std::vector<KeyRow> rows;
    std::unordered_map<int, std::size_t> row_of_node;
    for (const Channel& channel : clip.channels) {
        const int key = channel.node >= 0 ? channel.node
                        : channel.bone    ? -1 - static_cast<int>(*channel.bone)
                                          : -1000 - channel.displacer;
        const auto [place, is_new] = row_of_node.try_emplace(key, rows.size());
        if (is_new) rows.push_back(row_of(document, channel, joints));
        std::vector<float>& times = rows[place->second].times;
        times.insert(times.end(), channel.times.begin(), channel.times.end());
    }
    for (KeyRow& row : rows) make_unique(row.times);
    std::stable_sort(rows.begin(), rows.end(),
                     [](const KeyRow& a, const KeyRow& b) { return order_of(a.what) < order_of(b.what); });
    return rows;
}

std::vector<float> times_of(const std::vector<KeyRow>& rows) {
    std::vector<float> out;
    for (const KeyRow& row : rows) out.insert(out.end(), row.times.begin(), row.times.end());
    make_unique(out);
    return out;
}

double frame_rate_of(const Clip& clip) {
    constexpr std::size_t max_keys = 400;
    std::vector<float> times;
    for (const Channel& channel : clip.channels) {
        const std::size_t count = std::min(channel.times.size(), max_keys - times.size());
        times.insert(times.end(), channel.times.begin(),
                     channel.times.begin() + static_cast<std::ptrdiff_t>(count));
    }
    const auto share = [&times](double rate) {
        const auto on_frames = std::count_if(times.begin(), times.end(), [rate](float time) {
            const double frame = static_cast<double>(time) * rate;
            return std::abs(frame - std::round(frame)) <= 0.02;
        });
        return static_cast<double>(on_frames) / static_cast<double>(std::max<std::size_t>(times.size(), 1));
    };
    const auto fits = [&share](double rate) { return share(rate) >= 1.0; };
    make_unique(times);
    // Some manually scaled keys do not change the frame rate, not even if they are on the frames of twice that
    // rate. At another rate no more than half would fit.
    constexpr double most = 0.7;
    constexpr std::size_t many = 10;
    static constexpr std::array usual = {30.0, 24.0, 25.0, 60.0, 50.0, 48.0};
    for (const auto rates : {std::span(usual).first<3>(), std::span(usual).last<3>()}) {
        for (const double rate : rates) {
            if (times.empty() || fits(rate)) return rate;
        }
        for (const double rate : rates) {
            if (times.size() >= many && share(rate) >= most) return rate;
        }
    }
    for (const double rate : usual) {
        if (share(rate) >= most) return rate;
    }
    // Evenly spaced keys are the frames, rather than every third one of a rate that also fits.
    constexpr std::size_t fewest = 4;
    constexpr double longest = 0.1;  // seconds
    double step = longest;
    for (std::size_t i = 1; i < times.size(); ++i)
        step = std::min(step, static_cast<double>(times[i]) - static_cast<double>(times[i - 1]));
    if (times.size() >= fewest && step < longest) {
        const double last = static_cast<double>(times.back());
        const double rate = std::round(last / step) / last;  // exact over the whole range
        // Thousandths of a cycle are not frames, even if there is a key on each.
        constexpr double fastest = 240.0;
        if (rate <= fastest && fits(rate)) return rate;
    }
    for (const double rate : {120.0, 100.0}) {
        if (fits(rate)) return rate;
    }
    return 30.0;
}

double snapped(double seconds, double frame_rate) {
    return frame_rate > 0.0 ? std::round(seconds * frame_rate) / frame_rate : seconds;
}

std::size_t KeySelection::size() const {
    std::size_t count = 0;
    for (const KeyChoice& choice : keys_) count += choice.times.size();
    return count;
}

const KeyChoice* KeySelection::find(const KeyRow& row) const {
    const auto found = std::find_if(keys_.begin(), keys_.end(),
                                    [&row](const KeyChoice& choice) { return same_thing(choice, row.what); });
    return found == keys_.end() ? nullptr : &*found;
}

KeyChoice* KeySelection::find(const KeyRow& row) {
    return const_cast<KeyChoice*>(std::as_const(*this).find(row));
}

bool KeySelection::has(const KeyRow& row, float time) const {
    const KeyChoice* choice = find(row);
    if (choice == nullptr) return false;
    const auto near = std::lower_bound(choice->times.begin(), choice->times.end(), time - same_key_time);
    return near != choice->times.end() && are_near(*near, time);
}

void KeySelection::add(const KeyRow& row, float time) {
    if (has(row, time)) return;
    KeyChoice* choice = find(row);
    if (choice == nullptr) {
        keys_.push_back(row.what);
        choice = &keys_.back();
    }
    choice->times.insert(std::upper_bound(choice->times.begin(), choice->times.end(), time), time);
}

void KeySelection::remove(const KeyRow& row, float time) {
    if (KeyChoice* choice = find(row))
        std::erase_if(choice->times, [&](float t) { return are_near(t, time); });
    std::erase_if(keys_, [](const KeyChoice& choice) { return choice.times.empty(); });
}

void KeySelection::add_span(const KeyRow& row, float from, float to) {
    for (const float time : row.times) {
        if (time >= from && time <= to) add(row, time);
    }
}

float KeySelection::first() const {
    float out = std::numeric_limits<float>::max();
    for (const KeyChoice& choice : keys_) out = std::min(out, choice.times.front());
    return keys_.empty() ? 0.0F : out;
}

float KeySelection::last() const {
    float out = 0.0F;
    for (const KeyChoice& choice : keys_) out = std::max(out, choice.times.back());
    return out;
}

KeySelection KeySelection::moved(const TimeChange& change) const {
    KeySelection out = *this;
    for (KeyChoice& choice : out.keys_) {
        for (float& time : choice.times) time = change(time);
        make_unique(choice.times);
    }
    return out;
}

void KeySelection::prune(const std::vector<KeyRow>& rows) {
    KeySelection out;
    for (const KeyRow& row : rows) {
        const KeyChoice* choice = find(row);
        if (choice == nullptr) continue;
        for (const float time : row.times) {
            if (has(row, time)) out.add(row, time);
        }
    }
    keys_ = std::move(out.keys_);
}

TimeChange moved_by(const KeySelection& selection, double seconds) {
    const double least = -static_cast<double>(selection.first());
    return {static_cast<float>(std::max(seconds, least)), 1.0F, 0.0F};
}

TimeChange dragged(const KeySelection& selection, double held, double by, double frame_rate) {
    return moved_by(selection, snapped(held + by, frame_rate) - held);
}

namespace {

constexpr double least_scale = 0.02;

/// Returns a scale that leaves no key before 0, and is not zero or negative.
double scale_within(const KeySelection& selection, double about, double scale) {
    const double first = static_cast<double>(selection.first());
    scale = std::max(scale, least_scale);
    return first < about && about + (first - about) * scale < 0.0 ? about / (about - first) : scale;
}

}  // namespace

TimeChange scaled(const KeySelection& selection, double about, double scale) {
    if (std::abs(scale) < least_scale) scale = std::copysign(least_scale, scale);
    TimeChange out{0.0F, static_cast<float>(scale), static_cast<float>(about)};
    out.by = std::max(-std::min(out(selection.first()), out(selection.last())), 0.0F);
    return out;
}

TimeChange stretched(const KeySelection& selection, double about, double from, double to, double frame_rate) {
    const double lever = std::abs(from - about) < 1e-3 ? 1e-3 : from - about;
    double scale = scale_within(selection, about, (to - about) / lever);
    // The key furthest from the centre determines the snapping.
    const double first = static_cast<double>(selection.first());
    const double last = static_cast<double>(selection.last());
    const double far = std::abs(last - about) >= std::abs(first - about) ? last : first;
    if (std::abs(far - about) > 1e-3)
        scale = (snapped(about + (far - about) * scale, frame_rate) - about) / (far - about);
    return {0.0F, static_cast<float>(scale_within(selection, about, scale)), static_cast<float>(about)};
}

std::vector<KeyValues> copied_keys(const Clip& clip, const KeySelection& selection) {
    std::vector<KeyValues> out;
    const float first = selection.first();
    for (const Channel& channel : clip.channels) {
        KeyRow row;
        row.what.node = channel.node;
        row.what.bone = channel.bone;
        row.what.displacer = channel.displacer;
        KeyValues keys{channel.node, channel.bone, channel.displacer, channel.path, {}, {}, {}, {}};
        const auto count = static_cast<std::size_t>(components(channel.path));
        const bool cubic = channel.interpolation == Interpolation::cubic;
        const auto take = [&](std::vector<float>& to, std::size_t at_number) {
            const auto from = channel.values.begin() + static_cast<std::ptrdiff_t>(at_number);
            to.insert(to.end(), from, from + static_cast<std::ptrdiff_t>(count));
        };
        for (std::size_t i = 0; i < channel.times.size(); ++i) {
            if (!selection.has(row, channel.times[i])) continue;
            keys.times.push_back(static_cast<float>(decimal(channel.times[i]) - decimal(first)));
            const std::size_t begin = i * count * (cubic ? 3U : 1U);
            take(keys.values, begin + (cubic ? count : 0));
            if (!cubic) continue;
            take(keys.in_tangents, begin);
            take(keys.out_tangents, begin + 2 * count);
        }
        if (!keys.times.empty()) out.push_back(std::move(keys));
    }
    return out;
}

std::vector<KeyValues> pasted_at(std::vector<KeyValues> copied, float time) {
    for (KeyValues& keys : copied) {
        for (float& t : keys.times) t = static_cast<float>(decimal(t) + decimal(time));
    }
    return copied;
}

double next_key(const std::vector<float>& times, double now, int direction) {
    constexpr double same = static_cast<double>(same_key_time);
    if (direction > 0) {
        for (const float time : times) {
            if (static_cast<double>(time) > now + same) return static_cast<double>(time);
        }
        return now;
    }
    double out = now;
    for (const float time : times) {
        if (static_cast<double>(time) < now - same) out = static_cast<double>(time);
    }
    return out;
}

}  // namespace vitruvian
