// Checks of joints and weights of vertices as in a file: readers normalize weights and leave out invalid
// ones.
#include "model/check/skin_checks.h"
#include "model/check/skin_meshes.h"
#include "model/check/skin_world_weights.h"
#include "model/check/source_objects.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian::check {
namespace {

/// The available attribute sets of a primitive, in parallel.
struct Sets {
    struct Set {
        const GltfAccessor* joints;
        const GltfAccessor* weights;
    };
    std::vector<Set> list;
    std::size_t vertices = 0;
    bool is_float = false;  // some are
};

Sets sets_of(const GltfFacts& facts, const GltfPrimitive& primitive) {
    Sets out;
    if (primitive.compressed) return out;
    for (const GltfInfluences& influences : primitive.influences) {
        const Sets::Set set{facts.with_values(influences.joints), facts.with_values(influences.weights)};
        const bool is_usable = set.joints != nullptr && set.weights != nullptr &&
                               set.joints->components == 4 && set.weights->components == 4 &&
                               set.joints->count == set.weights->count &&
                               (out.list.empty() || set.joints->count == out.vertices);
        if (!is_usable) continue;
        out.vertices = set.joints->count;
        out.is_float = out.is_float || set.weights->is_float();
        out.list.push_back(set);
    }
    return out;
}

/// The counts over the primitives of one mesh.
struct Count {
    std::size_t number = 0;
    std::size_t first = 0;
    int primitive = -1;  // of the first
    double worst = 0.0;

    void add(int in_primitive, std::size_t vertex, double value) {
        if (number++ == 0) {
            first = vertex;
            primitive = in_primitive;
        }
        worst = std::max(worst, value);
    }
};

/// Per mesh, the number of joints of the smallest skin that it is used with; 0: none.
std::vector<std::size_t> min_joints(const GltfFacts* facts) {
    std::vector<std::size_t> out(facts == nullptr ? 0 : facts->meshes.size(), 0);
    for (std::size_t n = 0; facts != nullptr && n < facts->nodes.size(); ++n) {
        const GltfNode& node = facts->nodes[n];
        if (node.mesh < 0 || node.skin < 0) continue;
        const std::size_t joints = at(facts->skins, node.skin).joints.size();
        std::size_t& fewest = at(out, node.mesh);
        if (joints > 0) fewest = fewest == 0 ? joints : std::min(fewest, joints);
    }
    return out;
}

/// Whether a vertex has a positive weight for one of the skin's first `joints` joints.
bool has_weight(const Sets& sets, std::size_t vertex, float joints) {
    for (const Sets::Set& set : sets.list) {
        for (std::size_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
            const float weight = set.weights->values[k];
            if (weight > 0.0F && std::isfinite(weight) && set.joints->values[k] < joints) return true;
        }
    }
    return false;
}

/// Returns the number of vertices of a mesh without such a weight.
std::size_t unweighted(const GltfFacts& facts, int mesh) {
    const std::vector<std::size_t> fewest = min_joints(&facts);
    const auto joints = static_cast<float>(at(fewest, mesh));
    std::size_t out = 0;
    for (const GltfPrimitive& primitive : at(facts.meshes, mesh).primitives) {
        const Sets sets = sets_of(facts, primitive);
        for (std::size_t v = 0; v < sets.vertices; ++v) out += has_weight(sets, v, joints) ? 0 : 1;
    }
    return out;
}

/// Offers normalizing as a fix, except where a vertex has no weights: the reader binds it to a joint that the
/// file does not specify.
void offer_normalising(const Subject& subject, const GltfFacts& facts, int mesh, Finding& finding) {
    if (const std::size_t none = unweighted(facts, mesh); none > 0) {
        finding.advice +=
            "; by hand, since " + counted(none, "vertex has", "vertices have") + " no weight that counts";
        return;
    }
    const std::vector<MeshInstance>& meshes = subject.document().meshes;
    std::vector<int> parts;
    for (int m = 0; m < static_cast<int>(meshes.size()); ++m) {
        const int node = at(meshes, m).node;
        const int source = node < 0 ? -1 : at(subject.document().nodes, node).source_index;
        if (source >= 0 && at(facts.nodes, source).mesh == mesh) parts.push_back(m);
    }
    finding.fix = normalising(subject, parts);
}

/// The fix of a finding: none, or normalizing the mesh's weights.
enum class Fix { none, normalise };

/// Examines each mesh of the file; calls `look(sets, primitive index, count)`.
template <class Look, class Report>
void for_each_mesh(const Subject& subject, Findings& findings, Fix fix, Look look, Report report) {
    // Worlds have their own weights, which another check examines.
    if (subject.world_facts() != nullptr) return;
    const GltfFacts* facts = gltf_facts_or_skip(subject, findings);
    if (facts == nullptr) return;
    for (int m = 0; m < static_cast<int>(facts->meshes.size()); ++m) {
        const GltfMesh& mesh = at(facts->meshes, m);
        Count count;
        for (int p = 0; p < static_cast<int>(mesh.primitives.size()); ++p) {
            const Sets sets = sets_of(*facts, at(mesh.primitives, p));
            if (!sets.list.empty()) look(*facts, m, sets, p, count);
        }
        if (count.number == 0) continue;
        Finding& finding = report(file_mesh(subject, *facts, m), count);
        finding.where = {subject.document().file, 0, 0,
                         fmt::format("/meshes/{}/primitives/{}/attributes", m, count.primitive)};
        if (fix == Fix::normalise) offer_normalising(subject, *facts, m, finding);
    }
}

struct Sum {
    double value = 0.0;  // sum of the weights; integers where none is a float
    double whole = 1.0;  // what it should be
    int influences = 0;
};

Sum sum_of(const Sets& sets, std::size_t vertex) {
    Sum out;
    for (const Sets::Set& set : sets.list) {
        for (std::size_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
            const float stored = set.weights->values[k];
            if (stored == 0.0F) continue;
            ++out.influences;
            out.value += static_cast<double>(sets.is_float ? set.weights->number(k) : stored);
        }
    }
    if (!sets.is_float) out.whole = sets.list.front().weights->component_type == 5121 ? 255.0 : 65535.0;
    return out;
}

bool repeats_joint(const Sets& sets, std::size_t vertex, std::vector<float>& seen) {
    seen.clear();
    for (const Sets::Set& set : sets.list) {
        for (std::size_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
            if (!(set.weights->values[k] > 0.0F)) continue;
            const float joint = set.joints->values[k];
            if (std::find(seen.begin(), seen.end(), joint) != seen.end()) return true;
            seen.push_back(joint);
        }
    }
    return false;
}

}  // namespace

void check_weight_sums(const Subject& subject, Findings& findings) {
    check_world_weight_sums(subject, findings);
    Count rounding;
    for_each_mesh(
        subject, findings, Fix::normalise,
        [&](const GltfFacts&, int, const Sets& sets, int p, Count& count) {
            for (std::size_t v = 0; v < sets.vertices; ++v) {
                const Sum sum = sum_of(sets, v);
                if (sum.influences == 0 || sum.value == 0.0) continue;
                // A sum that is not finite counts as all of a vertex's weights.
                const double off = std::isfinite(sum.value) ? std::abs(sum.value - sum.whole) : sum.whole;
                if (sets.is_float ? !(off <= findings.threshold()) : off != 0.0) {
                    // Quantised weights that are only off by rounding are reported with a lower level.
                    const bool is_rounding = !sets.is_float && off <= sum.influences;
                    count.add(p, v, is_rounding ? 0.0 : off / sum.whole);
                    if (is_rounding) rounding.add(p, v, off / sum.whole);
                }
            }
        },
        [&](Object object, const Count& count) -> Finding& {
            const bool is_info = count.worst == 0.0;
            const double worst = is_info ? rounding.worst : count.worst;
            rounding = {};
            return findings.add(
                std::move(object),
                fmt::format("the weights of {} do not sum to 1, by up to {:.4g}; the first is "
                            "number {}",
                            counted(count.number, "vertex", "vertices"), worst, count.first),
                "normalise the weights", worst, is_info ? std::optional(Level::info) : std::nullopt);
        });
}

void check_negative_weights(const Subject& subject, Findings& findings) {
    check_world_negative_weights(subject, findings);
    for_each_mesh(
        subject, findings, Fix::normalise,
        [](const GltfFacts&, int, const Sets& sets, int p, Count& count) {
            for (const Sets::Set& set : sets.list) {
                for (std::size_t k = 0; k < set.weights->values.size(); ++k) {
                    const auto weight = static_cast<double>(set.weights->values[k]);
                    if (weight < 0.0) count.add(p, k / 4, -weight);
                }
            }
        },
        [&](Object object, const Count& count) -> Finding& {
            return findings.add(
                std::move(object),
                fmt::format("{} negative, down to {:.4g}; the first is of vertex {}",
                            counted(count.number, "weight is", "weights are"), -count.worst, count.first),
                "set them to 0 and normalise the weights", -count.worst);
        });
}

void check_joint_range(const Subject& subject, Findings& findings) {
    const std::vector<std::size_t> fewest = min_joints(subject.gltf_facts());
    for_each_mesh(
        subject, findings, Fix::normalise,
        [&fewest](const GltfFacts&, int mesh, const Sets& sets, int p, Count& count) {
            const auto joints = static_cast<double>(at(fewest, mesh));
            for (const Sets::Set& set : sets.list) {
                for (std::size_t k = 0; joints > 0.0 && k < set.joints->values.size(); ++k) {
                    const auto joint = static_cast<double>(set.joints->values[k]);
                    if (joint >= joints) count.add(p, k / 4, joint);
                }
            }
        },
        [&](Object object, const Count& count) -> Finding& {
            return findings.add(
                std::move(object),
                fmt::format("{} that the skin does not have, up to number {:.0f}; "
                            "the first is of vertex {}",
                            counted(count.number, "influence names a joint", "influences name joints"),
                            count.worst, count.first),
                "name only joints of the skin", static_cast<double>(count.number));
        });
}

void check_repeated_joints(const Subject& subject, Findings& findings) {
    std::vector<float> seen;
    for_each_mesh(
        subject, findings, Fix::normalise,
        [&seen](const GltfFacts&, int, const Sets& sets, int p, Count& count) {
            for (std::size_t v = 0; v < sets.vertices; ++v) {
                if (repeats_joint(sets, v, seen)) count.add(p, v, 1.0);
            }
        },
        [&](Object object, const Count& count) -> Finding& {
            return findings.add(
                std::move(object),
                fmt::format("{} a joint twice; the first is number {}",
                            counted(count.number, "vertex names", "vertices name"), count.first),
                "add the two weights up", static_cast<double>(count.number));
        });
}

void check_idle_joints(const Subject& subject, Findings& findings) {
    for_each_mesh(
        subject, findings, Fix::normalise,
        [](const GltfFacts&, int, const Sets& sets, int p, Count& count) {
            for (const Sets::Set& set : sets.list) {
                for (std::size_t k = 0; k < set.joints->values.size(); ++k) {
                    if (set.weights->values[k] == 0.0F && set.joints->values[k] != 0.0F)
                        count.add(p, k / 4, 1.0);
                }
            }
        },
        [&](Object object, const Count& count) -> Finding& {
            return findings.add(std::move(object),
                                fmt::format("{} weight 0; the first is of vertex {}",
                                            counted(count.number, "influence names a joint but has",
                                                    "influences name a joint but have"),
                                            count.first),
                                "name joint 0 where the weight is 0", static_cast<double>(count.number));
        });
}

void check_unweighted(const Subject& subject, Findings& findings) {
    // H-Anim's points without joints keep their position, according to the standard: not an error.
    for (const MeshGroup& group : skinned_groups(subject, true)) {
        const Unweighted found = unweighted_vertices(subject, group);
        if (found.count == 0) continue;
        Finding& finding = findings.add(group.object,
                                        fmt::format("no joint moves {}; the first is number {}",
                                                    counted(found.count, "vertex", "vertices"), found.first),
                                        "give them to the joint that they should follow",
                                        static_cast<double>(found.count), Level::warning);
        finding.marks.points = found.points;
    }
    if (subject.is_hanim()) return;
    for_each_mesh(
        subject, findings, Fix::none,
        [](const GltfFacts&, int, const Sets& sets, int p, Count& count) {
            for (std::size_t v = 0; v < sets.vertices; ++v) {
                if (sum_of(sets, v).value == 0.0) count.add(p, v, 1.0);
            }
        },
        [&](Object object, const Count& count) -> Finding& {
            return findings.add(
                std::move(object),
                fmt::format("{} no weight; the first is number {}",
                            counted(count.number, "vertex has", "vertices have"), count.first),
                "give them to the joint that they should follow", static_cast<double>(count.number));
        });
}

}  // namespace vitruvian::check
