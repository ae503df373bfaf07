#include "model/formats/vrml/write/clip_writer.h"

#include "model/core/at.h"
#include "model/formats/vrml/write/motion_writer.h"
#include "model/formats/vrml/write/similarity.h"
#include "model/pose/pose.h"
#include "model/pose/straight_channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace vitruvian::vrml {
namespace {

quat quat_of(const float* v) {
    return {v[3], v[0], v[1], v[2]};
}

void put(const quat& q, float* v) {
    v[0] = q.x;
    v[1] = q.y;
    v[2] = q.z;
    v[3] = q.w;
}

struct FieldOfPath {
    std::string_view interpolator;
    std::string_view event;
    std::string_view suffix;
};

FieldOfPath field_of(ChannelPath path) {
    switch (path) {
        case ChannelPath::translation:
            return {"PositionInterpolator", "set_translation", "translation"};
        case ChannelPath::rotation:
            return {"OrientationInterpolator", "set_rotation", "rotation"};
        case ChannelPath::scale:
            return {"PositionInterpolator", "set_scale", "scale"};
        case ChannelPath::scale_orientation:
            return {"OrientationInterpolator", "set_scaleOrientation", "scaleOrientation"};
        default:
            return {"ScalarInterpolator", "set_weight", "weight"};
    }
}

class ClipsMaker {
  public:
    ClipsMaker(const Document& document, const ClipTargets& targets, DefNames& names, OutputScene& scene,
               std::vector<OutputNode>& nodes, Diagnostics& notes)
        : document_(&document),
          targets_(&targets),
          names_(&names),
          scene_(&scene),
          nodes_(&nodes),
          notes_(&notes) {}

    std::vector<std::pair<std::string, std::string>> renamed;

    void add(const Clip& clip) {
        OutputNode timer{"TimeSensor", {}, false, {}};
        timer.def = names_->make(clip.name);
        seconds_ = clip.duration > 0.0 ? clip.duration : 1.0;
        timer.set_time("cycleInterval", seconds_);
        if (clip.loop) timer.set("loop", true);
        if (clip.loop && running_) timer.set("enabled", false);
        const std::size_t first = nodes_->size();
        nodes_->push_back(timer);
        bool is_hidden = false;
        for (const Channel& channel : clip.channels) {
            if (hides(channel)) {
                is_hidden = true;
                continue;
            }
            add(channel, timer.def);
            if (const std::optional<Channel> axes = axes_of_scale(clip, channel)) add(*axes, timer.def);
        }
        if (targets_->moving != nullptr) {
            for (const MovingPoints& moving : *targets_->moving) add(clip, moving, timer.def);
        }
        if (nodes_->size() == first + 1) {
            nodes_->pop_back();
            names_->release(timer.def);
            if (is_hidden) return;
            notes_->warn("clip-not-carried", "a clip that moves nothing in the file is skipped");
            return;
        }
        running_ = running_ || clip.loop;
        if (timer.def != clip.name) renamed.emplace_back(timer.def, clip.name);
        if (clip.duration <= 0.0)
            notes_->note("clip-duration", "a clip of no length is written with a length of 1 s");
    }

  private:
    [[nodiscard]] bool hides(const Channel& channel) const {
        return targets_->hidden != nullptr && !targets_->hidden->empty() && channel.node >= 0 &&
               at(*targets_->hidden, channel.node);
    }

    /// A non-uniform scale is along the node's own axes, which may differ from the file's frame. The field
    /// alone would suffice, but readers may ignore it where the scale at rest is uniform.
    [[nodiscard]] std::optional<Channel> axes_of_scale(const Clip& clip, const Channel& channel) const {
        if (channel.path != ChannelPath::scale || channel.node < 0) return std::nullopt;
        const bool turned = similarity_of(at(targets_->plan->nodes, channel.node).file_from_node).rotation !=
                            glm::dquat(1.0, 0.0, 0.0, 0.0);
        const bool has_axes = std::any_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& c) {
            return c.node == channel.node && c.path == ChannelPath::scale_orientation;
        });
        bool even = true;
        for (std::size_t i = 0; i + 2 < channel.values.size(); i += 3) {
            even = even && channel.values[i] == channel.values[i + 1] &&
                   channel.values[i] == channel.values[i + 2];
        }
        if (!turned || has_axes || even) return std::nullopt;
        const Node& node = at(document_->nodes, channel.node);
        return held_channel(channel.node, ChannelPath::scale_orientation,
                            key_values(compose(node.rest, node.delta), ChannelPath::scale_orientation));
    }

    void add(const Channel& channel, const std::string& timer) {
        const std::string* target = target_of(channel);
        if (target == nullptr) return;
        const bool weight = channel.path == ChannelPath::weight;
        const Channel keys = straightened(
            weight ? channel : channel_in_file(*document_, channel, at(targets_->plan->nodes, channel.node)),
            exact_chords);
        const FieldOfPath field = field_of(channel.path);
        OutputNode node{field.interpolator, {}, false, {}};
        node.def = names_->make(fmt::format("{}_{}_{}", timer, *target, field.suffix));
        std::vector<float> values;
        const auto stride = static_cast<std::size_t>(components(channel.path));
        const bool rotation = stride == 4;
        for (std::size_t k = 0; k * stride < keys.values.size(); ++k) {
            const float* v = keys.values.data() + k * stride;
            const vec4 turn = rotation ? axis_angle_of(quat_of(v)) : vec4(0.0F);
            for (std::size_t i = 0; i < stride; ++i)
                values.push_back(rotation ? turn[static_cast<glm::length_t>(i)] : v[i]);
        }
        node.set_list("key", fractions(keys.times));
        node.set_list("keyValue", std::move(values), static_cast<unsigned>(stride));
        join(timer, std::move(node), *target, field.event);
    }

    void add(const Clip& clip, const MovingPoints& moving, const std::string& timer) {
        constexpr std::size_t max_values = 6'000'000;  // a file of 60 MB
        const bool moves = std::any_of(clip.channels.begin(), clip.channels.end(),
                                       [&](const Channel& channel) { return moves_points(channel, moving); });
        if (!moves) return;
        std::optional<PointKeys> keys = point_keys(*document_, moving, clip, max_values);
        if (!keys) {
            notes_->warn("clip-channel-not-carried", "a clip moves the points of a mesh at too many times");
            return;
        }
        OutputNode node{"CoordinateInterpolator", {}, false, {}};
        node.def = names_->make(moving.interpolator.empty() ? fmt::format("{}_{}", timer, moving.def)
                                                            : moving.interpolator);
        node.set_list("key", fractions(keys->times));
        node.set_list("keyValue", std::move(keys->values), 3);
        join(timer, std::move(node), moving.def, "set_point");
    }

    [[nodiscard]] std::vector<float> fractions(const std::vector<float>& times) const {
        std::vector<float> out;
        for (const float time : times)
            out.push_back(static_cast<float>(static_cast<double>(time) / seconds_));
        return out;
    }

    void join(const std::string& timer, OutputNode interpolator, const std::string& target,
              std::string_view event) {
        scene_->routes.push_back({timer, "fraction_changed", interpolator.def, "set_fraction"});
        scene_->routes.push_back({interpolator.def, "value_changed", target, std::string(event)});
        nodes_->push_back(std::move(interpolator));
    }

    const std::string* target_of(const Channel& channel) {
        const std::string* name = nullptr;
        const auto moves = [&channel](const MovingPoints& moving) { return moves_points(channel, moving); };
        if (targets_->moving != nullptr &&
            std::any_of(targets_->moving->begin(), targets_->moving->end(), moves))
            return nullptr;  // written with the points
        if (channel.path == ChannelPath::weight) {
            if (channel.displacer >= 0) name = &at((*targets_->def_of_displacer), channel.displacer);
        } else if (channel.node >= 0) {
            name = &at((*targets_->def_of_node), channel.node);
        } else {
            notes_->warn("clip-bones-not-carried",
                         "a clip moves humanoid bones that have no node in the file; remap it onto the "
                         "figure first");
            return nullptr;
        }
        if (name != nullptr && !name->empty()) return name;
        notes_->warn("clip-channel-not-carried", "a clip moves something that is not written");
        return nullptr;
    }

    const Document* document_;
    const ClipTargets* targets_;
    DefNames* names_;
    OutputScene* scene_;
    std::vector<OutputNode>* nodes_;
    Diagnostics* notes_;
    double seconds_ = 1.0;
    bool running_ = false;
};

/// Transforms each value of a channel, and tangents of cubic ones, which are offsets without the constant
/// part.
template <class Change>
void change_values(Channel& channel, const Change& change) {
    const auto count = static_cast<std::size_t>(components(channel.path));
    const bool cubic = channel.interpolation == Interpolation::cubic;
    for (std::size_t i = 0; i * count < channel.values.size(); ++i) {
        const bool tangent = cubic && i % 3 != 1;
        change(channel.values.data() + i * count, tangent);
    }
}

/// rest * delta, component by component (see compose), so that later steps need not distinguish them.
void make_local(const Transform& rest, Channel& channel) {
    if (channel.space == ChannelSpace::local) return;
    channel.space = ChannelSpace::local;
    change_values(channel, [&](float* v, bool tangent) {
        const vec3 three(v[0], channel.path == ChannelPath::weight ? 0.0F : v[1],
                         channel.path == ChannelPath::weight ? 0.0F : v[2]);
        vec3 out(0.0F);
        switch (channel.path) {
            case ChannelPath::translation:
                out = rest.rotation * (rest.scale * three) + (tangent ? vec3(0.0F) : rest.translation);
                break;
            case ChannelPath::scale:
                out = rest.scale * three;
                break;
            case ChannelPath::rotation:
                put(rest.rotation * quat_of(v), v);
                return;
            default:
                if (rest.scale_orientation != identity_quat && !tangent) put(rest.scale_orientation, v);
                return;
        }
        for (int i = 0; i < 3; ++i) v[i] = out[i];
    });
}

}  // namespace

/// With similarity transforms around it (file = P local N^-1), a node's fields are, one by one, those of the
/// document rotated and scaled, so interpolation between keys is preserved.
Channel channel_in_file(const Document& document, const Channel& channel, const NodePlan& plan) {
    Channel out = channel;
    const Node& node = at(document.nodes, channel.node);
    if (plan.verbatim && !plan.placed && channel.space == ChannelSpace::delta) return out;
    make_local(node.rest, out);
    const Similarity parent = similarity_of(plan.file_from_parent);
    const Similarity own = similarity_of(plan.file_from_node);
    const double ratio = parent.scale / own.scale;
    const glm::dmat3 linear(plan.file_from_parent);
    const glm::dvec3 shift = glm::dvec3(plan.file_from_parent[3]) - glm::dvec3(plan.center);
    const bool turned = glm::dmat3(plan.file_from_parent) != glm::dmat3(1.0) ||
                        glm::dmat3(plan.file_from_node) != glm::dmat3(1.0);
    change_values(out, [&](float* v, bool tangent) {
        if (out.path == ChannelPath::translation) {
            const glm::dvec3 moved =
                linear * glm::dvec3(glm::vec3(v[0], v[1], v[2])) + (tangent ? glm::dvec3(0.0) : shift);
            for (int i = 0; i < 3; ++i) v[i] = static_cast<float>(moved[i]);
        } else if (!turned) {
            return;
        } else if (out.path == ChannelPath::scale) {
            for (int i = 0; i < 3; ++i) v[i] = static_cast<float>(static_cast<double>(v[i]) * ratio);
        } else if (out.path == ChannelPath::rotation) {
            put(quat(parent.rotation * glm::dquat(quat_of(v)) * glm::conjugate(own.rotation)), v);
        } else {
            put(quat(own.rotation * glm::dquat(quat_of(v))), v);
        }
    });
    return out;
}

std::vector<std::pair<std::string, std::string>> add_clips(const Document& document,
                                                           const SaveOptions& options,
                                                           const ClipTargets& targets,
                                                           const HanimNaming& naming, DefNames& names,
                                                           OutputScene& scene, std::vector<OutputNode>& nodes,
                                                           Diagnostics& notes) {
    ClipsMaker maker(document, targets, names, scene, nodes, notes);
    for (const auto& clip : document.clips) {
        if (motion_humanoid(options, *targets.plan, naming, *clip) >= 0) {
            note_cut_corners(*clip, notes);
            continue;
        }
        if (options.clips_as == ClipsAs::hanim_motion) {
            notes.note(
                "clip-as-interpolators",
                "a clip is written with interpolators: an HAnimMotion is X3D's, and turns and moves the "
                "joints of one humanoid alone");
        }
        maker.add(*clip);
    }
    return std::move(maker.renamed);
}

}  // namespace vitruvian::vrml
