#include "model/formats/bvh/bvh_says.h"

#include "model/core/at.h"
#include "model/document/left_out.h"
#include "model/io/source.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace vitruvian {
namespace {

std::string name_of_node(const Document& document, int node) {
    return node < 0 ? std::string() : bvh_word(at(document.nodes, node).name);
}

/// Whether the site is where the last bone of its chain ends: what an End Site says.
bool is_end(const Document& document, const Site& site) {
    const int joint = at(document.nodes, site.node).parent;
    if (joint < 0) return false;
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const Node& node = document.nodes[n];
        if (node.parent != joint) continue;
        if (node.kind == NodeKind::joint) return false;
        if (node.kind == NodeKind::site) return static_cast<int>(n) == site.node;
    }
    return false;
}

bool says_joint(const Difference& d, const Document& document, const Clip* clip) {
    if (d.change != Change::changed) return true;
    if (d.field == "name") {
        const std::string& name =
            at(document.nodes, at(at(document.humanoids, d.humanoid).joints, d.index).node).name;
        return bvh_word(name) == name;
    }
    if (d.field.starts_with("delta.")) return clip == nullptr && d.field != "delta.scale";
    return d.field == "node" || d.field == "parent" || d.field == "centre" || d.field == "frame_offset" ||
           d.field == "rest.translation";
}

bool says_site(const Difference& d, const Document& document) {
    if (d.change == Change::removed) return true;  // an End Site that a chain needs is at another place
    const Site& site = at(at(document.humanoids, d.humanoid).sites, d.index);
    return d.change == Change::changed && is_end(document, site) &&
           (d.field == "node" || d.field == "parent" || d.field == "rest.translation" ||
            d.field == "frame_offset");
}

bool says_clip(const Difference& d, const Document& document, const Clip* clip) {
    if (d.change == Change::removed) return true;
    const bool is_written = at(document.clips, d.index).get() == clip;
    if (d.field == "channels" && is_written) {
        return std::none_of(clip->channels.begin(), clip->channels.end(), [](const Channel& channel) {
            return channel.path == ChannelPath::scale || channel.path == ChannelPath::scale_orientation;
        });
    }
    return is_written && d.field != "name" && d.field != "loop";
}

bool says_bone(const Difference& d, const Document& document, const Document& written) {
    if (written.humanoids.empty()) return false;
    const auto bone = static_cast<Bone>(d.index);
    return name_of_node(document, at(document.humanoids, d.humanoid).bones[bone]) ==
           name_of_node(written, written.humanoids.front().bones[bone]);
}

}  // namespace

std::string bvh_word(const std::string& name) {
    std::string out = name.empty() ? "joint" : name;
    for (char& c : out) {
        if (static_cast<unsigned char>(c) <= ' ' || c == '{' || c == '}') c = '_';
    }
    return out;
}

std::set<std::string> names_in_bvh(const Document& document) {
    std::set<std::string> out;
    if (document.format != FileFormat::bvh || document.source == nullptr) return out;
    for (const Node& node : document.source->as_read.nodes) {
        if (node.kind == NodeKind::joint) out.insert(node.name);
    }
    return out;
}

void note_lost_edits(const Document& document, const Clip* clip, const Document& written,
                     Diagnostics& notes) {
    std::vector<Difference> lost = differences(document.source->as_read, document);
    std::erase_if(lost, [&](const Difference& d) {
        switch (d.part) {
            case Part::joint:
                return says_joint(d, document, clip);
            case Part::site:
                return says_site(d, document);
            case Part::clip:
                return says_clip(d, document, clip);
            case Part::bone:
                return says_bone(d, document, written);
            case Part::node:
                return true;  // groups go into the joints below them
            default:
                return d.change == Change::removed;
        }
    });
    note_left_out(lost, document, FileFormat::bvh, notes);
}

}  // namespace vitruvian
