#include "model/formats/vrml/write/scene_groups.h"

#include "model/core/at.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/write/kept_instances.h"
#include "model/formats/vrml/write/plain_copies.h"
#include "model/formats/vrml/write/proto_copies.h"
#include "model/formats/vrml/write/scene_context.h"
#include "model/formats/vrml/write/scene_tree.h"
#include "model/formats/vrml/write/similarity.h"
#include "model/formats/vrml/write/source_world.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Whether reading the source again gives what the document was made from.
bool is_made_of(const Document& document, const Document& source) {
    if (document.nodes.size() != source.nodes.size() || document.meshes.size() != source.meshes.size())
        return false;
    return std::equal(document.nodes.begin(), document.nodes.end(), source.nodes.begin(),
                      [](const Node& a, const Node& b) { return a.parent == b.parent; });
}

/// Returns the groups around a place, outermost first. Those of Inlined files are not kept: they have names
/// of their own.
std::vector<GroupStep> steps_to(const SourceGroups& groups, GroupPlace place) {
    std::vector<GroupStep> out;
    for (; place.group >= 0; place = at(groups.world->built.groups, place.group).around) {
        const BuiltGroup& group = at(groups.world->built.groups, place.group);
        const bool is_instance = is_plain_instance(groups.world->world.syntax(group.node));
        if (group.node.env == groups.world->root && (!is_instance || groups.instances.contains(place.group)))
            out.push_back({place.group, place.child});
    }
    std::reverse(out.begin(), out.end());
    return out;
}

void mark(const SourceGroups& groups, GroupPlace place, Nodes& out, std::size_t first) {
    const std::vector<GroupStep> steps = steps_to(groups, place);
    if (steps.empty()) return;
    for (std::size_t i = first; i < out.size(); ++i)
        out[i].around.insert(out[i].around.begin(), steps.begin(), steps.end());
}

bool is_identity_frame(const glm::dmat4& m) {
    double worst = 0.0;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) worst = std::max(worst, std::abs(m[c][r] - (c == r ? 1.0 : 0.0)));
    }
    return worst <= 1e-7;
}

/// Whether the node is the mark of an empty group.
bool is_mark(const OutputNode& node) {
    return node.type.empty();
}

OutputNode placed_in(const glm::dmat4& frame, Nodes children) {
    OutputNode out{"Transform", {}, false, {}};
    NodePlan plan;
    plan.fields = to_transform(mat4(frame));
    set_transform(out, plan);
    out.set_nodes("children", std::move(children));
    return out;
}

/// A Joint of X3D may only contain Joints and Segments (ISO/IEC 19775-1, 26.3.3): no group in between.
bool is_limb(const OutputNode& node) {
    return node.type == "HAnimJoint" || node.type == "HAnimSegment" || node.type == "HAnimSite";
}

class Gatherer {
  public:
    explicit Gatherer(SceneContext& scene)
        : scene_(&scene),
          groups_(&scene.groups.world->built.groups),
          tree_(&scene.groups.world->root->file->tree),
          copier_(*tree_, scene.vrml97, scene.names) {}

    void run(Nodes& roots) {
        for (OutputNode& node : roots) enter(node);
        roots = gathered(std::move(roots), 0, false);
        std::size_t wanted = 0;
        std::size_t made = 0;
        for (const BuiltGroup& group : *groups_) {
            // Of plain groups only the sensors can be lost, which is reported where they are placed.
            if (!is_own_group(group) || is_plain_group(tree_->nodes[group.node.id])) continue;
            ++wanted;
            made += made_.contains(static_cast<int>(&group - groups_->data())) ? 1 : 0;
        }
        if (made < wanted) {
            scene_->encoded.notes.warn(
                "vrml-not-carried",
                "groups (Anchor, Billboard, Collision, LOD, Switch) among the parts of "
                "a skeleton are left out, what they show is kept");
        }
        if (hidden_lost_ > 0) {
            scene_->encoded.notes.warn("vrml-not-carried",
                                       "children of a LOD, Switch or Collision that are not shown, and "
                                       "shapes that a field \"visible\" hides, "
                                       "are left out where they hold more than plain groups and shapes");
        }
    }

  private:
    /// Whether it is not an instance of a PROTO that is written expanded.
    [[nodiscard]] bool is_own_group(const BuiltGroup& group) const {
        const auto index = static_cast<int>(&group - groups_->data());
        return group.node.env == scene_->groups.world->root &&
               (!is_plain_instance(tree_->nodes[group.node.id]) || scene_->groups.instances.contains(index));
    }

    void enter(OutputNode& node) {
        for (OutputField& field : node.fields) {
            auto* list = std::get_if<Nodes>(&field.value);
            if (list == nullptr) continue;
            for (OutputNode& child : *list) enter(child);
            if (field.name == "children") {
                *list = gathered(std::move(*list), 0, node.type == "HAnimJoint");
            } else {
                std::erase_if(*list, is_mark);
            }
        }
        std::erase_if(node.fields, [](const OutputField& field) {
            const auto* list = std::get_if<Nodes>(&field.value);
            return list != nullptr && list->empty();
        });
    }

    Nodes gathered(Nodes nodes, std::size_t level, bool in_joint) {
        std::set<int> refused;
        for (const OutputNode& node : nodes) {
            if (in_joint && is_limb(node) && node.around.size() > level)
                refused.insert(node.around[level].group);
        }
        std::vector<Nodes> places;  // in order; those of groups are extended
        std::map<int, std::size_t> place_of;
        for (OutputNode& node : nodes) {
            const bool inside = node.around.size() > level && !refused.contains(node.around[level].group);
            if (!inside) {
                if (!is_mark(node)) places.emplace_back().push_back(std::move(node));
                continue;
            }
            const auto [found, fresh] = place_of.try_emplace(node.around[level].group, places.size());
            if (fresh) places.emplace_back();
            places[found->second].push_back(std::move(node));
        }
        for (const auto& [group, place] : place_of)
            places[place] = as_group(group, std::move(places[place]), level);
        Nodes out;
        for (Nodes& place : places) std::move(place.begin(), place.end(), std::back_inserter(out));
        return out;
    }

    /// Returns the group with its members, which are its children or their descendants.
    Nodes as_group(int group, Nodes members, std::size_t level) {
        const BuiltGroup& built = at(*groups_, group);
        const SyntaxNode& source = tree_->nodes[built.node.id];
        const auto instance = scene_->groups.instances.find(group);
        const bool is_instance = instance != scene_->groups.instances.end();
        if (source.type == "Shape") return hidden_shape(group, built);
        const bool is_plain = is_plain_group(source);
        std::optional<OutputNode> head = is_instance ? std::move(instance->second)
                                         : is_plain  ? OutputNode{"Group", {}, false, {}}
                                                     : copier_.copy_head(built.node.id);
        const glm::dmat4 frame = frame_of(built);
        const Similarity shape = similarity_of(frame);
        const bool has_axes = is_instance || source.type == "Billboard" || (is_plain && is_dragged(source));
        const bool turns = has_axes && !is_identity_frame(frame);
        if (!head || (turns && !is_instance && !shape.exact))
            return gathered(std::move(members), level + 1, false);
        made_.insert(group);
        if (!source.def.empty() && !is_instance) head->def = scene_->names.make(source.def);
        if (is_plain) head->sensors_of = static_cast<int>(built.node.id);
        const std::string_view children =
            !scene_->vrml97
                ? "children"
                : (source.type == "LOD" ? "level" : (source.type == "Switch" ? "choice" : "children"));
        if (is_instance) {
            // Its contents are included.
        } else if (source.type == "LOD" || source.type == "Switch") {
            move_lod(frame, shape.scale, *head);
            head->set_nodes(children, ordered(source, frame, std::move(members), level, *head));
        } else {
            Nodes inside = gathered(std::move(members), level + 1, false);
            if (turns && !inside.empty()) {
                Nodes one;
                one.push_back(placed_in(glm::inverse(frame), std::move(inside)));
                inside = std::move(one);
            }
            if (source.type == "Collision") set_proxy(source, frame, *head);
            head->set_nodes(children, std::move(inside));
        }
        Nodes out;
        // It rotates about the origin of its own frame.
        out.push_back(turns ? placed_in(frame, one_node(std::move(*head))) : std::move(*head));
        return out;
    }

    /// A Shape that the source hides.
    Nodes hidden_shape(int group, const BuiltGroup& built) {
        Nodes out;
        made_.insert(group);
        std::optional<OutputNode> copy = copier_.copy_hidden(built.node.id);
        if (!copy) {
            ++hidden_lost_;
            return out;
        }
        const glm::dmat4 frame = frame_of(built);
        out.push_back(is_identity_frame(frame) ? std::move(*copy)
                                               : placed_in(frame, one_node(std::move(*copy))));
        return out;
    }

    /// From a group's own frame to that of the node that it is written in.
    [[nodiscard]] glm::dmat4 frame_of(const BuiltGroup& built) const {
        return built.frame < 0 ? built.node_from_here
                               : scene_->plan(built.frame).file_from_node * built.node_from_here;
    }

    static Nodes one_node(OutputNode node) {
        Nodes out;
        out.push_back(std::move(node));
        return out;
    }

    /// A Group, or a Transform without a node in the document: only kept for its sensors.
    static bool is_plain_group(const SyntaxNode& source) {
        return source.type == "Group" || source.type == "StaticGroup" || source.type == "Transform";
    }

    /// Whether it is dragged along or about its own axes.
    [[nodiscard]] bool is_dragged(const SyntaxNode& source) const {
        const std::span<const NodeId> children = nodes_of(source, "children");
        return std::any_of(children.begin(), children.end(), [this](NodeId child) {
            const std::string_view type = tree_->nodes[child].type;
            return type == "PlaneSensor" || type == "CylinderSensor" || type == "SphereSensor";
        });
    }

    static void move_lod(const glm::dmat4& frame, double scale, OutputNode& lod) {
        if (lod.type != "LOD" || is_identity_frame(frame)) return;
        vec3 center(0.0F);
        std::erase_if(lod.fields, [&center](const OutputField& field) {
            const auto* numbers = std::get_if<std::vector<float>>(&field.value);
            const bool is_center = field.name == "center" && numbers != nullptr && numbers->size() == 3;
            if (is_center) center = {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
            return is_center;
        });
        lod.set("center", vec3(frame * glm::dvec4(glm::dvec3(center), 1.0)));
        for (OutputField& field : lod.fields) {
            auto* numbers = std::get_if<std::vector<float>>(&field.value);
            if (field.name != "range" || numbers == nullptr) continue;
            for (float& distance : *numbers) distance = static_cast<float>(distance * std::abs(scale));
        }
    }

    /// Returns the children of a LOD or Switch in order: those in the document, others copied from the
    /// source.
    Nodes ordered(const SyntaxNode& source, const glm::dmat4& frame, Nodes members, std::size_t level,
                  OutputNode& head) {
        std::map<int, Nodes> shown;
        for (OutputNode& member : members) shown[member.around[level].child].push_back(std::move(member));
        const std::span<const NodeId> ids = children_of(source);
        Nodes out;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            Nodes own = gathered(std::move(shown[static_cast<int>(i)]), level + 1, false);
            std::optional<OutputNode> child;
            if (own.size() == 1) {
                child = std::move(own.front());
            } else if (!own.empty()) {
                child = OutputNode{"Group", {}, false, {}};
                child->set_nodes("children", std::move(own));
            } else {
                child = hidden(ids[i], frame);
            }
            if (!child) {
                ++hidden_lost_;
                if (head.type == "LOD" && i > 0) {
                    // The last available level extends to the horizon.
                    shorten(head, i - 1);
                    break;
                }
                child = OutputNode{"Group", {}, false, {}};
            }
            out.push_back(std::move(*child));
        }
        return out;
    }

    static std::span<const NodeId> children_of(const SyntaxNode& source) {
        for (const std::string_view name : {"choice", "level", "children"}) {
            const std::span<const NodeId> ids = nodes_of(source, name);
            if (!ids.empty()) return ids;
        }
        return {};
    }

    static void shorten(OutputNode& lod, std::size_t ranges) {
        for (OutputField& field : lod.fields) {
            auto* numbers = std::get_if<std::vector<float>>(&field.value);
            if (field.name == "range" && numbers != nullptr && numbers->size() > ranges)
                numbers->resize(ranges);
        }
    }

    std::optional<OutputNode> hidden(NodeId id, const glm::dmat4& frame) {
        std::optional<OutputNode> copy = copier_.copy(id);
        if (!copy || is_identity_frame(frame)) return copy;
        Nodes children;
        children.push_back(std::move(*copy));
        return placed_in(frame, std::move(children));
    }

    void set_proxy(const SyntaxNode& source, const glm::dmat4& frame, OutputNode& collision) {
        const std::span<const NodeId> ids = nodes_of(source, "proxy");
        if (ids.empty()) return;
        std::optional<OutputNode> proxy = hidden(ids.front(), frame);
        if (proxy) {
            collision.set_node("proxy", std::move(*proxy));
        } else {
            ++hidden_lost_;
        }
    }

    SceneContext* scene_;
    const std::vector<BuiltGroup>* groups_;
    const SyntaxTree* tree_;
    PlainCopier copier_;
    std::set<int> made_;
    std::size_t hidden_lost_ = 0;
};

}  // namespace

SourceGroups read_groups(const Document& document, SourceWorld& source, bool vrml97, DefNames& names,
                         Diagnostics& notes) {
    SourceGroups out;
    if (!source.opened) return out;
    if (!is_made_of(document, source.opened->document)) {
        out.is_changed = !source.opened->built.groups.empty();
        return out;
    }
    keep_instances(document, *source.opened, vrml97, names, out, notes);
    const BuiltNodes& built = source.opened->built;
    if (built.groups.empty()) return out;
    out.world = source.opened.get();
    std::vector<bool> has_content(built.groups.size(), false);
    const auto note = [&](GroupPlace place) {
        for (; place.group >= 0; place = at(built.groups, place.group).around)
            at(has_content, place.group) = true;
    };
    for (const GroupPlace& place : built.node_places) note(place);
    for (const BuiltShape& shape : built.shapes) note(shape.place);
    for (std::size_t g = 0; g < built.groups.size(); ++g) {
        if (!has_content[g]) out.empty_below[built.groups[g].frame].push_back(static_cast<int>(g));
    }
    return out;
}

void mark_node(const SceneContext& scene, int node, Nodes& out, std::size_t first) {
    if (scene.groups.world) mark(scene.groups, at(scene.groups.world->built.node_places, node), out, first);
}

void mark_mesh(const SceneContext& scene, int mesh, Nodes& out, std::size_t first) {
    // Parts of cut skins are in segments now.
    const bool is_part = static_cast<std::size_t>(mesh) < scene.is_cut.size() && at(scene.is_cut, mesh) != 0;
    if (scene.groups.world && !is_part)
        mark(scene.groups, at(scene.groups.world->built.shapes, mesh).place, out, first);
}

void add_empty_groups(const SceneContext& scene, int node, Nodes& out) {
    const auto found = scene.groups.empty_below.find(node);
    if (found == scene.groups.empty_below.end()) return;
    for (const int group : found->second) {
        OutputNode empty = group_mark();
        empty.around = steps_to(scene.groups, {group, 0});
        out.push_back(std::move(empty));
    }
}

void gather_groups(SceneContext& scene, Nodes& roots) {
    if (scene.groups.world) Gatherer(scene).run(roots);
    if (scene.groups.is_changed) {
        scene.encoded.notes.warn(
            "vrml-not-carried",
            "groups (Anchor, Billboard, Collision, LOD, Switch) around nodes that are no "
            "longer those of the file are left out, what they show is kept");
    }
}

}  // namespace vitruvian::vrml
