#include "model/formats/vrml/write/source_words.h"

#include "model/document/file_format.h"
#include "model/formats/vrml/read/splines.h"
#include "model/formats/vrml/syntax/lexer.h"
#include "model/formats/vrml/world/given_names.h"
#include "model/formats/vrml/world/world_node.h"
#include "model/formats/vrml/write/carried_types.h"
#include "model/formats/vrml/write/head_comments.h"
#include "model/formats/vrml/write/plain_copies.h"
#include "model/formats/vrml/write/source_world.h"
#include "model/formats/vrml/x3d/x3d_elements.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string_view>
#include <unordered_map>

namespace vitruvian::vrml {
namespace {

/// What happens to nodes that a Document does not hold as they are.
const std::unordered_map<std::string_view, std::string_view>& losses() {
    static const std::unordered_map<std::string_view, std::string_view> table = [] {
        std::unordered_map<std::string_view, std::string_view> out;
        const auto add = [&](std::string_view what, std::initializer_list<std::string_view> types) {
            for (const std::string_view type : types) out[type] = what;
        };
        add("its program is left out", {"Script"});
        add("what happens on a touch is left out",
            {"TouchSensor", "PlaneSensor", "SphereSensor", "CylinderSensor", "ProximitySensor",
             "VisibilitySensor", "KeySensor", "StringSensor", "TransformSensor", "LoadSensor"});
        add("sound is left out", {"Sound", "AudioClip", "SpatialSound", "AudioSource"});
        add("fog is left out", {"Fog", "LocalFog"});
        add("the link is left out, its children are kept", {"Anchor"});
        add("its children no longer turn to the viewer", {"Billboard"});
        add("its children are kept as a plain group", {"Collision"});
        add("the most detailed level is kept", {"LOD"});
        add("the chosen child is kept", {"Switch"});
        add("the file's content is written in its place", {"Inline"});
        add("what it animates stays as it is at rest",
            {"NormalInterpolator", "ColorInterpolator", "PositionInterpolator2D",
             "CoordinateInterpolator2D"});
        add("it is written as a plain interpolator with more keys",
            {"SplinePositionInterpolator", "SplineScalarInterpolator", "SquadOrientationInterpolator"});
        add("it is written as displacers, one for each key, where it moves a humanoid",
            {"CoordinateInterpolator"});
        add("it is left out",
            {"BooleanSequencer", "BooleanToggle", "BooleanTrigger", "BooleanFilter", "IntegerSequencer",
             "IntegerTrigger", "TimeTrigger", "MetadataBoolean", "MetadataDouble", "MetadataFloat",
             "MetadataInteger", "MetadataSet", "MetadataString", "MultiTexture"});
        add("it is written as faces",
            {"Box", "Cone", "Cylinder", "Sphere", "ElevationGrid", "Extrusion", "Text", "Rectangle2D",
             "Disk2D", "ArcClose2D", "TriangleSet2D", "IndexedTriangleSet", "IndexedTriangleStripSet",
             "IndexedTriangleFanSet", "IndexedQuadSet", "TriangleSet", "TriangleStripSet", "TriangleFanSet",
             "QuadSet"});
        add("it is written as a Text's faces", {"FontStyle"});
        return out;
    }();
    return table;
}

bool is_written_otherwise(std::string_view loss) {
    return loss.starts_with("it is written as");
}

bool is_carried_route(std::string_view from, std::string_view to) {
    const auto drives = [](std::string_view type) {
        return type == "TimeSensor" || type == "OrientationInterpolator" || type == "PositionInterpolator" ||
               type == "ScalarInterpolator" || type == "CoordinateInterpolator" || is_curved(type);
    };
    if (from == "CoordinateInterpolator") return to == "Coordinate";
    const bool known_target = node_kind(to) != WorldNode::other && node_kind(to) != WorldNode::unknown;
    return drives(from) && known_target;
}

/// Whether the ROUTE joins two parts of a Displacer (see displacer_parts.h).
bool joins_parts(const SyntaxTree& tree, const Route& route) {
    const SyntaxNode& from = tree.nodes[route.from];
    const SyntaxNode& to = tree.nodes[route.to];
    const bool are_displacers =
        node_kind(from.type) == WorldNode::displacer && node_kind(to.type) == WorldNode::displacer;
    return are_displacers && text_of(from, "name") == text_of(to, "name");
}

void note_losses(const SyntaxTree& tree, const WrittenProtos& protos, bool vrml97, Diagnostics& notes) {
    const auto is_in_written = [&](ProtoId scope) {
        return scope != none && protos.names.contains(tree.protos[scope].name);
    };
    Reporter reporter(notes);
    const std::set<NodeId> at_need = carried_at_need(tree);
    for (NodeId id = 0; id < tree.nodes.size(); ++id) {
        const SyntaxNode& node = tree.nodes[id];
        if (node.is_use || at_need.contains(id)) continue;
        if (is_own_metadata(node) || is_in_written(node.scope) || protos.instances.contains(id)) continue;
        // Metadata that cannot be attached is reported later.
        if (is_metadata(node.type) && !vrml97 && node.type != "MetadataBoolean") continue;
        // Nodes of these types that cannot be placed are reported later.
        if (node.scope == none && (is_carried_sensor(node.type) || is_group_of_its_own(node.type))) continue;
        const auto lost = losses().find(node.type);
        if (lost != losses().end()) {
            const bool otherwise = is_written_otherwise(lost->second);
            const std::string message = fmt::format("{}: {}", node.type, lost->second);
            if (otherwise) {
                reporter.note(tree, node.range.begin, "vrml-written-otherwise", message);
            } else {
                reporter.warn(tree, node.range.begin, "vrml-not-carried", message);
            }
        } else if (node.proto == none && node_kind(node.type) == WorldNode::unknown) {
            reporter.warn(tree, node.range.begin, "vrml-not-carried",
                          fmt::format("{}: this kind of node is not known; its children are kept",
                                      node.type.substr(0, 60)));
        } else if (node.proto != none && !is_hanim(node_kind(node.type))) {
            reporter.note(tree, node.range.begin, "vrml-written-otherwise",
                          "instances of PROTOs are written expanded");
        }
    }
    for (const Route& route : tree.routes) {
        if (is_in_written(route.scope)) continue;
        if (is_carried_route(tree.nodes[route.from].type, tree.nodes[route.to].type)) continue;
        if (is_sensor_route(tree, route, at_need) || joins_parts(tree, route)) continue;
        reporter.warn(tree, route.range.begin, "vrml-route-not-carried",
                      "ROUTEs other than from clips to what they move are left out");
    }
}

void add_metas(const Result<ElementFile>& file, SourceWords& words) {
    if (!file) return;
    for (const Element& head : file->root.children) {
        if (head.name != "head") continue;
        for (const Element& meta : head.children) {
            if (meta.name != "meta") continue;
            words.metas.emplace_back(meta.text("name"), meta.text("content"));
        }
    }
}

/// Reads META "name" "content" before the first node.
void add_classic_metas(std::string_view text, SourceWords& words) {
    Lexer lexer(text);
    bool odd = false;
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
        if (token.kind == TokenKind::open_brace) return;
        if (token.kind != TokenKind::word || token.text != "META") continue;
        const Token name = lexer.next();
        const Token content = lexer.next();
        if (name.kind != TokenKind::string || content.kind != TokenKind::string) return;
        words.metas.emplace_back(unescape(name.text, odd), unescape(content.text, odd));
    }
}

void add_world_info(const SyntaxNode& node, SourceWords& words) {
    if (words.title.empty()) words.title = text_of(node, "title");
    for (const std::string& text : texts_of(node, "info")) {
        // Names of the nodes of that file (see World::given_name).
        if (!text.starts_with("name of ")) words.info.push_back(text);
    }
}

void read_world(const Document& document, const SourceWorld& source, const WrittenProtos& protos, bool vrml97,
                Diagnostics& notes, SourceWords& words) {
    const SyntaxTree* tree = source.syntax();
    if (tree == nullptr) return;
    note_losses(*tree, protos, vrml97, notes);
    if (!vrml97) words.metadata = read_metadata(*tree);
    words.sensors = read_sensors(*tree, vrml97);
    for (const NodeId root : tree->roots) {
        const SyntaxNode& node = tree->nodes[root];
        if (node.type == "WorldInfo") add_world_info(node, words);
        if (node.type == "NavigationInfo" && !node.is_use && !words.navigation)
            words.navigation = copy_carried(*tree, root, vrml97);
    }
    words.node_comments = read_comments(*tree);
    const Encoding encoding = encoding_of(tree->text);
    words.comments = head_comments(tree->text, encoding);
    const LoadOptions options;
    switch (encoding) {
        case Encoding::x3d_xml:
            add_metas(read_xml_elements(tree->text, document.file, options), words);
            return;
        case Encoding::x3d_json:
            add_metas(read_json_elements(tree->text, document.file, options), words);
            return;
        case Encoding::x3d_classic:
            add_classic_metas(tree->text, words);
            return;
        default:
            return;
    }
}

/// Extensions whose data a Document holds, or that only compress data.
constexpr std::array<std::string_view, 14> held{"EXT_skeleton_humanoid",
                                                "KHR_mesh_quantization",
                                                "EXT_meshopt_compression",
                                                "KHR_meshopt_compression",
                                                "KHR_draco_mesh_compression",
                                                "KHR_texture_transform",
                                                "KHR_materials_unlit",
                                                "KHR_materials_emissive_strength",
                                                "EXT_texture_webp",
                                                "KHR_texture_basisu",
                                                "KHR_lights_punctual",
                                                "KHR_character",
                                                "KHR_character_skeleton_mapping",
                                                "KHR_character_reference_pose"};

void tell_extensions(const Document& document, std::string_view bytes, Diagnostics& notes) {
    std::string_view json = bytes;
    const std::size_t header = 20;
    if (bytes.starts_with("glTF") && bytes.size() >= header) {
        std::uint32_t length = 0;
        std::memcpy(&length, bytes.data() + 12, sizeof length);
        json = bytes.substr(header, length);
    }
    const nlohmann::json root = nlohmann::json::parse(json, nullptr, false);
    const auto used = root.is_object() ? root.find("extensionsUsed") : root.end();
    if (used == root.end() || !used->is_array()) return;
    for (const nlohmann::json& name : *used) {
        if (!name.is_string()) continue;
        const std::string& text = name.get_ref<const std::string&>();
        if (std::find(held.begin(), held.end(), text) != held.end()) continue;
        const bool vrm = text == "VRM" || text == "VRMC_vrm";
        notes.warn(
            "gltf-extension-not-carried",
            vrm ? fmt::format("{}: the figure is kept, expressions, gaze, first person and physics are not",
                              text)
                : fmt::format("the extension {} cannot be written to VRML97 and X3D", text.substr(0, 60)),
            {document.file, 0, 0, "/extensionsUsed"});
    }
}

}  // namespace

SourceWords read_source_words(const Document& document, const SourceWorld& source,
                              const WrittenProtos& protos, bool vrml97, Diagnostics& notes) {
    SourceWords out;
    if (is_world(document.format)) read_world(document, source, protos, vrml97, notes, out);
    if (is_gltf(document.format) && !source.text.empty()) tell_extensions(document, source.text, notes);
    return out;
}

void note_without_world(const Document& document, Diagnostics& notes) {
    const SourceWorld source = read_source_syntax(document);
    const SyntaxTree* tree = source.syntax();
    if (tree == nullptr) return;
    Reporter reporter(notes);
    for (const SyntaxNode& node : tree->nodes) {
        if (node.is_use || is_own_metadata(node)) continue;
        const auto lost = losses().find(node.type);
        const bool is_kept = lost == losses().end() || is_written_otherwise(lost->second) ||
                             lost->second.starts_with("the file's content");
        if (is_kept) continue;
        reporter.warn(*tree, node.range.begin, "world-not-carried",
                      fmt::format("{}: {}", node.type, lost->second));
    }
}

}  // namespace vitruvian::vrml
