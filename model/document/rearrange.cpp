#include "model/document/rearrange.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace vitruvian {
namespace {

template <class T>
void insert(std::vector<T>& list, int place, T element) {
    VT_CHECK(place >= 0 && static_cast<std::size_t>(place) <= list.size());
    list.insert(list.begin() + place, std::move(element));
}

template <class T>
void erase(std::vector<T>& list, int place) {
    VT_CHECK(place >= 0 && static_cast<std::size_t>(place) < list.size());
    list.erase(list.begin() + place);
}

std::vector<int> as_they_are(int size) {
    std::vector<int> out(static_cast<std::size_t>(size));
    std::iota(out.begin(), out.end(), 0);
    return out;
}

void make_room(Document& document, const List& list, int place) {
    if (place == size_of(document, list)) return;
    std::vector<int> numbers = as_they_are(size_of(document, list));
    for (int& number : numbers) number += number >= place ? 1 : 0;
    renumber(document, list, numbers);
}

/// References to `place` are changed to `successor`, which precedes it, or to none.
void close_gap(Document& document, const List& list, int place, int successor) {
    std::vector<int> numbers = as_they_are(size_of(document, list));
    for (int& number : numbers) number = number == place ? successor : number - (number > place ? 1 : 0);
    renumber(document, list, numbers);
}

/// Puts a list into a new order, given as old indices, each once.
template <class T>
void reorder(std::vector<T>& list, std::span<const int> order) {
    std::vector<T> out;
    out.reserve(list.size());
    for (const int old : order) out.push_back(std::move(at(list, old)));
    list = std::move(out);
}

std::vector<int> inverse_of(std::span<const int> order) {
    std::vector<int> out(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) at(out, order[i]) = static_cast<int>(i);
    return out;
}

/// Returns an order in which parents come first and everything else moves as little as possible.
std::vector<int> parents_first(std::span<const int> parent) {
    std::vector<int> order;
    std::vector<bool> is_placed(parent.size(), false);
    for (std::size_t i = 0; i < parent.size(); ++i) {
        std::vector<int> waiting;
        for (int up = static_cast<int>(i); up >= 0 && !at(is_placed, up); up = at(parent, up)) {
            waiting.push_back(up);
        }
        for (; !waiting.empty(); waiting.pop_back()) {
            at(is_placed, waiting.back()) = true;
            order.push_back(waiting.back());
        }
    }
    return order;
}

bool is_parents_first(std::span<const int> parent, std::span<const int> order) {
    const std::vector<int> place = inverse_of(order);
    for (std::size_t i = 0; i < parent.size(); ++i) {
        if (parent[i] >= 0 && at(place, parent[i]) > place[i]) return false;
    }
    return true;
}

std::vector<int> parents_of_nodes(const Document& document) {
    std::vector<int> out;
    for (const Node& node : document.nodes) out.push_back(node.parent);
    return out;
}

void order_nodes(Document& document, std::span<const int> order) {
    reorder(document.nodes, order);
    renumber(document, {ListKind::nodes, -1}, inverse_of(order));
}

void order_joints(Document& document, int humanoid, std::span<const int> order) {
    reorder(at(document.humanoids, humanoid).joints, order);
    renumber(document, {ListKind::joints, humanoid}, inverse_of(order));
}

/// Removes channels for which `is_gone` from the clips that have any.
template <class IsGone>
void remove_channels(Document& document, const IsGone& is_gone) {
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        if (std::none_of(clip->channels.begin(), clip->channels.end(), is_gone)) continue;
        auto copy = std::make_shared<Clip>(*clip);
        std::erase_if(copy->channels, is_gone);
        clip = std::move(copy);
    }
}

/// Makes the node a plain group, unless a humanoid still has it as a joint or site.
void demote(Document& document, int node) {
    const auto is_it = [node](const auto& thing) { return thing.node == node; };
    for (const Humanoid& humanoid : document.humanoids) {
        if (std::any_of(humanoid.joints.begin(), humanoid.joints.end(), is_it)) return;
        if (std::any_of(humanoid.sites.begin(), humanoid.sites.end(), is_it)) return;
    }
    at(document.nodes, node).kind = NodeKind::group;
}

void remove_segment(Document& document, int humanoid, int segment) {
    close_gap(document, {ListKind::segments, humanoid}, segment, -1);
    erase(at(document.humanoids, humanoid).segments, segment);
}

void remove_site(Document& document, int humanoid, int site) {
    const int node = at(at(document.humanoids, humanoid).sites, site).node;
    erase(at(document.humanoids, humanoid).sites, site);
    demote(document, node);
}

void remove_joint(Document& document, int humanoid, int joint) {
    Humanoid& owner = at(document.humanoids, humanoid);
    const int successor = joint_above(document, humanoid, at(owner.joints, joint).node);
    for (int s = static_cast<int>(owner.segments.size()) - 1; successor < 0 && s >= 0; --s) {
        if (at(owner.segments, s).joint == joint) remove_segment(document, humanoid, s);
    }
    const int node = at(owner.joints, joint).node;
    close_gap(document, {ListKind::joints, humanoid}, joint, successor);
    erase(owner.joints, joint);
    demote(document, node);
}

template <class List>
int place_of_node(const List& list, int node) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& x) { return x.node == node; });
    return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

Result<void> remove_node(Document& document, int node) {
    const int successor = at(document.nodes, node).parent;
    for (const MeshInstance& mesh : document.meshes) {
        const std::vector<int>& moved_by = mesh.skin->nodes;
        if (successor >= 0 || std::find(moved_by.begin(), moved_by.end(), node) == moved_by.end()) continue;
        return fail("node-carries-skin", fmt::format("{} is a root that the mesh {} moves with; it cannot go",
                                                     at(document.nodes, node).name, mesh.name));
    }
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        Humanoid& humanoid = document.humanoids[h];
        const auto number = static_cast<int>(h);
        if (const int joint = place_of_node(humanoid.joints, node); joint >= 0)
            remove_joint(document, number, joint);
        while (place_of_node(humanoid.sites, node) >= 0)
            remove_site(document, number, place_of_node(humanoid.sites, node));
        std::replace(humanoid.bones.node.begin(), humanoid.bones.node.end(), node, -1);
        for (Expression& expression : humanoid.expressions) {
            if (expression.node == node) expression.node = -1;
        }
        if (humanoid.gaze_node == node) humanoid.gaze_node = -1;
    }
    remove_channels(document, [node](const Channel& channel) { return channel.node == node; });
    close_gap(document, {ListKind::nodes, -1}, node, successor);
    erase(document.nodes, node);
    return {};
}

/// Removes the morph targets of a displacer from the meshes that have them; instances that shared a mesh with
/// the same target indices still share it.
void remove_targets(Document& document, int displacer) {
    std::map<std::pair<std::shared_ptr<const Mesh>, std::vector<std::size_t>>, std::shared_ptr<const Mesh>>
        made;
    for (MeshInstance& instance : document.meshes) {
        std::vector<std::size_t> gone;
        for (std::size_t t = instance.displacers.size(); t-- > 0;) {
            if (instance.displacers[t] == displacer) gone.push_back(t);
        }
        if (gone.empty()) continue;
        std::shared_ptr<const Mesh>& without = made[{instance.mesh, gone}];
        if (!without) {
            auto copy = std::make_shared<Mesh>(*instance.mesh);
            for (const std::size_t t : gone) erase(copy->targets, static_cast<int>(t));
            without = std::move(copy);
        }
        instance.mesh = without;
        std::erase(instance.displacers, displacer);
    }
}

void remove_displacer(Document& document, int displacer) {
    remove_targets(document, displacer);
    for (Humanoid& humanoid : document.humanoids) {
        for (Expression& expression : humanoid.expressions) {
            std::erase_if(expression.binds, [&](const auto& bind) { return bind.first == displacer; });
        }
    }
    remove_channels(document, [displacer](const Channel& channel) {
        return channel.displacer == displacer && channel.path == ChannelPath::weight;
    });
    close_gap(document, {ListKind::displacers, -1}, displacer, -1);
    erase(document.displacers, displacer);
}

tl::unexpected<Error> no_such_item() {
    return fail("no-such-item", "there is nothing of that kind and number that could be moved or removed");
}

}  // namespace

std::vector<int> parents_of_joints(const Document& document, int humanoid) {
    const std::vector<Joint>& joints = at(document.humanoids, humanoid).joints;
    std::vector<int> joint_of(document.nodes.size(), -1);
    for (std::size_t j = 0; j < joints.size(); ++j) at(joint_of, joints[j].node) = static_cast<int>(j);
    std::vector<int> out;
    for (const Joint& joint : joints) {
        int up = at(document.nodes, joint.node).parent;
        while (up >= 0 && at(joint_of, up) < 0) up = at(document.nodes, up).parent;
        out.push_back(up < 0 ? -1 : at(joint_of, up));
    }
    return out;
}

void insert_node(Document& document, int place, Node node) {
    VT_CHECK(node.parent < place);
    make_room(document, {ListKind::nodes, -1}, place);
    insert(document.nodes, place, std::move(node));
}

void insert_joint(Document& document, int humanoid, int place, Joint joint) {
    make_room(document, {ListKind::joints, humanoid}, place);
    std::vector<Joint>& joints = at(document.humanoids, humanoid).joints;
    insert(joints, place, joint);
    // The last node has no children.
    const auto last_of = [](const auto& list) { return static_cast<int>(list.size()) - 1; };
    if (place == last_of(joints) && joint.node == last_of(document.nodes)) return;
    const std::vector<int> parents = parents_of_joints(document, humanoid);
    VT_CHECK(is_parents_first(parents, as_they_are(static_cast<int>(parents.size()))));
}

void insert_segment(Document& document, int humanoid, int place, Segment segment) {
    make_room(document, {ListKind::segments, humanoid}, place);
    insert(at(document.humanoids, humanoid).segments, place, std::move(segment));
}

void insert_site(Document& document, int humanoid, int place, Site site) {
    insert(at(document.humanoids, humanoid).sites, place, site);
}

void insert_displacer(Document& document, int place, Displacer displacer) {
    make_room(document, {ListKind::displacers, -1}, place);
    insert(document.displacers, place, std::move(displacer));
}

void insert_clip(Document& document, int place, std::shared_ptr<const Clip> clip) {
    insert(document.clips, place, std::move(clip));
}

Result<void> remove_item(Document& document, const Item& item) {
    if (!exists(document, item)) return no_such_item();
    switch (item.kind) {
        case ItemKind::node:
            return remove_node(document, item.index);
        case ItemKind::joint:
            remove_joint(document, item.humanoid, item.index);
            return {};
        case ItemKind::segment:
            remove_segment(document, item.humanoid, item.index);
            return {};
        case ItemKind::site:
            remove_site(document, item.humanoid, item.index);
            return {};
        case ItemKind::displacer:
            remove_displacer(document, item.index);
            return {};
        case ItemKind::clip:
            erase(document.clips, item.index);
            return {};
        default:
            return no_such_item();
    }
}

Result<void> move_item(Document& document, const Item& item, int to) {
    if (!exists(document, item) || !exists(document, {item.kind, item.humanoid, to})) return no_such_item();
    std::vector<int> order =
        as_they_are(static_cast<int>(items_of(document, item.kind, item.humanoid).size()));
    erase(order, item.index);
    insert(order, to, item.index);
    const bool is_node = item.kind == ItemKind::node;
    if (is_node || item.kind == ItemKind::joint) {
        const std::vector<int> parents =
            is_node ? parents_of_nodes(document) : parents_of_joints(document, item.humanoid);
        if (!is_parents_first(parents, order)) {
            return fail("child-first",
                        fmt::format("{} cannot be placed there: parents come before their children",
                                    name_of(document, item)));
        }
    }
    switch (item.kind) {
        case ItemKind::node:
            order_nodes(document, order);
            return {};
        case ItemKind::joint:
            order_joints(document, item.humanoid, order);
            return {};
        case ItemKind::segment:
            reorder(at(document.humanoids, item.humanoid).segments, order);
            renumber(document, {ListKind::segments, item.humanoid}, inverse_of(order));
            return {};
        case ItemKind::site:
            reorder(at(document.humanoids, item.humanoid).sites, order);
            return {};
        case ItemKind::displacer:
            reorder(document.displacers, order);
            renumber(document, {ListKind::displacers, -1}, inverse_of(order));
            return {};
        case ItemKind::clip:
            reorder(document.clips, order);
            return {};
        default:
            return no_such_item();
    }
}

Result<void> set_parent(Document& document, int node, int parent) {
    const auto is_node = [&](int index) { return exists(document, {ItemKind::node, -1, index}); };
    if (!is_node(node) || (parent != -1 && !is_node(parent))) return no_such_item();
    for (int up = parent; up >= 0; up = at(document.nodes, up).parent) {
        if (up != node) continue;
        return fail("parent-below",
                    fmt::format("{} cannot be a child of {}, which is below it",
                                at(document.nodes, node).name, at(document.nodes, parent).name));
    }
    at(document.nodes, node).parent = parent;
    order_nodes(document, parents_first(parents_of_nodes(document)));
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const auto humanoid = static_cast<int>(h);
        order_joints(document, humanoid, parents_first(parents_of_joints(document, humanoid)));
    }
    return {};
}

}  // namespace vitruvian
