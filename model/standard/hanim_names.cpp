#include "model/standard/hanim_names.h"

#include <algorithm>
#include <array>

namespace vitruvian {
namespace {

/// A body part by the joint that moves it; names without l_ and r_. Empty where a version has none.
struct SegmentFact {
    std::string_view joint;  // of 2.0
    std::string_view name_1_1;
    std::string_view name_2;
    bool sided = false;
};
constexpr std::array<SegmentFact, 87> segments{{
    {"humanoid_root", "sacrum", "sacrum", false},
    {"sacroiliac", "pelvis", "pelvis", false},
    {"hip", "thigh", "thigh", true},
    {"knee", "calf", "calf", true},
    {"talocrural", "hindfoot", "talus", true},
    {"tarsometatarsal_2", "midproximal", "metatarsal_2", true},
    {"metatarsophalangeal_2", "middistal", "tarsal_proximal_phalanx_2", true},
    {"tarsal_distal_interphalangeal_2", "forefoot", "tarsal_distal_phalanx_2", true},
    {"vl5", "l5", "l5", false},
    {"vl4", "l4", "l4", false},
    {"vl3", "l3", "l3", false},
    {"vl2", "l2", "l2", false},
    {"vl1", "l1", "l1", false},
    {"vt12", "t12", "t12", false},
    {"vt11", "t11", "t11", false},
    {"vt10", "t10", "t10", false},
    {"vt9", "t9", "t9", false},
    {"vt8", "t8", "t8", false},
    {"vt7", "t7", "t7", false},
    {"vt6", "t6", "t6", false},
    {"vt5", "t5", "t5", false},
    {"vt4", "t4", "t4", false},
    {"vt3", "t3", "t3", false},
    {"vt2", "t2", "t2", false},
    {"vt1", "t1", "t1", false},
    {"vc7", "c7", "c7", false},
    {"vc6", "c6", "c6", false},
    {"vc5", "c5", "c5", false},
    {"vc4", "c4", "c4", false},
    {"vc3", "c3", "c3", false},
    {"vc2", "c2", "c2", false},
    {"vc1", "c1", "c1", false},
    {"skullbase", "skull", "skull", false},
    {"eyelid_joint", "eyelid", "eyelid", true},
    {"eyeball_joint", "eyeball", "eyeball", true},
    {"eyebrow_joint", "eyebrow", "eyebrow", true},
    {"temporomandibular", "jaw", "jaw", false},
    {"sternoclavicular", "clavicle", "clavicle", true},
    {"acromioclavicular", "scapula", "scapula", true},
    {"shoulder", "upperarm", "upperarm", true},
    {"elbow", "forearm", "forearm", true},
    {"radiocarpal", "hand", "carpal", true},
    {"carpometacarpal_1", "thumb_metacarpal", "metacarpal_1", true},
    {"metacarpophalangeal_1", "thumb_proximal", "carpal_proximal_phalanx_1", true},
    {"carpal_interphalangeal_1", "thumb_distal", "carpal_distal_phalanx_1", true},
    {"carpometacarpal_2", "index_metacarpal", "metacarpal_2", true},
    {"metacarpophalangeal_2", "index_proximal", "carpal_proximal_phalanx_2", true},
    {"carpal_proximal_interphalangeal_2", "index_middle", "carpal_middle_phalanx_2", true},
    {"carpal_distal_interphalangeal_2", "index_distal", "carpal_distal_phalanx_2", true},
    {"carpometacarpal_3", "middle_metacarpal", "metacarpal_3", true},
    {"metacarpophalangeal_3", "middle_proximal", "carpal_proximal_phalanx_3", true},
    {"carpal_proximal_interphalangeal_3", "middle_middle", "carpal_middle_phalanx_3", true},
    {"carpal_distal_interphalangeal_3", "middle_distal", "carpal_distal_phalanx_3", true},
    {"carpometacarpal_4", "ring_metacarpal", "metacarpal_4", true},
    {"metacarpophalangeal_4", "ring_proximal", "carpal_proximal_phalanx_4", true},
    {"carpal_proximal_interphalangeal_4", "ring_middle", "carpal_middle_phalanx_4", true},
    {"carpal_distal_interphalangeal_4", "ring_distal", "carpal_distal_phalanx_4", true},
    {"carpometacarpal_5", "pinky_metacarpal", "metacarpal_5", true},
    {"metacarpophalangeal_5", "pinky_proximal", "carpal_proximal_phalanx_5", true},
    {"carpal_proximal_interphalangeal_5", "pinky_middle", "carpal_middle_phalanx_5", true},
    {"carpal_distal_interphalangeal_5", "pinky_distal", "carpal_distal_phalanx_5", true},
    {"talocalcaneonavicular", "", "navicular", true},
    {"cuneonavicular_1", "", "cuneiform_1", true},
    {"tarsometatarsal_1", "", "metatarsal_1", true},
    {"metatarsophalangeal_1", "", "tarsal_proximal_phalanx_1", true},
    {"tarsal_interphalangeal_1", "", "tarsal_distal_phalanx_1", true},
    {"cuneonavicular_2", "", "cuneiform_2", true},
    {"tarsal_proximal_interphalangeal_2", "", "tarsal_middle_phalanx_2", true},
    {"cuneonavicular_3", "", "cuneiform_3", true},
    {"tarsometatarsal_3", "", "metatarsal_3", true},
    {"metatarsophalangeal_3", "", "tarsal_proximal_phalanx_3", true},
    {"tarsal_proximal_interphalangeal_3", "", "tarsal_middle_phalanx_3", true},
    {"tarsal_distal_interphalangeal_3", "", "tarsal_distal_phalanx_3", true},
    {"calcaneocuboid", "", "calcaneus", true},
    {"transversetarsal", "", "cuboid", true},
    {"tarsometatarsal_4", "", "metatarsal_4", true},
    {"metatarsophalangeal_4", "", "tarsal_proximal_phalanx_4", true},
    {"tarsal_proximal_interphalangeal_4", "", "tarsal_middle_phalanx_4", true},
    {"tarsal_distal_interphalangeal_4", "", "tarsal_distal_phalanx_4", true},
    {"tarsometatarsal_5", "", "metatarsal_5", true},
    {"metatarsophalangeal_5", "", "tarsal_proximal_phalanx_5", true},
    {"tarsal_proximal_interphalangeal_5", "", "tarsal_middle_phalanx_5", true},
    {"tarsal_distal_interphalangeal_5", "", "tarsal_distal_phalanx_5", true},
    {"midcarpal_1", "", "trapezium", true},
    {"midcarpal_2", "", "trapezoid", true},
    {"midcarpal_3", "", "capitate", true},
    {"midcarpal_4_5", "", "hamate", true},
}};

/// Feature points that 2.0 calls otherwise, with the suffix that sites have.
struct SiteFact {
    std::string_view name_1_1;
    std::string_view name_2;
    bool sided = false;
};
constexpr std::array<SiteFact, 15> sites{{
    {"clavicale_pt", "clavicle_pt", true},
    {"rib10_midspine_pt", "spine_2_lower_back_pt", false},
    {"waist_preferred_post_pt", "waist_preferred_posterior_pt", false},
    {"axilla_ant_pt", "axilla_proximal_pt", true},
    {"axilla_post_pt", "axilla_distal_pt", true},
    {"humeral_lateral_epicn_pt", "humeral_lateral_epicondyle_pt", true},
    {"humeral_medial_epicn_pt", "humeral_medial_epicondyle_pt", true},
    {"metacarpal_pha2_pt", "metacarpal_phalanx_2_pt", true},
    {"metacarpal_pha5_pt", "metacarpal_phalanx_5_pt", true},
    {"femoral_lateral_epicn_pt", "femoral_lateral_epicondyle_pt", true},
    {"femoral_medial_epicn_pt", "femoral_medial_epicondyle_pt", true},
    {"metatarsal_pha5_pt", "metatarsal_phalanx_5_pt", true},
    {"metatarsal_pha1_pt", "metatarsal_phalanx_1_pt", true},
    {"calcaneous_post_pt", "calcaneus_posterior_pt", true},
    {"digit2_pt", "tarsal_distal_phalanx_2_pt", true},
}};

struct Sided {
    std::string_view side;  // "l_", "r_" or empty
    std::string_view rest;
};

Sided split(std::string_view name) {
    if (name.starts_with("l_") || name.starts_with("r_")) return {name.substr(0, 2), name.substr(2)};
    return {{}, name};
}

std::string joined(const Sided& like, std::string_view rest) {
    return std::string(like.side) + std::string(rest);
}

/// What `fact` calls a thing in the other version; where it has no name there, the thing is a non-standard
/// one.
template <class Fact>
VersionedName other(const Fact& fact, const Sided& name, HanimVersion version) {
    const std::string_view to = version == HanimVersion::v1_1 ? fact.name_1_1 : fact.name_2;
    if (to.empty()) return {"x_" + joined(name, name.rest), false};
    return {joined(name, to), true};
}

template <class Fact, std::size_t N>
const Fact* find_fact(const std::array<Fact, N>& facts, const Sided& name) {
    const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& f) {
        const bool same = f.name_1_1 == name.rest || f.name_2 == name.rest;
        return same && f.sided == !name.side.empty() && !name.rest.empty();
    });
    return found == facts.end() ? nullptr : &*found;
}

}  // namespace

VersionedName hanim_joint_name(std::string_view name, HanimVersion version) {
    const std::optional<HanimJointName> meant = hanim_joint_from_name(name);
    if (!meant) return {std::string(name), true};
    const bool in_both = !hanim_joint_facts()[meant->fact].name_1_1.empty();
    return {hanim_joint_name(*meant, version), in_both || version == HanimVersion::v2_0};
}

std::string hanim_joint_name(const HanimJointName& joint, HanimVersion version) {
    const HanimJointFact& fact = hanim_joint_facts()[joint.fact];
    const std::string_view side = joint.side == Side::left ? "l_" : (joint.side == Side::right ? "r_" : "");
    if (version == HanimVersion::v2_0) return std::string(side) + std::string(fact.name_2);
    const bool known = !fact.name_1_1.empty();
    return (known ? "" : "x_") + std::string(side) + std::string(known ? fact.name_1_1 : fact.name_2);
}

VersionedName hanim_segment_name(std::string_view name, HanimVersion version) {
    const std::string_view bare = name.starts_with("x_") ? name.substr(2) : name;
    const SegmentFact* fact = find_fact(segments, split(bare));
    if (fact == nullptr) return {std::string(name), true};
    return other(*fact, split(bare), version);
}

VersionedName hanim_site_name(std::string_view name, HanimVersion version) {
    for (const std::string_view suffix : {"_tip", "_view", "_pt"}) {
        if (!name.ends_with(suffix)) continue;
        const std::string_view stem = name.substr(0, name.size() - suffix.size());
        // A feature point, whose name may have its suffix in the table already.
        if (const SiteFact* fact = find_fact(sites, split(name))) return other(*fact, split(name), version);
        const SegmentFact* fact = suffix == "_tip" ? find_fact(segments, split(stem)) : nullptr;
        if (fact == nullptr) break;
        VersionedName out = other(*fact, split(stem), version);
        out.name += suffix;
        return out;
    }
    return {std::string(name), true};
}

std::optional<std::string> usual_segment(std::string_view joint, HanimVersion version) {
    const std::optional<HanimJointName> meant = hanim_joint_from_name(joint);
    if (!meant) return std::nullopt;
    const std::string_view name = hanim_joint_facts()[meant->fact].name_2;
    const auto found = std::find_if(segments.begin(), segments.end(),
                                    [name](const SegmentFact& f) { return f.joint == name; });
    if (found == segments.end()) return std::nullopt;
    const std::string_view segment = version == HanimVersion::v1_1 ? found->name_1_1 : found->name_2;
    if (segment.empty()) return std::nullopt;
    const std::string_view side = meant->side == Side::left ? "l_" : (meant->side == Side::right ? "r_" : "");
    return std::string(side) + std::string(segment);
}

}  // namespace vitruvian
