// Checks of sites' positions and directions.
#include "model/check/findings.h"
#include "model/check/segment_box.h"
#include "model/check/sites_and_mass.h"
#include "model/check/subject.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <cmath>

namespace vitruvian::check {
namespace {

/// Whether it is below the skull's joint, at any depth.
bool is_of_head(const Subject& subject, const Figure& figure, const Site& site) {
    if (!figure.has(Bone::head) || site.segment < 0) return false;
    const Segment& segment = at(figure.humanoid->segments, site.segment);
    int node = at(figure.humanoid->joints, segment.joint).node;
    while (node >= 0 && node != figure.humanoid->bones[Bone::head])
        node = at(subject.document().nodes, node).parent;
    return node >= 0;
}

template <class Visit>
void for_each_site(const Subject& subject, Visit&& visit) {
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        for (int i = 0; i < static_cast<int>(figure.humanoid->sites.size()); ++i)
            visit(figure, Item{ItemKind::site, figure.index, i}, at(figure.humanoid->sites, i));
    }
}

}  // namespace

void check_view_sites(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for_each_site(subject, [&](const Figure& figure, const Item& item, const Site& site) {
        const std::string& name = at(subject.document().nodes, site.node).name;
        if (!name.ends_with("_view") || !is_of_head(subject, figure, site)) return;
        const vec3 axis = -vec3(at(figure.world, site.node)[2]);
        if (glm::length(axis) < 1e-9F) return;
        const vec3 is = glm::normalize(axis);
        const auto angle = static_cast<double>(std::acos(glm::clamp(is.z, -1.0F, 1.0F)));
        if (angle <= most) return;
        Finding& finding = findings.add(subject.object(item),
                                        fmt::format("the viewpoint site \"{}\" looks {:.0f} deg away from +Z",
                                                    name, angle * 180.0 / glm::pi<double>()),
                                        "a site looks along its -Z: where it is not turned otherwise, "
                                        "rotation 0 1 0 3.1416 faces forward",
                                        angle);
        finding.where = subject.where(item);
        finding.marks.from = figure.position(site.node);
        finding.marks.is = is;
        finding.marks.ought = vec3(0.0F, 0.0F, 1.0F);
    });
}

void check_site_places(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for_each_site(subject, [&](const Figure& figure, const Item& item, const Site& site) {
        // Cameras are away from what they show.
        const bool is_camera = at(subject.document().nodes, site.node).name.ends_with("_view");
        if (site.segment < 0 || is_camera) return;
        const Bounds box = segment_box(subject, figure, site.segment);
        if (box.empty()) return;
        const vec3 place = figure.position(site.node);
        const auto outside = static_cast<double>(distance_to_box(box, place));
        if (outside <= most) return;
        Finding& finding =
            findings.add(subject.object(item),
                         fmt::format("the site is {:.3g} m away from the geometry of \"{}\"", outside,
                                     at(figure.humanoid->segments, site.segment).name),
                         "move it onto its segment, or hang it on the segment where it is", outside);
        finding.where = subject.where(item);
        finding.marks.points.push_back(place);
    });
}

}  // namespace vitruvian::check
