#include "model/core/at.h"
#include "model/formats/gltf/write/hanim_extension.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace vitruvian::gltf {
namespace {

OrderedJson box_json(const Bounds& box) {
    return {{"min", numbers(box.min)}, {"max", numbers(box.max)}};
}

class HanimWriter {
  public:
    HanimWriter(const Writing& writing, int humanoid)
        : writing_(writing),
          document_(writing.document),
          humanoid_(at(document_.humanoids, humanoid)),
          parts_(at(writing.parts, humanoid)),
          segment_nodes_(humanoid_.segments.size(), OrderedJson::array()) {
        for (const auto& [begin, end] : parts_.primitives) look_at(begin, end);
    }

    OrderedJson write(bool is_first) {
        OrderedJson out = OrderedJson::object();
        if (!is_hanim()) {
            out["joints"] = joints();
            return out;
        }
        add_figure(out);
        out["joints"] = joints();
        add_list(out, "segments", segments());
        add_list(out, "sites", sites());
        add_list(out, "displacers", displacers());
        add_list(out, "frames", frames());
        add_list(out, "skinNodes", skin_nodes_);
        if (!is_first) return out;
        if (!writing_.carriers.empty()) out["carriers"] = writing_.carriers;
        add_list(out, "clips", clips());
        return out;
    }

  private:
    static void add_list(OrderedJson& out, const char* key, OrderedJson list) {
        if (!list.empty()) out[key] = std::move(list);
    }

    [[nodiscard]] bool is_hanim() const { return humanoid_.kind == HumanoidKind::hanim; }

    void add_figure(OrderedJson& out) const {
        out["version"] = humanoid_.version.empty() ? std::string("1.1") : humanoid_.version;
        if (!humanoid_.name.empty()) out["name"] = humanoid_.name;
        if (humanoid_.declared_loa) out["loa"] = *humanoid_.declared_loa;
        if (!humanoid_.skeletal_configuration.empty()) {
            out["skeletalConfiguration"] = humanoid_.skeletal_configuration;
        }
        for (const auto& [tag, value] : humanoid_.info) out["info"].push_back({tag, value});
        if (humanoid_.bounding_box) out["boundingBox"] = box_json(*humanoid_.bounding_box);
        if (humanoid_.node >= 0) out["node"] = humanoid_.node;
    }

    /// Adds what a node's own transform does not determine: the file's centre, and rest where the pose
    /// differs.
    void add_frame(OrderedJson& out, int node) const {
        const Node& from = at(document_.nodes, node);
        if (from.frame_offset != vec3(0.0F)) out["center"] = numbers(from.frame_offset);
        Transform rest = from.rest;
        const Transform& shown = at(writing_.local, node);
        if (rest.scale_orientation != shown.scale_orientation)
            rest.scale_orientation = shown.scale_orientation;
        if (rest != shown) out["rest"] = transform_json(rest);
    }

    [[nodiscard]] OrderedJson joints() const {
        OrderedJson out = OrderedJson::array();
        for (const Joint& joint : humanoid_.joints) {
            // For a rig that is not an H-Anim figure, only data that glTF does not have is listed.
            const bool is_bare = !joint.lower_limit && !joint.upper_limit && !joint.stiffness &&
                                 joint.limit_orientation == identity_quat;
            if (!is_hanim() && is_bare) continue;
            OrderedJson json = {{"node", at(writing_.file_node, joint.node)}};
            if (is_hanim()) add_frame(json, joint.node);
            add_limits(json, joint);
            out.push_back(std::move(json));
        }
        return out;
    }

    /// Examines the primitives [begin, end) of one mesh node of this figure.
    void look_at(std::size_t begin, std::size_t end) {
        const int node = writing_.primitives[begin].node;
        const MeshInstance& first = document_.meshes[writing_.primitives[begin].instance];
        if (first.mesh->is_skinned()) skin_nodes_.push_back(node);
        if (first.segment >= 0) at(segment_nodes_, first.segment).push_back(node);
        for (std::size_t t = 0; t < first.displacers.size(); ++t) {
            displacer_targets_[first.displacers[t]].push_back(target_json(node, t, begin, end));
        }
    }

    [[nodiscard]] OrderedJson segments() const {
        OrderedJson out = OrderedJson::array();
        for (std::size_t s = 0; s < humanoid_.segments.size(); ++s) {
            const Segment& segment = humanoid_.segments[s];
            OrderedJson json = {{"name", segment.name}, {"joint", segment.joint}};
            add_list(json, "meshNodes", segment_nodes_[s]);
            if (segment.mass != 0.0F) json["mass"] = number(segment.mass);
            if (segment.centre_of_mass != vec3(0.0F)) json["centerOfMass"] = numbers(segment.centre_of_mass);
            if (segment.moments_of_inertia != std::array<float, 9>{}) {
                json["momentsOfInertia"] = numbers(segment.moments_of_inertia);
            }
            if (segment.bounding_box) json["boundingBox"] = box_json(*segment.bounding_box);
            out.push_back(std::move(json));
        }
        return out;
    }

    [[nodiscard]] OrderedJson sites() const {
        OrderedJson out = OrderedJson::array();
        for (const Site& site : humanoid_.sites) {
            OrderedJson json = {{"node", site.node}};
            if (site.segment >= 0) json["segment"] = site.segment;
            add_frame(json, site.node);
            out.push_back(std::move(json));
        }
        return out;
    }

    [[nodiscard]] OrderedJson target_json(int node, std::size_t target, std::size_t begin,
                                          std::size_t end) const {
        OrderedJson out = {{"node", node}, {"target", target}};
        bool all_listed = true;
        OrderedJson vertices = OrderedJson::array();
        for (std::size_t p = begin; p < end; ++p) {
            const MorphTarget& morph =
                document_.meshes[writing_.primitives[p].instance].mesh->targets[target];
            all_listed = all_listed && lists_vertices(morph);
            vertices.push_back(morph.vertices);
        }
        if (!all_listed) out["vertices"] = std::move(vertices);
        return out;
    }

    [[nodiscard]] OrderedJson displacers() const {
        OrderedJson out = OrderedJson::array();
        for (const std::size_t d : parts_.displacers) {
            const Displacer& displacer = document_.displacers[d];
            OrderedJson json = {{"name", displacer.name}, {"kind", kind_name(displacer.kind)}};
            if (displacer.segment >= 0) json["segment"] = displacer.segment;
            const auto found = displacer_targets_.find(static_cast<int>(d));
            OrderedJson targets = found == displacer_targets_.end() ? OrderedJson::array() : found->second;
            if (targets.empty() && displacer.weight != 0.0F) json["weight"] = number(displacer.weight);
            add_list(json, "targets", std::move(targets));
            out.push_back(std::move(json));
        }
        return out;
    }

    /// Returns the nodes of the figure that are neither joints nor sites and have data to store.
    [[nodiscard]] OrderedJson frames() const {
        std::set<int> listed;
        for (const Joint& joint : humanoid_.joints) listed.insert(joint.node);
        for (const Site& site : humanoid_.sites) listed.insert(site.node);
        OrderedJson out = OrderedJson::array();
        for (const std::size_t n : parts_.nodes) {
            if (listed.contains(static_cast<int>(n))) continue;
            OrderedJson json = {{"node", n}};
            add_frame(json, static_cast<int>(n));
            if (json.size() > 1) out.push_back(std::move(json));
        }
        return out;
    }

    [[nodiscard]] OrderedJson clips() const {
        OrderedJson out = OrderedJson::array();
        for (std::size_t c = 0; c < document_.clips.size(); ++c) {
            if (writing_.animation[c] < 0) continue;
            OrderedJson json = listed_clip(*document_.clips[c], writing_.animation[c]);
            if (json.size() > 1) out.push_back(std::move(json));
        }
        return out;
    }

    const Writing& writing_;
    const Document& document_;
    const Humanoid& humanoid_;
    const HumanoidParts& parts_;
    std::vector<OrderedJson> segment_nodes_;  // per segment: the nodes that carry its geometry
    std::unordered_map<int, OrderedJson> displacer_targets_;  // per displacer: the morph targets it became
    OrderedJson skin_nodes_ = OrderedJson::array();
};

/// Computed once for all humanoids, so that the time is linear in their number.
std::vector<HumanoidParts> find_parts(const Writing& writing) {
    const Document& document = writing.document;
    std::vector<HumanoidParts> out(document.humanoids.size());
    const auto part_of = [&](int humanoid) { return humanoid < 0 ? nullptr : &at(out, humanoid); };
    const std::vector<PrimitiveOut>& primitives = writing.primitives;
    for (std::size_t begin = 0; begin < primitives.size();) {
        std::size_t end = begin;
        while (end < primitives.size() && primitives[end].node == primitives[begin].node) ++end;
        HumanoidParts* parts = part_of(document.meshes[primitives[begin].instance].humanoid);
        if (parts != nullptr) parts->primitives.emplace_back(begin, end);
        begin = end;
    }
    for (std::size_t d = 0; d < document.displacers.size(); ++d) {
        HumanoidParts* parts = part_of(document.displacers[d].humanoid);
        if (parts != nullptr && is_in_file(document.displacers[d])) parts->displacers.push_back(d);
    }
    std::vector<std::vector<std::size_t>> children(document.nodes.size());
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const int parent = document.nodes[n].parent;
        if (parent >= 0) at(children, parent).push_back(n);
    }
    for (std::size_t h = 0; h < out.size(); ++h) {
        std::vector<std::size_t>& nodes = out[h].nodes;
        if (document.humanoids[h].node >= 0)
            nodes.push_back(static_cast<std::size_t>(document.humanoids[h].node));
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const std::size_t child : children[nodes[i]]) nodes.push_back(child);
        }
        std::sort(nodes.begin(), nodes.end());
    }
    return out;
}

}  // namespace

const char* kind_name(DisplacerKind kind) {
    switch (kind) {
        case DisplacerKind::feature:
            return "feature";
        case DisplacerKind::action:
            return "action";
        case DisplacerKind::config:
            return "config";
        case DisplacerKind::morph:
            return "morph";
    }
    return "morph";
}

void add_limits(OrderedJson& json, const Joint& joint) {
    if (joint.lower_limit) json["llimit"] = numbers(*joint.lower_limit);
    if (joint.upper_limit) json["ulimit"] = numbers(*joint.upper_limit);
    if (joint.limit_orientation != identity_quat) json["limitOrientation"] = numbers(joint.limit_orientation);
    if (joint.stiffness) json["stiffness"] = numbers(*joint.stiffness);
}

bool lists_vertices(const MorphTarget& target) {
    if (target.positions.empty()) return target.vertices.empty();
    for (std::size_t i = 0; i < target.vertices.size(); ++i) {
        if (i > 0 && target.vertices[i - 1] >= target.vertices[i]) return false;
        if (target.positions[i] == vec3(0.0F)) return false;
    }
    return true;
}

OrderedJson listed_clip(const Clip& clip, int animation) {
    double last = 0.0;
    for (const Channel& channel : clip.channels)
        last = std::max(last, static_cast<double>(channel.times.back()));
    OrderedJson json = {{"animation", animation}};
    if (!clip.loop) json["loop"] = false;
    if (clip.duration != last) json["duration"] = clip.duration;
    if (json.size() > 1 && !clip.name.empty()) json["name"] = clip.name;
    return json;
}

OrderedJson hanim_extension(Writing& writing, int humanoid, bool is_first) {
    if (writing.parts.empty()) writing.parts = find_parts(writing);
    return HanimWriter(writing, humanoid).write(is_first);
}

}  // namespace vitruvian::gltf
