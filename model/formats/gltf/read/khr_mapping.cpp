// KHR_character_skeleton_mapping, a draft whose associations have had three forms so far.
#include "model/core/at.h"
#include "model/formats/gltf/read/definitions.h"

#include <unordered_map>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Looks up VRM's names, and Unity's, which begin with a capital.
std::optional<Bone> bone_of_vocabulary(std::string name) {
    if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') name[0] = static_cast<char>(name[0] - 'A' + 'a');
    return bone_from_string(name);
}

/// A joint of a vocabulary, and the glTF node that a mapping assigns to it; -1: none.
struct Association {
    std::string target;
    int node = -1;
};

class MappingReader {
  public:
    explicit MappingReader(const Reading& reading) : reading_(reading) {
        for (std::size_t i = 0; i < reading.scene.nodes.size(); ++i)
            node_of_name_.try_emplace(reading.scene.nodes[i].name, static_cast<int>(i));
    }

    /// {target joint: node index}; {joint name: [{target, weight}]}; or pairs of names, with the vocabulary's
    /// name first in some files and the model's in others.
    [[nodiscard]] Association read(const std::string& key, const JsonValue& value) const {
        if (value.is_number()) {
            const double number = value.get<double>();
            const bool is_node = number >= 0.0 && number < static_cast<double>(reading_.document_node.size());
            return {key, is_node ? static_cast<int>(number) : -1};
        }
        if (value.is_string()) {
            const auto other = value.get<std::string>();
            return bone_of_vocabulary(key) && node_named(other) >= 0 ? Association{key, node_named(other)}
                                                                     : Association{other, node_named(key)};
        }
        Association out{{}, node_named(key)};
        float most = 0.0F;
        for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
            const float weight = float_or(value[i], "weight", 1.0F);
            if (weight <= most) continue;
            most = weight;
            out.target = text_or_empty(value[i], "target");
        }
        return out;
    }

  private:
    [[nodiscard]] int node_named(const std::string& name) const {
        const auto found = node_of_name_.find(name);
        return found == node_of_name_.end() || name.empty() ? -1 : found->second;
    }

    const Reading& reading_;
    std::unordered_map<std::string, int> node_of_name_;
};

}  // namespace

Definition read_khr_mapping(Reading& reading, const JsonValue& json) {
    const JsonValue* rigs = member(json, "skeletalRigMappings");
    const MappingReader reader(reading);
    Definition best;
    std::size_t most = 0;
    if (rigs != nullptr && rigs->is_object()) {
        for (const auto& [rig, joints] : rigs->items()) {
            if (!joints.is_object()) continue;
            Definition definition;
            definition.kind = HumanoidKind::khr_character;
            definition.source = "KHR_character_skeleton_mapping";
            definition.info.emplace_back("rig", rig);
            std::size_t found = 0;
            for (const auto& [key, value] : joints.items()) {
                const Association association = reader.read(std::string(key), value);
                const std::optional<Bone> bone = bone_of_vocabulary(association.target);
                if (!bone || association.node < 0) continue;
                ++found;
                definition.bones[*bone] = at(reading.document_node, association.node);
            }
            if (found <= most) continue;
            most = found;
            best = std::move(definition);
        }
    }
    if (most == 0) {
        reading.warn("gltf-humanoid", "no rig mapping of the character names a known bone",
                     "/extensions/KHR_character_skeleton_mapping/skeletalRigMappings");
    }
    return best;
}

}  // namespace vitruvian::gltf
