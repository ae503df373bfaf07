#include "model/formats/gltf/read/hanim_object.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace vitruvian::gltf {
namespace {

/// Returns `count` numbers that fit floats, or empty.
std::vector<float> numbers_of(const JsonValue* json, std::size_t count) {
    std::vector<float> out;
    if (json == nullptr || !json->is_array() || json->size() != count) return out;
    for (const JsonValue& element : *json) {
        if (!element.is_number()) return {};
        const auto value = static_cast<float>(element.get<double>());
        if (!std::isfinite(value)) return {};
        out.push_back(value);
    }
    return out;
}

std::optional<DisplacerKind> kind_of(const std::string& name) {
    if (name == "feature") return DisplacerKind::feature;
    if (name == "action") return DisplacerKind::action;
    if (name == "config") return DisplacerKind::config;
    if (name == "morph") return DisplacerKind::morph;
    return std::nullopt;
}

bool all_at_most(const vec3& a, const vec3& b) {
    return a.x <= b.x && a.y <= b.y && a.z <= b.z;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> vertex_list(const JsonValue& json, std::size_t count) {
    if (!json.is_array()) return std::nullopt;
    std::vector<std::uint32_t> out;
    for (const JsonValue& element : json) {
        if (!element.is_number_unsigned() || element.get<std::uint64_t>() >= count) return std::nullopt;
        out.push_back(element.get<std::uint32_t>());
    }
    return out;
}

void HanimObject::report(const std::string& what, const std::string& place) const {
    reading_.warn("gltf-hanim", fmt::format("VITRUVIAN_hanim: {}; it is left out", what),
                  pointer_ + '/' + place);
}

std::vector<HanimObject::Element> HanimObject::list(const char* key) const {
    std::vector<Element> out;
    const JsonValue* found = member(json_, key);
    if (found == nullptr) return out;
    if (!found->is_array()) {
        report("this is not a list", key);
        return out;
    }
    for (std::size_t i = 0; i < found->size(); ++i)
        out.push_back({(*found)[i], fmt::format("{}/{}", key, i), i});
    return out;
}

int HanimObject::node(const JsonValue& json, const std::string& place) const {
    const int index = int_or(json, "node", -1);
    if (index < 0 || static_cast<std::size_t>(index) >= reading_.document_node.size()) {
        report("there is no such node", place);
        return -1;
    }
    return at(reading_.document_node, index);
}

std::vector<int> HanimObject::node_list(const JsonValue& array, const std::string& place) const {
    std::vector<int> out;
    if (!array.is_array()) {
        report("this is not a list", place);
        return out;
    }
    for (const JsonValue& element : array) {
        const bool usable =
            element.is_number_unsigned() && element.get<std::uint64_t>() < reading_.document_node.size();
        if (usable) {
            out.push_back(reading_.document_node[element.get<std::size_t>()]);
        } else {
            report("there is no such node", place);
        }
    }
    return out;
}

std::vector<int> HanimObject::nodes(const char* key) const {
    const JsonValue* found = member(json_, key);
    return found == nullptr ? std::vector<int>() : node_list(*found, key);
}

std::optional<vec3> HanimObject::vector(const Element& element, const char* key) const {
    const JsonValue* found = member(element.json, key);
    if (found == nullptr) return std::nullopt;
    const std::vector<float> v = numbers_of(found, 3);
    if (v.empty()) {
        report("these are not three numbers", element.place + '/' + key);
        return std::nullopt;
    }
    return vec3(v[0], v[1], v[2]);
}

std::optional<quat> HanimObject::rotation(const Element& element, const char* key) const {
    const JsonValue* found = member(element.json, key);
    if (found == nullptr) return std::nullopt;
    const std::vector<float> v = numbers_of(found, 4);
    const quat q = v.empty() ? quat(0.0F, 0.0F, 0.0F, 0.0F) : quat(v[3], v[0], v[1], v[2]);
    const float squared = glm::dot(q, q);
    if (!(std::abs(squared - 1.0F) < 1e-2F)) {
        report("this is not a unit quaternion", element.place + '/' + key);
        return std::nullopt;
    }
    // Shortest decimals read back exactly: only deviating quaternions are normalized.
    return std::abs(squared - 1.0F) < 1e-5F ? q : normalized_or_identity(q);
}

std::optional<Bounds> HanimObject::box(const Element& element) const {
    const JsonValue* found = member(element.json, "boundingBox");
    if (found == nullptr) return std::nullopt;
    const Element inside{*found, element.place + "/boundingBox"};
    const std::optional<vec3> least = vector(inside, "min");
    const std::optional<vec3> most = vector(inside, "max");
    if (!least || !most) return std::nullopt;
    return Bounds{*least, *most};
}

ListedFrame HanimObject::frame(const Element& element) const {
    ListedFrame out;
    out.center = vector(element, "center").value_or(vec3(0.0F));
    const JsonValue* found = member(element.json, "rest");
    if (found == nullptr) return out;
    const Element inside{*found, element.place + "/rest"};
    Transform rest;
    rest.translation = vector(inside, "translation").value_or(vec3(0.0F));
    rest.rotation = rotation(inside, "rotation").value_or(identity_quat);
    rest.scale = vector(inside, "scale").value_or(vec3(1.0F));
    out.rest = rest;
    return out;
}

bool HanimObject::is_hanim() const {
    return !text_or_empty(json_, "version").empty();
}

void HanimObject::read_figure(Humanoid& humanoid) const {
    humanoid.version = text_or_empty(json_, "version");
    humanoid.name = text_or_empty(json_, "name");
    humanoid.info.clear();
    for (const Element& element : list("info")) {
        const bool is_pair = element.json.is_array() && element.json.size() == 2 &&
                             element.json[0].is_string() && element.json[1].is_string();
        if (is_pair) {
            humanoid.info.emplace_back(element.json[0].get<std::string>(),
                                       element.json[1].get<std::string>());
        } else {
            report("this is not a tag with a value", element.place);
        }
    }
    const int level = int_or(json_, "loa", -1);
    humanoid.declared_loa = level >= 0 ? std::optional(level) : std::nullopt;
    humanoid.skeletal_configuration = text_or_empty(json_, "skeletalConfiguration");
    humanoid.bounding_box = box({json_, {}});
    humanoid.node = member(json_, "node") == nullptr ? -1 : node(json_, "node");
}

BoneMap HanimObject::bones(const JsonValue& skeleton) const {
    BoneMap out;
    const JsonValue* bones = member(skeleton, "humanoidBones");
    if (bones == nullptr || !bones->is_object()) return out;
    for (const auto& [name, value] : bones->items()) {
        const std::optional<Bone> bone = bone_from_string(name);
        const int index = int_or(*bones, name, -1);
        // The reader of the extension has reported the invalid ones.
        if (!bone || index < 0 || static_cast<std::size_t>(index) >= reading_.document_node.size()) continue;
        out[*bone] = at(reading_.document_node, index);
    }
    return out;
}

void HanimObject::read_limits(const Element& element, Joint& joint) const {
    joint.lower_limit = vector(element, "llimit");
    joint.upper_limit = vector(element, "ulimit");
    joint.limit_orientation = rotation(element, "limitOrientation").value_or(identity_quat);
    joint.stiffness = vector(element, "stiffness");
    if (joint.stiffness && !(all_at_most(vec3(0.0F), *joint.stiffness))) {
        report("a stiffness is negative", element.place + "/stiffness");
        joint.stiffness = std::nullopt;
    }
}

std::vector<ListedJoint> HanimObject::joints() const {
    std::vector<ListedJoint> out;
    std::unordered_map<int, std::size_t> place;
    for (const Element& element : list("joints")) {
        ListedJoint listed;
        listed.joint.node = node(element.json, element.place);
        if (listed.joint.node < 0) continue;
        if (!place.try_emplace(listed.joint.node, out.size()).second) {
            report("the joint is listed twice", element.place);
            continue;
        }
        listed.place = element.index;
        listed.frame = frame(element);
        read_limits(element, listed.joint);
        out.push_back(std::move(listed));
    }
    const std::vector<Node>& tree = reading_.document.nodes;
    const bool in_order = std::all_of(out.begin(), out.end(), [&](const ListedJoint& joint) {
        int up = at(tree, joint.joint.node).parent;
        while (up >= 0 && !place.contains(up)) up = at(tree, up).parent;
        return up < 0 || place.at(up) < place.at(joint.joint.node);
    });
    if (!in_order) {
        reading_.warn("gltf-hanim", "VITRUVIAN_hanim: a joint comes before its parent; they are put in order",
                      pointer_ + "/joints");
        std::stable_sort(out.begin(), out.end(), [](const ListedJoint& a, const ListedJoint& b) {
            return a.joint.node < b.joint.node;
        });
    }
    return out;
}

std::vector<std::optional<ListedSegment>> HanimObject::segments(
    const std::vector<ListedJoint>& joints) const {
    std::unordered_map<std::size_t, int> joint_at;
    for (std::size_t j = 0; j < joints.size(); ++j) joint_at[joints[j].place] = static_cast<int>(j);
    std::vector<std::optional<ListedSegment>> out;
    for (const Element& element : list("segments")) {
        const int joint = int_or(element.json, "joint", -1);
        const auto found = joint < 0 ? joint_at.end() : joint_at.find(static_cast<std::size_t>(joint));
        if (found == joint_at.end()) {
            report("the segment's joint is not there", element.place);
            out.emplace_back();
            continue;
        }
        ListedSegment listed;
        listed.segment.name = text_or_empty(element.json, "name");
        listed.segment.joint = found->second;
        listed.segment.mass = float_or(element.json, "mass", 0.0F);
        listed.segment.centre_of_mass = vector(element, "centerOfMass").value_or(vec3(0.0F));
        if (const JsonValue* moments = member(element.json, "momentsOfInertia")) {
            const std::vector<float> values = numbers_of(moments, 9);
            if (values.empty()) report("these are not nine numbers", element.place + "/momentsOfInertia");
            std::copy(values.begin(), values.end(), listed.segment.moments_of_inertia.begin());
        }
        listed.segment.bounding_box = box(element);
        if (const JsonValue* nodes = member(element.json, "meshNodes")) {
            listed.mesh_nodes = node_list(*nodes, element.place + "/meshNodes");
        }
        out.emplace_back(std::move(listed));
    }
    return out;
}

int HanimObject::segment(const Element& element, const std::vector<int>& segment_number) const {
    if (member(element.json, "segment") == nullptr) return -1;
    const int listed = int_or(element.json, "segment", -1);
    if (listed < 0 || static_cast<std::size_t>(listed) >= segment_number.size()) {
        report("there is no such segment", element.place + "/segment");
        return -1;
    }
    return at(segment_number, listed);
}

std::vector<ListedSite> HanimObject::sites(const std::vector<int>& segment_number) const {
    std::vector<ListedSite> out;
    for (const Element& element : list("sites")) {
        ListedSite listed;
        listed.site.node = node(element.json, element.place);
        if (listed.site.node < 0) continue;
        listed.site.segment = segment(element, segment_number);
        listed.frame = frame(element);
        listed.place = element.index;
        out.push_back(std::move(listed));
    }
    return out;
}

std::vector<ListedDisplacer> HanimObject::displacers(const std::vector<int>& segment_number) const {
    std::vector<ListedDisplacer> out;
    for (const Element& element : list("displacers")) {
        ListedDisplacer listed;
        listed.place = element.index;
        listed.displacer.name = text_or_empty(element.json, "name");
        const std::optional<DisplacerKind> kind = kind_of(text_or_empty(element.json, "kind"));
        if (!kind) report("there is no such kind of displacer", element.place + "/kind");
        listed.displacer.kind = kind.value_or(DisplacerKind::action);
        listed.displacer.segment = segment(element, segment_number);
        listed.displacer.weight = float_or(element.json, "weight", 0.0F);
        const JsonValue* targets = member(element.json, "targets");
        for (std::size_t t = 0; targets != nullptr && targets->is_array() && t < targets->size(); ++t) {
            const JsonValue& json = (*targets)[t];
            ListedTarget target;
            target.node = node(json, fmt::format("{}/targets/{}", element.place, t));
            target.target = int_or(json, "target", -1);
            target.vertices = member(json, "vertices");
            if (target.vertices != nullptr && !target.vertices->is_array()) target.vertices = nullptr;
            if (target.node >= 0 && target.target >= 0) listed.targets.push_back(target);
        }
        out.push_back(std::move(listed));
    }
    return out;
}

std::vector<std::pair<int, ListedFrame>> HanimObject::frames() const {
    std::vector<std::pair<int, ListedFrame>> out;
    for (const Element& element : list("frames")) {
        const int index = node(element.json, element.place);
        if (index >= 0) out.emplace_back(index, frame(element));
    }
    return out;
}

std::vector<ListedClip> HanimObject::clips() const {
    std::vector<ListedClip> out;
    for (const Element& element : list("clips")) {
        const int animation = int_or(element.json, "animation", -1);
        if (animation < 0) {
            report("the clip names no animation", element.place);
            continue;
        }
        ListedClip listed;
        listed.animation = static_cast<std::size_t>(animation);
        listed.name = text_or_empty(element.json, "name");
        listed.loop = flag_or(element.json, "loop", true);
        const JsonValue* duration = member(element.json, "duration");
        if (duration != nullptr && duration->is_number()) {
            const double seconds = duration->get<double>();
            if (std::isfinite(seconds) && seconds >= 0.0) listed.duration = seconds;
        }
        out.push_back(listed);
    }
    return out;
}

}  // namespace vitruvian::gltf
