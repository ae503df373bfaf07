// Skins and vertex weights (glTF 2.0, 3.7.3).
#include "model/core/at.h"
#include "model/core/large_memory.h"
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian::gltf {
namespace {

std::vector<mat4> read_inverse_bind(Reading& reading, const JsonValue& json, std::size_t joints,
                                    const std::string& pointer) {
    const int index = int_or(json, "inverseBindMatrices", -1);
    if (index < 0) {
        reading.warn("gltf-skin-no-bind", "the skin has no inverse bind matrices; they are taken as identity",
                     pointer);
        return std::vector<mat4>(joints, mat4(1.0F));
    }
    const Accessor* accessor = reading.data.find(index);
    const std::string place = pointer + "/inverseBindMatrices";
    if (accessor == nullptr || accessor->count < joints || !accessor->is_float()) {
        reading.warn("gltf-skin", "the skin's inverse bind matrices are wrong; its meshes stay rigid", place);
        return {};
    }
    const std::optional<std::vector<float>> values = reading.data.floats(index, 16, place);
    if (!values) return {};
    std::vector<mat4> out(joints);
    for (std::size_t j = 0; j < joints; ++j) {
        out[j] = glm::make_mat4(values->data() + j * 16);
        // The last row of an affine matrix; some writers leave rounding there.
        for (int c = 0; c < 4; ++c) out[j][c][3] = c == 3 ? 1.0F : 0.0F;
    }
    return out;
}

SkinRead read_skin(Reading& reading, std::size_t index) {
    const JsonValue& json = reading.element("skins", index);
    SkinRead out;
    if (json.is_null()) return out;
    const tiny::Skin& source = reading.scene.skins[index];
    auto skin = std::make_shared<Skin>();
    skin->name = source.name;
    skin->inverse_bind =
        read_inverse_bind(reading, json, source.joints.size(), fmt::format("/skins/{}", index));
    if (skin->inverse_bind.empty()) return out;
    for (const int joint : source.joints) {
        skin->nodes.push_back(at(reading.document_node, joint));
    }
    if (source.skeleton >= 0) out.skeleton = at(reading.document_node, source.skeleton);
    out.skin = std::move(skin);
    return out;
}

/// One pair JOINTS_n, WEIGHTS_n: four of each per vertex.
struct InfluenceSet {
    std::vector<std::uint32_t> joints;
    std::vector<float> weights;
};

std::vector<InfluenceSet> read_sets(Reading& reading, const JsonValue& attributes, const std::string& pointer,
                                    std::size_t count) {
    std::vector<InfluenceSet> out;
    constexpr int most_sets = 64;
    for (int n = 0; n < most_sets; ++n) {
        const int joints = int_or(attributes, fmt::format("JOINTS_{}", n), -1);
        const int weights = int_or(attributes, fmt::format("WEIGHTS_{}", n), -1);
        if (joints < 0 && weights < 0) break;
        const std::string place = fmt::format("{}/JOINTS_{}", pointer, n);
        const Accessor* joints_at = reading.data.find(joints);
        const Accessor* weights_at = reading.data.find(weights);
        const bool usable = joints_at != nullptr && weights_at != nullptr && joints_at->count == count &&
                            weights_at->count == count;
        if (!usable) {
            reading.warn("gltf-influences",
                         "joints without weights, or a wrong number of them; the set is left out", place);
            continue;
        }
        if (!reading.data.spend(count * 32)) break;
        InfluenceSet set{std::vector<std::uint32_t>(count * 4), std::vector<float>(count * 4)};
        if (!reading.data.read_integers(joints, 4, set.joints.data(), place)) continue;
        if (!reading.data.read_floats(weights, 4, set.weights.data(),
                                      fmt::format("{}/WEIGHTS_{}", pointer, n))) {
            continue;
        }
        out.push_back(std::move(set));
    }
    return out;
}

/// What was odd about the weights of a primitive.
struct WeightOddities {
    std::size_t outside = 0;
    std::size_t negative = 0;
    std::size_t not_one = 0;
    std::size_t none = 0;
};

void add_row(const std::vector<InfluenceSet>& sets, std::size_t vertex, std::size_t joint_count, Mesh& mesh,
             WeightOddities& odd) {
    const std::size_t begin = mesh.influence_joint.size();
    float sum = 0.0F;
    for (const InfluenceSet& set : sets) {
        for (std::size_t k = vertex * 4; k < vertex * 4 + 4; ++k) {
            const float weight = set.weights[k];
            if (weight == 0.0F) continue;
            if (weight < 0.0F || set.joints[k] >= joint_count) {
                ++(weight < 0.0F ? odd.negative : odd.outside);
                continue;
            }
            mesh.influence_joint.push_back(set.joints[k]);
            mesh.influence_weight.push_back(weight);
            sum += weight;
        }
    }
    if (!(sum > 1e-12F) || !std::isfinite(sum)) {
        // As others do: a vertex that nothing moves follows its first joint, or it would fly to the origin.
        ++odd.none;
        mesh.influence_joint.resize(begin);
        mesh.influence_weight.resize(begin);
        const std::uint32_t first = sets.front().joints[vertex * 4];
        mesh.influence_joint.push_back(first < joint_count ? first : 0);
        mesh.influence_weight.push_back(1.0F);
    } else if (std::abs(sum - 1.0F) > 1e-6F) {
        if (std::abs(sum - 1.0F) > 5e-3F) ++odd.not_one;
        for (std::size_t i = begin; i < mesh.influence_weight.size(); ++i) mesh.influence_weight[i] /= sum;
    }
    mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
}

}  // namespace

void read_skins(Reading& reading) {
    for (std::size_t i = 0; i < reading.scene.skins.size(); ++i) {
        reading.skins.push_back(read_skin(reading, i));
        reading.skin_index[reading.skins.back().skin.get()] = static_cast<int>(i);
    }
}

void read_influences(Reading& reading, const JsonValue& attributes, const std::string& pointer,
                     std::size_t joint_count, Mesh& mesh) {
    const std::size_t count = mesh.positions.size();
    const std::vector<InfluenceSet> sets = read_sets(reading, attributes, pointer, count);
    if (sets.empty()) {
        reading.warn("gltf-influences", "a mesh with a skin has no usable weights and stays rigid", pointer);
        return;
    }
    if (!reading.data.spend(count * (4 + 32 * sets.size()))) return;
    reserve_large(mesh.influence_begin, count + 1);
    reserve_large(mesh.influence_joint, count * 4);
    reserve_large(mesh.influence_weight, count * 4);
    mesh.influence_begin.push_back(0);
    WeightOddities odd;
    for (std::size_t v = 0; v < count; ++v) add_row(sets, v, joint_count, mesh, odd);
    const auto tell = [&](std::size_t number, const char* code, const char* what) {
        if (number != 0) reading.warn(code, what, pointer);
    };
    tell(odd.outside, "gltf-joint-range", "influences of joints that the skin does not have were left out");
    tell(odd.negative, "gltf-weight-negative", "negative weights were left out");
    tell(odd.not_one, "gltf-weight-sum", "weights that do not sum to 1 were scaled");
    tell(odd.none, "gltf-weight-none", "vertices without weights follow their first joint");
}

}  // namespace vitruvian::gltf
