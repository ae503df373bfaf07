#include "app/tools/select_area.h"

#include "model/core/at.h"

#include <algorithm>

namespace vitruvian {

void SelectArea::follow(const vec2& at) {
    constexpr float grain = 3.0F;
    if (!lasso_) {
        points_.back() = at;
    } else if (glm::length(points_.back() - at) >= grain) {
        points_.push_back(at);
    }
}

std::vector<vec2> SelectArea::outline() const {
    if (lasso_) return points_;
    const vec2 a = points_.front();
    const vec2 b = points_.back();
    return {a, {b.x, a.y}, b, {a.x, b.y}};
}

bool SelectArea::holds(const vec2& at) const {
    const std::vector<vec2> corners = outline();
    bool inside = false;
    for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
        const vec2& a = corners[i];
        const vec2& b = corners[j];
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y))
            inside = !inside;
    }
    return inside;
}

std::vector<Selection> SelectArea::joints(const Session& session, const ToolView& view,
                                          std::uint64_t only) const {
    std::vector<Selection> out;
    for (const OpenFigure& figure : session.figures()) {
        if (only == 0 ? !figure.shown : only != figure.id) continue;
        const Document& document = figure.document();
        for (const Item& item : items_of(document, ItemKind::joint)) {
            if (hides(figure, item)) continue;
            const mat4& world = at(figure.world, node_of(document, item));
            const std::optional<vec2> place = view.place(vec3(figure.placement * world[3]));
            if (place && holds(*place)) out.push_back({figure.id, item});
        }
    }
    // A selection is within one figure.
    const std::uint64_t active = session.active_id();
    const bool has_active = std::any_of(out.begin(), out.end(),
                                        [active](const Selection& what) { return what.figure == active; });
    const std::uint64_t kept = has_active || out.empty() ? active : out.front().figure;
    std::erase_if(out, [kept](const Selection& what) { return what.figure != kept; });
    return out;
}

void SelectArea::draw(ToolMarks& marks, const ToolView& view) const {
    constexpr vec4 color{1.0F, 0.80F, 0.25F, 0.9F};
    if (!lasso_) {
        const std::vector<vec2> c = outline();
        marks.shapes.emplace_back(ToolFill{{c[0], c[1], c[2], c[0], c[2], c[3]}, vec4(vec3(color), 0.10F)});
    }
    marks.shapes.emplace_back(ToolStroke{outline(), color, view.px(1.5F), true});
}

}  // namespace vitruvian
