#include "model/formats/gltf/read/definitions.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace vitruvian::gltf {
namespace {

/// Enough for a crowd, and a limit on what a small file can declare.
constexpr std::size_t max_skeletons = 1024;

/// VRM 0.x names the thumb's bones one further out than VRM 1.0 and the extension do.
std::string vrm1_name(const std::string& vrm0_name) {
    for (const std::string_view side : {"left", "right"}) {
        const std::string thumb = std::string(side) + "Thumb";
        if (vrm0_name == thumb + "Proximal") return thumb + "Metacarpal";
        if (vrm0_name == thumb + "Intermediate") return thumb + "Proximal";
    }
    return vrm0_name;
}

class DefinitionReader {
  public:
    explicit DefinitionReader(Reading& reading) : reading_(reading) {}

    std::vector<Definition> read_all() {
        // Definitions of higher precedence come later, see add().
        if (const JsonValue* json = extension(reading_.root, "KHR_character_skeleton_mapping")) {
            add(read_khr_mapping(reading_, *json));
        }
        if (const JsonValue* json = extension(reading_.root, "EXT_skeleton_humanoid")) read_ext(*json);
        if (const JsonValue* json = extension(reading_.root, "VRMC_vrm")) {
            read_vrm1(*json, "/extensions/VRMC_vrm", "name");
        }
        if (const JsonValue* old = extension(reading_.root, "VRM")) read_vrm0(*old);
        if (const JsonValue* json = extension(reading_.root, "VRMC_vrm_animation")) {
            read_vrm1(*json, "/extensions/VRMC_vrm_animation", "name");
        }
        return std::move(out_);
    }

  private:
    void set_bone(Definition& definition, const std::string& bone_name, const JsonValue& holder,
                  std::string_view key, const std::string& pointer) {
        const std::optional<Bone> bone = bone_from_string(bone_name);
        const int node = int_or(holder, key, -1);
        if (!bone || node < 0 || static_cast<std::size_t>(node) >= reading_.document_node.size()) {
            reading_.warn("gltf-humanoid-bone",
                          "a humanoid bone has an unknown name or no node and is left out", pointer);
            return;
        }
        definition.bones[*bone] = at(reading_.document_node, node);
    }

    /// Whether a definition names no node: a VRMA may move a face alone.
    static bool says_nothing(const Definition& definition) {
        const auto& nodes = definition.bones.node;
        return definition.gaze_node < 0 &&
               std::all_of(nodes.begin(), nodes.end(), [](int node) { return node < 0; }) &&
               std::all_of(definition.expressions.begin(), definition.expressions.end(),
                           [](const Expression& expression) { return expression.node < 0; });
    }

    /// Several extensions may describe one figure: then VRM determines its kind and bones, and names and bones
    /// that only another one has are added.
    void add(Definition definition) {
        if (says_nothing(definition)) return;
        const auto same = std::find_if(out_.begin(), out_.end(), [&](const Definition& other) {
            return other.kind != definition.kind && describe_one_figure(other.bones, definition.bones);
        });
        if (same == out_.end()) {
            out_.push_back(std::move(definition));
            return;
        }
        note_contradictions(*same, definition);
        for (std::size_t b = 0; b < bone_count; ++b) {
            const int node = same->bones.node[b];
            if (definition.bones.node[b] < 0 && node >= 0 && !definition.bones.bone_of(node))
                definition.bones.node[b] = node;
        }
        if (definition.name.empty()) definition.name = same->name;
        if (definition.expressions.empty()) definition.expressions = std::move(same->expressions);
        if (!definition.gaze) definition.gaze = same->gaze;
        if (definition.gaze_node < 0) definition.gaze_node = same->gaze_node;
        *same = std::move(definition);
    }

    /// Whether two maps have the same hips or mostly the same bones, or have no bone in common.
    static bool describe_one_figure(const BoneMap& a, const BoneMap& b) {
        const int hips = a[Bone::hips];
        int same = 0;
        int other = 0;
        for (std::size_t i = 0; i < bone_count; ++i) {
            if (a.node[i] < 0 || b.node[i] < 0) continue;
            ++(a.node[i] == b.node[i] ? same : other);
        }
        return (hips >= 0 && hips == b[Bone::hips]) || other == 0 || same > other;
    }

    void note_contradictions(const Definition& left_out, const Definition& counts) {
        std::string names;
        for (std::size_t b = 0; b < bone_count; ++b) {
            const int node = left_out.bones.node[b];
            const int other = counts.bones.node[b];
            if (node < 0 || other < 0 || node == other) continue;
            names += (names.empty() ? "" : ", ") + std::string(to_string(static_cast<Bone>(b)));
        }
        if (names.empty()) return;
        reading_.warn(
            "gltf-humanoid-contradiction",
            fmt::format("{} and {} have different nodes for bones of one figure; those of {} count: {}",
                        counts.source, left_out.source, counts.source, names),
            "/extensions/" + counts.source);
    }

    void read_ext_skeleton(const JsonValue& json, const std::string& pointer) {
        Definition definition;
        definition.kind = HumanoidKind::ext_skeleton_humanoid;
        definition.source = "EXT_skeleton_humanoid";
        definition.name = text_or_empty(json, "name");
        const JsonValue* bones = member(json, "humanoidBones");
        // VITRUVIAN_hanim identifies the joints of a figure by H-Anim's names.
        if (bones == nullptr && extension(json, "VITRUVIAN_hanim") != nullptr) return;
        if (bones == nullptr || !bones->is_object()) {
            reading_.warn("gltf-humanoid", "a humanoid skeleton has no bones and is left out", pointer);
            return;
        }
        for (const auto& [name, node] : bones->items()) {
            set_bone(definition, std::string(name), *bones, name,
                     fmt::format("{}/humanoidBones/{}", pointer, name));
        }
        add(std::move(definition));
    }

    /// The published text has a list of skeletons; the published schema has one at the top.
    void read_ext(const JsonValue& json) {
        const std::string pointer = "/extensions/EXT_skeleton_humanoid";
        const JsonValue* list = member(json, "humanoidSkeletons");
        const std::size_t count = list != nullptr && list->is_array() ? list->size() : 0;
        for (std::size_t i = 0; i < std::min(count, max_skeletons); ++i) {
            read_ext_skeleton((*list)[i], fmt::format("{}/humanoidSkeletons/{}", pointer, i));
        }
        if (count > max_skeletons) {
            reading_.warn("gltf-humanoid-count",
                          fmt::format("the file has {} humanoid skeletons; the first {} are read", count,
                                      max_skeletons),
                          pointer + "/humanoidSkeletons");
        }
        if (member(json, "humanoidBones") != nullptr) read_ext_skeleton(json, pointer);
    }

    /// Texts, the first of a list of texts, and permissions as "true" or "false".
    static void read_meta(const JsonValue& json, const char* title, Definition& definition) {
        const JsonValue* meta = member(json, "meta");
        if (meta == nullptr || !meta->is_object()) return;
        definition.name = text_or_empty(*meta, title);
        for (const auto& [key, value] : meta->items()) {
            if (value.is_string() && !value.text().empty()) {
                definition.info.emplace_back(key, value.get<std::string>());
            } else if (value.is_array() && !value.empty() && value.front().is_string()) {
                definition.info.emplace_back(key, value.front().get<std::string>());
            } else if (value.is_boolean()) {
                definition.info.emplace_back(key, value.get<bool>() ? "true" : "false");
            }
        }
    }

    void add_expressions(const JsonValue& json, Definition& definition) {
        ExpressionsRead read = read_expressions(reading_, json);
        definition.expressions = std::move(read.list);
        if (!read.names.empty()) definition.info.emplace_back("expressions", std::move(read.names));
    }

    /// VRMC_vrm's lookAt has ranges, VRMC_vrm_animation's a node.
    void read_look_at(const JsonValue& look, Definition& definition) {
        if (definition.source == "VRMC_vrm") definition.gaze = vrm1_gaze(look);
        const int node = int_or(look, "node", -1);
        if (node >= 0 && static_cast<std::size_t>(node) < reading_.document_node.size())
            definition.gaze_node = at(reading_.document_node, node);
    }

    void read_vrm0(const JsonValue& json) {
        Definition definition;
        definition.kind = HumanoidKind::vrm0;
        definition.source = "VRM";
        definition.version = text_or_empty(json, "specVersion");
        if (definition.version.empty()) definition.version = "0.0";
        read_meta(json, "title", definition);
        add_expressions(json, definition);
        if (const JsonValue* look = member(json, "firstPerson")) definition.gaze = vrm0_gaze(*look);
        const JsonValue* humanoid = member(json, "humanoid");
        const JsonValue* bones = humanoid == nullptr ? nullptr : member(*humanoid, "humanBones");
        for (std::size_t i = 0; bones != nullptr && bones->is_array() && i < bones->size(); ++i) {
            const JsonValue& bone = (*bones)[i];
            set_bone(definition, vrm1_name(text_or_empty(bone, "bone")), bone, "node",
                     fmt::format("/extensions/VRM/humanoid/humanBones/{}", i));
        }
        add(std::move(definition));
    }

    void read_vrm1(const JsonValue& json, const std::string& pointer, const char* title) {
        Definition definition;
        definition.kind = HumanoidKind::vrm1;
        definition.source = pointer.substr(pointer.rfind('/') + 1);
        definition.version = text_or_empty(json, "specVersion");
        read_meta(json, title, definition);
        add_expressions(json, definition);
        if (const JsonValue* look = member(json, "lookAt")) read_look_at(*look, definition);
        const JsonValue* humanoid = member(json, "humanoid");
        const JsonValue* bones = humanoid == nullptr ? nullptr : member(*humanoid, "humanBones");
        if (bones != nullptr && bones->is_object()) {
            for (const auto& [name, bone] : bones->items()) {
                set_bone(definition, std::string(name), bone, "node",
                         fmt::format("{}/humanoid/humanBones/{}", pointer, name));
            }
        }
        add(std::move(definition));
    }

    Reading& reading_;
    std::vector<Definition> out_;
};

}  // namespace

std::vector<Definition> read_definitions(Reading& reading) {
    return DefinitionReader(reading).read_all();
}

}  // namespace vitruvian::gltf
