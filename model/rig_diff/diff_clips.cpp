// Compares clips: how far two with the same name move joints, sites and displacers apart, and when.
#include "model/document/file_format.h"
#include "model/remap/clip_player.h"
#include "model/rig_diff/clip_deviation.h"
#include "model/rig_diff/comparing.h"
#include "model/rig_diff/unnamed.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {
namespace {

constexpr double finest_motion = 5e-3;    // keys are rounded, and errors add up along chains of joints
constexpr double finest_own_turn = 1e-3;  // of a single joint

std::optional<ClipPlayer> player_of(const Rig& rig, int clip) {
    const RemapSource source{at(rig.document.clips, clip), &rig.document, -1};
    Result<ClipPlayer> player =
        ClipPlayer::make(source, rig.document, rig.document.humanoids.empty() ? -1 : 0);
    if (!player) return std::nullopt;
    return std::move(*player);
}

/// Whether all its keys have the same value.
bool is_held(const Clip& clip) {
    return std::all_of(clip.channels.begin(), clip.channels.end(), [](const Channel& channel) {
        const auto width = static_cast<std::ptrdiff_t>(components(channel.path));
        const auto& values = channel.values;
        return channel.interpolation != Interpolation::cubic &&
               (std::ssize(values) <= width ||
                std::equal(values.begin() + width, values.end(), values.begin()));
    });
}

std::vector<std::string> names_of_clips(const Document& document) {
    std::vector<std::string> out;
    for (const auto& clip : document.clips) out.push_back(clip->name);
    return out;
}

/// A motion file stores no name for its clip, which is named after the file.
bool names_clips(const Document& document) {
    return document.format != FileFormat::bvh;
}

std::vector<std::string> given_names_of_clips(const Document& document) {
    return names_clips(document) ? names_of_clips(document) : std::vector<std::string>(document.clips.size());
}

}  // namespace

/// By name, otherwise by duration and targets.
Pairs Comparison::match_clips() const {
    using Moved = std::set<std::pair<int, int>>;  // node or bone, and its kind
    const auto moved_by = [this](const Clip& clip, bool is_first) {
        Moved out;
        for (const Channel& c : clip.channels) {
            const int kind = c.bone ? 1 : 0;
            if (c.bone) {
                out.emplace(static_cast<int>(*c.bone), kind);
            } else if (c.node >= 0) {
                const int node = at(is_first ? first_.carrier : second_.carrier, c.node);
                out.emplace(is_first ? second_node(node) : node, kind);
            }
        }
        return out;
    };
    const Likeness likeness = [&](int i, int j) {
        const Clip& a = *at(first_.document.clips, i);
        const Clip& b = *at(second_.document.clips, j);
        constexpr double hundredth = 0.01;
        const bool are_poses = is_held(a) && is_held(b);
        if (!are_poses && std::abs(a.duration - b.duration) > hundredth * std::max(a.duration, b.duration))
            return 0.0F;
        const Moved before = moved_by(a, true);
        const Moved after = moved_by(b, false);
        Moved both;
        std::set_intersection(before.begin(), before.end(), after.begin(), after.end(),
                              std::inserter(both, both.end()));
        const std::size_t all = before.size() + after.size() - both.size();
        return all == 0 ? 0.0F : static_cast<float>(both.size()) / static_cast<float>(all);
    };
    return pair_up(given_names_of_clips(first_.document), given_names_of_clips(second_.document), likeness);
}

void Comparison::compare_clips() {
    figure_ = 0;
    const std::vector<MovedNode> nodes = moved_nodes();
    const std::size_t before_pairs = changes_.size();
    const Pairs pairs = paired(RigPart::clip, names_of_clips(first_.document),
                               names_of_clips(second_.document), match_clips());
    // A motion file of no motion has one all the same.
    if (is_motion_file(first_) != is_motion_file(second_)) {
        forgive(before_pairs, [](const RigChange&, const Rig& rig) {
            const auto& clips = rig.document.clips;
            return is_motion_file(rig) &&
                   std::all_of(clips.begin(), clips.end(), [](const auto& clip) { return is_held(*clip); });
        });
    }
    for (const auto& [i, j] : pairs) {
        const Clip& a = *at(first_.document.clips, i);
        const Clip& b = *at(second_.document.clips, j);
        const std::size_t from = changes_.size();
        if (names_clips(first_.document) && names_clips(second_.document))
            renamed(RigPart::clip, a.name, b.name);
        compare_length(a, b);
        if (&a != &b) compare_motion(i, j, nodes);
        set_items(from, item_of(RigPart::clip, i), item_of(RigPart::clip, j));
    }
}

void Comparison::compare_length(const Clip& before, const Clip& after) {
    // X3D has no clips of zero duration: a pose is held there.
    const bool is_pose =
        (before.duration == 0.0 && is_held(after)) || (after.duration == 0.0 && is_held(before));
    if (is_one_family() || !is_pose)
        number(RigPart::clip, after.name, "duration", before.duration, after.duration, "s",
               std::max(tolerance_, 1e-4));
    const auto says_loop = [](const Document& document) {
        return is_world(document.format) ||
               (!document.humanoids.empty() && document.humanoids.front().kind == HumanoidKind::hanim);
    };
    if (before.loop == after.loop || !says_loop(first_.document) || !says_loop(second_.document)) return;
    RigChange& change = add(RigPart::clip, after.name, RigChangeKind::changed, "loop");
    change.before = before.loop;
    change.after = after.loop;
}

bool Comparison::is_told(const ClipDeviation& apart) const {
    const double least = std::max(tolerance_, finest_motion);
    return apart.turn.size > least || apart.own_turn.size > std::max(tolerance_, finest_own_turn) ||
           apart.travel.size > least * length_ || apart.stretch.size > least || apart.weight.size > least;
}

void Comparison::compare_motion(int before, int after, const std::vector<MovedNode>& nodes) {
    const std::optional<ClipPlayer> a = player_of(first_, before);
    const std::optional<ClipPlayer> b = player_of(second_, after);
    const std::string& name = at(second_.document.clips, after)->name;
    if (!a && !b) return compare_channels(before, after);
    if (!a || !b) return words(RigPart::clip, name, "plays", a ? "yes" : "no", b ? "yes" : "no");
    const double duration = a->clip()->duration;
    const double now = b->clip()->duration;
    // A clip that only became slower or faster has the same poses at the same fractions of its length.
    if (duration > 0.0 && now > 0.0 && std::abs(duration - now) > std::max(tolerance_, 1e-4) &&
        !is_told(deviation(*a, *b, nodes, now / duration)))
        return;
    const ClipDeviation apart = deviation(*a, *b, nodes, 1.0);
    const auto tell = [&](const Widest& widest, double least, const char* field, const char* unit,
                          const std::string& what) {
        if (widest.size <= least) return;
        RigChange& change = add(RigPart::clip, name, RigChangeKind::changed, field);
        change.magnitude = widest.size;
        change.unit = unit;
        change.detail = fmt::format("{} after {:.3f} s", what, widest.time);
    };
    const auto node_name = [&](const Widest& widest) {
        if (widest.where < 0) return std::string();
        const std::string& own = at(second_.document.nodes, widest.where).name;
        return own.empty() ? unnamed_in_words(second_.document, widest.where) : own;
    };
    const double least = std::max(tolerance_, finest_motion);
    const bool is_small = apart.turn.size <= least;
    const Widest& turn = is_small ? apart.own_turn : apart.turn;
    tell(turn, is_small ? std::max(tolerance_, finest_own_turn) : least, "motion", "rad",
         fmt::format("{:.1f} degrees at {}", glm::degrees(turn.size), node_name(turn)));
    tell(apart.travel, least * length_, "travel", "m",
         fmt::format("{:.4g} at {}", apart.travel.size, node_name(apart.travel)));
    tell(apart.stretch, least, "scale", "",
         fmt::format("{:.4g} at {}", apart.stretch.size, node_name(apart.stretch)));
    if (apart.weight.where < 0) return;
    tell(apart.weight, least, "weights", "",
         fmt::format("{:.3g} of {}", apart.weight.size,
                     at(second_.document.displacers, apart.weight.where).name));
}

/// Compares clips that animate no figure of their file by their channels.
void Comparison::compare_channels(int before, int after) {
    const Clip& a = *at(first_.document.clips, before);
    const Clip& b = *at(second_.document.clips, after);
    const auto is_like = [](const Channel& x, const Channel& y) {
        return x.bone == y.bone && x.path == y.path && x.times.size() == y.times.size() &&
               x.values.size() == y.values.size();
    };
    const bool alike =
        std::equal(a.channels.begin(), a.channels.end(), b.channels.begin(), b.channels.end(), is_like);
    if (!alike) return words(RigPart::clip, b.name, "channels", "some", "others");
    float largest = 0.0F;
    for (std::size_t c = 0; c < a.channels.size(); ++c) {
        for (std::size_t v = 0; v < a.channels[c].values.size(); ++v)
            largest = std::max(largest, std::abs(a.channels[c].values[v] - b.channels[c].values[v]));
    }
    constexpr double finest = 1e-3;
    if (static_cast<double>(largest) <= std::max(tolerance_, finest)) return;
    RigChange& change = add(RigPart::clip, b.name, RigChangeKind::changed, "values");
    change.magnitude = static_cast<double>(largest);
}

}  // namespace vitruvian::rig_diff
