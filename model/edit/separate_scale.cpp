#include "model/edit/separate_scale.h"

#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/frames.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace vitruvian {
namespace {

bool has_plain_keys(const Document& document, int node) {
    return std::all_of(document.clips.begin(), document.clips.end(), [node](const auto& clip) {
        return std::all_of(clip->channels.begin(), clip->channels.end(), [node](const Channel& channel) {
            return channel.node != node ||
                   (channel.space == ChannelSpace::local && channel.path != ChannelPath::scale_orientation);
        });
    });
}

/// Gives the keys of place and rotation of one node to another.
void move_keys(Document& document, int from, int to) {
    const auto moves = [from](const Channel& channel) {
        return channel.node == from &&
               (channel.path == ChannelPath::translation || channel.path == ChannelPath::rotation);
    };
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        if (std::none_of(clip->channels.begin(), clip->channels.end(), moves)) continue;
        auto copy = std::make_shared<Clip>(*clip);
        for (Channel& channel : copy->channels) {
            if (moves(channel)) channel.node = to;
        }
        clip = std::move(copy);
    }
}

/// Makes a node a joint of the skins of another that is at the same place.
void add_to_skins(Document& document, int node, int with) {
    change_skins(document, [&](Skin& skin) {
        const auto found = std::find(skin.nodes.begin(), skin.nodes.end(), with);
        if (found == skin.nodes.end()) return false;
        const mat4 inverse_bind = skin.inverse_bind[static_cast<std::size_t>(found - skin.nodes.begin())];
        skin.nodes.push_back(node);
        skin.inverse_bind.push_back(inverse_bind);
        return true;
    });
}

}  // namespace

bool separate_scale(Document& document, int humanoid, Bone bone) {
    const int place = at(document.humanoids, humanoid).bones[bone];
    if (place < 0) return false;
    const Node& own = at(document.nodes, place);
    if (own.delta != Transform{} || own.frame_offset != vec3(0.0F) ||
        own.rest.scale_orientation != identity_quat || !has_plain_keys(document, place))
        return false;
    Node above = own;
    above.rest.scale = vec3(1.0F);
    above.source_index = -1;
    insert_node(document, place, std::move(above));
    const int scaled = place + 1;
    Node& below = at(document.nodes, scaled);
    below.name += " scale";
    below.parent = place;
    below.rest.translation = vec3(0.0F);
    below.rest.rotation = identity_quat;
    move_keys(document, scaled, place);
    add_to_skins(document, place, scaled);
    Humanoid& figure = at(document.humanoids, humanoid);
    figure.bones[bone] = place;
    const auto joint = std::find_if(figure.joints.begin(), figure.joints.end(),
                                    [scaled](const Joint& known) { return known.node == scaled; });
    if (joint == figure.joints.end()) return true;
    joint->node = place;
    Joint more;
    more.node = scaled;
    more.centre = joint->centre;
    insert_joint(document, humanoid, static_cast<int>(joint - figure.joints.begin()) + 1, more);
    return true;
}

}  // namespace vitruvian
