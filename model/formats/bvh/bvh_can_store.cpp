#include "model/formats/bvh/bvh_can_store.h"

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

/// Per node: the joint it is a child of, skipping groups; -1: none.
std::vector<int> carriers_of(const Document& document) {
    std::vector<int> out;
    out.reserve(document.nodes.size());
    for (const Node& node : document.nodes) {
        const bool is_top = node.parent < 0;
        const NodeKind above = is_top ? NodeKind::humanoid : at(document.nodes, node.parent).kind;
        out.push_back(above == NodeKind::joint              ? node.parent
                      : above == NodeKind::group && !is_top ? at(out, node.parent)
                                                            : -1);
    }
    return out;
}

/// Whether the site is the end of the last bone of its chain, which is what an End Site stores.
bool is_end(const Document& document, const Site& site) {
    const std::vector<int> carriers = carriers_of(document);
    const int joint = at(carriers, site.node);
    if (joint < 0) return false;
    for (std::size_t n = 0; n < carriers.size(); ++n) {
        if (carriers[n] == joint && document.nodes[n].kind == NodeKind::joint) return false;
    }
    const std::vector<int> ends = end_sites(document);
    return at(ends, joint) == site.node;
}

/// How well a site's name matches the end of a chain; cameras rank lowest.
int rank_as_end(std::string_view name) {
    if (name.ends_with("_end") || name.ends_with("_tip")) return 3;
    return name.ends_with("_view") ? 1 : 2;
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
    if (d.change == Change::removed) return true;  // an End Site that a chain needs is placed elsewhere
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
    return is_written && d.field != "name" && d.field != "loop" && d.field != "channels.interpolation";
}

bool says_bone(const Difference& d, const Document& document, const Document& written) {
    if (written.humanoids.empty()) return false;
    const auto bone = static_cast<Bone>(d.index);
    return name_of_node(document, at(document.humanoids, d.humanoid).bones[bone]) ==
           name_of_node(written, written.humanoids.front().bones[bone]);
}

/// Adds the file's chain ends where joints were added since: a joint with children has no End Site.
void add_lost_ends(const Document& document, std::vector<Difference>& lost) {
    std::set<std::string_view> ends;
    const Document& before = document.source->as_read;
    for (const Humanoid& humanoid : before.humanoids) {
        for (const Site& site : humanoid.sites) {
            if (is_end(before, site)) ends.insert(at(before.nodes, site.node).name);
        }
    }
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const std::vector<Site>& sites = document.humanoids[h].sites;
        for (std::size_t i = 0; i < sites.size(); ++i) {
            if (!ends.contains(at(document.nodes, sites[i].node).name) || is_end(document, sites[i]))
                continue;
            Difference d;
            d.part = Part::site;
            d.humanoid = static_cast<int>(h);
            d.index = static_cast<int>(i);
            d.change = Change::added;
            lost.push_back(d);
        }
    }
}

}  // namespace

std::string bvh_word(const std::string& name) {
    std::string out = name.empty() ? "joint" : name;
    for (char& c : out) {
        if (static_cast<unsigned char>(c) <= ' ' || c == '{' || c == '}') c = '_';
    }
    return out;
}

std::vector<int> end_sites(const Document& document) {
    const std::vector<int> carriers = carriers_of(document);
    std::vector<int> out(carriers.size(), -1);
    const auto rank = [&](int node) { return node < 0 ? 0 : rank_as_end(at(document.nodes, node).name); };
    for (int n = 0; n < static_cast<int>(carriers.size()); ++n) {
        if (at(document.nodes, n).kind != NodeKind::site || at(carriers, n) < 0) continue;
        int& best = at(out, at(carriers, n));
        if (rank(n) > rank(best)) best = n;
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
                return true;  // groups are folded into the joints below them
            default:
                return d.change == Change::removed;
        }
    });
    add_lost_ends(document, lost);
    note_left_out(lost, document, FileFormat::bvh, notes);
}

}  // namespace vitruvian
