#include "model/formats/gltf/write/vrm_kept.h"

#include "model/core/at.h"
#include "model/formats/gltf/write/vrm_source.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Meta beside what the document's own words are written as.
void keep_meta(const Writing& writing, const VrmSource& source, OrderedJson& meta) {
    const Json& from = VrmSource::object(source.vrm, "meta");
    for (const auto& [key, value] : from.items()) {
        if (key != "thumbnailImage" && !meta.contains(key)) meta[key] = OrderedJson(value);
    }
    // The document knows one author.
    const Json& authors = list_of(from, "authors");
    if (authors.size() > 1 && meta["authors"][0] == OrderedJson(authors[0]))
        meta["authors"] = OrderedJson(authors);
    const int image = int_or(from, "thumbnailImage", -1);
    const bool is_there = image >= 0 && static_cast<std::size_t>(image) < writing.image.size();
    if (is_there && at(writing.image, image) >= 0) meta["thumbnailImage"] = at(writing.image, image);
}

void keep_first_person(const VrmSource& source, OrderedJson& vrm) {
    OrderedJson annotations = OrderedJson::array();
    const Json& from = VrmSource::object(source.vrm, "firstPerson");
    for (const Json& annotation : list_of(from, "meshAnnotations")) {
        for (const int node : source.nodes_of_mesh_at(int_or(annotation, "node", -1)))
            annotations.push_back({{"node", node}, {"type", text_or_empty(annotation, "type")}});
    }
    if (!annotations.empty()) vrm["firstPerson"]["meshAnnotations"] = std::move(annotations);
}

/// The elements of a list whose `key` is a node that is still there, with its number in the file.
OrderedJson with_nodes(const VrmSource& source, const Json& list, const char* key) {
    OrderedJson out = OrderedJson::array();
    for (const Json& json : list) {
        const int node = source.node(int_or(json, key, -1));
        if (node < 0) continue;
        OrderedJson& kept = out.emplace_back(json);
        kept[key] = node;
    }
    return out;
}

/// What an expression says beside what the figure knows of it.
void keep_face(const Json& from, const std::string& name, OrderedJson& vrm) {
    constexpr std::array<std::string_view, 7> known{
        "morphTargetBinds", "materialColorBinds", "textureTransformBinds", "isBinary",
        "overrideBlink",    "overrideLookAt",     "overrideMouth"};
    for (const auto& [key, value] : from.items()) {
        if (std::ranges::find(known, std::string_view(key)) == known.end())
            vrm["expressions"][expression_group(name)][name][key] = OrderedJson(value);
    }
}

void keep_faces(const VrmSource& source, const Humanoid& humanoid, OrderedJson& vrm) {
    const Json& from = VrmSource::object(source.vrm, "expressions");
    for (const char* group : {"preset", "custom"}) {
        for (const auto& [name, json] : VrmSource::object(from, group).items()) {
            const bool is_there = std::ranges::any_of(
                humanoid.expressions, [&wanted = name](const Expression& own) { return own.name == wanted; });
            if (is_there && json.is_object()) keep_face(json, name, vrm);
        }
    }
}

/// A vector of the file's world as that is turned.
void turn_vector(const Writing& writing, OrderedJson& owner, const char* key) {
    const auto json = owner.find(key);
    const bool is_vector = json != owner.end() && json->is_array() && json->size() == 3 &&
                           std::ranges::all_of(*json, [](const OrderedJson& e) { return e.is_number(); });
    if (!is_vector || writing.turn == identity_quat) return;
    const vec3 v((*json)[0].get<float>(), (*json)[1].get<float>(), (*json)[2].get<float>());
    *json = numbers(writing.turn * v);
}

/// Lists the extensions of colliders or of joints of springs as used.
void add_extensions_of(const OrderedJson& list, Writing& writing) {
    for (const OrderedJson& json : list) {
        const auto extensions = json.find("extensions");
        if (extensions == json.end() || !extensions->is_object()) continue;
        for (const auto& [name, value] : extensions->items()) writing.extensions.insert(name);
    }
}

/// VRMC_springBone with the nodes' new numbers; lists that others refer to keep their length.
void keep_springs(Writing& writing, const VrmSource& source) {
    const Json* from = extension(source.root, "VRMC_springBone");
    if (from == nullptr || !from->is_object()) return;
    OrderedJson out(*from);
    const Json& colliders = list_of(*from, "colliders");
    OrderedJson kept = with_nodes(source, colliders, "node");
    if (kept.size() != colliders.size()) return;  // a bone that carried some is gone
    add_extensions_of(kept, writing);
    if (!kept.empty()) out["colliders"] = std::move(kept);
    OrderedJson springs = OrderedJson::array();
    for (const Json& json : list_of(*from, "springs")) {
        if (!json.is_object()) continue;
        OrderedJson spring(json);
        spring["joints"] = with_nodes(source, list_of(json, "joints"), "node");
        for (OrderedJson& joint : spring["joints"]) turn_vector(writing, joint, "gravityDir");
        add_extensions_of(spring["joints"], writing);
        spring.erase("center");
        if (const int center = source.node(int_or(json, "center", -1)); center >= 0)
            spring["center"] = center;
        if (!spring["joints"].empty()) springs.push_back(std::move(spring));
    }
    out["springs"] = std::move(springs);
    writing.root["extensions"]["VRMC_springBone"] = std::move(out);
    writing.extensions.insert("VRMC_springBone");
}

void keep_constraints(Writing& writing, const VrmSource& source) {
    const Json& nodes = list_of(source.root, "nodes");
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const Json* from = extension(nodes[n], "VRMC_node_constraint");
        const int node = source.node(static_cast<int>(n));
        if (from == nullptr || member(*from, "constraint") == nullptr || node < 0) continue;
        OrderedJson out(*from);
        bool is_whole = true;
        for (OrderedJson& kind : out["constraint"]) {
            const auto driver = kind.is_object() ? kind.find("source") : kind.end();
            const bool is_number = kind.is_object() && driver != kind.end() && driver->is_number_integer();
            const int mapped = is_number ? source.node(driver->get<int>()) : -1;
            is_whole = is_whole && mapped >= 0;
            if (mapped >= 0) *driver = mapped;
        }
        if (!is_whole) continue;
        at(writing.nodes, node).constraint = std::move(out);
        writing.extensions.insert("VRMC_node_constraint");
    }
}

}  // namespace

void carry_vrm1(Writing& writing, const Humanoid& humanoid, OrderedJson& vrm) {
    const std::optional<VrmSource> source = open_vrm(writing, HumanoidKind::vrm1);
    if (!source) return;
    keep_meta(writing, *source, vrm["meta"]);
    keep_first_person(*source, vrm);
    if (const Json& look = VrmSource::object(source->vrm, "lookAt"); !look.empty())
        vrm["lookAt"] = OrderedJson(look);
    keep_faces(*source, humanoid, vrm);
    keep_springs(writing, *source);
    keep_constraints(writing, *source);
}

}  // namespace vitruvian::gltf
