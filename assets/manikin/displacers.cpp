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

Brush mirrored(const Brush& left) {
    return {manikin::mirrored(left.centre), left.radii, manikin::mirrored(left.offset)};
}

class Maker {
  public:
    Maker(const std::vector<Shell>& shells, Displacers& out) : shells_(shells), out_(out) {}

    void feature(const std::string& name, const std::string& segment, const Brush& brush) {
        DisplacerRow row{name, segment, {}, {}};
        const Shell& shell = shell_of(shells_, segment);
        for (std::size_t i = 0; i < shell.points.size(); ++i) {
            if (strength(brush, shell.points[i]) > 0.15) row.vertices.push_back(static_cast<int>(i));
        }
        keep(std::move(row));
    }

    void movement(const std::string& name, const std::string& segment, const std::vector<Brush>& brushes) {
        DisplacerRow row{name, segment, {}, {}};
        const Shell& shell = shell_of(shells_, segment);
        for (std::size_t i = 0; i < shell.points.size(); ++i) {
            Vec offset{0.0};
            for (const Brush& brush : brushes) offset += brush.offset * strength(brush, shell.points[i]);
            if (glm::length(offset) < 2e-4) continue;
            row.vertices.push_back(static_cast<int>(i));
            row.offsets.push_back(offset);
        }
        keep(std::move(row));
    }

  private:
    void keep(DisplacerRow row) {
        if (row.vertices.empty()) give_up("displacer " + row.name + " moves nothing");
        out_.push_back(std::move(row));
    }

    const std::vector<Shell>& shells_;
    Displacers& out_;
};

const Brush brow_brush{{0.0330, 1.6540, 0.0640}, {0.0260, 0.0140, 0.0250}, {0.0, 0.0045, 0.0}};
const Brush inner_brow{{0.0150, 1.6520, 0.0720}, {0.0160, 0.0150, 0.0200}, {-0.0015, -0.0040, 0.0005}};
const Brush cheek_brush{{0.0430, 1.6020, 0.0600}, {0.0220, 0.0220, 0.0260}, {0.0040, 0.0010, 0.0055}};
const Brush corner_up{{0.0220, 1.5670, 0.0760}, {0.0160, 0.0140, 0.0200}, {0.0035, 0.0050, -0.0010}};
const Brush corner_out{{0.0220, 1.5670, 0.0760}, {0.0160, 0.0130, 0.0200}, {0.0050, 0.0, -0.0015}};
const Brush jaw_corner_up{{0.0200, 1.5600, 0.0760}, {0.0150, 0.0120, 0.0200}, {0.0030, 0.0045, -0.0010}};

}  // namespace

Displacers make_displacers(const std::vector<Shell>& shells) {
    Displacers out;
    Maker make(shells, out);
    make.feature("l_eyebrow_feature", "skull", brow_brush);
    make.feature("r_eyebrow_feature", "skull", mirrored(brow_brush));
    make.feature("l_cheek_feature", "skull", cheek_brush);
    make.feature("r_cheek_feature", "skull", mirrored(cheek_brush));
    make.feature("nasal_tip_feature", "skull", {{0.0, 1.6000, 0.1060}, {0.0160, 0.0160, 0.0160}, {}});
    make.feature("chin_feature", "jaw", {{0.0, 1.5420, 0.0840}, {0.0220, 0.0170, 0.0200}, {}});

    make.movement("l_eyebrow_raiser_action", "skull", {brow_brush});
    make.movement("r_eyebrow_raiser_action", "skull", {mirrored(brow_brush)});
    make.movement("puff_l_cheek_action", "skull", {cheek_brush});
    make.movement("puff_r_cheek_action", "skull", {mirrored(cheek_brush)});
    make.movement("stretch_l_cornerlip_action", "skull", {corner_out});
    make.movement("stretch_r_cornerlip_action", "skull", {mirrored(corner_out)});
    make.movement("raise_l_cornerlip_action", "skull", {corner_up});
    make.movement("raise_r_cornerlip_action", "skull", {mirrored(corner_up)});

    Brush smile_cheek = cheek_brush;
    smile_cheek.offset = {0.0015, 0.0030, 0.0020};
    make.movement("joy_config", "skull",
                  {corner_up, mirrored(corner_up), smile_cheek, mirrored(smile_cheek)});
    make.movement("joy_jaw_config", "jaw", {jaw_corner_up, mirrored(jaw_corner_up)});
    make.movement("anger_config", "skull", {inner_brow, mirrored(inner_brow)});
    make.movement("surprise_config", "skull", {brow_brush, mirrored(brow_brush)});
    return out;
}

}  // namespace vitruvian::manikin
