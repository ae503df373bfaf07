#include "model/check/skin_world_weights.h"

#include "model/check/findings.h"
#include "model/check/skin_meshes.h"
#include "model/check/source_world.h"
#include "model/check/subject.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace vitruvian::check {
namespace {

/// A Joint's skinCoordIndex and skinCoordWeight.
struct JointWeights {
    const WorldFacts::Node* joint;
    const std::vector<double>* points;
    const std::vector<double>* weights;
};

std::vector<JointWeights> weights_of(const WorldFacts& facts, const Figure& figure) {
    std::vector<JointWeights> out;
    for (const WorldFacts::Node& node : facts.nodes) {
        if (node.kind != WorldFacts::Kind::joint || node.humanoid != figure.index || node.index < 0) continue;
        const JointWeights found{&node, node.find("skinCoordIndex"), node.find("skinCoordWeight")};
        // Lists of different lengths are reported by SK17.
        const bool is_usable = found.points != nullptr && found.weights != nullptr &&
                               found.points->size() == found.weights->size();
        if (is_usable) out.push_back(found);
    }
    return out;
}

/// Sums by point of skinCoord, up to the largest index of any joint.
std::vector<double> sums_of(const std::vector<JointWeights>& joints) {
    constexpr double max_points = 16'000'000.0;
    std::vector<double> out;
    for (const JointWeights& joint : joints) {
        for (std::size_t i = 0; i < joint.points->size(); ++i) {
            const double point = (*joint.points)[i];
            if (!(point >= 0.0 && point < max_points)) continue;
            const auto index = static_cast<std::size_t>(point);
            if (index >= out.size()) out.resize(index + 1, 0.0);
            out[index] += (*joint.weights)[i];
        }
    }
    return out;
}

/// Returns the first group of the figure's skin; nullopt where it has none.
std::optional<MeshGroup> skin_of(const Subject& subject, const Figure& figure) {
    for (MeshGroup& group : skinned_groups(subject, true)) {
        if (group.figure >= 0 && at(subject.figures(), group.figure).index == figure.index)
            return std::move(group);
    }
    return std::nullopt;
}

/// All shapes of a skin share one list of weights, so one mesh is enough. Points without weights keep their
/// position.
std::vector<Command> normalising(const Subject& subject, const std::optional<MeshGroup>& skin) {
    return skin ? normalising(subject, {skin->meshes.front()}) : std::vector<Command>();
}

/// Whether the skin's weights were edited, so that the file's own no longer apply.
bool is_edited(const Subject& subject, const Figure& figure) {
    const std::vector<MeshInstance>& now = subject.document().meshes;
    const std::vector<MeshInstance>& was = subject.document().source->as_read.meshes;
    return !std::equal(now.begin(), now.end(), was.begin(), was.end(), [&](const auto& a, const auto& b) {
        return a.humanoid != figure.index || a.mesh == b.mesh;
    });
}

}  // namespace

void check_world_weight_sums(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const Figure& figure : subject.figures()) {
        if (is_edited(subject, figure)) continue;
        const std::vector<double> sums = sums_of(weights_of(*facts, figure));
        std::size_t count = 0;
        std::size_t first = 0;
        double worst = 0.0;
        for (std::size_t point = 0; point < sums.size(); ++point) {
            const double off = std::abs(sums[point] - 1.0);
            if (sums[point] == 0.0 || off <= findings.threshold()) continue;
            if (count++ == 0) first = point;
            worst = std::max(worst, off);
        }
        if (count == 0) continue;
        const std::optional<MeshGroup> skin = skin_of(subject, figure);
        Finding& finding = findings.add(
            skin ? skin->object : subject.humanoid(figure),
            fmt::format(
                "the weights of {} points of skinCoord do not sum to 1, by up to {:.4g}; the first is "
                "number {}",
                count, worst, first),
            "normalise the weights", worst);
        finding.where = {subject.document().file, 0, 0, {}};
        finding.fix = normalising(subject, skin);
    }
}

void check_world_negative_weights(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const Figure& figure : subject.figures()) {
        if (is_edited(subject, figure)) continue;
        for (const JointWeights& joint : weights_of(*facts, figure)) {
            const auto negative = std::count_if(joint.weights->begin(), joint.weights->end(),
                                                [](double weight) { return weight < 0.0; });
            if (negative == 0) continue;
            const double least = *std::min_element(joint.weights->begin(), joint.weights->end());
            Finding& finding = findings.add(
                subject.joint(figure, joint.joint->index),
                fmt::format("{} of its skinCoordWeights are negative, down to {:.4g}", negative, least),
                "set them to 0 and normalise the weights", least);
            finding.where = joint.joint->where;
            finding.fix = normalising(subject, skin_of(subject, figure));
        }
    }
}

}  // namespace vitruvian::check
