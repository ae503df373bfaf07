// Checks of how clips move joints: distances from parents, scales, pops, seams, jitter and limits.
#include "model/check/animation.h"
#include "model/check/clip_poses.h"
#include "model/check/findings.h"
#include "model/check/limit_marks.h"
#include "model/check/measure.h"
#include "model/check/subject.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::check {
namespace {

constexpr double pi = std::numbers::pi;

struct JointPlace {
    const Figure* figure = nullptr;
    int joint = -1;
};

/// Returns the nodes that influence vertices.
std::vector<char> weighted_nodes(const Document& document) {
    std::vector<char> out(document.nodes.size(), 0);
    for (const MeshInstance& instance : document.meshes) {
        const Mesh& mesh = *instance.mesh;
        if (!mesh.is_skinned() && !instance.skin->nodes.empty() && instance.skin->nodes[0] >= 0)
            at(out, instance.skin->nodes[0]) = 1;
        for (std::size_t k = 0; k < mesh.influence_joint.size(); ++k) {
            const int node = at(instance.skin->nodes, static_cast<int>(mesh.influence_joint[k]));
            if (mesh.influence_weight[k] > 0.0F && node >= 0) at(out, node) = 1;
        }
    }
    return out;
}

/// Maps nodes to joints. Joints that are not bones and influence no vertices (inverse kinematics handles left
/// by exporters) are excluded.
class Joints {
  public:
    explicit Joints(const Subject& subject) : of_node_(subject.document().nodes.size()) {
        const std::vector<char> weighted = weighted_nodes(subject.document());
        for (const Figure& figure : subject.figures()) {
            for (int j = 0; j < static_cast<int>(figure.humanoid->joints.size()); ++j) {
                const int node = at(figure.humanoid->joints, j).node;
                if (figure.hanim || at(weighted, node) != 0 || figure.humanoid->bones.bone_of(node))
                    at(of_node_, node) = {&figure, j};
            }
        }
    }
    /// No figure if the node is not a joint.
    [[nodiscard]] const JointPlace& of(int node) const { return at(of_node_, node); }

  private:
    std::vector<JointPlace> of_node_;
};

Object object_of(const Subject& subject, const Joints& joints, int node) {
    const JointPlace& place = joints.of(node);
    return place.figure == nullptr ? subject.node(node) : subject.joint(*place.figure, place.joint);
}

bool is_hips(const Figure& figure, int node) {
    const Joint& first = figure.humanoid->joints.front();
    return node == figure.humanoid->bones[Bone::hips] || (figure.hanim && node == first.node);
}

/// Returns the metres per unit of the node's parent, with the figure at rest.
float metres_per_unit(const Subject& subject, const Figure& figure, int node) {
    const int parent = at(subject.document().nodes, node).parent;
    const float volume = parent < 0 ? 1.0F : std::abs(glm::determinant(mat3(at(figure.world, parent))));
    const std::optional<float> said = subject.document().metres_per_unit;
    return std::cbrt(volume) * (said && *said > 0.0F ? *said : 1.0F);
}

/// Visits joints that a channel of a chosen clip animates, with the channel's clip.
template <class Each>
void for_each_channel(const Subject& subject, ChannelPath path, Each each) {
    for (const int index : subject.chosen_clips()) {
        const Clip& clip = *at(subject.document().clips, index);
        for (const Channel& channel : clip.channels) {
            if (channel.node >= 0 && channel.path == path) each(index, channel);
        }
    }
}

struct Range {
    float size = 0.0F;
    double time = 0.0;  // of the key furthest from the first
};

/// Returns the widest range of a component over a channel's keys.
Range range_of(const Channel& channel) {
    Range out;
    const auto width = static_cast<std::size_t>(components(channel.path));
    const bool is_cubic = channel.interpolation == Interpolation::cubic;
    const std::size_t per_key = is_cubic ? 3 * width : width;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t first = (is_cubic ? width : 0) + i;
        float low = std::numeric_limits<float>::max();
        float high = std::numeric_limits<float>::lowest();
        double time = 0.0;
        float furthest = -1.0F;
        for (std::size_t k = 0; k < channel.times.size(); ++k) {
            const float value = channel.values[k * per_key + first];
            low = std::min(low, value);
            high = std::max(high, value);
            if (std::abs(value - channel.values[first]) > furthest) {
                furthest = std::abs(value - channel.values[first]);
                time = static_cast<double>(channel.times[k]);
            }
        }
        if (high - low > out.size) out = {high - low, time};
    }
    return out;
}

}  // namespace

namespace {

/// Whether the channel moves its node away from its rest.
bool moves(const Document& document, const Channel& channel) {
    if (range_of(channel).size > 1e-6F) return true;
    const Transform& rest = at(document.nodes, channel.node).rest;
    const bool is_scale = channel.path == ChannelPath::scale;
    vec3 still = is_scale ? rest.scale : rest.translation;
    if (channel.space == ChannelSpace::delta) still = vec3(is_scale ? 1.0F : 0.0F);
    const std::size_t first = channel.interpolation == Interpolation::cubic ? 3 : 0;
    if (channel.values.size() < first + 3) return false;
    const vec3 value(channel.values[first], channel.values[first + 1], channel.values[first + 2]);
    return glm::length(value - still) > 1e-5F;
}

/// Whether it is an eye or a lid, which move faster than anything else: a blink takes a tenth of a second.
bool darts(const Subject& subject, int node) {
    const std::string& name = at(subject.document().nodes, node).name;
    if (name.find("eyelid") != std::string::npos || name.find("eyeball") != std::string::npos) return true;
    return std::any_of(subject.figures().begin(), subject.figures().end(), [node](const Figure& figure) {
        const std::optional<Bone> bone = figure.humanoid->bones.bone_of(node);
        return bone == Bone::left_eye || bone == Bone::right_eye;
    });
}

}  // namespace

void check_root_channels(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    for (const Figure& figure : subject.figures()) {
        if (!figure.has(Bone::hips)) continue;
        std::set<int> above;
        for (int n = at(document.nodes, figure.humanoid->bones[Bone::hips]).parent; n >= 0;
             n = at(document.nodes, n).parent) {
            // An H-Anim figure is moved by its HumanoidRoot, wherever its hips are.
            if (!figure.hanim || at(document.nodes, n).kind != NodeKind::joint) above.insert(n);
        }
        std::set<std::pair<int, int>> reported;
        for (const ChannelPath path : {ChannelPath::translation, ChannelPath::scale}) {
            for_each_channel(subject, path, [&](int clip, const Channel& channel) {
                if (!above.contains(channel.node) || !moves(document, channel) ||
                    !reported.insert({channel.node, clip}).second)
                    return;
                Finding& finding = findings.add(
                    subject.node(channel.node),
                    fmt::format("its {} is animated, above the hips",
                                path == ChannelPath::scale ? "scale" : "translation"),
                    "move the hips instead: programs that load avatars leave nodes above them alone");
                finding.where = subject.where(channel.node);
                set_clip(finding, subject, clip);
            });
        }
    }
}

void check_stretched_bones(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    const Joints joints(subject);
    for (const ClipMotion& clip : subject.clips().clips) {
        for (const NodeMotion& motion : clip.nodes) {
            const JointPlace& place = joints.of(motion.node);
            if (place.figure == nullptr || is_hips(*place.figure, motion.node)) continue;
            const double rms = static_cast<double>(motion.distance_rms *
                                                   metres_per_unit(subject, *place.figure, motion.node));
            if (rms <= most) continue;
            Finding& finding = findings.add(
                subject.joint(*place.figure, place.joint),
                fmt::format("its distance from its parent changes by {:.1f} mm (rms)", 1000.0 * rms),
                "key rotations alone: bones do not stretch, and on another figure they would tear", rms);
            finding.where = subject.where(motion.node);
            set_clip(finding, subject, clip.clip);
        }
    }
}

void check_animated_scales(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    const Joints joints(subject);
    for_each_channel(subject, ChannelPath::scale, [&](int clip, const Channel& channel) {
        const JointPlace& place = joints.of(channel.node);
        if (place.figure == nullptr) return;
        const Range range = range_of(channel);
        if (static_cast<double>(range.size) <= most) return;
        Finding& finding = findings.add(subject.joint(*place.figure, place.joint),
                                        fmt::format("its scale changes by {:.3g}", range.size),
                                        "leave scales alone: skeletons of other figures do not take them",
                                        static_cast<double>(range.size));
        finding.where = subject.where(channel.node);
        set_clip(finding, subject, clip, range.time);
    });
}

void check_pops(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    const Joints joints(subject);
    for (const ClipMotion& clip : subject.clips().clips) {
        for (const NodeMotion& motion : clip.nodes) {
            const bool counts = subject.figures().empty() || joints.of(motion.node).figure != nullptr;
            if (!counts || static_cast<double>(motion.turn.value) <= most || darts(subject, motion.node))
                continue;
            Finding& finding = findings.add(object_of(subject, joints, motion.node),
                                            fmt::format("it turns by {:.0f} deg within 1/30 s",
                                                        glm::degrees(static_cast<double>(motion.turn.value))),
                                            "look for a wrong key there, or spread the turn over more time",
                                            static_cast<double>(motion.turn.value));
            finding.where = subject.where(motion.node);
            set_clip(finding, subject, clip.clip, motion.turn.time);
            finding.spans = motion.pops.list();
        }
    }
}

void check_loop_seams(const Subject& subject, Findings& findings) {
    constexpr double max_loop_turn = 45.0 * pi / 180.0;
    const double most = findings.threshold();
    const Joints joints(subject);
    for (const ClipMotion& clip : subject.clips().clips) {
        const NodeMotion* worst = nullptr;
        for (const NodeMotion& motion : clip.nodes) {
            const bool counts = subject.figures().empty() || joints.of(motion.node).figure != nullptr;
            if (counts && (worst == nullptr || motion.end_turn > worst->end_turn)) worst = &motion;
        }
        const double turn = worst == nullptr ? 0.0 : static_cast<double>(worst->end_turn);
        if (turn <= most || turn > max_loop_turn) continue;
        Finding& finding = findings.add(
            subject.clip(clip.clip),
            fmt::format("repeated, it jumps: {} is turned by {:.1f} deg between the last pose and the first",
                        spoken(subject, worst->node), glm::degrees(static_cast<double>(worst->end_turn))),
            "end the clip with the keys of its start", turn);
        set_clip(finding, subject, clip.clip, at(subject.document().clips, clip.clip)->duration);
    }
}

void check_jitter(const Subject& subject, Findings& findings) {
    constexpr float least = 2.0F * static_cast<float>(pi) / 180.0F;
    const double most = findings.threshold();
    const Joints joints(subject);
    for (const ClipMotion& clip : subject.clips().clips) {
        std::vector<float> all;
        for (const NodeMotion& motion : clip.nodes) {
            if (motion.is_moving && joints.of(motion.node).figure != nullptr) all.push_back(motion.jitter);
        }
        if (all.size() < 2) continue;
        const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
        std::nth_element(all.begin(), middle, all.end());
        const float median = std::max(*middle, 1e-6F);
        for (const NodeMotion& motion : clip.nodes) {
            const JointPlace& place = joints.of(motion.node);
            const double times = static_cast<double>(motion.jitter / median);
            if (place.figure == nullptr || motion.jitter <= least || times <= most ||
                darts(subject, motion.node))
                continue;
            Finding& finding =
                findings.add(subject.joint(*place.figure, place.joint),
                             fmt::format("it trembles: its turning changes by {:.1f} deg from "
                                         "frame to frame, {:.0f} times as much as "
                                         "that of the median joint",
                                         glm::degrees(static_cast<double>(motion.jitter)), times),
                             "smooth its keys", times);
            finding.where = subject.where(motion.node);
            set_clip(finding, subject, clip.clip);
        }
    }
}

void check_limits_in_clips(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    // A pose of the whole file is computed for each mark: of very large files not all findings get one.
    constexpr std::size_t max_posed = 4'000'000;  // nodes
    const std::size_t max_marked = max_posed / std::max<std::size_t>(subject.document().nodes.size(), 1);
    std::size_t marked = 0;
    bool has_limits = false;
    for (const ClipMotion& clip : subject.clips().clips) {
        for (const FigureMotion& figure : clip.figures) {
            has_limits |= !figure.limits.empty();
            for (const LimitMotion& motion : figure.limits) {
                if (static_cast<double>(motion.share) <= most) continue;
                Finding& finding = findings.add(
                    subject.joint(*figure.figure, motion.joint),
                    fmt::format("it exceeds its limits in {:.0f} percent of the frames, by up to {:.1f} deg",
                                100.0 * static_cast<double>(motion.share),
                                glm::degrees(static_cast<double>(motion.excess.value))),
                    "keep the clip within the limits, or widen them", static_cast<double>(motion.share));
                finding.where = subject.where(at(figure.figure->humanoid->joints, motion.joint).node);
                set_clip(finding, subject, clip.clip, motion.excess.time);
                finding.spans = motion.beyond.list();
                if (++marked <= max_marked) mark_excess(subject, *figure.figure, motion.joint, finding);
            }
        }
    }
    if (!has_limits) findings.skip("no clip moves a joint with limits");
}

}  // namespace vitruvian::check
