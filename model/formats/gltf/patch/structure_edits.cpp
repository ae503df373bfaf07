// Nodes that are added, removed and reparented.
#include "model/formats/gltf/patch/structure_edits.h"

#include "model/core/at.h"
#include "model/document/placed.h"
#include "model/formats/gltf/patch/additions.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Whether a node carries a mesh, camera or light; such a node stays in the file even if it is removed from
/// the document.
bool carries_something(const Json& node) {
    return int_or(node, "mesh", -1) >= 0 || int_or(node, "camera", -1) >= 0 ||
           extension(node, "KHR_lights_punctual") != nullptr;
}

template <class Thing>
bool same_lengths(const std::vector<Thing>& a, const std::vector<Thing>& b) {
    return a.size() == b.size();
}

/// Whether a rigid mesh was moved relative to the joint whose node carries it.
bool leaves_its_node(const MeshInstance& was, const MeshInstance& now, const Document& document,
                     int file_node) {
    if (was.mesh->is_skinned() || now.mesh->is_skinned() || was.skin->inverse_bind == now.skin->inverse_bind)
        return false;
    return at(document.nodes, was.skin->nodes.front()).source_index == file_node;
}

/// Whether a camera or a light was.
template <class Placed>
bool leaves_its_node(const Placed& was, const Placed& now, const Document& document, int file_node) {
    if (was.node < 0 || (was.position == now.position && was.orientation == now.orientation)) return false;
    return at(document.nodes, was.node).source_index == file_node;
}

}  // namespace

bool changes_structure(const Document& was, const Document& now, const Places& places) {
    const bool same_nodes = std::equal(now.nodes.begin(), now.nodes.end(), was.nodes.begin(), was.nodes.end(),
                                       [](const Node& a, const Node& b) {
                                           return a.source_index == b.source_index && a.parent == b.parent;
                                       });
    if (!same_nodes || !same_lengths(was.displacers, now.displacers) ||
        !same_lengths(was.materials, now.materials))
        return true;
    for (std::size_t h = 0; h < std::min(was.humanoids.size(), now.humanoids.size()); ++h) {
        const Humanoid& a = was.humanoids[h];
        const Humanoid& b = now.humanoids[h];
        if (!same_lengths(a.joints, b.joints) || !same_lengths(a.segments, b.segments) ||
            !same_lengths(a.sites, b.sites))
            return true;
    }
    for (std::size_t m = 0; m < std::min(was.meshes.size(), now.meshes.size()); ++m) {
        if (was.meshes[m].displacers != now.meshes[m].displacers ||
            was.meshes[m].skin->nodes != now.meshes[m].skin->nodes ||
            leaves_its_node(was.meshes[m], now.meshes[m], was, places.mesh_node[m]))
            return true;
    }
    for (std::size_t v = 0; v < std::min(was.viewpoints.size(), now.viewpoints.size()); ++v) {
        if (leaves_its_node(was.viewpoints[v], now.viewpoints[v], was, places.camera_node[v])) return true;
    }
    for (std::size_t i = 0; i < std::min(was.lights.size(), now.lights.size()); ++i) {
        if (leaves_its_node(was.lights[i], now.lights[i], was, places.light_node[i])) return true;
    }
    return false;
}

StructureEdits::StructureEdits(const Document& now, const Document& was, const TracedDocument& traced,
                               const Container& container, const SaveOptions& options, Diagnostics& notes)
    : now_(now), was_(was), traced_(traced), container_(container), writing_{now, options, notes} {
    writing_.bin = writer_behind(traced.root, container);
    for (const Node& node : now.nodes) writing_.local.push_back(compose(node.rest, node.delta));
}

tl::unexpected<Error> StructureEdits::refuse(const std::string& what) const {
    return fail("save-structure", "the edits need the file to be rewritten: " + what, {now_.file, 0, 0, {}});
}

const Json& StructureEdits::list(const char* key) const {
    return list_of(traced_.root, key);
}

StructureEdits::Id StructureEdits::id_before(int node) const {
    return node < 0 ? -1 : at(was_.nodes, node).source_index;
}

StructureEdits::Id StructureEdits::id_of(int node) const {
    if (node < 0) return -1;
    const int source = at(now_.nodes, node).source_index;
    if (source >= 0) return source;
    const auto found = std::find(new_nodes_.begin(), new_nodes_.end(), node);
    return static_cast<Id>(count_) + static_cast<Id>(found - new_nodes_.begin());
}

int StructureEdits::number_of(Id id) const {
    const auto index = static_cast<std::size_t>(id);
    if (index < count_) return number_[index];
    return static_cast<int>(index - static_cast<std::size_t>(std::count(number_.begin(), number_.end(), -1)));
}

bool StructureEdits::is_gone(Id id) const {
    return static_cast<std::size_t>(id) < count_ && at(node_, id) >= 0 && at(kept_, id) < 0;
}

/// Returns the node that takes over the children of a removed node; -1: none.
StructureEdits::Id StructureEdits::successor_of(Id id) const {
    while (id >= 0 && is_gone(id)) id = at(old_parent_, id);
    return id;
}

void StructureEdits::set_number(const std::string& pointer, Id id) {
    if (number_of(id) != id) json_.set(pointer, number_of(id));
}

/// Whether indices refer to the same elements as in the text: the schema check dropped nothing.
bool StructureEdits::is_as_written() const {
    const Json written = Json::parse(container_.json, nullptr, false);
    for (const char* key : {"nodes", "scenes", "skins", "meshes", "animations", "accessors"}) {
        const Json* found = member(traced_.root, key);
        const Json* was = member(written, key);
        if ((found == nullptr) != (was == nullptr) || (found != nullptr && *found != *was)) return false;
        if (found != nullptr &&
            std::any_of(found->begin(), found->end(), [](const Json& x) { return !x.is_object(); }))
            return false;
    }
    return true;
}

Result<void> StructureEdits::find() {
    if (!is_as_written()) return refuse("lists of the file have elements that are none");
    const bool same_things =
        same_lengths(was_.meshes, now_.meshes) && same_lengths(was_.humanoids, now_.humanoids) &&
        same_lengths(was_.viewpoints, now_.viewpoints) && same_lengths(was_.lights, now_.lights);
    if (!same_things) return refuse("meshes, cameras or figures came or went");
    displacers_ =
        match_in_order(was_.displacers.size(), now_.displacers.size(), [&](std::size_t a, std::size_t b) {
            return was_.displacers[a].name == now_.displacers[b].name &&
                   was_.displacers[a].humanoid == now_.displacers[b].humanoid;
        });
    number_nodes();
    for (std::size_t i = 0; i < now_.lights.size(); ++i) {
        const Id id = traced_.places.light_node[i];
        if (!is_gone(id) && leaves_its_node(was_.lights[i], now_.lights[i], was_, id))
            return refuse("a light is on a joint that moved");
    }
    if (Result<void> done = find_parents(); !done) return done;
    find_loads();
    edit_children();
    edit_scenes();
    add_nodes();
    add_loads();
    for (const auto step :
         {&StructureEdits::edit_references, &StructureEdits::edit_skins, &StructureEdits::edit_displacers,
          &StructureEdits::edit_materials, &StructureEdits::edit_hanim}) {
        if (Result<void> done = (this->*step)(); !done) return done;
    }
    remove_still_animations();
    added_ = add_data(writing_.bin, traced_.root, container_, json_);
    return {};
}

void StructureEdits::number_nodes() {
    count_ = list("nodes").size();
    node_.assign(count_, -1);
    kept_.assign(count_, -1);
    const auto note = [&](const Document& document, std::vector<int>& of) {
        for (std::size_t n = 0; n < document.nodes.size(); ++n) {
            const int source = document.nodes[n].source_index;
            if (source >= 0 && static_cast<std::size_t>(source) < count_)
                at(of, source) = static_cast<int>(n);
        }
    };
    note(was_, node_);
    note(now_, kept_);
    for (std::size_t n = 0; n < now_.nodes.size(); ++n) {
        if (now_.nodes[n].source_index < 0) new_nodes_.push_back(static_cast<int>(n));
    }
    int next = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        const bool goes = is_gone(static_cast<Id>(i)) && !carries_something(list("nodes")[i]);
        number_.push_back(goes ? -1 : next++);
        if (goes) json_.remove(fmt::format("/nodes/{}", i));
        renumbers_ = renumbers_ || goes;
    }
    for (std::size_t n = 0; n < now_.nodes.size(); ++n)
        numbers_.push_back(number_of(id_of(static_cast<int>(n))));
}

Result<void> StructureEdits::find_parents() {
    old_parent_.assign(count_, -1);
    for (std::size_t i = 0; i < count_; ++i) {
        const Json* children = member(list("nodes")[i], "children");
        for (std::size_t c = 0; children != nullptr && c < children->size(); ++c) {
            const int child = (*children)[c].get<int>();
            if (at(old_parent_, child) >= 0) return refuse("a node of the file has two parents");
            at(old_parent_, child) = static_cast<Id>(i);
        }
    }
    parent_ = old_parent_;
    for (std::size_t i = 0; i < count_; ++i) {
        const Id old = old_parent_[i];
        const auto id = static_cast<Id>(i);
        if (kept_[i] >= 0) {
            const Id parent = id_of(at(now_.nodes, kept_[i]).parent);
            if (parent != id_before(at(was_.nodes, node_[i]).parent)) parent_[i] = parent;
        } else if (old >= 0 && is_gone(old)) {
            if (extension(list("nodes")[i], "KHR_lights_punctual") != nullptr)
                return refuse("a lamp lost its node");
            parent_[i] = successor_of(old);
        }
        if (!is_gone(id) || number_[i] < 0) continue;
        const Id successor = successor_of(id);
        mat4 local(1.0F);
        for (Id up = id; up >= 0 && is_gone(up); up = at(old_parent_, up)) {
            const Node& node = at(was_.nodes, at(node_, up));
            local = to_matrix(compose(node.rest, node.delta)) * local;
        }
        carriers_.push_back({number_[i], id, successor < 0 ? -1 : at(kept_, successor), local});
        if (successor >= 0 && at(kept_, successor) < 0)
            return refuse("a node that carries something lost its own");
    }
    for (const int node : new_nodes_) parent_.push_back(id_of(at(now_.nodes, node).parent));
    return {};
}

/// Gives what was moved relative to its node a node of its own.
void StructureEdits::find_loads() {
    const auto add = [&](Id id, const Transform& local, bool camera_alone) {
        const bool is_known = is_gone(id) || std::any_of(loads_.begin(), loads_.end(),
                                                         [id](const Load& load) { return load.from == id; });
        if (is_known) return;
        parent_.push_back(id);
        carriers_.push_back(
            {number_of(static_cast<Id>(parent_.size()) - 1), id, at(kept_, id), to_matrix(local)});
        loads_.push_back({id, local, camera_alone});
    };
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const Id id = traced_.places.mesh_node[m];
        if (leaves_its_node(was_.meshes[m], now_.meshes[m], was_, id))
            add(id, to_transform(now_.meshes[m].skin->inverse_bind.front()), false);
    }
    for (std::size_t v = 0; v < now_.viewpoints.size(); ++v) {
        const Id id = traced_.places.camera_node[v];
        const Viewpoint& view = now_.viewpoints[v];
        if (leaves_its_node(was_.viewpoints[v], view, was_, id)) add(id, own_frame(view), true);
    }
}

StructureEdits::Id StructureEdits::load_of(Id id, bool of_camera) const {
    for (std::size_t k = 0; k < loads_.size(); ++k) {
        if (loads_[k].from == id && (of_camera || !loads_[k].camera_alone))
            return static_cast<Id>(count_ + new_nodes_.size() + k);
    }
    return id;
}

int StructureEdits::node_of_mesh(std::size_t mesh) const {
    return number_of(load_of(traced_.places.mesh_node[mesh], false));
}

int StructureEdits::node_of_camera(std::size_t camera) const {
    return number_of(load_of(traced_.places.camera_node[camera], true));
}

int StructureEdits::node_of_light(std::size_t light) const {
    return number_of(traced_.places.light_node[light]);
}

void StructureEdits::add_loads() {
    for (const Load& load : loads_) {
        const Json& node = at(list("nodes"), load.from);
        OrderedJson json = OrderedJson::object();
        const std::string name = text_or_empty(node, "name");
        if (!name.empty()) json["name"] = name + " load";
        add_transform(json, load.local);
        for (const char* key : {"mesh", "skin", "camera", "weights"}) {
            const Json* value = member(node, key);
            if (value == nullptr || (load.camera_alone && key != std::string_view("camera"))) continue;
            json[key] = OrderedJson(*value);
            json_.remove(fmt::format("/nodes/{}/{}", load.from, key));
        }
        json_.append("/nodes", std::move(json));
    }
}

namespace {

/// Returns the order of a list of children that was in the order of its numbers, with those that come; empty:
/// it was in another order, or they come last anyway.
std::vector<std::size_t> order_of_children(const Json* children, const std::vector<int>& coming) {
    std::vector<int> ids = children == nullptr ? std::vector<int>() : children->get<std::vector<int>>();
    if (!std::is_sorted(ids.begin(), ids.end())) return {};
    ids.insert(ids.end(), coming.begin(), coming.end());
    if (std::is_sorted(ids.begin(), ids.end())) return {};
    std::vector<std::size_t> out(ids.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });
    return out;
}

}  // namespace

/// Edits lists of children: existing entries are kept or removed, new ones come in the order of their numbers if
/// the list has it, else last.
void StructureEdits::edit_children() {
    std::map<Id, std::vector<Id>> come;
    for (std::size_t i = 0; i < parent_.size(); ++i) {
        const bool is_new = i >= count_;
        const bool goes = !is_new && number_[i] < 0;
        if (!goes && parent_[i] >= 0 && (is_new || parent_[i] != old_parent_[i]))
            come[parent_[i]].push_back(static_cast<Id>(i));
    }
    for (std::size_t p = 0; p < count_; ++p) {
        if (number_[p] < 0) continue;
        const std::string pointer = fmt::format("/nodes/{}/children", p);
        const Json* children = member(list("nodes")[p], "children");
        std::size_t left = 0;
        for (std::size_t c = 0; children != nullptr && c < children->size(); ++c) {
            const Id child = (*children)[c].get<int>();
            const std::string place = fmt::format("{}/{}", pointer, c);
            if (at(number_, child) < 0 || at(parent_, child) != static_cast<Id>(p)) {
                json_.remove(place);
            } else {
                set_number(place, child);
                ++left;
            }
        }
        const auto found = come.find(static_cast<Id>(p));
        if (found != come.end()) {
            for (const Id child : found->second) json_.append(pointer, number_of(child));
            if (std::vector<std::size_t> order = order_of_children(children, found->second); !order.empty())
                json_.reorder(pointer, std::move(order));
        } else if (children != nullptr && left == 0 && !children->empty()) {
            json_.remove(pointer);
        }
    }
}

void StructureEdits::edit_scenes() {
    std::vector<Id> tops;  // that were not roots before
    for (std::size_t i = 0; i < parent_.size(); ++i) {
        const bool was_below = i >= count_ || old_parent_[i] >= 0;
        if (parent_[i] < 0 && was_below && (i >= count_ || number_[i] >= 0))
            tops.push_back(static_cast<Id>(i));
    }
    const Json& scenes = list("scenes");
    const auto shown = static_cast<std::size_t>(std::max(int_or(traced_.root, "scene", 0), 0));
    for (std::size_t s = 0; s < scenes.size(); ++s) {
        const std::string pointer = fmt::format("/scenes/{}/nodes", s);
        const Json* roots = member(scenes[s], "nodes");
        std::size_t left = s == shown ? tops.size() : 0;
        for (std::size_t r = 0; roots != nullptr && r < roots->size(); ++r) {
            const Id root = (*roots)[r].get<int>();
            const std::string place = fmt::format("{}/{}", pointer, r);
            if (at(number_, root) < 0 || at(parent_, root) >= 0) {
                json_.remove(place);
            } else {
                set_number(place, root);
                ++left;
            }
        }
        for (std::size_t t = 0; s == shown && t < tops.size(); ++t) json_.append(pointer, number_of(tops[t]));
        if (left == 0 && roots != nullptr) json_.remove(pointer);
    }
}

void StructureEdits::add_nodes() {
    for (std::size_t k = 0; k < new_nodes_.size(); ++k) {
        const int node = new_nodes_[k];
        OrderedJson json = OrderedJson::object();
        if (!at(now_.nodes, node).name.empty()) json["name"] = at(now_.nodes, node).name;
        add_transform(json, at(writing_.local, node));
        const auto id = static_cast<Id>(count_ + k);
        for (std::size_t i = 0; i < parent_.size(); ++i) {
            if (parent_[i] == id && (i >= count_ || number_[i] >= 0))
                json["children"].push_back(number_of(static_cast<Id>(i)));
        }
        json_.append("/nodes", std::move(json));
    }
}

}  // namespace vitruvian::gltf
