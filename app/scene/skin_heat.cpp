#include "app/scene/skin_heat.h"

#include "app/scene/heat_map.h"
#include "model/core/at.h"
#include "model/rom/skin_region.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace vitruvian {
namespace {

/// Half the area is the dark end, twice the area the bright one.
float heat_of(float ratio) {
    return ratio > 0.0F ? 0.5F + 0.5F * std::log2(ratio) : 0.0F;
}

}  // namespace

// The scene's items are the document's meshes, in the same order.
void paint_area_change(const RomFigure& figure, const Pose& pose, RenderScene& scene) {
    const std::vector<float> ratios =
        area_ratios(figure.surface, posed_surface(*figure.document, figure.surface, figure.skeleton, pose));
    std::vector<float> heat(ratios.size());
    std::transform(ratios.begin(), ratios.end(), heat.begin(), heat_of);
    // Of a skin that shows one side, the other one stays invisible.
    const auto one_sided = static_cast<int>(scene.materials.size());
    scene.materials.push_back(heat_map_material());
    scene.materials.back().double_sided = false;
    scene.materials.push_back(heat_map_material());
    for (const BodySurface::Part& part : figure.surface.parts) {
        if (part.mesh >= static_cast<int>(scene.items.size())) continue;
        RenderItem& item = at(scene.items, part.mesh);
        const std::size_t count = item.mesh->positions.size();
        if (part.first + count > heat.size()) continue;
        item.mesh = heat_colored(*item.mesh, std::span(heat).subspan(part.first, count));
        const bool shows_one_side = item.material >= 0 && !at(scene.materials, item.material).double_sided;
        item.material = shows_one_side ? one_sided : one_sided + 1;
    }
}

}  // namespace vitruvian
