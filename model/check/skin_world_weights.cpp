#include "model/check/skin_world_weights.h"

#include "model/check/findings.h"
#include "model/check/skin_meshes.h"
#include "model/check/source_world.h"
#include "model/check/subject.h"
#include "model/core/counted.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace vitruvian::check {
namespace {

/// A Joint's skinCoordIndex and skinCoordWeight.
struct JointWeights {
    const WorldFacts::Node* joint;
    const std::vector<double>* points;
    const std::vector<double>* weights;  // nullptr where the file has none

    /// Whether there is one weight for each point; SK17 reports joints where there is not.
    [[nodiscard]] bool match() const { return weights != nullptr && points->size() == weights->size(); }
};

std::vector<JointWeights> weights_of(const WorldFacts& facts, const Figure& figure) {
    std::vector<JointWeights> out;
    for (const WorldFacts::Node& node : facts.nodes) {
        if (node.kind != WorldFacts::Kind::joint || node.humanoid != figure.index || node.index < 0) continue;
        const JointWeights found{&node, node.find("skinCoordIndex"), node.find("skinCoordWeight")};
        if (found.points != nullptr) out.push_back(found);
    }
    return out;
}

/// Sums by point of skinCoord, up to the largest index of any joint; NaN where a joint's lists do not match.
std::vector<double> sums_of(const std::vector<JointWeights>& joints) {
    constexpr double max_points = 16'000'000.0;
    std::vector<double> out;
    for (const JointWeights& joint : joints) {
        for (std::size_t i = 0; i < joint.points->size(); ++i) {
            const double point = (*joint.points)[i];
            if (!(point >= 0.0 && point < max_points)) continue;
            const auto index = static_cast<std::size_t>(point);
            if (index >= out.size()) out.resize(index + 1, 0.0);
            out[index] += joint.match() ? (*joint.weights)[i] : std::numeric_limits<double>::quiet_NaN();
        }
    }
    return out;
}

/// Returns the first group of the figure's skin; nullopt where it has none.
std::optional<MeshGroup> skin_of(const Subject& subject, int humanoid) {
    for (MeshGroup& group : skinned_groups(subject, true)) {
        if (group.figure >= 0 && at(subject.figures(), group.figure).index == humanoid)
            return std::move(group);
    }
    return std::nullopt;
}

/// Returns the number of points that have weights, but none that a reader accepts.
std::size_t points_without_weight(const std::vector<JointWeights>& joints) {
    constexpr double most = 1e6;
    std::map<double, bool> counts;
    for (const JointWeights& joint : joints) {
        for (std::size_t i = 0; joint.match() && i < joint.points->size(); ++i) {
            const double weight = (*joint.weights)[i];
            bool& has_weight = counts.try_emplace((*joint.points)[i], weight == 0.0).first->second;
            has_weight = has_weight || (weight > 0.0 && weight <= most);
        }
    }
    return static_cast<std::size_t>(
        std::count_if(counts.begin(), counts.end(), [](const auto& point) { return !point.second; }));
}

/// Offers no fix where points would be left without any weight, which would change more than the finding names.
void offer_normalising(const Subject& subject, const Figure& figure, const std::vector<JointWeights>& joints,
                       Finding& finding) {
    const std::size_t none = points_without_weight(joints);
    if (none > 0)
        finding.advice +=
            "; by hand, since " + counted(none, "point has", "points have") + " no weight that counts";
    else
        finding.fix = normalising_skin(subject, figure.index);
}

}  // namespace

std::vector<Command> normalising_skin(const Subject& subject, int humanoid) {
    // All shapes of a skin have one list of weights, so that one mesh is enough.
    const std::optional<MeshGroup> skin = skin_of(subject, humanoid);
    return skin ? normalising(subject, {skin->meshes.front()}) : std::vector<Command>();
}

bool has_edited_weights(const Subject& subject, int humanoid) {
    const std::vector<MeshInstance>& now = subject.document().meshes;
    const std::vector<MeshInstance>& was = subject.document().source->as_read.meshes;
    return !std::equal(now.begin(), now.end(), was.begin(), was.end(), [&](const auto& a, const auto& b) {
        return a.humanoid != humanoid || a.mesh == b.mesh;
    });
}

void check_world_weight_sums(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const Figure& figure : subject.figures()) {
        if (has_edited_weights(subject, figure.index)) continue;
        const std::vector<JointWeights> joints = weights_of(*facts, figure);
        const std::vector<double> sums = sums_of(joints);
        std::size_t count = 0;
        std::size_t first = 0;
        double worst = 0.0;
        for (std::size_t point = 0; point < sums.size(); ++point) {
            const double off = std::abs(sums[point] - 1.0);
            const bool is_wrong = sums[point] != 0.0 && off > findings.threshold();
            if (!is_wrong) continue;
            if (count++ == 0) first = point;
            worst = std::max(worst, off);
        }
        if (count == 0) continue;
        const std::optional<MeshGroup> skin = skin_of(subject, figure.index);
        Finding& finding = findings.add(
            skin ? skin->object : subject.humanoid(figure),
            fmt::format("the weights of {} of skinCoord do not sum to 1, by up to {:.4g}; the first is "
                        "number {}",
                        counted(count, "point", "points"), worst, first),
            "normalise the weights", worst);
        finding.where = {subject.document().file, 0, 0, {}};
        offer_normalising(subject, figure, joints, finding);
    }
}

void check_world_negative_weights(const Subject& subject, Findings& findings) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return;
    for (const Figure& figure : subject.figures()) {
        if (has_edited_weights(subject, figure.index)) continue;
        const std::vector<JointWeights> joints = weights_of(*facts, figure);
        for (const JointWeights& joint : joints) {
            if (!joint.match()) continue;
            const auto negative = std::count_if(joint.weights->begin(), joint.weights->end(),
                                                [](double weight) { return weight < 0.0; });
            if (negative == 0) continue;
            const double least = *std::min_element(joint.weights->begin(), joint.weights->end());
            Finding& finding = findings.add(
                subject.joint(figure, joint.joint->index),
                fmt::format("{} negative, down to {:.4g}",
                            counted(negative, "of its skinCoordWeights is", "of its skinCoordWeights are"),
                            least),
                "set them to 0 and normalise the weights", least);
            finding.where = joint.joint->where;
            offer_normalising(subject, figure, joints, finding);
        }
    }
}

}  // namespace vitruvian::check
