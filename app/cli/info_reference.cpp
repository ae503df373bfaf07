#include "app/cli/info_reference.h"

#include "model/core/at.h"
#include "model/figure/reference_pose.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

constexpr std::array kinds{ReferenceKind::bind, ReferenceKind::rest, ReferenceKind::tpose};

/// Rounds degrees to a hundredth: further digits are rounding errors.
float degrees(float radians) {
    return std::round(glm::degrees(radians) * 100.0F) / 100.0F;
}

Json json_of(const ReferenceComparison& all) {
    Json out = {{"used", to_string(all.used)}};
    for (const ReferenceKind kind : kinds) {
        const TPoseScore& score = all.of(kind).score;
        out["scores"][std::string(to_string(kind))] = {{"limbs", degrees(score.limbs)},
                                                       {"worst", degrees(score.worst_limb)},
                                                       {"facing", degrees(score.facing)}};
    }
    out["bones"] = Json::object();
    for (const TPoseError& error : all.of(all.used).score.bones) {
        Json& bone = out["bones"][std::string(to_string(error.bone))];
        bone["direction"] = error.direction ? Json(degrees(*error.direction)) : Json(nullptr);
        bone["axes"] = degrees(error.axes);
        if (error.palm) bone["palm"] = degrees(*error.palm);
    }
    return out;
}

std::string line_of(const ReferenceComparison& all) {
    std::string out = fmt::format("T-pose      {} is nearest: ", to_string(all.used));
    for (const ReferenceKind kind : kinds) {
        const TPoseScore& score = all.of(kind).score;
        out += fmt::format("{}{} {:.1f} degrees (worst limb {:.1f})", kind == ReferenceKind::bind ? "" : ", ",
                           to_string(kind), static_cast<double>(glm::degrees(score.limbs)),
                           static_cast<double>(glm::degrees(score.worst_limb)));
    }
    return out;
}

}  // namespace

ReferenceFacts reference_of(const Document& document, int humanoid) {
    const auto& nodes = at(document.humanoids, humanoid).bones.node;
    if (std::none_of(nodes.begin(), nodes.end(), [](int node) { return node >= 0; })) return {nullptr, {}};
    const ReferenceComparison all = compare_references(document, humanoid);
    return {json_of(all), line_of(all)};
}

}  // namespace vitruvian
