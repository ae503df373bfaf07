// Clips: how far two of one name take any joint apart, and when.
#include "model/figure/joint_angles.h"
#include "model/remap/clip_player.h"
#include "model/rig_diff/comparing.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::rig_diff {
namespace {

constexpr double rate = 30.0;  // looks a second
constexpr int most_looks = 3000;

std::optional<ClipPlayer> player_of(const Rig& rig, int clip) {
    const RemapSource source{at(rig.document.clips, clip), &rig.document, -1};
    Result<ClipPlayer> player =
        ClipPlayer::make(source, rig.document, rig.document.humanoids.empty() ? -1 : 0);
    if (!player) return std::nullopt;
    return std::move(*player);
}

}  // namespace

void Comparison::compare_clips() {
    figure_ = 0;
    const auto names = [](const Document& document) {
        std::vector<std::string> out;
        for (const auto& clip : document.clips) out.push_back(clip->name);
        return out;
    };
    by_name(RigPart::clip, names(first_.document), names(second_.document), [&](int i, int j) {
        const Clip& a = *at(first_.document.clips, i);
        const Clip& b = *at(second_.document.clips, j);
        const std::size_t from = changes_.size();
        if (std::abs(a.duration - b.duration) > std::max(tolerance_, 1e-4)) {
            RigChange& change = add(RigPart::clip, b.name, RigChangeKind::changed, "duration");
            change.before = a.duration;
            change.after = b.duration;
            change.magnitude = std::abs(b.duration - a.duration);
            change.unit = "s";
        }
        if (&a != &b) compare_motion(i, j);
        for (std::size_t k = from; k < changes_.size(); ++k) {
            changes_[k].item_before = {ItemKind::clip, -1, i};
            changes_[k].item_after = {ItemKind::clip, -1, j};
        }
    });
}

/// In world space, so that it does not matter how a format lays a joint's axes: the turn from rest of each joint.
void Comparison::compare_motion(int before, int after) {
    const std::optional<ClipPlayer> a = player_of(first_, before);
    const std::optional<ClipPlayer> b = player_of(second_, after);
    const std::string& name = at(second_.document.clips, after)->name;
    if (!a || !b) {
        if (a.has_value() != b.has_value())
            words(RigPart::clip, name, "plays", a ? "yes" : "no", b ? "yes" : "no");
        return;
    }
    const double duration = std::max(a->clip()->duration, b->clip()->duration);
    const int looks = std::clamp(static_cast<int>(std::ceil(duration * rate)) + 1, 1, most_looks);
    double widest = 0.0;
    double when = 0.0;
    int where = -1;
    for (int look = 0; look < looks; ++look) {
        const double time = looks == 1 ? 0.0 : duration * look / (looks - 1);
        const std::vector<mat4> world_a = world_matrices(first_.skeleton, a->pose_at(time, first_.skeleton));
        const std::vector<mat4> world_b =
            world_matrices(second_.skeleton, b->pose_at(time, second_.skeleton));
        for (int node = 0; node < static_cast<int>(second_of_node_.size()); ++node) {
            const int other = second_node(node);
            if (other < 0) continue;
            const auto turned = [](const std::vector<mat4>& world, const std::vector<mat4>& rest, int n) {
                return rotation_of(at(world, n)) * glm::inverse(rotation_of(at(rest, n)));
            };
            const auto angle = static_cast<double>(
                angle_between(turned(world_a, first_.world, node), turned(world_b, second_.world, other)));
            if (angle <= widest) continue;
            widest = angle;
            when = time;
            where = other;
        }
    }
    // Keys are rounded, and chains of joints add their roundings up.
    constexpr double finest = 5e-3;
    if (widest <= std::max(tolerance_, finest)) return;
    RigChange& change = add(RigPart::clip, name, RigChangeKind::changed, "motion");
    change.magnitude = widest;
    change.unit = "rad";
    change.detail = fmt::format("{:.1f} degrees at {} after {:.3f} s", glm::degrees(widest),
                                at(second_.document.nodes, where).name, when);
}

}  // namespace vitruvian::rig_diff
