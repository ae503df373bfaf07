#include "assets/manikin/displacers.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::manikin {
namespace {

/// A soft brush: what lies within `radii` of `centre` moves by up to `offset`.
struct Brush {
    Vec centre;
    Vec radii;
    Vec offset;
};

const Shell& shell_of(const std::vector<Shell>& shells, const std::string& segment) {
    for (const Shell& shell : shells) {
        if (shell.segment == segment) return shell;
    }
    give_up("there is no shell of " + segment);
}

double strength(const Brush& brush, const Vec& p) {
    const double r = glm::length((p - brush.centre) / brush.radii);
    if (r >= 1.0) return 0.0;
    const double soft = 1.0 - r * r;
    return soft * soft;
}

Brush mirrored_brush(const Brush& left) {
    return {mirrored(left.centre), left.radii, mirrored(left.offset)};
}

/// The displacer's points are those that its brushes reach.
DisplacerRow feature(const std::string& name, const std::string& segment, const std::vector<Vec>& points,
                     const Brush& brush) {
    DisplacerRow row{name, segment, {}, {}};
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (strength(brush, points[i]) > 0.15) row.vertices.push_back(static_cast<int>(i));
    }
    return row;
}

DisplacerRow movement(const std::string& name, const std::string& segment, const std::vector<Vec>& points,
                      const std::vector<Brush>& brushes) {
    DisplacerRow row{name, segment, {}, {}};
    for (std::size_t i = 0; i < points.size(); ++i) {
        Vec offset{0.0};
        for (const Brush& brush : brushes) offset += brush.offset * strength(brush, points[i]);
        if (glm::length(offset) < 2e-4) continue;
        row.vertices.push_back(static_cast<int>(i));
        row.offsets.push_back(offset);
    }
    return row;
}

/// A displacer before it meets a surface. Without brushes' offsets it only names points.
struct Plan {
    std::string name;
    std::string segment;
    std::vector<Brush> brushes;
};

DisplacerRow laid(const Plan& plan, const std::string& segment, const std::vector<Vec>& points) {
    const bool names_only = plan.name.ends_with("_feature");
    return names_only ? feature(plan.name, segment, points, plan.brushes.front())
                      : movement(plan.name, segment, points, plan.brushes);
}

const Brush brow_brush{{0.0330, 1.6540, 0.0640}, {0.0280, 0.0160, 0.0260}, {0.0, 0.0085, 0.0010}};
const Brush inner_brow{{0.0150, 1.6520, 0.0720}, {0.0210, 0.0170, 0.0220}, {-0.0030, -0.0065, 0.0015}};
const Brush cheek_brush{{0.0430, 1.6020, 0.0600}, {0.0230, 0.0260, 0.0300}, {0.0075, 0.0, 0.0085}};
const Brush corner_up{{0.0220, 1.5670, 0.0760}, {0.0170, 0.0150, 0.0220}, {0.0050, 0.0065, -0.0015}};
const Brush corner_out{{0.0220, 1.5670, 0.0760}, {0.0170, 0.0150, 0.0220}, {0.0070, 0.0, -0.0025}};
const Brush jaw_corner_up{{0.0200, 1.5600, 0.0760}, {0.0150, 0.0120, 0.0200}, {0.0030, 0.0045, -0.0010}};

std::vector<Plan> all_plans() {
    Brush smile_cheek = cheek_brush;
    smile_cheek.offset = {0.0020, 0.0040, 0.0030};
    return {
        {"l_eyebrow_feature", "skull", {brow_brush}},
        {"r_eyebrow_feature", "skull", {mirrored_brush(brow_brush)}},
        {"l_cheek_feature", "skull", {cheek_brush}},
        {"r_cheek_feature", "skull", {mirrored_brush(cheek_brush)}},
        {"nasal_tip_feature", "skull", {{{0.0, 1.6000, 0.1060}, {0.0160, 0.0160, 0.0160}, {}}}},
        {"chin_feature", "jaw", {{{0.0, 1.5420, 0.0840}, {0.0220, 0.0170, 0.0200}, {}}}},
        {"l_eyebrow_raiser_action", "skull", {brow_brush}},
        {"r_eyebrow_raiser_action", "skull", {mirrored_brush(brow_brush)}},
        {"puff_l_cheek_action", "skull", {cheek_brush}},
        {"puff_r_cheek_action", "skull", {mirrored_brush(cheek_brush)}},
        {"stretch_l_cornerlip_action", "skull", {corner_out}},
        {"stretch_r_cornerlip_action", "skull", {mirrored_brush(corner_out)}},
        {"raise_l_cornerlip_action", "skull", {corner_up}},
        {"raise_r_cornerlip_action", "skull", {mirrored_brush(corner_up)}},
        {"joy_config",
         "skull",
         {corner_up, mirrored_brush(corner_up), smile_cheek, mirrored_brush(smile_cheek)}},
        {"joy_jaw_config", "jaw", {jaw_corner_up, mirrored_brush(jaw_corner_up)}},
        {"anger_config", "skull", {inner_brow, mirrored_brush(inner_brow)}},
        {"surprise_config", "skull", {brow_brush, mirrored_brush(brow_brush)}},
    };
}

}  // namespace

Displacers make_displacers(const std::vector<Shell>& shells) {
    Displacers out;
    for (const Plan& plan : all_plans()) {
        out.push_back(laid(plan, plan.segment, shell_of(shells, plan.segment).points));
        if (out.back().vertices.empty()) give_up("displacer " + plan.name + " moves nothing");
    }
    return out;
}

Displacers make_skin_displacers(const std::vector<Vec>& points) {
    Displacers out;
    for (const Plan& plan : all_plans()) {
        // One skin has no seam at the lips: the smile needs no second half.
        if (plan.name == "joy_jaw_config") continue;
        DisplacerRow row = laid(plan, "", points);
        if (!row.vertices.empty()) out.push_back(std::move(row));
    }
    return out;
}

}  // namespace vitruvian::manikin
