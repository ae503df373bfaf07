// The contents of a VRML97 or X3D file to write, as plain typed nodes and fields, independent of the
// encoding. Knows nothing of documents and syntax; the emitters (emit.h) only depend on this.
#pragma once

#include "model/core/transform.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vitruvian::vrml {

struct OutputNode;

/// The value of a field. Numbers of vectors, colours and rotations are flattened.
using OutputValue = std::variant<bool, std::int32_t, float, double, std::string, std::vector<std::int32_t>,
                                 std::vector<float>, std::vector<std::string>, std::vector<OutputNode>>;

struct OutputField {
    std::string_view name;  // a literal, so that it outlives the field
    OutputValue value;
    bool many = false;    // an MF field: a list, even with a single value
    unsigned stride = 1;  // numbers per value: 3 of an MFVec3f
};

/// A line of a Script's interface, in X3D's words ("inputOnly"); `value.name` stays empty.
struct OutputInterface {
    std::string_view access;  // a literal, as is the type
    std::string_view type;
    std::string name;
    std::optional<OutputField> value;
};

/// `node_field IS proto_field`, in the body of a PROTO.
struct OutputConnect {
    std::string node_field;
    std::string proto_field;
};

/// A group of the source, and the index of the child that something is in (see scene_groups.h).
struct GroupStep {
    int group = -1;
    int child = 0;
};

/// A node definition, or a USE of the node named `def`.
struct OutputNode {
    std::string_view type;  // X3D name ("HAnimJoint"); a literal, so that it outlives the node
    std::string def;        // empty: no name
    bool is_use = false;
    std::vector<OutputField> fields;
    std::vector<OutputInterface> interface {};  // of a Script; the values given to an instance of a PROTO
    std::vector<OutputConnect> connects{};
    std::string proto{};                  // the PROTO of a ProtoInstance
    std::vector<GroupStep> around{};      // outermost first, until the groups are created
    std::vector<std::string> comments{};  // before the node, each of one line or more
    int sensors_of = -1;  // the source's group whose sensors are added here, if it may have no name

    void set(std::string_view name, bool value) { add(name) = value; }
    void set(std::string_view name, std::int32_t value) { add(name) = value; }
    void set(std::string_view name, float value) { add(name) = value; }
    void set_time(std::string_view name, double value) { add(name) = value; }
    void set(std::string_view name, std::string value) { add(name) = std::move(value); }
    void set(std::string_view name, const vec3& v) {
        add(name, false, 3) = std::vector<float>{v.x, v.y, v.z};
    }
    void set(std::string_view name, const vec4& v) {
        add(name, false, 4) = std::vector<float>{v.x, v.y, v.z, v.w};
    }
    void set_node(std::string_view name, OutputNode node);  // SFNode
    void set_nodes(std::string_view name, std::vector<OutputNode> nodes);
    void set_list(std::string_view name, std::vector<float> values, unsigned stride = 1) {
        add(name, true, stride) = std::move(values);
    }
    void set_list(std::string_view name, std::vector<std::int32_t> values) {
        add(name, true) = std::move(values);
    }
    void set_list(std::string_view name, std::vector<std::string> values) {
        add(name, true) = std::move(values);
    }
    void set_image(std::string_view name, std::vector<std::int32_t> values) { add(name) = std::move(values); }

  private:
    /// Returns a new field's value, to be assigned: g++ 14 takes a moved one for uninitialised.
    OutputValue& add(std::string_view name, bool many = false, unsigned stride = 1) {
        return fields.emplace_back(OutputField{name, {}, many, stride}).value;
    }
};

inline void OutputNode::set_node(std::string_view name, OutputNode node) {
    std::vector<OutputNode> one;
    one.push_back(std::move(node));
    add(name) = std::move(one);
}

inline void OutputNode::set_nodes(std::string_view name, std::vector<OutputNode> nodes) {
    if (!nodes.empty()) add(name, true) = std::move(nodes);
}

[[nodiscard]] inline OutputNode use_of(std::string_view type, std::string def) {
    return {type, std::move(def), true, {}};
}

struct OutputRoute {
    std::string from;
    std::string from_field;
    std::string to;
    std::string to_field;
};

/// A PROTO, or an EXTERNPROTO, which has no values and no body.
struct OutputProto {
    std::string name;
    std::vector<OutputInterface> interface;
    std::vector<OutputNode> body;
    std::vector<OutputRoute> routes;
    std::vector<std::string> urls;
    bool is_external = false;
};

/// A whole file.
struct OutputScene {
    std::vector<std::string> comments;  // before the first node, each of one line or more
    std::vector<std::pair<std::string, std::string>> metas;  // X3D's META: name, content
    std::optional<float> metres_per_unit;                    // X3D's UNIT length
    bool has_humanoids = false;
    bool has_skins = false;           // the humanoid's nodes need the fields of a continuous skin
    bool has_motions = false;         // HAnimMotion
    std::vector<OutputProto> protos;  // each after those that it depends on
    std::vector<OutputNode> roots;
    std::vector<OutputRoute> routes;
};

}  // namespace vitruvian::vrml
