// Checks of the joint hierarchy: roots, parents, chains without influence, skins.
#include "model/check/findings.h"
#include "model/check/measure.h"
#include "model/check/source_gltf.h"
#include "model/check/structure.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"
#include "model/core/ascii.h"
#include "model/core/at.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace vitruvian::check {
namespace {

/// Returns the joint of a figure for a node, otherwise the node itself.
int topmost(const Document& document, int node) {
    while (at(document.nodes, node).parent >= 0) node = at(document.nodes, node).parent;
    return node;
}

bool is_at_or_below(const Document& document, int node, int ancestor) {
    while (node >= 0 && node != ancestor) node = at(document.nodes, node).parent;
    return node >= 0;
}

/// A skin's joints as nodes of the document, for any source.
struct SkinJoints {
    std::string name;
    std::string pointer;
    std::vector<int> nodes;
    int skeleton = -1;
};

std::vector<SkinJoints> skins_of(const Subject& subject) {
    std::vector<SkinJoints> out;
    if (const GltfFacts* facts = subject.gltf_facts()) {
        const auto document_node = [&](int node) {
            return node >= 0 && node < static_cast<int>(facts->nodes.size())
                       ? at(facts->nodes, node).document_node
                       : -1;
        };
        for (const GltfSkin& skin : facts->skins) {
            SkinJoints& made = out.emplace_back();
            made.name = skin.name;
            made.pointer = fmt::format("/skins/{}", &skin - facts->skins.data());
            made.skeleton = document_node(skin.skeleton);
            for (const int joint : skin.joints) {
                if (const int node = document_node(joint); node >= 0) made.nodes.push_back(node);
            }
        }
        return out;
    }
    std::set<const Skin*> seen;
    for (const MeshInstance& mesh : subject.document().meshes) {
        if (!mesh.mesh->is_skinned() || !seen.insert(mesh.skin.get()).second) continue;
        out.push_back({mesh.skin->name, {}, mesh.skin->nodes, -1});
    }
    return out;
}

/// Whether each node influences a vertex with a weight above 0.
std::vector<bool> influencing_nodes(const Document& document) {
    std::vector<bool> out(document.nodes.size(), false);
    for (const MeshInstance& instance : document.meshes) {
        const Mesh& mesh = *instance.mesh;
        if (!mesh.is_skinned()) continue;
        for (std::size_t i = 0; i < mesh.influence_joint.size(); ++i) {
            if (mesh.influence_weight[i] > 0.0F)
                at(out, instance.skin->nodes[mesh.influence_joint[i]]) = true;
        }
    }
    return out;
}

/// An H-Anim skin only lists the joints that influence it: all joints of its figure could. Geometry of
/// segments below them is moved too.
void add_joints_beside_skin(const Subject& subject, std::set<int>& joints, std::vector<bool>& moves) {
    for (const Figure& figure : subject.figures()) {
        const auto is_of_skin = [&](const Joint& joint) { return joints.contains(joint.node); };
        const auto& all = figure.humanoid->joints;
        if (!figure.hanim || !std::any_of(all.begin(), all.end(), is_of_skin)) continue;
        for (const Joint& joint : all) joints.insert(joint.node);
        for (const int index : figure.meshes) {
            const MeshInstance& mesh = at(subject.document().meshes, index);
            if (!mesh.mesh->is_skinned() && mesh.node >= 0) at(moves, mesh.node) = true;
        }
    }
}

}  // namespace

void check_joint_under_segment(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const WorldFacts::Node& node : facts->nodes) {
        const WorldFacts::Place* place = node.tree_place();
        if (node.kind != WorldFacts::Kind::joint || place == nullptr || place->holder < 0) continue;
        const WorldFacts::Node& holder = at(facts->nodes, place->holder);
        if (holder.kind != WorldFacts::Kind::segment && holder.kind != WorldFacts::Kind::site) continue;
        const Object object = object_of(subject, node);
        findings
            .add(object,
                 fmt::format("the joint \"{}\" hangs in the {} \"{}\"", object.name, word_for(holder.kind),
                             object_of(subject, holder).name),
                 "move it to the children of the joint that the segment belongs to")
            .where = place->where;
    }
}

void check_several_roots(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    const auto is_root_name = [](std::string_view name) {
        return name == "HumanoidRoot" || name == "humanoid_root";
    };
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        std::set<int> nodes;
        for (const Joint& joint : figure.humanoid->joints) nodes.insert(joint.node);
        std::vector<int> roots;
        for (int i = 0; i < static_cast<int>(figure.humanoid->joints.size()); ++i) {
            int above = at(document.nodes, at(figure.humanoid->joints, i).node).parent;
            while (above >= 0 && !nodes.contains(above)) above = at(document.nodes, above).parent;
            if (above < 0) roots.push_back(i);
        }
        const auto name_of_joint = [&](int joint) -> const std::string& {
            return at(document.nodes, at(figure.humanoid->joints, joint).node).name;
        };
        if (roots.empty()) {
            findings
                .add(subject.humanoid(figure), "the humanoid has no joint", "add a joint HumanoidRoot", 0.0)
                .where = subject.where(Item{ItemKind::humanoid, -1, figure.index});
            continue;
        }
        auto own = std::find_if(roots.begin(), roots.end(),
                                [&](int joint) { return is_root_name(name_of_joint(joint)); });
        if (own == roots.end()) own = roots.begin();
        for (const int joint : roots) {
            const bool is_extra = joint != *own;
            if (!is_extra && is_root_name(name_of_joint(joint))) continue;
            findings
                .add(subject.joint(figure, joint),
                     is_extra ? fmt::format("\"{}\" is one of {} joints directly in the humanoid",
                                            name_of_joint(joint), roots.size())
                              : fmt::format("the figure's root joint is called \"{}\"", name_of_joint(joint)),
                     is_extra
                         ? fmt::format("move it below \"{}\"", name_of_joint(*own))
                         : std::string("call it HumanoidRoot (humanoid_root in version 2.0), or put such a "
                                       "joint above it"),
                     static_cast<double>(roots.size()))
                .where = subject.where(joint_item(figure.index, joint));
        }
    }
}

namespace {

void find_second_uses(const Subject& subject, Findings& findings, const WorldFacts& facts) {
    for (const WorldFacts::Node& node : facts.nodes) {
        if (node.kind != WorldFacts::Kind::joint) continue;
        std::vector<const WorldFacts::Place*> places;
        std::set<std::pair<int, std::string>> holders;
        for (const WorldFacts::Place& place : node.places) {
            // A node outside any humanoid's tree is a spare part; one that its parent lists twice counts
            // once.
            const bool counts = place.is_in_tree() && (place.is_use || place.holder >= 0);
            const bool is_again =
                counts && place.is_direct && !holders.insert({place.holder, place.field}).second;
            if (counts && !is_again) places.push_back(&place);
        }
        if (places.size() < 2) continue;
        const Object object = object_of(subject, node);
        findings
            .add(object,
                 fmt::format("the joint \"{}\" is in {} places of the tree", object.name, places.size()),
                 "leave it in one place; a copy elsewhere needs nodes of its own",
                 static_cast<double>(places.size()))
            .where = places[1]->where;
    }
}

void find_several_parents(const Subject& subject, Findings& findings, const GltfFacts& facts) {
    std::map<int, std::vector<int>> parents;
    for (const GltfNode& node : facts.nodes) {
        for (const int child : node.children)
            parents[child].push_back(static_cast<int>(&node - facts.nodes.data()));
    }
    for (const auto& [child, above] : parents) {
        if (above.size() < 2 || child < 0 || child >= static_cast<int>(facts.nodes.size())) continue;
        const int node = at(facts.nodes, child).document_node;
        const std::string& name = at(facts.nodes, child).name;
        findings
            .add(node >= 0 ? joint_or_node(subject, node) : Subject::named("node", name),
                 fmt::format("the node \"{}\" is a child of {} nodes ({})", name, above.size(),
                             fmt::join(above, ", ")),
                 fmt::format("leave it among the children of node {}", above.front()),
                 static_cast<double>(above.size()))
            .where = {subject.document().file, 0, 0, fmt::format("/nodes/{}", child)};
    }
}

}  // namespace

void check_two_parents(const Subject& subject, Findings& findings) {
    if (const WorldFacts* facts = subject.world_facts()) find_second_uses(subject, findings, *facts);
    if (const GltfFacts* facts = subject.gltf_facts()) find_several_parents(subject, findings, *facts);
}

void check_orphan_joints(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    std::set<int> joints;
    std::vector<bool> moves = influencing_nodes(document);
    for (const SkinJoints& skin : skins_of(subject)) {
        // A skin that no mesh uses has no weights to check.
        const bool is_used =
            std::any_of(skin.nodes.begin(), skin.nodes.end(), [&](int node) { return at(moves, node); });
        if (is_used) joints.insert(skin.nodes.begin(), skin.nodes.end());
    }
    add_joints_beside_skin(subject, joints, moves);
    std::vector<bool> has_joint_child(document.nodes.size(), false);
    for (int i = static_cast<int>(document.nodes.size()) - 1; i >= 0; --i) {
        const int parent = at(document.nodes, i).parent;
        if (parent < 0) continue;
        if (at(moves, i)) at(moves, parent) = true;
        if (joints.contains(i)) at(has_joint_child, parent) = true;
    }
    const auto is_orphan = [&](int node) {
        return joints.contains(node) && !at(moves, node) && at(has_joint_child, node);
    };
    std::vector<int> chain(document.nodes.size(), 0);  // number of skin joints in each subtree
    for (int i = static_cast<int>(document.nodes.size()) - 1; i >= 0; --i) {
        at(chain, i) += joints.contains(i) ? 1 : 0;
        if (const int parent = at(document.nodes, i).parent; parent >= 0) at(chain, parent) += at(chain, i);
    }
    for (const int node : joints) {
        if (!is_orphan(node)) continue;
        int above = at(document.nodes, node).parent;
        while (above >= 0 && !is_orphan(above)) above = at(document.nodes, above).parent;
        if (above >= 0) continue;
        const int below = at(chain, node) - 1;
        findings
            .add(joint_or_node(subject, node),
                 fmt::format(
                     "no vertex follows \"{}\" or {} below it", spoken(subject, node),
                     below == 1 ? std::string("the joint") : fmt::format("any of the {} joints", below)),
                 "take them out of the skin, or paint their weights", at(chain, node))
            .where = subject.where(node);
    }
}

namespace {

/// Whether it is a name that exporters give to the end of a chain.
bool is_end_name(const std::string& name) {
    const std::string key = lower_case(name);
    for (const std::string_view suffix : {"_end", "_nub", "_tip"}) {
        if (key.ends_with(suffix)) return true;
    }
    constexpr std::array<std::string_view, 6> fingers{"thumb", "index", "middle", "ring", "pinky", "little"};
    const bool is_finger = std::any_of(fingers.begin(), fingers.end(), [&](std::string_view finger) {
        return key.find(finger) != std::string::npos;
    });
    if (!is_finger || !key.ends_with('4')) return false;
    const char before = key.size() > 1 ? key[key.size() - 2] : '_';
    return before < '1' || before > '9';
}

}  // namespace

void check_end_bones(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    std::vector<bool> has_child(document.nodes.size(), false);
    std::vector<bool> has_mesh(document.nodes.size(), false);
    // A BVH's End Sites have no names in the file, and every chain has to end with one.
    const auto is_end_site = [&](const Node& node) {
        return document.format == FileFormat::bvh && node.kind == NodeKind::site;
    };
    for (const Node& node : document.nodes) {
        if (node.parent >= 0 && !is_end_site(node)) at(has_child, node.parent) = true;
    }
    for (const MeshInstance& mesh : document.meshes) {
        if (mesh.node >= 0) at(has_mesh, mesh.node) = true;
    }
    for (int i = 0; i < static_cast<int>(document.nodes.size()); ++i) {
        const auto index = static_cast<std::size_t>(i);
        const Node& node = at(document.nodes, i);
        const std::string& name = node.name;
        if (has_child[index] || has_mesh[index] || is_end_site(node) || !is_end_name(name)) continue;
        findings
            .add(joint_or_node(subject, i),
                 fmt::format("\"{}\" marks the end of a chain and moves nothing", name),
                 "leave such nodes out of the export where they are not needed")
            .where = subject.where(i);
    }
}

void check_joint_count(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for (const SkinJoints& skin : skins_of(subject)) {
        const auto count = static_cast<double>(skin.nodes.size());
        if (count <= most) continue;
        findings
            .add(Subject::named("skin", skin.name),
                 "the skin has " + counted(skin.nodes.size(), "joint", "joints"),
                 fmt::format("bring it to {} or fewer, or split the mesh", most), count)
            .where = {subject.document().file, 0, 0, skin.pointer};
    }
}

void check_common_root(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    for (const SkinJoints& skin : skins_of(subject)) {
        std::set<int> roots;
        for (const int node : skin.nodes) roots.insert(topmost(document, node));
        const auto outside = std::find_if(skin.nodes.begin(), skin.nodes.end(), [&](int node) {
            return skin.skeleton >= 0 && !is_at_or_below(document, node, skin.skeleton);
        });
        if (roots.size() > 1) {
            Finding& finding = findings.add(
                Subject::named("skin", skin.name),
                fmt::format("the skin's joints lie below {} different roots of the scene", roots.size()),
                "put them below one common node", static_cast<double>(roots.size()));
            finding.threshold = 1.0;
            finding.where = {document.file, 0, 0, skin.pointer};
        } else if (outside != skin.nodes.end()) {
            findings
                .add(Subject::named("skin", skin.name),
                     fmt::format("the skin's joint \"{}\" does not lie below its skeleton node \"{}\"",
                                 at(document.nodes, *outside).name, at(document.nodes, skin.skeleton).name),
                     "name a common ancestor of all joints as skeleton, or leave it out")
                .where = {document.file, 0, 0,
                          skin.pointer.empty() ? std::string() : skin.pointer + "/skeleton"};
        }
    }
}

}  // namespace vitruvian::check
