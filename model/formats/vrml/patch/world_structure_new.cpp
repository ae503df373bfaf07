// Adds joints, sites, clips and channels to a world's text.
#include "model/core/at.h"
#include "model/formats/vrml/patch/world_edits.h"
#include "model/formats/vrml/patch/world_structure.h"
#include "model/formats/vrml/write/hanim_protos.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian::vrml {
namespace {

FieldValue vector_value(const vec3& v) {
    return {"SFVec3f", {v.x, v.y, v.z}, {}};
}

const Site* site_of(const Document& document, int node, int& humanoid) {
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        for (const Site& site : document.humanoids[h].sites) {
            humanoid = static_cast<int>(h);
            if (site.node == node) return &site;
        }
    }
    return nullptr;
}

int humanoid_of_joint(const Document& document, int node) {
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const std::vector<Joint>& joints = document.humanoids[h].joints;
        if (std::any_of(joints.begin(), joints.end(), [&](const Joint& joint) { return joint.node == node; }))
            return static_cast<int>(h);
    }
    return -1;
}

/// Returns the PROTO that files written from scratch have for a node of this type; empty if there is none.
std::string hanim_proto(const std::string& type) {
    const std::string all = hanim_protos(false);
    const std::size_t begin = all.find("PROTO " + type + " [");
    if (begin == std::string::npos) return {};
    return all.substr(begin, all.find("\nPROTO ", begin) - begin);
}

struct TrackWords {
    std::string_view interpolator;
    std::string_view type;
    std::string_view field;
};

TrackWords words_of(ChannelPath path) {
    switch (path) {
        case ChannelPath::translation:
            return {"PositionInterpolator", "MFVec3f", "translation"};
        case ChannelPath::rotation:
            return {"OrientationInterpolator", "MFRotation", "rotation"};
        case ChannelPath::scale:
            return {"PositionInterpolator", "MFVec3f", "scale"};
        case ChannelPath::scale_orientation:
            return {"OrientationInterpolator", "MFRotation", "scaleOrientation"};
        default:
            return {"ScalarInterpolator", "MFFloat", "weight"};
    }
}

}  // namespace

/// In VRML97 such nodes are PROTOs, which are added to the file if missing.
Result<std::string> WorldStructure::type_like(NodeId holder, std::string_view type) {
    const std::string_view parent = syntax(holder).type;
    const ProtoId scope = syntax(holder).scope;
    for (const SyntaxNode& node : tree().nodes) {
        if (node.scope == scope && !node.is_use && node.type.ends_with(type)) return std::string(node.type);
    }
    std::string out(parent);
    for (const std::string_view end : {"Segment", "Joint", "Humanoid"}) {
        if (!out.ends_with(end)) continue;
        out.replace(out.size() - end.size(), end.size(), type);
        break;
    }
    const bool declared = std::any_of(tree().protos.begin(), tree().protos.end(), [&](const Proto& proto) {
        return proto.name == out && proto.scope == none;
    });
    if (!out.ends_with(type)) return refuse(fmt::format("a {} in a {}", type, parent));
    if (encoding_ != Encoding::vrml97 || declared) return out;
    if (scope != none) return refuse(fmt::format("a {} in a PROTO", type));
    if (declared_.insert(out).second) statements_.declare(hanim_proto(out));
    return out;
}

/// Derives a name from that of a relative: "hanim_l_hip" beside "hanim_sacroiliac".
std::string WorldStructure::def_like(NodeId relative, const std::string& its_name, const std::string& name) {
    const std::string_view def = syntax(relative).def;
    std::string prefix = "hanim_";
    if (!def.empty() && !its_name.empty() && def.ends_with(its_name))
        prefix = def.substr(0, def.size() - its_name.size());
    return names_.make(prefix + name);
}

/// Adds a USE to a list of the Humanoid, where it has that list and the name is in scope.
void WorldStructure::list_node(int humanoid, std::string_view list, const std::string& def, ProtoId scope) {
    const int frame = humanoid < 0 ? -1 : at(to_->humanoids, humanoid).node;
    if (frame < 0 || at(nodes_.from, frame) < 0) return;
    const Result<NodeId> node = own(at(opened_->built.nodes, at(nodes_.from, frame)));
    if (!node) return;
    const std::span<const NodeId> there = nodes_of(syntax(*node), list);
    if (there.empty() || !syntax(there.back()).is_use || syntax(there.back()).scope != scope) return;
    statements_.add(*node, list, statements_.use_text(there.back(), def));
}

/// Segments move with their joints, and are never added.
int WorldStructure::earlier_segment(int humanoid, int segment) const {
    const Humanoid& before = at(from().humanoids, humanoid);
    const Humanoid& now = at(to_->humanoids, humanoid);
    const Segment& wanted = at(now.segments, segment);
    for (int s = 0; s < static_cast<int>(before.segments.size()); ++s) {
        const Segment& found = at(before.segments, s);
        const int on = at(before.joints, found.joint).node;
        if (found.name == wanted.name && at(nodes_.to, on) == at(now.joints, wanted.joint).node) return s;
    }
    return -1;
}

Result<NodeId> WorldStructure::parent_of_new(int node, std::string_view& type) const {
    int humanoid = -1;
    const Site* site = site_of(*to_, node, humanoid);
    type = site != nullptr ? "Site" : "Joint";
    const int parent = at(to_->nodes, node).parent;
    if (site != nullptr && site->segment >= 0) {
        const int segment = earlier_segment(humanoid, site->segment);
        if (segment < 0) return refuse("the segment of a new site");
        return own(at(at(opened_->built.segments, humanoid), segment));
    }
    if (parent < 0 || at(nodes_.from, parent) < 0) return refuse("a new node has no parent in the file");
    return own(at(opened_->built.nodes, at(nodes_.from, parent)));
}

Result<void> WorldStructure::add_nodes() {
    bool is_left = false;
    bool is_added = false;
    for (std::size_t n = 0; n < nodes_.from.size(); ++n) {
        if (nodes_.from[n] >= 0) continue;
        // Children of new nodes are added in the next step.
        const int parent = to_->nodes[n].parent;
        if (parent >= 0 && at(nodes_.from, parent) < 0) continue;
        if (parent >= 0 && is_made_elsewhere(at(opened_->built.nodes, at(nodes_.from, parent)))) {
            is_left = true;
            continue;
        }
        is_added = true;
        if (Result<void> done = add_node(static_cast<int>(n)); !done) return done;
    }
    return is_left && !is_added ? refuse(instances_differ) : Result<void>{};
}

Result<void> WorldStructure::add_node(int index) {
    const Node& node = at(to_->nodes, index);
    if (node.kind != NodeKind::joint && node.kind != NodeKind::site) return refuse("a new node");
    std::string_view kind;
    const Result<NodeId> parent = parent_of_new(index, kind);
    if (!parent) return tl::unexpected(parent.error());
    const Node& above = at(to_->nodes, node.parent);
    const NodeRef above_ref = at(opened_->built.nodes, at(nodes_.from, node.parent));
    const bool is_joint = kind == "Joint";
    std::string type(syntax(*parent).type);
    if (!is_joint || !type.ends_with("Joint")) {
        Result<std::string> like = type_like(*parent, kind);
        if (!like) return tl::unexpected(like.error());
        type = std::move(*like);
    }
    const auto frames = opened_->built.frames.find(above_ref.key());
    const bool placed =
        !is_joint || (frames != opened_->built.frames.end() && frames->second.front().in_rest);
    vec3 translation = node.delta.translation;
    if (placed) {
        const Transform local = compose(node.rest, node.delta);
        translation = local.translation - (node.frame_offset - above.frame_offset);
        // Numbers that only differ by rounding are kept.
        const float rounding =
            1e-6F * (1.0F + glm::length(local.translation) + glm::length(above.frame_offset));
        if (glm::distance(translation, node.delta.translation) <= rounding)
            translation = node.delta.translation;
    }
    int relative = node.parent;
    while (at(to_->nodes, relative).kind == NodeKind::group && at(to_->nodes, relative).parent >= 0)
        relative = at(to_->nodes, relative).parent;
    const NodeRef relative_ref = at(opened_->built.nodes, at(nodes_.from, relative));
    const std::string def =
        def_like(own(relative_ref).value_or(*parent), at(to_->nodes, relative).name, node.name);
    std::vector<std::pair<std::string_view, FieldValue>> fields{{"name", {"SFString", {}, node.name}}};
    if (node.frame_offset != vec3(0.0F)) fields.emplace_back("center", vector_value(node.frame_offset));
    if (translation != vec3(0.0F)) fields.emplace_back("translation", vector_value(translation));
    statements_.add(*parent, "children", statements_.node_text(type, def, fields, *parent));
    int humanoid = -1;
    if (is_joint) {
        humanoid = humanoid_of_joint(*to_, index);
    } else {
        static_cast<void>(site_of(*to_, index, humanoid));
    }
    list_node(humanoid, is_joint ? "joints" : "sites", def, syntax(*parent).scope);
    return {};
}

bool WorldStructure::same_target(const Channel& before, const Channel& after) const {
    const int node = before.node < 0 ? -1 : at(nodes_.to, before.node);
    const int displacer = before.displacer < 0 ? -1 : at(displacers_.to, before.displacer);
    return node == after.node && displacer == after.displacer && before.bone == after.bone &&
           before.path == after.path;
}

/// Adds channels to clips, and new clips.
Result<void> WorldStructure::change_tracks() {
    for (std::size_t c = 0; c < clips_.from.size(); ++c) {
        const Clip& clip = *to_->clips[c];
        const int old = clips_.from[c];
        std::vector<const Channel*> added;
        for (const Channel& channel : clip.channels) {
            const bool known =
                old >= 0 &&
                std::any_of(at(from().clips, old)->channels.begin(), at(from().clips, old)->channels.end(),
                            [&](const Channel& x) { return same_target(x, channel); });
            if (!known) added.push_back(&channel);
        }
        if (added.empty()) continue;
        std::string timer;
        if (old < 0) {
            timer = names_.make(clip.name);
            const FieldValue seconds{"SFFloat", {static_cast<float>(clip.duration)}, {}};
            std::vector<std::pair<std::string_view, FieldValue>> fields{{"cycleInterval", seconds}};
            if (clip.loop) fields.emplace_back("loop", FieldValue{"SFBool", {1.0F}, {}});
            statements_.append(statements_.node_text("TimeSensor", timer, fields, none));
            if (timer != clip.name) statements_.append(statements_.given_name_text(timer, clip.name));
        } else {
            if (static_cast<std::size_t>(old) >= opened_->built.clips.size())
                return refuse("channels of a clip of an HAnimMotion");
            Result<std::string> def = def_for_route(at(opened_->built.clips, old).timer, clip.name);
            if (!def) return tl::unexpected(def.error());
            timer = std::move(*def);
        }
        if (Result<void> done = add_tracks(clip, timer, added); !done) return done;
    }
    return {};
}

Result<std::string> WorldStructure::def_of(NodeRef node, const std::string& wanted) {
    const Result<NodeId> id = own(node);
    if (!id) return tl::unexpected(id.error());
    if (syntax(*id).redefined != 0) return refuse("a DEF name that several nodes have");
    if (!syntax(*id).def.empty()) return std::string(syntax(*id).def);
    std::string& def = defined_[*id];
    if (def.empty()) {
        def = names_.make(wanted);
        statements_.define(*id, def);
    }
    return def;
}

/// Returns the DEF name of what a channel animates; `base`: what its translations have in addition to the
/// file's.
Result<std::string> WorldStructure::target_of(const Channel& channel, vec3& base) {
    base = vec3(0.0F);
    if (channel.path == ChannelPath::weight) {
        const int old = channel.displacer < 0 ? -1 : at(displacers_.from, channel.displacer);
        if (old < 0 || static_cast<std::size_t>(old) >= opened_->built.displacer_nodes.size())
            return refuse("a channel of a clip's shape");
        return def_for_route(at(opened_->built.displacer_nodes, old),
                             at(to_->displacers, channel.displacer).name);
    }
    const int old = channel.node < 0 ? -1 : at(nodes_.from, channel.node);
    if (old < 0) return refuse("a channel that moves no node of the file");
    const NodeRef node = at(opened_->built.nodes, old);
    const auto frame = node.valid() ? opened_->built.frames.find(node.key()) : opened_->built.frames.end();
    if (frame == opened_->built.frames.end()) return refuse("a channel of a node without a transform");
    const FrameTarget& target = frame->second.front();
    if ((channel.space == ChannelSpace::local) != target.in_rest)
        return refuse("a channel that means a frame as the file does not have it");
    if (target.in_rest && channel.path == ChannelPath::translation) base = target.base;
    return def_for_route(node, at(to_->nodes, channel.node).name);
}

/// Returns a DEF name that a ROUTE at the file's end can refer to.
Result<std::string> WorldStructure::def_for_route(NodeRef node, const std::string& wanted) {
    const Result<NodeId> id = own(node);
    if (id && syntax(*id).scope != none) return refuse("a clip moves nodes in a PROTO");
    return def_of(node, wanted);
}

Result<void> WorldStructure::add_tracks(const Clip& clip, const std::string& timer,
                                        const std::vector<const Channel*>& channels) {
    if (!(clip.duration > 0.0)) return refuse("a clip of no length");
    std::vector<std::string> routes;
    for (const Channel* channel : channels) {
        if (channel->interpolation != Interpolation::linear)
            return refuse("keys that are not joined by lines");
        vec3 base(0.0F);
        const Result<std::string> target = target_of(*channel, base);
        if (!target) return tl::unexpected(target.error());
        const TrackWords words = words_of(channel->path);
        FieldValue keys{"MFFloat", {}, {}};
        FieldValue values{words.type, {}, {}};
        const auto stride = static_cast<std::size_t>(components(channel->path));
        for (std::size_t k = 0; k < channel->times.size(); ++k) {
            keys.numbers.push_back(
                static_cast<float>(static_cast<double>(channel->times[k]) / clip.duration));
            const float* v = &channel->values[k * stride];
            if (stride == 4) {
                const FieldValue turn = rotation_value(quat(v[3], v[0], v[1], v[2]), tree().angle_unit);
                values.numbers.insert(values.numbers.end(), turn.numbers.begin(), turn.numbers.end());
                continue;
            }
            for (std::size_t i = 0; i < stride; ++i)
                values.numbers.push_back(v[i] - base[static_cast<glm::length_t>(i)]);
        }
        const std::string def = names_.make(fmt::format("{}_{}_{}", timer, *target, words.field));
        statements_.append(
            statements_.node_text(words.interpolator, def, {{"key", keys}, {"keyValue", values}}, none));
        routes.push_back(statements_.route_text(timer, "fraction_changed", def, "set_fraction"));
        routes.push_back(
            statements_.route_text(def, "value_changed", *target, fmt::format("set_{}", words.field)));
    }
    for (std::string& route : routes) statements_.append(std::move(route));
    return {};
}

}  // namespace vitruvian::vrml
