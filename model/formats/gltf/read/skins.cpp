// Reads skins and vertex weights (glTF 2.0, 3.7.3).
#include "model/core/at.h"
#include "model/core/large_memory.h"
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
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
        // The last row of an affine matrix; some writers leave rounding errors there.
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

/// Room for numbers that are about to be read; null once the memory budget is spent. An array, since a vector
/// would be zero-initialised first.
template <class Number>
std::unique_ptr<Number[]> make_room(Reading& reading,
                                    std::size_t count) {  // NOLINT(modernize-avoid-c-arrays)
    if (!reading.data.spend(count * sizeof(Number))) return nullptr;
    auto out = std::make_unique_for_overwrite<Number[]>(count);  // NOLINT(modernize-avoid-c-arrays)
    prepare_to_fill(out.get(), count * sizeof(Number));
    return out;
}

/// A pair of JOINTS_n, WEIGHTS_n: four of each per vertex, in the file's bytes where it has them as arrays.
class InfluenceSet {
  public:
    /// Returns nullopt, reported at the attributes' places, where one cannot be read or the memory budget is spent.
    static std::optional<InfluenceSet> read(Reading& reading, int joints, int weights,
                                            const std::string& place, const std::string& weights_place) {
        InfluenceSet out;
        const std::size_t numbers = reading.data.find(joints)->count * 4;
        if (!out.see_joints(reading.data, joints)) {
            out.own_joints_ = make_room<std::uint32_t>(reading, numbers);
            std::uint32_t* const own = out.own_joints_.get();
            if (own == nullptr || !reading.data.read_integers(joints, 4, own, place)) return std::nullopt;
            out.joints_ = own;
            out.joint_bytes_ = sizeof(std::uint32_t);
        }
        if (!out.see_weights(reading.data, weights)) {
            out.own_weights_ = make_room<float>(reading, numbers);
            float* const own = out.own_weights_.get();
            if (own == nullptr ||
                !reading.data.read_floats(weights, 4, own, weights_place, &out.is_repaired_))
                return std::nullopt;
            out.weights_ = own;
        }
        return out;
    }

    [[nodiscard]] std::array<std::uint32_t, 4> joints(std::size_t vertex) const {
        switch (joint_bytes_) {
            case 1:
                return four<std::uint8_t>(vertex);
            case 2:
                return four<std::uint16_t>(vertex);
            default:
                return four<std::uint32_t>(vertex);
        }
    }
    [[nodiscard]] std::span<const float, 4> weights(std::size_t vertex) const {
        return std::span<const float, 4>(weights_ + vertex * 4, 4);
    }
    /// Whether some weights were not finite.
    [[nodiscard]] bool is_repaired() const { return is_repaired_; }

  private:
    bool see_joints(const Data& data, int accessor) {
        const int type = data.find(accessor)->component_type;
        joint_bytes_ = component_bytes(type);
        const bool is_unsigned = type == 5121 || type == 5123 || type == 5125;
        const std::span<const std::byte> array = data.as_array(accessor, 4, type);
        joints_ = array.data();
        return is_unsigned && !array.empty();
    }

    bool see_weights(const Data& data, int accessor) {
        constexpr int float_type = 5126;
        const std::span<const std::byte> array = data.as_array(accessor, 4, float_type);
        weights_ = reinterpret_cast<const float*>(array.data());
        return !array.empty() && Data::are_finite({weights_, array.size() / sizeof(float)});
    }

    template <class Number>
    [[nodiscard]] std::array<std::uint32_t, 4> four(std::size_t vertex) const {
        const Number* const first = static_cast<const Number*>(joints_) + vertex * 4;
        return {first[0], first[1], first[2], first[3]};
    }

    const void* joints_ = nullptr;
    std::size_t joint_bytes_ = 0;
    const float* weights_ = nullptr;
    bool is_repaired_ = false;
    std::unique_ptr<std::uint32_t[]> own_joints_;  // NOLINT(modernize-avoid-c-arrays)
    std::unique_ptr<float[]> own_weights_;         // NOLINT(modernize-avoid-c-arrays)
};

std::vector<InfluenceSet> read_sets(Reading& reading, const JsonValue& attributes, const std::string& pointer,
                                    std::size_t count) {
    std::vector<InfluenceSet> out;
    constexpr int max_sets = 64;
    for (int n = 0; n < max_sets; ++n) {
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
        if (std::optional<InfluenceSet> set =
                InfluenceSet::read(reading, joints, weights, place, fmt::format("{}/WEIGHTS_{}", pointer, n)))
            out.push_back(std::move(*set));
    }
    return out;
}

/// Irregularities in the weights of a primitive.
struct WeightOddities {
    std::size_t outside = 0;
    std::size_t negative = 0;
    std::size_t not_one = 0;
    std::size_t none = 0;
    std::size_t uneven = 0;  // sums off by more than glTF allows; not_one of them are reported
    std::size_t idle = 0;    // joints listed with weight 0

    [[nodiscard]] bool any() const { return outside + negative + none + uneven + idle != 0; }
};

/// Collects the rows of a mesh, many at a time.
class RowWriter {
  public:
    RowWriter(const std::vector<InfluenceSet>& sets, std::size_t joint_count, Mesh& mesh)
        : sets_(sets), most_per_vertex_(sets.size() * 4), joint_count_(joint_count), mesh_(mesh) {}

    void add(std::size_t vertex) {
        if (used_ + most_per_vertex_ > buffer) flush();
        const std::size_t begin = used_;
        float sum = 0.0F;
        for (const InfluenceSet& set : sets_) sum += add(set.joints(vertex), set.weights(vertex));
        if (!(sum > 1e-12F) || !std::isfinite(sum)) {
            // As in other programs: a vertex without weights follows its first joint, or it would collapse to
            // the origin.
            ++odd_.none;
            const std::uint32_t first = sets_.front().joints(vertex)[0];
            joints_[begin] = first < joint_count_ ? first : 0;
            weights_[begin] = 1.0F;
            used_ = begin + 1;
        } else if (std::abs(sum - 1.0F) > tolerance * static_cast<float>(static_cast<int>(used_ - begin))) {
            if (std::abs(sum - 1.0F) > 5e-3F) ++odd_.not_one;
            ++odd_.uneven;
            for (std::size_t i = begin; i < used_; ++i) weights_[i] /= sum;
        }
        mesh_.influence_begin[vertex + 1] = static_cast<std::uint32_t>(flushed_ + used_);
    }

    void flush() {
        const auto count = static_cast<std::ptrdiff_t>(used_);
        mesh_.influence_joint.insert(mesh_.influence_joint.end(), joints_.begin(), joints_.begin() + count);
        mesh_.influence_weight.insert(mesh_.influence_weight.end(), weights_.begin(),
                                      weights_.begin() + count);
        flushed_ += used_;
        used_ = 0;
    }

    [[nodiscard]] const WeightOddities& odd() const { return odd_; }

  private:
    /// Appends one vertex's influences of one set; returns the sum of their weights.
    float add(const std::array<std::uint32_t, 4>& joints, std::span<const float, 4> weights) {
        std::uint32_t* const to_joints = joints_.data() + used_;
        float* const to_weights = weights_.data() + used_;
        std::size_t used = 0;
        std::uint32_t odd = 0;
        float sum = 0.0F;
        for (std::size_t k = 0; k < 4; ++k) {
            // As bits and without branches, since the number of weights differs from vertex to vertex.
            const auto weight = std::bit_cast<std::uint32_t>(weights[k]);
            const std::uint32_t is_bad =
                (weight >> 31) | static_cast<std::uint32_t>(joints[k] >= joint_count_);
            const std::uint32_t share = weight & (is_bad - 1);
            to_joints[used] = joints[k];  // kept if the weight is not 0
            to_weights[used] = std::bit_cast<float>(share);
            used += static_cast<std::size_t>(share != 0);
            odd |= (share ^ weight) | (joints[k] & (static_cast<std::uint32_t>(share != 0) - 1));
            sum += std::bit_cast<float>(share);
        }
        used_ += used;
        if (odd != 0) count_odd(joints, weights);
        return sum;
    }

    void count_odd(const std::array<std::uint32_t, 4>& joints, std::span<const float, 4> weights) {
        for (std::size_t k = 0; k < 4; ++k) {
            if (weights[k] < 0.0F) {
                ++odd_.negative;
            } else if (weights[k] == 0.0F) {
                odd_.idle += static_cast<std::size_t>(joints[k] != 0);
            } else if (joints[k] >= joint_count_) {
                ++odd_.outside;
            }
        }
    }

    static constexpr float tolerance = 2e-7F;    // of a sum, per weight in it (glTF 2.0, 3.7.3.3)
    static constexpr std::size_t buffer = 4096;  // more than any vertex has in all sets

    const std::vector<InfluenceSet>& sets_;
    std::size_t most_per_vertex_;
    std::size_t joint_count_;
    Mesh& mesh_;
    WeightOddities odd_;
    std::size_t flushed_ = 0;
    std::size_t used_ = 0;
    std::array<std::uint32_t, buffer + 1> joints_{};  // one more, since zero weights are written too
    std::array<float, buffer + 1> weights_{};
};

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
    mesh.influence_begin.resize(count + 1);
    RowWriter rows(sets, joint_count, mesh);
    for (std::size_t v = 0; v < count; ++v) rows.add(v);
    rows.flush();
    const WeightOddities& odd = rows.odd();
    mesh.influence_repaired =
        odd.any() || std::any_of(sets.begin(), sets.end(), [](const auto& set) { return set.is_repaired(); });
    const auto tell = [&](std::size_t number, const char* code, const char* what) {
        if (number != 0) reading.warn(code, what, pointer);
    };
    tell(odd.outside, "gltf-joint-range", "influences of joints that the skin does not have were left out");
    tell(odd.negative, "gltf-weight-negative", "negative weights were left out");
    tell(odd.not_one, "gltf-weight-sum", "weights that do not sum to 1 were scaled");
    tell(odd.none, "gltf-weight-none", "vertices without weights follow their first joint");
}

}  // namespace vitruvian::gltf
