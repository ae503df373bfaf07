// Reads one VITRUVIAN_hanim object (hanim_extension.h) with validation: nodes as indices of the document,
// every index in range, every number finite; what is wrong is reported and left out. Does not change the
// document.
#pragma once

#include "model/formats/gltf/read/reading.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

struct ListedFrame {
    vec3 center{0.0F};
    std::optional<Transform> rest;  // where it differs from the node's own transform
};
struct ListedJoint {
    Joint joint;
    ListedFrame frame;
    std::size_t place = 0;  // index in the object's list
};
struct ListedSegment {
    Segment segment;
    std::vector<int> mesh_nodes;
};
struct ListedSite {
    Site site;
    ListedFrame frame;
    std::size_t place = 0;
};
struct ListedTarget {
    int node = -1;
    int target = -1;
    const JsonValue* vertices = nullptr;  // a list per primitive, or null
};
struct ListedDisplacer {
    Displacer displacer;
    std::size_t place = 0;
    std::vector<ListedTarget> targets;
};
struct ListedClip {
    std::size_t animation = 0;
    std::string name;  // empty: not given
    bool loop = true;
    std::optional<double> duration;
};

class HanimObject {
  public:
    HanimObject(Reading& reading, const JsonValue& json, std::string pointer)
        : reading_(reading), json_(json), pointer_(std::move(pointer)) {}

    /// Whether the figure is an H-Anim figure, not just a rig with limits.
    [[nodiscard]] bool is_hanim() const;
    /// Name, version, info, level, configuration, box and node.
    void read_figure(Humanoid& humanoid) const;
    [[nodiscard]] BoneMap bones(const JsonValue& skeleton) const;

    /// Parents before children, each node once; limits that cross are left out.
    [[nodiscard]] std::vector<ListedJoint> joints() const;
    /// One per listed segment; nullopt where it does not refer to a joint of `joints`.
    [[nodiscard]] std::vector<std::optional<ListedSegment>> segments(
        const std::vector<ListedJoint>& joints) const;
    /// `segment_number`: per listed segment its index in the document, -1 where it is left out.
    [[nodiscard]] std::vector<ListedSite> sites(const std::vector<int>& segment_number) const;
    [[nodiscard]] std::vector<ListedDisplacer> displacers(const std::vector<int>& segment_number) const;
    [[nodiscard]] std::vector<std::pair<int, ListedFrame>> frames() const;
    [[nodiscard]] std::vector<int> nodes(const char* key) const;
    [[nodiscard]] std::vector<ListedClip> clips() const;

    void report(const std::string& what, const std::string& place) const;
    [[nodiscard]] const std::string& pointer() const { return pointer_; }

  private:
    struct Element {
        const JsonValue& json;
        std::string place;  // for messages
        std::size_t index = 0;
    };
    [[nodiscard]] std::vector<Element> list(const char* key) const;
    [[nodiscard]] int node(const JsonValue& json, const std::string& place) const;
    [[nodiscard]] ListedFrame frame(const Element& element) const;
    [[nodiscard]] int segment(const Element& element, const std::vector<int>& segment_number) const;
    [[nodiscard]] std::optional<vec3> vector(const Element& element, const char* key) const;
    [[nodiscard]] std::optional<quat> rotation(const Element& element, const char* key) const;
    [[nodiscard]] std::optional<Bounds> box(const Element& element) const;
    void read_limits(const Element& element, Joint& joint) const;
    [[nodiscard]] std::vector<int> node_list(const JsonValue& array, const std::string& place) const;

    Reading& reading_;
    const JsonValue& json_;
    std::string pointer_;
};

/// A list of vertex indices below `count`, or nullopt.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> vertex_list(const JsonValue& json, std::size_t count);

}  // namespace vitruvian::gltf
