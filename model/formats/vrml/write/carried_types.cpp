#include "model/formats/vrml/write/carried_types.h"

#include "model/formats/vrml/write/field_copies.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

struct NodeType {
    std::string_view name;
    bool anywhere = false;
    bool x3d_alone = false;
    std::vector<FieldType> fields;
    bool at_need = false;  // a Document holds most nodes of this type
};

constexpr FieldType enabled{"enabled"};
constexpr FieldType description{"description", Holds::text, 1, true};
constexpr FieldType start_time{"startTime", Holds::time};
constexpr FieldType stop_time{"stopTime", Holds::time};
constexpr FieldType loop{"loop"};
constexpr FieldType key{"key", Holds::vectors};

std::vector<NodeType> pointing_sensors() {
    return {
        {"TouchSensor", false, false, {enabled, description}},
        {"PlaneSensor",
         false,
         false,
         {enabled,
          {"autoOffset"},
          {"maxPosition", Holds::vector, 2},
          {"minPosition", Holds::vector, 2},
          {"offset", Holds::vector, 3},
          description}},
        {"SphereSensor", false, false, {enabled, {"autoOffset"}, {"offset", Holds::vector, 4}, description}},
        {"CylinderSensor",
         false,
         false,
         {enabled,
          {"autoOffset"},
          {"diskAngle", Holds::number},
          {"maxAngle", Holds::number},
          {"minAngle", Holds::number},
          {"offset", Holds::number},
          description}},
        {"ProximitySensor",
         false,
         false,
         {enabled, {"center", Holds::vector, 3}, {"size", Holds::vector, 3}}},
        {"VisibilitySensor",
         false,
         false,
         {enabled, {"center", Holds::vector, 3}, {"size", Holds::vector, 3}}}};
}

std::vector<NodeType> surroundings() {
    return {{"Fog",
             false,
             false,
             {{"color", Holds::vector, 3}, {"fogType", Holds::text}, {"visibilityRange", Holds::number}}},
            {"Sound",
             false,
             false,
             {{"direction", Holds::vector, 3},
              {"intensity", Holds::number},
              {"location", Holds::vector, 3},
              {"maxBack", Holds::number},
              {"maxFront", Holds::number},
              {"minBack", Holds::number},
              {"minFront", Holds::number},
              {"priority", Holds::number},
              {"spatialize"},
              {"source", Holds::node}}},
            {"AudioClip",
             false,
             false,
             {{"description", Holds::text},
              loop,
              {"pitch", Holds::number},
              start_time,
              stop_time,
              {"url", Holds::texts}}}};
}

std::vector<NodeType> event_nodes() {
    return {{"Script", true, false, {{"url", Holds::texts}, {"directOutput"}, {"mustEvaluate"}}},
            {"TimeSensor",
             true,
             false,
             {{"cycleInterval", Holds::time},
              enabled,
              loop,
              start_time,
              stop_time,
              {"pauseTime", Holds::time, 1, true},
              {"resumeTime", Holds::time, 1, true}}},
            {"ColorInterpolator", true, false, {key, {"keyValue", Holds::vectors, 3}}},
            {"KeySensor", true, true, {enabled}},
            {"StringSensor", true, true, {enabled, {"deletionAllowed"}}},
            {"BooleanFilter", true, true, {}},
            {"BooleanToggle", true, true, {{"toggle"}}},
            {"BooleanTrigger", true, true, {}},
            {"IntegerTrigger", true, true, {{"integerKey", Holds::whole}}},
            {"IntegerSequencer", true, true, {key, {"keyValue", Holds::wholes}}},
            {"TimeTrigger", true, true, {}}};
}

/// Types that a Document holds as clips, sky and descriptive text: further nodes of these are copied as they
/// are.
std::vector<NodeType> nodes_at_need() {
    const auto interpolator = [](std::string_view name, unsigned width) {
        return NodeType{name, true, false, {key, {"keyValue", Holds::vectors, width}}, true};
    };
    return {interpolator("PositionInterpolator", 3),
            interpolator("OrientationInterpolator", 4),
            interpolator("ScalarInterpolator", 1),
            interpolator("NormalInterpolator", 3),
            {"MovieTexture",
             true,
             false,
             {description,
              loop,
              {"speed", Holds::number},
              start_time,
              stop_time,
              {"pauseTime", Holds::time, 1, true},
              {"resumeTime", Holds::time, 1, true},
              {"repeatS"},
              {"repeatT"},
              {"url", Holds::texts}},
             true},
            {"NavigationInfo",
             true,
             false,
             {{"avatarSize", Holds::vectors},
              {"headlight"},
              {"speed", Holds::number},
              {"transitionType", Holds::texts, 1, true},
              {"type", Holds::texts},
              {"visibilityLimit", Holds::number}},
             true},
            {"Background",
             true,
             false,
             {{"groundAngle", Holds::vectors},
              {"groundColor", Holds::vectors, 3},
              {"skyAngle", Holds::vectors},
              {"skyColor", Holds::vectors, 3},
              {"backUrl", Holds::texts},
              {"bottomUrl", Holds::texts},
              {"frontUrl", Holds::texts},
              {"leftUrl", Holds::texts},
              {"rightUrl", Holds::texts},
              {"topUrl", Holds::texts}},
             true}};
}

const std::vector<NodeType>& node_types() {
    static const std::vector<NodeType> list = [] {
        std::vector<NodeType> out = pointing_sensors();
        for (std::vector<NodeType>& more : std::array{surroundings(), event_nodes(), nodes_at_need()})
            out.insert(out.end(), more.begin(), more.end());
        return out;
    }();
    return list;
}

/// Types of a Script's fields. Types that are not listed (SFImage, on which X_ITE 15 hangs in a PROTO's
/// interface, matrices, lists of booleans) are not copied.
constexpr std::array field_types{
    FieldType{"SFBool"},
    FieldType{"SFInt32", Holds::whole},
    FieldType{"MFInt32", Holds::wholes},
    FieldType{"SFFloat", Holds::number},
    FieldType{"MFFloat", Holds::vectors},
    FieldType{"SFDouble", Holds::number, 1, true},
    FieldType{"MFDouble", Holds::vectors, 1, true},
    FieldType{"SFTime", Holds::time},
    FieldType{"MFTime", Holds::vectors},
    FieldType{"SFString", Holds::text},
    FieldType{"MFString", Holds::texts},
    FieldType{"SFVec2f", Holds::vector, 2},
    FieldType{"MFVec2f", Holds::vectors, 2},
    FieldType{"SFVec3f", Holds::vector, 3},
    FieldType{"MFVec3f", Holds::vectors, 3},
    FieldType{"SFVec4f", Holds::vector, 4, true},
    FieldType{"MFVec4f", Holds::vectors, 4, true},
    FieldType{"SFColor", Holds::vector, 3},
    FieldType{"MFColor", Holds::vectors, 3},
    FieldType{"SFColorRGBA", Holds::vector, 4, true},
    FieldType{"MFColorRGBA", Holds::vectors, 4, true},
    FieldType{"SFRotation", Holds::vector, 4},
    FieldType{"MFRotation", Holds::vectors, 4},
    FieldType{"SFNode", Holds::node},
    FieldType{"MFNode", Holds::nodes},
};

const NodeType* find_type(std::string_view name) {
    const std::vector<NodeType>& list = node_types();
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const NodeType& type) { return type.name == name; });
    return found == list.end() ? nullptr : &*found;
}

class NodeCopier {
  public:
    NodeCopier(const SyntaxTree& tree, bool vrml97) : tree_(&tree), vrml97_(vrml97) {}

    std::optional<OutputNode> copy(NodeId id, int depth = 0) const {
        const int deepest = 8;
        const SyntaxNode& node = tree_->nodes[id];
        const NodeType* type = find_type(node.type);
        if (type == nullptr || (type->x3d_alone && vrml97_) || depth > deepest) return std::nullopt;
        OutputNode out{type->name, std::string(node.def), false, {}};
        for (const FieldType& field : type->fields) {
            const Value* given = value_of(node, field.name);
            if (given == nullptr || (field.x3d_alone && vrml97_)) continue;
            if (std::optional<OutputField> made = made_of(field, *given, depth)) {
                made->name = field.name;
                if (type->name == "Script" && field.name == "url") {
                    for (std::string& url : std::get<std::vector<std::string>>(made->value))
                        url = with_scheme_of(url, vrml97_);
                }
                out.fields.push_back(std::move(*made));
            }
        }
        for (const InterfaceField& field : node.interface) {
            std::optional<OutputInterface> line = line_of(field, depth);
            if (!line) return std::nullopt;
            out.interface.push_back(std::move(*line));
        }
        return out;
    }

  private:
    [[nodiscard]] std::optional<OutputInterface> line_of(const InterfaceField& field, int depth) const {
        const FieldType* type = interface_type(field.type, vrml97_);
        // Scripts of VRML97 cannot have exposed fields (VRML97 6.40).
        if (type == nullptr || (field.access == Access::exposed_field && vrml97_)) return std::nullopt;
        OutputInterface out{access_word(field.access), type->name, std::string(field.name), {}};
        if (field.access == Access::event_in || field.access == Access::event_out) return out;
        if (!field.has_value) return out;
        out.value = made_of(*type, field.value, depth);
        const bool is_empty = std::holds_alternative<std::monostate>(field.value);
        if (!out.value && !is_empty) return std::nullopt;
        return out;
    }

    [[nodiscard]] std::optional<OutputField> made_of(const FieldType& type, const Value& value,
                                                     int depth) const {
        const bool holds_nodes = type.holds == Holds::node || type.holds == Holds::nodes;
        return holds_nodes ? nodes_of(type, value, depth) : copied_value(type, value);
    }

    /// Nodes of carried types are copied, others referred to by name.
    [[nodiscard]] std::optional<OutputField> nodes_of(const FieldType& type, const Value& value,
                                                      int depth) const {
        const auto* ids = std::get_if<std::vector<NodeId>>(&value);
        if (ids == nullptr) return std::nullopt;
        std::vector<OutputNode> nodes;
        for (const NodeId id : *ids) {
            const SyntaxNode& node = tree_->nodes[id];
            if (std::optional<OutputNode> own = node.is_use ? std::nullopt : copy(id, depth + 1)) {
                nodes.push_back(std::move(*own));
            } else if (!node.def.empty()) {
                nodes.push_back(use_of({}, std::string(node.def)));
            }
        }
        if (nodes.empty()) return std::nullopt;
        OutputField out;
        out.many = type.holds == Holds::nodes;
        out.value = std::move(nodes);
        return out;
    }

    const SyntaxTree* tree_;
    bool vrml97_;
};

}  // namespace

CarriedType carried_type(std::string_view type) {
    const NodeType* found = find_type(type);
    if (found == nullptr) return {};
    return {!found->at_need, found->anywhere, found->at_need};
}

std::optional<CopiedType> carried_fields(std::string_view type, bool vrml97) {
    const NodeType* found = find_type(type);
    if (found == nullptr || (found->x3d_alone && vrml97)) return std::nullopt;
    CopiedType out{found->name, {}};
    for (const FieldType& field : found->fields) {
        if (!field.x3d_alone || !vrml97) out.fields.push_back({field, {}, field.name});
    }
    return out;
}

const FieldType* interface_type(std::string_view name, bool vrml97) {
    const auto* found = std::find_if(field_types.begin(), field_types.end(),
                                     [name](const FieldType& t) { return t.name == name; });
    return found == field_types.end() || (found->x3d_alone && vrml97) ? nullptr : &*found;
}

std::string_view access_word(Access access) {
    switch (access) {
        case Access::event_in:
            return "inputOnly";
        case Access::event_out:
            return "outputOnly";
        case Access::exposed_field:
            return "inputOutput";
        case Access::field:
            break;
    }
    return "initializeOnly";
}

std::string with_scheme_of(const std::string& url, bool vrml97) {
    for (const std::string_view scheme : {"javascript:", "vrmlscript:", "ecmascript:"}) {
        if (url.starts_with(scheme))
            return (vrml97 ? "javascript:" : "ecmascript:") + url.substr(scheme.size());
    }
    return url;
}

std::optional<OutputNode> copy_carried(const SyntaxTree& tree, NodeId id, bool vrml97) {
    return NodeCopier(tree, vrml97).copy(id);
}

}  // namespace vitruvian::vrml
