#include "model/formats/vrml/write/plain_copies.h"

#include "model/formats/vrml/write/field_copies.h"

#include <algorithm>
#include <utility>

namespace vitruvian::vrml {
namespace {

constexpr std::size_t max_copies = 100'000;
constexpr int deepest_copy = 64;

/// `in_vrml97` if VRML97 has another name for the field.
struct PlainField {
    FieldType type;
    std::string_view in_vrml97{};
};

struct PlainType {
    std::string_view name;
    std::vector<PlainField> fields;
    bool x3d_alone = false;
};

PlainField truth(std::string_view name) {
    return {{name, Holds::truth}};
}
PlainField number(std::string_view name) {
    return {{name, Holds::number}};
}
PlainField text(std::string_view name) {
    return {{name, Holds::text}};
}
PlainField texts(std::string_view name) {
    return {{name, Holds::texts}};
}
PlainField whole(std::string_view name) {
    return {{name, Holds::whole}};
}
PlainField wholes(std::string_view name) {
    return {{name, Holds::wholes}};
}
PlainField vector(std::string_view name, unsigned width) {
    return {{name, Holds::vector, width}};
}
PlainField vectors(std::string_view name, unsigned width) {
    return {{name, Holds::vectors, width}};
}
PlainField node(std::string_view name) {
    return {{name, Holds::node}};
}
PlainField nodes(std::string_view name, std::string_view in_vrml97 = {}) {
    return {{name, Holds::nodes}, in_vrml97};
}

void add_groups(std::vector<PlainType>& out) {
    const PlainField children = nodes("children");
    out.push_back({"Group", {children}});
    out.push_back({"Transform",
                   {vector("center", 3), vector("rotation", 4), vector("scale", 3),
                    vector("scaleOrientation", 4), vector("translation", 3), children}});
    out.push_back({"Anchor", {text("description"), texts("parameter"), texts("url"), children}});
    out.push_back({"Billboard", {vector("axisOfRotation", 3), children}});
    out.push_back({"Collision", {{{"enabled"}, "collide"}, node("proxy"), children}});
    out.push_back({"LOD",
                   {vector("center", 3),
                    {{"forceTransitions", Holds::truth, 1, true}},
                    vectors("range", 1),
                    nodes("children", "level")}});
    out.push_back({"Switch", {whole("whichChoice"), nodes("children", "choice")}});
    out.push_back({"Inline", {texts("url"), {{"load", Holds::truth, 1, true}}}});
}

void add_lights(std::vector<PlainType>& out) {
    const std::vector<PlainField> common{number("ambientIntensity"), vector("color", 3), number("intensity"),
                                         truth("on")};
    const auto add = [&](std::string_view name, std::vector<PlainField> fields) {
        fields.insert(fields.end(), common.begin(), common.end());
        out.push_back({name, std::move(fields)});
    };
    add("DirectionalLight", {vector("direction", 3)});
    add("PointLight", {vector("attenuation", 3), vector("location", 3), number("radius")});
    add("SpotLight", {vector("attenuation", 3), number("beamWidth"), number("cutOffAngle"),
                      vector("direction", 3), vector("location", 3), number("radius")});
}

void add_surfaces(std::vector<PlainType>& out) {
    out.push_back({"Shape", {node("appearance"), node("geometry")}});
    out.push_back({"Appearance", {node("material"), node("texture"), node("textureTransform")}});
    out.push_back({"Material",
                   {number("ambientIntensity"), vector("diffuseColor", 3), vector("emissiveColor", 3),
                    number("shininess"), vector("specularColor", 3), number("transparency")}});
    out.push_back({"ImageTexture", {texts("url"), truth("repeatS"), truth("repeatT")}});
    out.push_back({"PixelTexture", {{{"image", Holds::image}}, truth("repeatS"), truth("repeatT")}});
    out.push_back({"TextureTransform",
                   {vector("center", 2), number("rotation"), vector("scale", 2), vector("translation", 2)}});
}

void add_geometry(std::vector<PlainType>& out) {
    const PlainField solid = truth("solid");
    const PlainField color = node("color");
    const PlainField coord = node("coord");
    out.push_back({"Box", {vector("size", 3)}});
    out.push_back({"Cone", {truth("bottom"), number("bottomRadius"), number("height"), truth("side")}});
    out.push_back(
        {"Cylinder", {truth("bottom"), number("height"), number("radius"), truth("side"), truth("top")}});
    out.push_back({"Sphere", {number("radius")}});
    out.push_back(
        {"IndexedFaceSet",
         {truth("ccw"), wholes("colorIndex"), truth("colorPerVertex"), truth("convex"), wholes("coordIndex"),
          number("creaseAngle"), wholes("normalIndex"), truth("normalPerVertex"), solid,
          wholes("texCoordIndex"), color, coord, node("normal"), node("texCoord")}});
    out.push_back({"IndexedLineSet",
                   {wholes("colorIndex"), truth("colorPerVertex"), wholes("coordIndex"), color, coord}});
    out.push_back({"PointSet", {color, coord}});
    out.push_back({"LineSet", {wholes("vertexCount"), color, coord}, true});
    out.push_back({"ElevationGrid",
                   {truth("ccw"), truth("colorPerVertex"), number("creaseAngle"), vectors("height", 1),
                    truth("normalPerVertex"), solid, whole("xDimension"), number("xSpacing"),
                    whole("zDimension"), number("zSpacing"), color, node("normal"), node("texCoord")}});
    out.push_back(
        {"Extrusion",
         {truth("beginCap"), truth("ccw"), truth("convex"), number("creaseAngle"), vectors("crossSection", 2),
          truth("endCap"), vectors("orientation", 4), vectors("scale", 2), solid, vectors("spine", 3)}});
    out.push_back({"Text", {vectors("length", 1), number("maxExtent"), texts("string"), node("fontStyle")}});
    out.push_back(
        {"FontStyle",
         {texts("family"), truth("horizontal"), texts("justify"), text("language"), truth("leftToRight"),
          number("size"), number("spacing"), text("style"), truth("topToBottom")}});
    out.push_back({"Coordinate", {vectors("point", 3)}});
    out.push_back({"Normal", {vectors("vector", 3)}});
    out.push_back({"Color", {vectors("color", 3)}});
    out.push_back({"TextureCoordinate", {vectors("point", 2)}});
}

const PlainType* find_plain(std::string_view name) {
    static const std::vector<PlainType> list = [] {
        std::vector<PlainType> out;
        add_groups(out);
        add_lights(out);
        add_surfaces(out);
        add_geometry(out);
        return out;
    }();
    const auto found =
        std::find_if(list.begin(), list.end(), [name](const PlainType& t) { return t.name == name; });
    return found == list.end() ? nullptr : &*found;
}

bool holds_nodes(const PlainField& field) {
    return field.type.holds == Holds::node || field.type.holds == Holds::nodes;
}

/// Returns the source's value of a field, by either of its names.
const Value* given_value(const SyntaxNode& node, const PlainField& field) {
    const Value* value = value_of(node, field.type.name);
    return value == nullptr && !field.in_vrml97.empty() ? value_of(node, field.in_vrml97) : value;
}

std::string_view name_in(const PlainField& field, bool vrml97) {
    return vrml97 && !field.in_vrml97.empty() ? field.in_vrml97 : field.type.name;
}

/// Whether X3D 4 hides its shapes (ISO/IEC 19775-1, 10.3.1).
bool is_invisible(const SyntaxNode& node) {
    const Value* value = value_of(node, "visible");
    const auto* is_visible = value == nullptr ? nullptr : std::get_if<bool>(value);
    return is_visible != nullptr && !*is_visible;
}

}  // namespace

bool is_group_of_its_own(std::string_view type) {
    return std::find(own_groups.begin(), own_groups.end(), type) != own_groups.end();
}

std::optional<CopiedType> plain_type(std::string_view type, bool vrml97) {
    const PlainType* found = find_plain(type);
    if (found == nullptr || (found->x3d_alone && vrml97)) return std::nullopt;
    CopiedType out{found->name, {}};
    for (const PlainField& field : found->fields) {
        if (!field.type.x3d_alone || !vrml97)
            out.fields.push_back({field.type, field.in_vrml97, name_in(field, vrml97)});
    }
    return out;
}

std::optional<OutputNode> PlainCopier::copy(NodeId id) {
    fresh_.clear();
    std::optional<OutputNode> out = tree_->angle_unit == 1.0 ? copy_inside(id, 0) : std::nullopt;
    // Names in discarded copies are unused.
    for (const NodeId made : fresh_) {
        if (!out) written_.erase(made);
    }
    return out;
}

std::optional<OutputNode> PlainCopier::copy_head(NodeId id) const {
    const SyntaxNode& source = tree_->nodes[id];
    const PlainType* type = find_plain(source.type);
    if (type == nullptr || (type->x3d_alone && vrml97_)) return std::nullopt;
    OutputNode out{type->name, {}, false, {}};
    for (const PlainField& field : type->fields) {
        const Value* value = holds_nodes(field) ? nullptr : given_value(source, field);
        if (value == nullptr || (field.type.x3d_alone && vrml97_)) continue;
        if (std::holds_alternative<IsName>(*value)) return std::nullopt;
        std::optional<OutputField> made = copied_value(field.type, *value);
        if (!made) continue;
        made->name = name_in(field, vrml97_);
        out.fields.push_back(std::move(*made));
    }
    return out;
}

std::optional<OutputNode> PlainCopier::copy_hidden(NodeId id) {
    std::optional<OutputNode> out = copy(id);
    if (out && !is_invisible(tree_->nodes[id])) out = hidden(std::move(*out));
    return out;
}

OutputNode PlainCopier::hidden(OutputNode node) const {
    if (!vrml97_ && !node.is_use) {
        node.set("visible", false);
        return node;
    }
    OutputNode out{vrml97_ ? "Switch" : "Group", {}, false, {}};
    if (!vrml97_) out.set("visible", false);
    std::vector<OutputNode> inside;
    inside.push_back(std::move(node));
    out.set_nodes(vrml97_ ? "choice" : "children", std::move(inside));
    return out;
}

std::optional<OutputNode> PlainCopier::copy_inside(NodeId id, int depth) {
    if (tree_->nodes[id].is_use) id = tree_->nodes[id].use_of;
    if (id == none) return std::nullopt;
    std::optional<OutputNode> out = copy_shown(id, depth);
    return out && is_invisible(tree_->nodes[id]) ? hidden(std::move(*out)) : std::move(out);
}

std::optional<OutputNode> PlainCopier::copy_shown(NodeId id, int depth) {
    if (depth > deepest_copy || ++count_ > max_copies) return std::nullopt;
    const SyntaxNode& source = tree_->nodes[id];
    const PlainType* type = source.proto == none ? find_plain(source.type) : nullptr;
    if (type == nullptr) return std::nullopt;
    if (const auto known = written_.find(id); known != written_.end())
        return use_of(type->name, known->second);
    std::optional<OutputNode> out = copy_head(id);
    if (!out) return std::nullopt;
    for (const PlainField& field : type->fields) {
        const Value* value = holds_nodes(field) ? given_value(source, field) : nullptr;
        if (value == nullptr || std::holds_alternative<std::monostate>(*value)) continue;
        std::optional<std::vector<OutputNode>> made = copies(*value, depth + 1);
        if (!made) return std::nullopt;
        if (field.type.holds == Holds::nodes) {
            out->set_nodes(name_in(field, vrml97_), std::move(*made));
        } else if (!made->empty()) {
            out->set_node(field.type.name, std::move(made->front()));
        }
    }
    if (!source.def.empty()) {
        out->def = names_->make(source.def);
        written_[id] = out->def;
        fresh_.push_back(id);
    }
    return out;
}

std::optional<std::vector<OutputNode>> PlainCopier::copies(const Value& value, int depth) {
    const auto* ids = std::get_if<std::vector<NodeId>>(&value);
    if (ids == nullptr) return std::nullopt;
    std::vector<OutputNode> out;
    for (const NodeId id : *ids) {
        std::optional<OutputNode> copy = copy_inside(id, depth);
        if (!copy) return std::nullopt;
        out.push_back(std::move(*copy));
    }
    return out;
}

}  // namespace vitruvian::vrml
