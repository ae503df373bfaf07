// In VRM 0.x whole subtrees swing; VRM 1.0 lists chains of joints whose last one does not move by itself. So
// each branch becomes a chain, and a node is added behind each end, at the distance that VRM 0.x assumes.
#include "model/core/at.h"
#include "model/formats/gltf/write/vrm_source.h"

#include <algorithm>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Length of the last bone of a branch in VRM 0.x (its reference implementation), in metres.
constexpr float tail_length = 0.07F;

vec3 down_of(const Json& group) {
    return group.contains("gravityDir") ? vrm0_vector(group, "gravityDir") : vec3(0.0F, -1.0F, 0.0F);
}

class SpringWriter {
  public:
    SpringWriter(Writing& writing, const VrmSource& source) : writing_(writing), source_(source) {
        for (std::size_t n = 0; n < writing.document.nodes.size(); ++n)
            children_[writing.document.nodes[n].parent].push_back(static_cast<int>(n));
        for (std::size_t n = 0; n < writing.document.nodes.size(); ++n)
            document_node_[writing.file_node[n]] = static_cast<int>(n);
    }

    void write() {
        const Json& secondary = VrmSource::object(source_.vrm, "secondaryAnimation");
        add_colliders(list_of(secondary, "colliderGroups"));
        for (const Json& group : list_of(secondary, "boneGroups")) {
            if (group.is_object()) add_group(group);
        }
        if (springs_.empty()) return;
        OrderedJson out = {{"specVersion", "1.0"}};
        if (!colliders_.empty()) out["colliders"] = std::move(colliders_);
        if (!groups_.empty()) out["colliderGroups"] = std::move(groups_);
        out["springs"] = std::move(springs_);
        writing_.root["extensions"]["VRMC_springBone"] = std::move(out);
        writing_.extensions.insert("VRMC_springBone");
    }

  private:
    void add_colliders(const Json& groups) {
        for (const Json& group : groups) {
            OrderedJson listed = OrderedJson::array();
            const int node = source_.node(int_or(group, "node", -1));
            for (const Json& collider : list_of(group, "colliders")) {
                if (node < 0) break;
                listed.push_back(colliders_.size());
                OrderedJson sphere = {{"offset", numbers(vrm0_vector(collider, "offset"))},
                                      {"radius", number(float_or(collider, "radius", 0.0F))}};
                OrderedJson json = {{"node", node}};
                json["shape"]["sphere"] = std::move(sphere);
                colliders_.push_back(std::move(json));
            }
            // An empty group is not valid in VRM 1.0.
            group_number_.push_back(listed.empty() ? -1 : static_cast<int>(groups_.size()));
            if (!listed.empty()) groups_.push_back({{"colliders", std::move(listed)}});
        }
    }

    void add_group(const Json& group) {
        joint_ = {{"hitRadius", number(float_or(group, "hitRadius", 0.0F))},
                  {"stiffness", number(float_or(group, "stiffiness", 1.0F))},
                  {"gravityPower", number(float_or(group, "gravityPower", 0.0F))},
                  {"gravityDir", numbers(writing_.turn * down_of(group))},
                  {"dragForce", number(float_or(group, "dragForce", 0.5F))}};
        spring_ = OrderedJson::object();
        if (const std::string name = text_or_empty(group, "comment"); !name.empty()) spring_["name"] = name;
        spring_["joints"] = OrderedJson::array();
        for (const Json& index : list_of(group, "colliderGroups")) {
            if (!index.is_number_unsigned() || index.get<std::size_t>() >= group_number_.size()) continue;
            const int number = group_number_[index.get<std::size_t>()];
            if (number >= 0) spring_["colliderGroups"].push_back(number);
        }
        if (const int center = source_.node(int_or(group, "center", -1)); center >= 0)
            spring_["center"] = center;
        for (const Json& bone : list_of(group, "bones")) {
            const int node = bone.is_number_integer() ? source_.node(bone.get<int>()) : -1;
            const auto known = document_node_.find(node);
            if (known != document_node_.end()) add_branch(known->second);
        }
    }

    /// Adds the chain from `root` along first children, and those of the other children.
    void add_branch(int root) {
        std::vector<int> starts{root};
        while (!starts.empty()) {
            OrderedJson spring = spring_;
            int node = starts.back();
            starts.pop_back();
            int last = -1;
            while (node >= 0 && taken_.insert(node).second) {
                add_joint(spring, at(writing_.file_node, node));
                last = node;
                const std::vector<int>& below = children_[node];
                if (below.size() > 1) starts.insert(starts.end(), below.rbegin(), below.rend() - 1);
                node = below.empty() ? -1 : below.front();
            }
            if (last < 0) continue;
            if (node < 0) add_joint(spring, tail_of(last));
            springs_.push_back(std::move(spring));
        }
    }

    void add_joint(OrderedJson& spring, int node) const {
        OrderedJson joint = {{"node", node}};
        joint.update(joint_);
        spring["joints"].push_back(std::move(joint));
    }

    int tail_of(int node) {
        NodeOut tail;
        tail.name = at(writing_.document.nodes, node).name + " tail";
        tail.parent = at(writing_.file_node, node);
        // The bone goes on as from its parent, whatever its own axes are.
        const Transform& local = at(writing_.local, node);
        const vec3 along = glm::conjugate(local.rotation) * local.translation;
        const float length = glm::length(along);
        tail.local.translation =
            length > 0.0F ? along * (tail_length / length) : vec3(0.0F, -tail_length, 0.0F);
        return writing_.add_carrier(std::move(tail));
    }

    Writing& writing_;
    const VrmSource& source_;
    std::map<int, std::vector<int>> children_;  // per node of the document
    std::map<int, int> document_node_;          // per node of the file
    std::vector<int> group_number_;             // per group of colliders: its index in the file, or -1
    std::set<int> taken_;                       // a joint is in one spring at most
    OrderedJson colliders_ = OrderedJson::array();
    OrderedJson groups_ = OrderedJson::array();
    OrderedJson springs_ = OrderedJson::array();
    OrderedJson spring_;  // properties shared by the springs of the group
    OrderedJson joint_;   // and by their joints
};

}  // namespace

void carry_springs(Writing& writing, const VrmSource& source) {
    SpringWriter(writing, source).write();
}

}  // namespace vitruvian::gltf
