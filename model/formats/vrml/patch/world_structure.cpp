#include "model/formats/vrml/patch/world_structure.h"

#include "model/core/at.h"
#include "model/formats/vrml/patch/world_edits.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian::vrml {
namespace {

bool is_interpolator(std::string_view type) {
    return type.ends_with("Interpolator");
}

}  // namespace

std::set<std::string> names_used_early(const SyntaxTree& tree) {
    std::set<std::string> out;
    for (const SyntaxNode& node : tree.nodes) {
        if (node.is_use && node.use_of != none && node.range.begin < tree.nodes[node.use_of].range.begin)
            out.emplace(node.def);
    }
    return out;
}

WorldStructure::WorldStructure(OpenedWorld& opened, Encoding encoding, const Document& document,
                               SharedText shared, const std::set<std::string>& used_early)
    : opened_(&opened),
      encoding_(encoding),
      shared_(shared),
      to_(&document),
      used_early_(&used_early),
      nodes_(match_nodes(opened.document, document)),
      displacers_(match_displacers(opened.document, document)),
      clips_(match_clips(opened.document, document)),
      statements_(opened.root->file->tree, encoding) {
    for (const SyntaxNode& node : tree().nodes) {
        if (!node.def.empty() && !node.is_use) static_cast<void>(names_.make(node.def));
    }
}

tl::unexpected<Error> WorldStructure::refuse(std::string_view what) const {
    return fail("save-structure", fmt::format("the edits need the file to be rewritten: {}", what),
                {to_->file, 0, 0, ""});
}

Result<NodeId> WorldStructure::own(NodeRef node) const {
    if (!node.valid()) return refuse("an added or deleted object has no node in the file");
    const SourceFile& file = *node.env->file;
    if (&file != opened_->root->file) {
        return fail("save-other-file",
                    fmt::format("an added or deleted object is in another file, {}, which is not written",
                                file.tree.file),
                    {to_->file, 0, 0, ""});
    }
    if (shared_ == SharedText::apart && opened_->world.is_shared(*node.env))
        return refuse("an added or deleted object is in a PROTO with several instances");
    return node.id;
}

bool WorldStructure::is_made_elsewhere(NodeRef node) const {
    return shared_ == SharedText::as_one && node.valid() && opened_->world.is_shared(*node.env) &&
           !opened_->world.is_first_instance(*node.env);
}

Result<TextEdits> WorldStructure::step() {
    const auto steps = {&WorldStructure::remove,       &WorldStructure::remove_clips,
                        &WorldStructure::rename_clips, &WorldStructure::merge_materials,
                        &WorldStructure::add_nodes,    &WorldStructure::add_displacers,
                        &WorldStructure::move,         &WorldStructure::define_first,
                        &WorldStructure::change_tracks};
    for (const auto step : steps) {
        Result<void> done = (this->*step)();
        if (done) done = statements_.finish();
        if (!done) return tl::unexpected(done.error());
        if (!statements_.edits().empty()) break;
    }
    return statements_.edits();
}

/// Removing joints and sites leaves their children in place; a joint's displacers come to its parent, as its points do.
Result<void> WorldStructure::remove() {
    std::set<NodeId> gone;
    std::map<NodeId, int> nodes;  // those of `gone`
    bool is_left = false;
    for (std::size_t n = 0; n < nodes_.to.size(); ++n) {
        if (nodes_.to[n] >= 0) continue;
        if (is_made_elsewhere(opened_->built.nodes[n])) {
            is_left = true;
            continue;
        }
        const Result<NodeId> id = own(opened_->built.nodes[n]);
        if (!id) return tl::unexpected(id.error());
        // Contents of a site stay in place: in a Transform.
        const bool carries =
            from().nodes[n].kind == NodeKind::site && !nodes_of(syntax(*id), "children").empty();
        Result<void> done = carries ? statements_.make_transform(*id) : statements_.dissolve(*id);
        if (!done) return done;
        gone.insert(*id);
        nodes.emplace(*id, static_cast<int>(n));
    }
    if (Result<void> done = keep_displacers(nodes); !done) return done;
    for (std::size_t d = 0; d < displacers_.to.size(); ++d) {
        if (displacers_.to[d] >= 0) continue;
        if (d >= opened_->built.displacer_nodes.size()) return refuse("a shape of a clip is gone");
        if (is_made_elsewhere(opened_->built.displacer_nodes[d])) {
            is_left = true;
            continue;
        }
        for (const NodeRef node : nodes_of_displacer(opened_->built, static_cast<int>(d))) {
            const Result<NodeId> id = own(node);
            if (!id) return tl::unexpected(id.error());
            if (Result<void> done = statements_.cut(*id); !done) return done;
            gone.insert(*id);
        }
    }
    if (is_left && gone.empty()) return refuse(instances_differ);
    return remove_mentions(gone);
}

Result<void> WorldStructure::remove_clips() {
    std::set<NodeId> gone;
    const auto take = [&](NodeRef node) -> Result<void> {
        const Result<NodeId> id = own(node);
        if (!id) return tl::unexpected(id.error());
        if (!gone.insert(*id).second) return {};
        return statements_.cut(*id);
    };
    for (std::size_t c = 0; c < clips_.to.size(); ++c) {
        const bool is_timed = c < opened_->built.clips.size();
        if (clips_.to[c] < 0) {
            const NodeRef player =
                is_timed ? opened_->built.clips[c].timer : motion_of_clip(*opened_, *from().clips[c]);
            if (Result<void> done = take(player); !done) return done;
            continue;
        }
        if (!is_timed) continue;
        const Clip& before = *from().clips[c];
        const Clip& after = *at(to_->clips, clips_.to[c]);
        for (std::size_t i = 0; i < before.channels.size(); ++i) {
            const bool stays =
                std::any_of(after.channels.begin(), after.channels.end(),
                            [&](const Channel& channel) { return same_target(before.channels[i], channel); });
            if (stays) continue;
            const NodeRef interpolator = opened_->built.clips[c].tracks[i].interpolator;
            if (!interpolator.valid()) return refuse("channels of a clip that are shapes or curves");
            const auto uses =
                std::count_if(opened_->built.clips[c].tracks.begin(), opened_->built.clips[c].tracks.end(),
                              [&](const BuiltTrack& t) { return t.interpolator == interpolator; });
            if (uses > 1) return refuse("channels of a clip that share an interpolator");
            if (Result<void> done = take(interpolator); !done) return done;
        }
    }
    return remove_mentions(gone);
}

/// Removes USEs and ROUTEs, and interpolators that then animate nothing, or are not driven by anything.
Result<void> WorldStructure::remove_mentions(const std::set<NodeId>& directly) {
    if (directly.empty()) return {};
    std::set<NodeId> gone = directly;
    for (bool more = true; more;) {
        more = false;
        std::map<NodeId, std::pair<int, int>> ins;  // incoming ROUTEs: all, and those from removed nodes
        std::map<NodeId, std::pair<int, int>> outs;
        for (const Route& route : tree().routes) {
            auto& out = outs[route.from];
            auto& in = ins[route.to];
            ++out.first;
            ++in.first;
            if (gone.contains(route.to)) ++out.second;
            if (gone.contains(route.from)) ++in.second;
        }
        for (const Route& route : tree().routes) {
            for (const NodeId end : {route.from, route.to}) {
                if (end == none || gone.contains(end) || !is_interpolator(syntax(end).type)) continue;
                const bool idle = outs[end].first > 0 && outs[end].first == outs[end].second;
                const bool still = ins[end].first > 0 && ins[end].first == ins[end].second;
                if (!idle && !still) continue;
                if (Result<void> done = statements_.cut(end); !done) return done;
                gone.insert(end);
                more = true;
            }
        }
    }
    for (const Route& route : tree().routes) {
        if (!gone.contains(route.from) && !gone.contains(route.to)) continue;
        if (Result<void> done = statements_.cut(route); !done) return done;
    }
    for (std::size_t n = 0; n < tree().nodes.size(); ++n) {
        const SyntaxNode& node = tree().nodes[n];
        if (!node.is_use || !gone.contains(node.use_of)) continue;
        if (Result<void> done = statements_.cut(static_cast<NodeId>(n)); !done) return done;
    }
    return {};
}

/// Returns behind how many children of `holder` a joint comes: if the joints there are in the order of the figure's
/// list of joints, it takes its place among them, otherwise and if it has no sibling before it the end.
std::size_t WorldStructure::place_of(NodeId joint, NodeId holder) const {
    std::map<NodeId, std::size_t> rank;
    for (const SyntaxNode& node : tree().nodes) {
        const std::span<const NodeId> list = nodes_of(node, "joints");
        const bool is_its =
            std::any_of(list.begin(), list.end(), [&](NodeId id) { return syntax(id).use_of == joint; });
        if (!is_its) continue;
        for (const NodeId id : list) rank.try_emplace(syntax(id).use_of, rank.size());
    }
    const std::span<const NodeId> children = nodes_of(syntax(holder), "children");
    std::size_t place = Statements::at_end;
    std::size_t last = 0;
    for (std::size_t i = 0; i < children.size() && rank.contains(joint); ++i) {
        const auto found = rank.find(children[i]);
        if (found == rank.end()) continue;
        if (found->second < last) return Statements::at_end;
        last = found->second;
        if (last > rank.at(joint)) place = std::min(place, i);
    }
    return place == 0 ? Statements::at_end : place;
}

Result<void> WorldStructure::move() {
    std::vector<SourceRange> taken;
    for (std::size_t n = 0; n < nodes_.to.size(); ++n) {
        const int parent = from().nodes[n].parent;
        const int new_parent = at(to_->nodes, nodes_.to[n]).parent;
        if (new_parent == (parent < 0 ? -1 : at(nodes_.to, parent))) continue;
        if (is_made_elsewhere(opened_->built.nodes[n])) continue;
        if (new_parent < 0) return refuse("a node moves to the root of the scene");
        const Result<NodeId> id = own(opened_->built.nodes[n]);
        const int old = at(nodes_.from, new_parent);
        if (old < 0) return refuse("a node is a child of a new one");
        // A site on a joint may be in one of its segments.
        std::string_view type;
        const bool on_joint = at(to_->nodes, new_parent).kind == NodeKind::joint;
        const Result<NodeId> holder =
            on_joint ? parent_of_new(nodes_.to[n], type) : own(at(opened_->built.nodes, old));
        if (!id) return tl::unexpected(id.error());
        if (!holder) return tl::unexpected(holder.error());
        const bool in_tree = statements_.held_in(*id) == "children" ||
                             statements_.held_in(*id) == "skeleton" ||
                             statements_.held_in(*id) == "humanoidBody";
        if (!in_tree) return refuse("a joint is outside the joint tree");
        if (syntax(*id).scope != syntax(*holder).scope) return refuse("a joint moves into or out of a PROTO");
        const SourceRange range = statements_.range_of(*id);
        const std::uint32_t place = syntax(*holder).range.begin;
        const bool inside = std::any_of(taken.begin(), taken.end(), [&](const SourceRange& other) {
            return (range.begin < other.end && other.begin < range.end) ||
                   (place >= other.begin && place < other.end);
        });
        if (inside) continue;  // in the next step
        taken.push_back(range);
        statements_.add(*holder, "children", statements_.text_of(*id), place_of(*id, *holder));
        if (Result<void> done = statements_.cut(*id); !done) return done;
    }
    return {};
}

/// Swaps a definition that was moved behind a USE of it with that USE.
Result<void> WorldStructure::define_first() {
    std::vector<SourceRange> taken;
    for (std::size_t n = 0; n < tree().nodes.size(); ++n) {
        const SyntaxNode& use = tree().nodes[n];
        if (!use.is_use || use.use_of == none || used_early_->contains(std::string(use.def))) continue;
        const auto id = static_cast<NodeId>(n);
        const bool is_early = use.range.begin < syntax(use.use_of).range.begin && !syntax(use.use_of).is_use;
        if (!is_early || statements_.held_in(id) != statements_.held_in(use.use_of)) continue;
        const SourceRange range = statements_.range_of(use.use_of);
        const bool inside = std::any_of(taken.begin(), taken.end(), [&](const SourceRange& other) {
            return (range.begin < other.end && other.begin < range.end) ||
                   (use.range.begin >= other.begin && use.range.begin < other.end);
        });
        if (inside) continue;  // in the next step
        taken.push_back(range);
        if (Result<void> done = statements_.swap(id, use.use_of); !done) return done;
    }
    return {};
}

Result<void> WorldStructure::rename_clips() {
    for (std::size_t c = 0; c < clips_.to.size(); ++c) {
        const std::string& name = at(to_->clips, clips_.to[c])->name;
        if (name == from().clips[c]->name) continue;
        // A motion has a field for it.
        if (c >= opened_->built.clips.size()) continue;
        const Result<NodeId> timer = own(opened_->built.clips[c].timer);
        if (!timer) return tl::unexpected(timer.error());
        Result<void> done = statements_.call(*timer, from().clips[c]->name, name, names_);
        if (!done) return done;
    }
    return {};
}

}  // namespace vitruvian::vrml
