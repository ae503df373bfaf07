// What tinygltf gets of a checked file.
#include "model/formats/gltf/read/schema.h"
#include "model/formats/gltf/read/schema_table.h"

namespace vitruvian::gltf {
namespace {

/// The properties that the table knows.
Json known_part(const Json& value, const Shape& shape) {
    Json out = Json::object();
    if (!value.is_object()) return out;
    for (const Rule& rule : shape.rules) {
        const auto found = value.find(rule.name);
        if (found == value.end()) continue;
        out[rule.name] = rule.shape == nullptr ? *found : known_part(*found, *rule.shape);
    }
    return out;
}

/// tinygltf refuses a whole file over one camera without its lens.
void complete_camera(Json& camera) {
    const std::string type = text_or_empty(camera, "type");
    if ((type == "perspective" || type == "orthographic") && camera.contains(type)) return;
    camera["type"] = "perspective";
    camera["perspective"] = {{"yfov", 0.0}, {"znear", 0.0}};
}

}  // namespace

std::string scene_text(const Json& root) {
    Json out = {{"asset", {{"version", "2.0"}}}};
    for (const List& list : schema_lists()) {
        const auto found = root.find(list.name);
        if (!list.for_tinygltf || found == root.end()) continue;
        Json& copy = out[list.name] = Json::array();
        for (const Json& element : *found) copy.push_back(known_part(element, list.shape));
    }
    // tinygltf refuses a whole file over one skin without joints, too.
    if (out.contains("skins")) {
        for (Json& skin : out["skins"]) skin.emplace("joints", Json::array());
    }
    if (out.contains("cameras")) {
        for (Json& camera : out["cameras"]) complete_camera(camera);
    }
    if (const int scene = int_or(root, "scene", -1); scene >= 0) out["scene"] = scene;
    return out.dump();
}

}  // namespace vitruvian::gltf
