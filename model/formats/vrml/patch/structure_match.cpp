#include "model/formats/vrml/patch/structure_match.h"

#include "model/core/at.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace vitruvian::vrml {
namespace {

ListMatch nothing_matched(std::size_t from, std::size_t to) {
    return {std::vector<int>(from, -1), std::vector<int>(to, -1)};
}

void join(ListMatch& match, std::size_t a, std::size_t b) {
    match.to[a] = static_cast<int>(b);
    match.from[b] = static_cast<int>(a);
}

/// Pairs unmatched elements on both sides that are `alike`, in order.
template <class Alike>
void join_alike(ListMatch& match, const Alike& alike) {
    for (std::size_t a = 0; a < match.to.size(); ++a) {
        for (std::size_t b = 0; b < match.from.size() && match.to[a] < 0; ++b) {
            if (match.from[b] < 0 && alike(a, b)) join(match, a, b);
        }
    }
}

int matched(const ListMatch& match, int from) {
    return from < 0 ? -1 : at(match.to, from);
}

/// Whether the nodes have the same frame offset, which does not depend on their parents, or without one the
/// same rest.
bool same_place(const Node& a, const Node& b) {
    if (a.frame_offset != vec3(0.0F) || b.frame_offset != vec3(0.0F)) return a.frame_offset == b.frame_offset;
    return a.rest == b.rest;
}

/// Returns the humanoid of each node; -1: none.
std::vector<int> figures_of_nodes(const Document& document) {
    std::vector<int> out(document.nodes.size(), -1);
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const auto mark = [&](int node) {
            if (node >= 0) at(out, node) = static_cast<int>(h);
        };
        mark(document.humanoids[h].node);
        for (const Joint& joint : document.humanoids[h].joints) mark(joint.node);
    }
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        if (out[n] < 0 && document.nodes[n].parent >= 0) out[n] = at(out, document.nodes[n].parent);
    }
    return out;
}

}  // namespace

ListMatch match_nodes(const Document& from, const Document& to) {
    ListMatch out = nothing_matched(from.nodes.size(), to.nodes.size());
    const std::vector<int> figures_from = figures_of_nodes(from);
    const std::vector<int> figures_to = figures_of_nodes(to);
    std::map<std::tuple<NodeKind, int, std::string_view>, std::vector<std::size_t>> named;
    for (std::size_t b = 0; b < to.nodes.size(); ++b)
        named[{to.nodes[b].kind, figures_to[b], to.nodes[b].name}].push_back(b);
    for (std::size_t a = 0; a < from.nodes.size(); ++a) {
        const auto found = named.find({from.nodes[a].kind, figures_from[a], from.nodes[a].name});
        if (found == named.end() || found->second.empty()) continue;
        std::vector<std::size_t>& places = found->second;
        const auto same_parent = std::find_if(places.begin(), places.end(), [&](std::size_t b) {
            return to.nodes[b].parent == matched(out, from.nodes[a].parent);
        });
        // Plain groups keep their parents, unless these were removed.
        const bool stays = from.nodes[a].kind == NodeKind::group && matched(out, from.nodes[a].parent) >= 0;
        if (same_parent == places.end() && stays) continue;
        const auto taken = same_parent == places.end() ? places.begin() : same_parent;
        join(out, a, *taken);
        places.erase(taken);
    }
    const auto same_kind = [&](std::size_t a, std::size_t b) {
        return from.nodes[a].kind == to.nodes[b].kind;
    };
    join_alike(out, [&](std::size_t a, std::size_t b) {
        const bool stays =
            from.nodes[a].kind != NodeKind::group || matched(out, from.nodes[a].parent) == to.nodes[b].parent;
        return same_kind(a, b) && stays && same_place(from.nodes[a], to.nodes[b]);
    });
    join_alike(out, [&](std::size_t a, std::size_t b) {
        const int parent = matched(out, from.nodes[a].parent);
        return same_kind(a, b) && parent >= 0 && parent == to.nodes[b].parent &&
               from.nodes.size() == to.nodes.size();
    });
    return out;
}

ListMatch match_displacers(const Document& from, const Document& to) {
    ListMatch out = nothing_matched(from.displacers.size(), to.displacers.size());
    const auto same_owner = [&](std::size_t a, std::size_t b) {
        const Displacer& x = from.displacers[a];
        const Displacer& y = to.displacers[b];
        return x.humanoid == y.humanoid && x.keyed_shape == y.keyed_shape;
    };
    join_alike(out, [&](std::size_t a, std::size_t b) {
        return same_owner(a, b) && from.displacers[a].name == to.displacers[b].name;
    });
    if (from.displacers.size() == to.displacers.size()) join_alike(out, same_owner);
    return out;
}

ListMatch match_clips(const Document& from, const Document& to) {
    ListMatch out = nothing_matched(from.clips.size(), to.clips.size());
    join_alike(out, [&](std::size_t a, std::size_t b) { return from.clips[a]->name == to.clips[b]->name; });
    join_alike(out, [&](std::size_t a, std::size_t b) {
        const std::vector<Channel>& x = from.clips[a]->channels;
        const std::vector<Channel>& y = to.clips[b]->channels;
        return x.size() == y.size() &&
               std::equal(x.begin(), x.end(), y.begin(), [](const Channel& c, const Channel& d) {
                   return c.path == d.path && c.values == d.values;
               });
    });
    return out;
}

}  // namespace vitruvian::vrml
