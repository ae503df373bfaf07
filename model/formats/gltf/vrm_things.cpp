#include "model/formats/gltf/vrm_things.h"

#include "model/core/at.h"
#include "model/formats/gltf/read/source_json.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace vitruvian::gltf {
namespace {

const Json& object_of(const Json& owner, const char* key) {
    static const Json none = Json::object();
    const Json* found = member(owner, key);
    return found != nullptr && found->is_object() ? *found : none;
}

const Json& extension_of(const Json& owner, const char* name) {
    static const Json none = Json::object();
    const Json* found = extension(owner, name);
    return found != nullptr && found->is_object() ? *found : none;
}

/// "hitRadius" as "hit_radius".
std::string lower_words(std::string_view key) {
    std::string out;
    for (const char c : key) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        if (is_upper && !out.empty()) out += '_';
        out += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

/// The numbers of an array, or of an object with x, y and z; nullopt for anything else.
std::optional<std::vector<float>> numbers_of(const Json& json) {
    std::vector<float> out;
    if (json.is_object()) {
        if (json.size() != 3 || !json.contains("x") || !json.contains("y") || !json.contains("z"))
            return std::nullopt;
        for (const char* axis : {"x", "y", "z"}) out.push_back(float_or(json, axis, 0.0F));
        return out;
    }
    if (!json.is_array()) return std::nullopt;
    for (const Json& element : json) {
        if (!element.is_number()) return std::nullopt;
        out.push_back(element.get<float>());
    }
    return out;
}

class Teller {
  public:
    Teller(const Document& document, const Json& root) : root_(root) {
        for (const Node& node : document.nodes) {
            if (node.source_index >= 0) names_.emplace(node.source_index, node.name);
        }
    }

    void tell_vrm0() {
        const Json& vrm = extension_of(root_, "VRM");
        const Json& person = object_of(vrm, "firstPerson");
        if (!person.empty()) {
            const std::size_t look = add("lookAt");
            say(look, "first_person_bone", node_name(int_or(person, "firstPersonBone", -1)));
            say_rest(look, person, {"firstPersonBone", "meshAnnotations"}, "");
        }
        const Json& meshes = list_of(root_, "meshes");
        for (const Json& annotation : list_of(person, "meshAnnotations")) {
            const int mesh = int_or(annotation, "mesh", -1);
            const bool is_there = mesh >= 0 && static_cast<std::size_t>(mesh) < meshes.size();
            const std::string name = is_there ? text_or_empty(at(meshes, mesh), "name") : std::string();
            say(add("firstPerson " + (name.empty() ? fmt::format("#{}", mesh) : name)), "type",
                text_or_empty(annotation, "firstPersonFlag"));
        }
        tell_vrm0_springs(object_of(vrm, "secondaryAnimation"));
    }

    void tell_vrm1() {
        const Json& vrm = extension_of(root_, "VRMC_vrm");
        for (const char* list : {"authors", "references"}) {
            const Json& values = list_of(object_of(vrm, "meta"), list);
            for (std::size_t i = 1; i < values.size(); ++i) {
                if (values[i].is_string())
                    say(add(fmt::format("{} {}", list, i + 1)), "value", values[i].get<std::string>());
            }
        }
        if (const Json& look = object_of(vrm, "lookAt"); !look.empty()) say_rest(add("lookAt"), look, {}, "");
        for (const Json& annotation : list_of(object_of(vrm, "firstPerson"), "meshAnnotations"))
            say(add("firstPerson " + node_name(int_or(annotation, "node", -1))), "type",
                text_or_empty(annotation, "type"));
        tell_vrm1_springs(extension_of(root_, "VRMC_springBone"));
        tell_constraints();
    }

    std::vector<VrmThing> take() { return std::move(things_); }

  private:
    /// Adds a thing; of several with one name the later ones are numbered.
    std::size_t add(const std::string& name) {
        const int count = ++count_of_name_[name];
        things_.push_back({count == 1 ? name : fmt::format("{} ({})", name, count), {}});
        return things_.size() - 1;
    }

    void say(std::size_t thing, std::string field, Value value, std::string_view unit = {}) {
        things_[thing].fields.push_back({std::move(field), std::move(value), unit});
    }

    void say_number(std::size_t thing, const Json& json, const char* key, float otherwise,
                    std::string_view unit = {}) {
        say(thing, lower_words(key), static_cast<double>(float_or(json, key, otherwise)), unit);
    }

    void say_vector(std::size_t thing, const Json& json, const char* key, std::vector<float> otherwise,
                    std::string_view unit = {}) {
        const Json* found = member(json, key);
        std::optional<std::vector<float>> given = found != nullptr ? numbers_of(*found) : std::nullopt;
        say(thing, lower_words(key), given ? std::move(*given) : std::move(otherwise), unit);
    }

    /// All numbers, words and vectors of an object, and of the objects in it.
    void say_rest(std::size_t thing, const Json& json, const std::vector<std::string_view>& but,
                  const std::string& before) {
        for (const auto& [key, value] : json.items()) {
            if (key == "extensions" || key == "extras" || std::ranges::find(but, key) != but.end()) continue;
            const std::string field = before + lower_words(key);
            const bool is_length = key.ends_with("Offset") || key.starts_with("offset");
            const std::string_view unit = is_length ? std::string_view("m") : std::string_view();
            if (value.is_boolean()) {
                say(thing, field, value.get<bool>());
            } else if (value.is_number()) {
                say(thing, field, value.get<double>(), unit);
            } else if (value.is_string()) {
                say(thing, field, value.get<std::string>());
            } else if (auto vector = numbers_of(value)) {
                say(thing, field, std::move(*vector), unit);
            } else if (value.is_object()) {
                say_rest(thing, value, {}, field + "_");
            }
        }
    }

    [[nodiscard]] std::string node_name(int of_source) const {
        if (of_source < 0) return {};
        const auto found = names_.find(of_source);
        return found == names_.end() || found->second.empty() ? fmt::format("#{}", of_source) : found->second;
    }

    [[nodiscard]] std::string node_names(const Json& list, const char* key) const {
        std::string out;
        for (const Json& element : list) {
            const int node = key == nullptr ? (element.is_number_integer() ? element.get<int>() : -1)
                                            : int_or(element, key, -1);
            out += (out.empty() ? "" : ", ") + node_name(node);
        }
        return out;
    }

    /// The nodes that groups of colliders belong to or hold, for each group that `json` lists.
    static std::string group_names(const Json& json, const std::vector<std::string>& groups) {
        std::string out;
        for (const Json& index : list_of(json, "colliderGroups")) {
            const bool is_there = index.is_number_unsigned() && index.get<std::size_t>() < groups.size();
            if (is_there) out += (out.empty() ? "" : ", ") + groups[index.get<std::size_t>()];
        }
        return out;
    }

    void tell_vrm0_springs(const Json& secondary) {
        std::vector<std::string> groups;
        for (const Json& group : list_of(secondary, "colliderGroups")) {
            groups.push_back(node_name(int_or(group, "node", -1)));
            for (const Json& collider : list_of(group, "colliders")) {
                const std::size_t thing = add("collider of " + groups.back());
                say_vector(thing, collider, "offset", {0.0F, 0.0F, 0.0F}, "m");
                say_number(thing, collider, "radius", 0.0F, "m");
            }
        }
        for (const Json& group : list_of(secondary, "boneGroups")) {
            const std::string bones = node_names(list_of(group, "bones"), nullptr);
            const std::string comment = text_or_empty(group, "comment");
            const std::size_t thing = add("spring " + (comment.empty() ? bones : comment));
            say(thing, "bones", bones);
            say(thing, "collider_groups", group_names(group, groups));
            say(thing, "center", node_name(int_or(group, "center", -1)));
            say_number(thing, group, "stiffiness", 1.0F);  // as the specification spells it
            say_number(thing, group, "gravityPower", 0.0F);
            say_vector(thing, group, "gravityDir", {0.0F, -1.0F, 0.0F});
            say_number(thing, group, "dragForce", 0.5F);
            say_number(thing, group, "hitRadius", 0.0F, "m");
        }
    }

    void tell_vrm1_springs(const Json& springs) {
        std::vector<std::string> colliders;
        for (const Json& collider : list_of(springs, "colliders")) {
            const std::size_t thing = add("collider of " + node_name(int_or(collider, "node", -1)));
            colliders.push_back(things_[thing].name);
            const Json& shape = object_of(collider, "shape");
            const bool is_capsule = shape.contains("capsule");
            const Json& form = object_of(shape, is_capsule ? "capsule" : "sphere");
            say(thing, "shape", std::string(is_capsule ? "capsule" : "sphere"));
            say_vector(thing, form, "offset", {0.0F, 0.0F, 0.0F}, "m");
            say_number(thing, form, "radius", 0.0F, "m");
            if (is_capsule) say_vector(thing, form, "tail", {0.0F, 0.0F, 0.0F}, "m");
        }
        std::vector<std::string> groups;
        for (const Json& group : list_of(springs, "colliderGroups")) {
            std::string held;
            for (const Json& index : list_of(group, "colliders")) {
                const bool is_there =
                    index.is_number_unsigned() && index.get<std::size_t>() < colliders.size();
                if (is_there) held += (held.empty() ? "" : ", ") + colliders[index.get<std::size_t>()];
            }
            const std::string name = text_or_empty(group, "name");
            groups.push_back(name.empty() ? held : name);
            if (!name.empty()) say(add("collider group " + name), "colliders", held);
        }
        for (const Json& spring : list_of(springs, "springs")) {
            const Json& joints = list_of(spring, "joints");
            const std::string nodes = node_names(joints, "node");
            const std::string name = text_or_empty(spring, "name");
            const std::size_t thing = add("spring " + (name.empty() ? nodes : name));
            say(thing, "joints", nodes);
            say(thing, "collider_groups", group_names(spring, groups));
            say(thing, "center", node_name(int_or(spring, "center", -1)));
            for (const Json& json : joints) tell_spring_joint(json);
        }
    }

    void tell_spring_joint(const Json& json) {
        const std::size_t thing = add("spring joint " + node_name(int_or(json, "node", -1)));
        say_number(thing, json, "hitRadius", 0.0F, "m");
        say_number(thing, json, "stiffness", 1.0F);
        say_number(thing, json, "gravityPower", 0.0F);
        say_vector(thing, json, "gravityDir", {0.0F, -1.0F, 0.0F});
        say_number(thing, json, "dragForce", 0.5F);
    }

    void tell_constraints() {
        const Json& nodes = list_of(root_, "nodes");
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const Json& constraint = object_of(extension_of(nodes[n], "VRMC_node_constraint"), "constraint");
            for (const char* kind : {"roll", "aim", "rotation"}) {
                const Json* json = member(constraint, kind);
                if (json == nullptr || !json->is_object()) continue;
                const std::size_t thing = add("constraint of " + node_name(static_cast<int>(n)));
                say(thing, "kind", std::string(kind));
                say(thing, "source", node_name(int_or(*json, "source", -1)));
                say_number(thing, *json, "weight", 1.0F);
                say_rest(thing, *json, {"source", "weight"}, "");
            }
        }
    }

    const Json& root_;
    std::map<int, std::string> names_;  // of the document's nodes, by those of the file
    std::map<std::string, int> count_of_name_;
    std::vector<VrmThing> things_;
};

}  // namespace

std::vector<VrmThing> vrm_things(const Document& document) {
    if (document.source == nullptr || document.humanoids.empty()) return {};
    const HumanoidKind kind = document.humanoids.front().kind;
    if (kind != HumanoidKind::vrm0 && kind != HumanoidKind::vrm1) return {};
    const std::optional<Json> root = source_json(*document.source);
    if (!root) return {};
    Teller teller(document, *root);
    kind == HumanoidKind::vrm0 ? teller.tell_vrm0() : teller.tell_vrm1();
    return teller.take();
}

}  // namespace vitruvian::gltf
