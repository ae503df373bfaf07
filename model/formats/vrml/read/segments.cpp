#include "model/formats/vrml/read/segments.h"

#include "model/formats/vrml/read/frames.h"
#include "model/formats/vrml/read/groups.h"
#include "model/formats/vrml/read/humanoids.h"
#include "model/formats/vrml/read/skins.h"
#include "model/formats/vrml/read/walk.h"
#include "model/formats/vrml/world/given_names.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Each is read again with its displacers, so this limits what a small file can request.
constexpr std::size_t max_repeated_segments = 1000;

DisplacerKind displacer_kind(std::string_view name) {
    if (name.ends_with("_feature")) return DisplacerKind::feature;
    if (name.ends_with("_config")) return DisplacerKind::config;
    return DisplacerKind::action;
}

Segment read_segment(World& world, NodeRef node, const WalkPlace& at) {
    Segment segment;
    segment.name = name_of(world, node, at);
    segment.joint = at.joint;
    segment.mass = read_float(world, node, "mass", 0.0F);
    segment.centre_of_mass = read_vec3(world, node, "centerOfMass", vec3(0.0F));
    const std::vector<float> inertia = read_floats(world, node, "momentsOfInertia");
    std::copy_n(inertia.begin(), std::min<std::size_t>(inertia.size(), 9),
                segment.moments_of_inertia.begin());
    segment.bounding_box = read_bounding_box(world, node);
    return segment;
}

void add_displacer(BuildContext& build, int humanoid, int segment, SegmentDisplacer& entry) {
    Displacer made;
    made.name = entry.name;
    made.kind = displacer_kind(entry.name);
    if (entry.offsets.empty()) made.kind = DisplacerKind::feature;
    made.humanoid = humanoid;
    made.segment = segment;
    made.weight = read_float(build.world, entry.node, "weight", 0.0F);
    entry.index = static_cast<int>(build.document.displacers.size());
    build.built.displacers[entry.node.key()].push_back(entry.index);
    build.built.displacer_nodes.push_back(entry.node);
    build.document.displacers.push_back(std::move(made));
}

/// Returns the Displacer that this one would be a part of: it has the same name and weight, and that by a ROUTE.
/// In a PROTO such ROUTEs are left as they are: each instance has its own.
NodeRef leader_of(BuildContext& build, const SegmentDisplacer& entry) {
    const auto found = build.survey.weight_leaders.find(entry.node.key());
    if (found == build.survey.weight_leaders.end() || entry.offsets.empty()) return {};
    const NodeRef leader = found->second;
    if (build.world.kind(leader) != WorldNode::displacer) return {};
    if (leader.env != entry.node.env || leader.env->proto != none) return {};
    const bool is_alike = name_of(build.world, leader, WalkPlace{}) == entry.name &&
                          read_float(build.world, leader, "weight", 0.0F) ==
                              read_float(build.world, entry.node, "weight", 0.0F);
    return is_alike ? leader : NodeRef{};
}

/// A displacer whose parts are joined.
struct Leader {
    SegmentDisplacer* entry = nullptr;
    std::unordered_map<std::int32_t, std::size_t> places;  // of its points
};

/// Adds what a part displaces; points are in the leader's order, then in its own.
void join_part(const SegmentDisplacer& part, Leader& leader) {
    SegmentDisplacer& whole = *leader.entry;
    if (leader.places.empty()) {
        for (std::size_t i = 0; i < whole.points.size(); ++i) leader.places.try_emplace(whole.points[i], i);
    }
    for (std::size_t i = 0; i < part.points.size(); ++i) {
        const auto [place, fresh] = leader.places.try_emplace(part.points[i], whole.points.size());
        if (fresh) {
            whole.points.push_back(part.points[i]);
            whole.offsets.push_back(part.offsets[i]);
        } else {
            whole.offsets[place->second] += part.offsets[i];
        }
    }
}

}  // namespace

/// A USE of a Segment is another copy, and moves with the joint that contains it.
void visit_segment(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (at.humanoid >= 0 && !is_first(build, node) && ++build.repeated_segments > max_repeated_segments) {
        build.document.diagnostics.warn("hanim-segment-repeated",
                                        "Segments are used again too often; the rest is left out");
        return;
    }
    if (only_holds(build.world.tree(node), build.world.syntax(node))) {
        visit_group(build, node, at);
        return;
    }
    WalkPlace inside = at;
    inside.name = {};
    SegmentDisplacers displacers;
    if (at.humanoid >= 0 && at.joint >= 0) {
        auto& segments = build.document.humanoids[static_cast<std::size_t>(at.humanoid)].segments;
        inside.segment = static_cast<int>(segments.size());
        segments.push_back(read_segment(build.world, node, at));
        build.built.segments.resize(build.document.humanoids.size());
        build.built.segments[static_cast<std::size_t>(at.humanoid)].push_back(node);
        displacers.coord = build.world.node(node, "coord");
        displacers.segment = node.key();
        add_displacers(build, node, inside, displacers);
        inside.displacers = &displacers;
    }
    // A Segment has no transform, but some PROTOs add one: then it is a Transform as well.
    visit_transform(build, node, inside);
    // A segment of a skinned figure may have points to displace but no shape: then they are the skin's.
    const bool skinned = at.skin != nullptr && at.skin->coord.valid();
    if (skinned && (!displacers.coord.valid() || displacers.coord == at.skin->coord)) {
        auto& list = at.skin->displacers.list;
        list.insert(list.end(), displacers.list.begin(), displacers.list.end());
    }
}

void visit_site(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (at.humanoid >= 0 && !is_first(build, node)) return;
    if (only_holds(build.world.tree(node), build.world.syntax(node))) {
        visit_group(build, node, at);
        return;
    }
    WalkPlace inside = add_frame(build, node, at, vitruvian::NodeKind::site, FieldsAre::placement,
                                 name_of(build.world, node, at));
    if (at.humanoid >= 0) {
        build.document.humanoids[static_cast<std::size_t>(at.humanoid)].sites.push_back(
            {inside.node, at.segment});
    }
    visit_all(build, build.world.nodes(node, "children"), inside);
}

void add_displacers(BuildContext& build, NodeRef node, const WalkPlace& at, SegmentDisplacers& out) {
    std::vector<NodeRef> uses = build.world.nodes(node, "displacers");
    const std::size_t in_place = uses.size();
    const std::vector<NodeRef> children = build.world.nodes(node, "children");
    uses.insert(uses.end(), children.begin(), children.end());
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const NodeRef displacer = build.world.concrete(uses[i]);
        if (!displacer.valid() || build.world.kind(displacer) != WorldNode::displacer) continue;
        if (i >= in_place) {
            if (build.built.displacers.contains(displacer.key())) continue;
            build.world.warn(displacer, "hanim-displacer-place",
                             "a Displacer is among the children; it is read as one of the displacers");
        }
        SegmentDisplacer entry;
        WalkPlace nameless;
        entry.name = name_of(build.world, displacer, nameless);
        entry.points = read_ints(build.world, displacer, "coordIndex");
        entry.offsets = read_vec3s(build.world, displacer, "displacements");
        const bool moves = std::any_of(entry.offsets.begin(), entry.offsets.end(),
                                       [](const vec3& offset) { return offset != vec3(0.0F); });
        if (!moves && displacer_kind(entry.name) == DisplacerKind::feature) entry.offsets.clear();
        if (!entry.offsets.empty() && entry.offsets.size() != entry.points.size()) {
            build.world.warn(displacer, "hanim-displacer-length",
                             "a Displacer has not as many displacements as points; missing ones are 0");
            entry.offsets.resize(entry.points.size(), vec3(0.0F));
        }
        entry.node = displacer;
        entry.leader = at.segment < 0 ? leader_of(build, entry) : NodeRef{};
        entry.joint = at.node;
        if (!entry.leader.valid()) add_displacer(build, at.humanoid, at.segment, entry);
        out.list.push_back(std::move(entry));
    }
}

void join_displacer_parts(BuildContext& build, int humanoid, SegmentDisplacers& skin) {
    std::unordered_map<std::uint64_t, Leader> leaders;
    for (SegmentDisplacer& entry : skin.list) {
        if (entry.index >= 0 && !entry.offsets.empty())
            leaders.try_emplace(entry.node.key(), Leader{&entry, {}});
    }
    for (SegmentDisplacer& part : skin.list) {
        if (part.index >= 0) continue;
        const auto leader = leaders.find(part.leader.key());
        if (leader == leaders.end()) {
            add_displacer(build, humanoid, -1, part);
            continue;
        }
        join_part(part, leader->second);
        build.built.displacer_parts[leader->second.entry->index].push_back({part.node, part.joint});
    }
    std::erase_if(skin.list, [](const SegmentDisplacer& entry) { return entry.index < 0; });
}

}  // namespace vitruvian::vrml
