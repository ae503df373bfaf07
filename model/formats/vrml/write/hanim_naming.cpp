#include "model/formats/vrml/write/hanim_naming.h"

#include "model/core/at.h"
#include "model/formats/vrml/world/info_lines.h"
#include "model/standard/bone.h"
#include "model/standard/hanim_names.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>

namespace vitruvian::vrml {
namespace {

/// H-Anim's joint (by its 2.0 name, without side) for each bone of the left side and of the trunk.
struct BoneJoint {
    Bone left;
    Bone right;
    std::string_view joint;
};
constexpr std::array<BoneJoint, 25> sided{{
    {Bone::left_eye, Bone::right_eye, "eyeball_joint"},
    {Bone::left_shoulder, Bone::right_shoulder, "sternoclavicular"},
    {Bone::left_upper_arm, Bone::right_upper_arm, "shoulder"},
    {Bone::left_lower_arm, Bone::right_lower_arm, "elbow"},
    {Bone::left_hand, Bone::right_hand, "radiocarpal"},
    {Bone::left_thumb_metacarpal, Bone::right_thumb_metacarpal, "carpometacarpal_1"},
    {Bone::left_thumb_proximal, Bone::right_thumb_proximal, "metacarpophalangeal_1"},
    {Bone::left_thumb_distal, Bone::right_thumb_distal, "carpal_interphalangeal_1"},
    {Bone::left_index_proximal, Bone::right_index_proximal, "metacarpophalangeal_2"},
    {Bone::left_index_intermediate, Bone::right_index_intermediate, "carpal_proximal_interphalangeal_2"},
    {Bone::left_index_distal, Bone::right_index_distal, "carpal_distal_interphalangeal_2"},
    {Bone::left_middle_proximal, Bone::right_middle_proximal, "metacarpophalangeal_3"},
    {Bone::left_middle_intermediate, Bone::right_middle_intermediate, "carpal_proximal_interphalangeal_3"},
    {Bone::left_middle_distal, Bone::right_middle_distal, "carpal_distal_interphalangeal_3"},
    {Bone::left_ring_proximal, Bone::right_ring_proximal, "metacarpophalangeal_4"},
    {Bone::left_ring_intermediate, Bone::right_ring_intermediate, "carpal_proximal_interphalangeal_4"},
    {Bone::left_ring_distal, Bone::right_ring_distal, "carpal_distal_interphalangeal_4"},
    {Bone::left_little_proximal, Bone::right_little_proximal, "metacarpophalangeal_5"},
    {Bone::left_little_intermediate, Bone::right_little_intermediate, "carpal_proximal_interphalangeal_5"},
    {Bone::left_little_distal, Bone::right_little_distal, "carpal_distal_interphalangeal_5"},
    {Bone::left_upper_leg, Bone::right_upper_leg, "hip"},
    {Bone::left_lower_leg, Bone::right_lower_leg, "knee"},
    {Bone::left_foot, Bone::right_foot, "talocrural"},
    {Bone::left_toes, Bone::right_toes, "metatarsophalangeal_2"},
    {Bone::jaw, Bone::jaw, "temporomandibular"},
}};

std::optional<std::size_t> fact_of(std::string_view name_2) {
    const auto facts = hanim_joint_facts();
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (facts[i].name_2 == name_2) return i;
    }
    return std::nullopt;
}

class Namer {
  public:
    Namer(const Document& document, const SaveOptions& options, HanimVersion usual, Diagnostics& notes)
        : document_(&document), options_(&options), usual_(usual), notes_(&notes) {}

    HanimNaming run() {
        for (const Node& node : document_->nodes) {
            const bool named = node.kind == NodeKind::joint || node.kind == NodeKind::site;
            out_.of_node.push_back(named ? node.name : std::string());
        }
        for (const Humanoid& humanoid : document_->humanoids) name(humanoid);
        if (options_->format != FileFormat::vrml97) make_tokens();
        return std::move(out_);
    }

  private:
    void name(const Humanoid& humanoid) {
        out_.own_names.emplace_back();
        out_.of_humanoid.push_back(humanoid.name.empty() ? "humanoid" : humanoid.name);
        auto& segments = out_.of_segment.emplace_back();
        for (const Segment& segment : humanoid.segments) segments.push_back(segment.name);
        const bool foreign = humanoid.kind != HumanoidKind::hanim;
        const HanimVersion version = options_->hanim_version.value_or(usual_);
        const char* version_text = version == HanimVersion::v1_1 ? "1.1" : "2.0";
        const bool renames = foreign || options_->hanim_version;
        out_.version.push_back(renames || humanoid.version.empty() ? version_text : humanoid.version);
        if (foreign) name_bones(humanoid, version);
        if (!foreign && options_->hanim_version) convert(humanoid, version, segments);
    }

    /// X3D's names are NMTOKENs. Other names are stored as the figure's own names.
    void make_tokens() {
        for (std::size_t h = 0; h < document_->humanoids.size(); ++h) {
            const Humanoid& humanoid = document_->humanoids[h];
            const auto for_each_name = [&](const auto& visit) {
                visit(out_.of_humanoid[h]);
                for (const Joint& joint : humanoid.joints) visit(at(out_.of_node, joint.node));
                for (const Site& site : humanoid.sites) visit(at(out_.of_node, site.node));
                for (std::string& segment : out_.of_segment[h]) visit(segment);
            };
            std::set<std::string> taken;
            for_each_name([&](const std::string& name) { taken.insert(name); });
            for_each_name([&](std::string& name) {
                std::string token = name_token(name);
                if (token == name) return;
                // Another name may be equal, or become equal by conversion.
                for (const std::string first = token; !taken.insert(token).second;)
                    token = fmt::format("{}_{}", first, taken.size());
                out_.own_names[h].emplace_back(token, name);
                name = std::move(token);
            });
        }
    }

    /// A figure of another kind: named by its bone map, others get the prefix "x_".
    void name_bones(const Humanoid& humanoid, HanimVersion version) {
        std::map<int, std::string> standard;
        const auto give = [&](int node, std::string_view joint, Side side) {
            const std::optional<std::size_t> fact = fact_of(joint);
            if (node >= 0 && fact) standard.try_emplace(node, hanim_joint_name({*fact, side}, version));
        };
        const BoneMap& bones = humanoid.bones;
        const int root = humanoid.joints.empty() ? -1 : humanoid.joints.front().node;
        if (root >= 0 && bones[Bone::hips] != root && bones[Bone::hips] >= 0)
            give(bones[Bone::hips], "sacroiliac", Side::none);
        give(root, "humanoid_root", Side::none);
        give(bones[Bone::spine], "vl5", Side::none);
        give(bones[Bone::chest], "vt10", Side::none);
        give(bones[Bone::upper_chest], "vt1", Side::none);
        give(bones[Bone::neck], "vc7", Side::none);
        give(bones[Bone::head], "skullbase", Side::none);
        for (const BoneJoint& bone : sided) {
            const bool middle = bone.left == bone.right;
            give(bones[bone.left], bone.joint, middle ? Side::none : Side::left);
            if (!middle) give(bones[bone.right], bone.joint, Side::right);
        }
        for (const Joint& joint : humanoid.joints) {
            std::string& name = at(out_.of_node, joint.node);
            const auto found = standard.find(joint.node);
            const std::string made = found != standard.end() ? found->second : own_name(name);
            if (found != standard.end() && made != name) out_.own_names.back().emplace_back(made, name);
            name = made;
        }
        for (const Site& site : humanoid.sites) {
            std::string& name = at(out_.of_node, site.node);
            name = own_name(name);
        }
    }

    static std::string own_name(const std::string& name) {
        return name.starts_with("x_") ? name : "x_" + name;
    }

    /// Converts an H-Anim figure to another version's names. A name that another joint already has is not
    /// used again.
    void convert(const Humanoid& humanoid, HanimVersion version, std::vector<std::string>& segments) {
        std::set<std::string> taken;
        std::size_t missing = 0;
        std::size_t doubled = 0;
        const auto rename = [&](std::string& name, const VersionedName& to) {
            if (!to.has_counterpart) ++missing;
            if (to.name != name && taken.contains(to.name)) {
                ++doubled;
            } else {
                name = to.name;
            }
            taken.insert(name);
        };
        for (const Joint& joint : humanoid.joints) {
            std::string& name = at(out_.of_node, joint.node);
            rename(name, hanim_joint_name(name, version));
        }
        taken.clear();
        for (std::string& name : segments) rename(name, hanim_segment_name(name, version));
        taken.clear();
        for (const Site& site : humanoid.sites) {
            std::string& name = at(out_.of_node, site.node);
            rename(name, hanim_site_name(name, version));
        }
        const char* text = version == HanimVersion::v1_1 ? "1.1" : "2.0";
        if (missing > 0) {
            notes_->warn(
                "hanim-name-missing",
                fmt::format(
                    "H-Anim {} has no name for {} joints, segments and sites; they get \"x_\" before theirs",
                    text, missing));
        }
        if (doubled > 0) {
            notes_->warn(
                "hanim-name-ambiguous",
                fmt::format(
                    "{} joints, segments and sites keep their names, since another has the one of H-Anim {}",
                    doubled, text));
        }
    }

    const Document* document_;
    const SaveOptions* options_;
    HanimVersion usual_;
    Diagnostics* notes_;
    HanimNaming out_;
};

}  // namespace

std::string HanimNaming::segment_for(int humanoid, const std::string& joint_name) const {
    const bool second = at(version, humanoid).starts_with("2");
    const std::optional<std::string> usual =
        usual_segment(joint_name, second ? HanimVersion::v2_0 : HanimVersion::v1_1);
    const bool own = joint_name.starts_with("x_");
    if (usual && !own) return *usual;
    return own ? joint_name + "_segment" : "x_" + joint_name + "_segment";
}

HanimNaming name_humanoids(const Document& document, const SaveOptions& options, HanimVersion usual,
                           Diagnostics& notes) {
    return Namer(document, options, usual, notes).run();
}

}  // namespace vitruvian::vrml
