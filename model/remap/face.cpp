// Transfers the expressions and displacer weights of a clip to those of the same name on another figure.
#include "model/core/at.h"
#include "model/document/face_channels.h"
#include "model/pose/rekey.h"
#include "model/remap/bone_clip.h"
#include "model/remap/expression_rules.h"
#include "model/remap/gaze.h"
#include "model/remap/remap_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace vitruvian {
namespace {

/// A named weight over time.
struct FaceTrack {
    std::string name;
    Channel weight;  // path weight, without a displacer
};

/// The X component of a translation channel.
Channel x_of(const Channel& channel) {
    Channel out = channel;
    out.node = -1;
    out.path = ChannelPath::weight;
    out.values.clear();
    for (std::size_t i = 0; i < channel.values.size(); i += 3) out.values.push_back(channel.values[i]);
    return out;
}

std::vector<FaceTrack> tracks_of(const Clip& clip, const Document& document) {
    const std::map<int, std::string_view> expression_at = expression_nodes(document);
    std::vector<FaceTrack> out;
    for (const Channel& channel : clip.channels) {
        if (channel.times.empty()) continue;
        if (channel.path == ChannelPath::weight && channel.displacer >= 0) {
            const Displacer& moved = at(document.displacers, channel.displacer);
            if (!moved.keyed_shape && !moved.name.empty()) out.push_back({moved.name, channel});
        } else if (channel.path == ChannelPath::translation) {
            const auto found = expression_at.find(channel.node);
            if (found != expression_at.end()) out.push_back({std::string(found->second), x_of(channel)});
        }
    }
    return out;
}

/// Returns the figure's expression of that name, or null.
const Expression* expression_named(const std::string& name, const Humanoid& humanoid) {
    const auto found =
        std::find_if(humanoid.expressions.begin(), humanoid.expressions.end(),
                     [&name](const Expression& e) { return e.name == name && !e.binds.empty(); });
    return found == humanoid.expressions.end() ? nullptr : &*found;
}

/// Returns the figure's displacers of that name.
std::vector<int> displacers_named(const std::string& name, const Document& target, int humanoid) {
    std::vector<int> out;
    for (std::size_t d = 0; d < target.displacers.size(); ++d) {
        const Displacer& displacer = target.displacers[d];
        const bool is_its = displacer.humanoid == humanoid || displacer.humanoid < 0;
        if (is_its && !displacer.keyed_shape && displacer.name == name) out.push_back(static_cast<int>(d));
    }
    return out;
}

struct Share {
    const Channel* weight = nullptr;
    float factor = 1.0F;
};

/// Returns one displacer's channel: the sum of everything that drives it, with the keys of all.
Channel summed(int displacer, const std::vector<Share>& shares) {
    Channel out = *shares.front().weight;
    if (shares.size() == 1) {
        for (float& value : out.values) value *= shares.front().factor;
    } else {
        std::set<float> times;
        for (const Share& share : shares) times.merge(straight_times(*share.weight));
        times = evenly_fewer(std::move(times), shares.size());
        out = keyed_weight(out, times, [&shares](double seconds) {
            float sum = 0.0F;
            for (const Share& share : shares) sum += share.factor * sample_channel(*share.weight, seconds).x;
            return sum;
        });
    }
    out.displacer = displacer;
    return out;
}

/// Returns the expression that moves this displacer alone, in full, or the displacer's own name.
std::string face_of(const Document& document, int displacer) {
    for (const Humanoid& humanoid : document.humanoids) {
        for (const Expression& expression : humanoid.expressions) {
            auto moved = expression.binds;
            std::erase_if(moved,
                          [&](const auto& bind) { return !is_in_file(at(document.displacers, bind.first)); });
            if (moved == std::vector{std::pair(displacer, 1.0F)}) return expression.name;
        }
    }
    return at(document.displacers, displacer).name;
}

/// Adds a gaze to a clip, in place of the turns of eyes.
void add_gaze(Channel gaze, Document& figure, Clip& on_figure) {
    Humanoid& humanoid = figure.humanoids.front();
    std::erase_if(on_figure.channels, [&humanoid](const Channel& channel) {
        const std::optional<Bone> bone = humanoid.bones.bone_of(channel.node);
        return bone && is_eye(*bone);
    });
    Node node;
    node.name = "lookAt";
    node.parent = 0;
    humanoid.gaze_node = static_cast<int>(figure.nodes.size());
    gaze.node = humanoid.gaze_node;
    figure.nodes.push_back(std::move(node));
    on_figure.channels.push_back(std::move(gaze));
}

/// Adds the weights that follow the clip's gaze on a figure that looks by expressions, in place of its own.
void add_looks(const RemapSource& source, const Humanoid& figure, std::vector<FaceTrack>& tracks) {
    const Channel* gaze = gaze_channel(source);
    const std::optional<Gaze> by = gaze_of(figure);
    if (gaze == nullptr || !by || !by->by_expressions) return;
    std::erase_if(tracks, [](const FaceTrack& track) { return is_look(track.name); });
    for (LookWeight& look : look_weights(*gaze, *by)) {
        if (expression_named(look.name, figure) != nullptr)
            tracks.push_back({std::move(look.name), std::move(look.weight)});
    }
}

/// Whether the figure has what a gaze moves.
bool follows_gaze(const Humanoid& figure) {
    const std::optional<Gaze> by = gaze_of(figure);
    if (!by) return false;
    if (!by->by_expressions) return figure.bones[Bone::left_eye] >= 0 || figure.bones[Bone::right_eye] >= 0;
    return std::ranges::any_of(figure.expressions, [](const Expression& expression) {
        return is_look(expression.name) && !expression.binds.empty();
    });
}

}  // namespace

bool moves_faces(const RemapSource& source) {
    return source.document != nullptr &&
           (!tracks_of(*source.clip, *source.document).empty() || gaze_channel(source) != nullptr);
}

void add_faces(const RemapSource& source, Document& figure, Clip& on_figure) {
    if (source.document == nullptr) return;
    std::vector<Expression>& expressions = figure.humanoids.front().expressions;
    const Gaze by = source.document->humanoids.empty()
                        ? Gaze{}
                        : gaze_of(source.document->humanoids.front()).value_or(Gaze{});
    std::vector<LookWeight> looks;
    std::set<std::string> added;
    for (FaceTrack& track : tracks_of(*source.clip, *source.document)) {
        const int displacer = track.weight.displacer;
        const std::string name = displacer < 0 ? track.name : face_of(*source.document, displacer);
        if (!added.insert(name).second) continue;
        if (by.by_expressions && is_look(name)) {
            looks.push_back({name, std::move(track.weight)});
            continue;
        }
        Node node;
        node.name = name;
        node.parent = 0;
        Expression expression;
        expression.name = name;
        expression.node = static_cast<int>(figure.nodes.size());
        Channel channel = std::move(track.weight);
        channel.node = expression.node;
        channel.displacer = -1;
        channel.path = ChannelPath::translation;
        std::vector<float> values;
        for (const float weight : channel.values) values.insert(values.end(), {weight, 0.0F, 0.0F});
        channel.values = std::move(values);
        figure.nodes.push_back(std::move(node));
        expressions.push_back(std::move(expression));
        on_figure.channels.push_back(std::move(channel));
    }
    const Channel* given = gaze_channel(source);
    std::optional<Channel> gaze = given != nullptr ? *given : gaze_of_weights(by, looks);
    if (!gaze) gaze = gaze_of_eyes(by, figure.humanoids.front().bones, on_figure);
    if (gaze) add_gaze(std::move(*gaze), figure, on_figure);
}

std::vector<Channel> face_channels(const RemapSource& source, const Document& target, int humanoid,
                                   Diagnostics& diagnostics) {
    std::vector<Channel> out;
    if (source.document == nullptr) return out;
    const Humanoid& figure = at(target.humanoids, humanoid);
    std::vector<FaceTrack> tracks = tracks_of(*source.clip, *source.document);
    add_looks(source, figure, tracks);
    std::map<int, std::vector<Share>> shares;
    std::vector<ExpressionTrack> expressions;
    std::size_t lost = 0;
    for (const FaceTrack& track : tracks) {
        // A figure's own clip refers to its own displacers, whatever others are called.
        if (source.document == &target && track.weight.displacer >= 0) {
            shares[track.weight.displacer].push_back({&track.weight, 1.0F});
            continue;
        }
        if (const Expression* its = expression_named(track.name, figure)) {
            expressions.push_back({its, track.weight});
            continue;
        }
        const std::vector<int> moved = displacers_named(track.name, target, humanoid);
        if (moved.empty()) ++lost;
        for (const int displacer : moved) shares[displacer].push_back({&track.weight, 1.0F});
    }
    apply_expression_rules(expressions);
    for (const ExpressionTrack& track : expressions) {
        for (const auto& [displacer, factor] : track.expression->binds)
            shares[displacer].push_back({&track.weight, factor});
    }
    for (const auto& [displacer, list] : shares) out.push_back(summed(displacer, list));
    if (lost > 0) {
        diagnostics.note(
            "remap-face-left-out",
            fmt::format("{} of the clip's {} faces have no expression or displacer of their name", lost,
                        tracks.size()),
            {target.file, 0, 0, {}});
    }
    if (gaze_channel(source) != nullptr && !is_vrm_animation(target, figure) && !follows_gaze(figure)) {
        diagnostics.note("remap-gaze-left-out",
                         "the figure has no eyes or expressions that follow a gaze; the clip's is left out",
                         {target.file, 0, 0, {}});
    }
    return out;
}

}  // namespace vitruvian
