#include "app/cli/bone_output.h"

#include <cmath>

namespace vitruvian {

Json bone_evidence_json(const Humanoid& humanoid) {
    Json out = Json::object();
    for (std::size_t i = 0; i < humanoid.bone_evidence.size(); ++i) {
        const BoneEvidence& why = humanoid.bone_evidence[i];
        if (humanoid.bones.node[i] < 0) continue;
        out[std::string(to_string(static_cast<Bone>(i)))] = {
            {"confidence", std::round(1000.0 * static_cast<double>(why.confidence)) / 1000.0},
            {"reason", why.reason}};
    }
    return out;
}

void add_bone_line(const Humanoid& humanoid, std::string_view bone, const std::string& joint,
                   HumanText& out) {
    const auto index = static_cast<std::size_t>(*bone_from_string(bone));
    const bool doubtful =
        index < humanoid.bone_evidence.size() && humanoid.bone_evidence[index].confidence < 0.99F;
    if (!doubtful) return out.add("    {:<25} {}\n", bone, joint);
    const BoneEvidence& why = humanoid.bone_evidence[index];
    out.add("    {:<25} {:<24} {:3.0f}%  {}\n", bone, joint, 100.0F * why.confidence, why.reason);
}

}  // namespace vitruvian
