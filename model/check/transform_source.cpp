// Checks of rotations and matrices as in a glTF file: the reader normalizes rotations and decomposes
// matrices.
#include "model/check/findings.h"
#include "model/check/source_gltf.h"
#include "model/check/source_objects.h"
#include "model/check/transform_checks.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::check {
namespace {

double off_unit(const glm::dvec4& rotation) {
    return std::abs(glm::length(rotation) - 1.0);
}

struct WorstKey {
    double off = 0.0;
    double time = 0.0;
    int channel = -1;
    int count = 0;
};

/// Examines the keys of a channel's rotations, without tangents.
void look_at_keys(const GltfFacts& facts, const GltfAnimation& animation, int index, double limit,
                  WorstKey& worst) {
    const GltfChannel& channel = at(animation.channels, index);
    if (channel.path != "rotation" || channel.sampler < 0) return;
    const GltfSampler& sampler = at(animation.samplers, channel.sampler);
    const GltfAccessor* output = facts.with_values(sampler.output);
    if (output == nullptr || output->components != 4) return;
    const GltfAccessor* input = facts.with_values(sampler.input);
    const bool is_cubic = sampler.interpolation == "CUBICSPLINE";
    const std::size_t step = is_cubic ? 3 : 1;
    for (std::size_t row = is_cubic ? 1 : 0; row < output->count; row += step) {
        const auto number = [&](std::size_t i) { return static_cast<double>(output->number(4 * row + i)); };
        const double off = off_unit({number(0), number(1), number(2), number(3)});
        if (off <= limit) continue;
        ++worst.count;
        if (worst.channel >= 0 && !(off > worst.off)) continue;
        worst.off = off;
        worst.channel = index;
        const std::size_t key = row / step;
        worst.time =
            input != nullptr && key < input->values.size() ? static_cast<double>(input->values[key]) : 0.0;
    }
}

/// Returns what is wrong with a matrix and by how much; nullopt where it is a translation, rotation and
/// scale.
std::optional<std::pair<std::string, double>> fault_of(const std::array<float, 16>& m, double limit) {
    if (m[3] != 0.0F || m[7] != 0.0F || m[11] != 0.0F || m[15] != 1.0F)
        return std::pair(std::string("its last row is not 0, 0, 0, 1"), 1.0);
    double worst = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t a = 4 * i;
        const std::size_t b = 4 * ((i + 1) % 3);
        const glm::dvec3 x(m.at(a), m.at(a + 1), m.at(a + 2));
        const glm::dvec3 y(m.at(b), m.at(b + 1), m.at(b + 2));
        const double lengths = glm::length(x) * glm::length(y);
        if (lengths > 1e-12) worst = std::max(worst, std::abs(glm::dot(x, y)) / lengths);
    }
    if (worst <= limit) return std::nullopt;
    return std::pair(fmt::format("its axes are {:.3f} degrees from standing square to each other",
                                 glm::degrees(std::asin(std::min(worst, 1.0)))),
                     worst);
}

}  // namespace

void check_quaternions(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = gltf_facts_or_skip(subject, findings);
    if (facts == nullptr) return;
    for (int n = 0; n < static_cast<int>(facts->nodes.size()); ++n) {
        const auto& rotation = at(facts->nodes, n).rotation;
        if (!rotation) continue;
        const double off = off_unit(glm::dvec4(*rotation));
        if (off <= findings.threshold()) continue;
        findings
            .add(file_node(subject, *facts, n),
                 fmt::format("its rotation has the length {:.4f}", glm::length(glm::dvec4(*rotation))),
                 "write rotations of length 1", off)
            .where = {subject.document().file, 0, 0, fmt::format("/nodes/{}/rotation", n)};
    }
    for (int a = 0; a < static_cast<int>(facts->animations.size()); ++a) {
        const GltfAnimation& animation = at(facts->animations, a);
        WorstKey worst;
        for (int c = 0; c < static_cast<int>(animation.channels.size()); ++c)
            look_at_keys(*facts, animation, c, findings.threshold(), worst);
        if (worst.channel < 0) continue;
        Finding& finding = findings.add(
            file_clip(subject, *facts, a),
            fmt::format("{} not of length 1; the worst is {:.4f} off, at {:.3f} s",
                        counted(worst.count, "rotation key is", "rotation keys are"), worst.off, worst.time),
            "write rotations of length 1", worst.off);
        finding.time = worst.time;
        finding.clip = finding.object.name;
        finding.clip_index = finding.object.item.index;
        finding.where = {subject.document().file, 0, 0,
                         fmt::format("/animations/{}/channels/{}", a, worst.channel)};
    }
}

void check_node_matrices(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = gltf_facts_or_skip(subject, findings);
    if (facts == nullptr) return;
    for (int n = 0; n < static_cast<int>(facts->nodes.size()); ++n) {
        const auto& matrix = at(facts->nodes, n).matrix;
        const auto fault = matrix ? fault_of(*matrix, findings.threshold()) : std::nullopt;
        if (!fault) continue;
        findings
            .add(file_node(subject, *facts, n),
                 "its matrix is not a translation, rotation and scale: " + fault->first,
                 "write translation, rotation and scale, and bake the remainder into the mesh", fault->second)
            .where = {subject.document().file, 0, 0, fmt::format("/nodes/{}/matrix", n)};
    }
}

}  // namespace vitruvian::check
