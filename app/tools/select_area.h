// Box and lasso selection: an area drawn in the picture, and the joints in it.
#pragma once

#include "app/tools/tool.h"

#include <vector>

namespace vitruvian {

class SelectArea {
  public:
    SelectArea(const vec2& from, bool lasso) : lasso_(lasso), points_{from, from} {}

    void follow(const vec2& at);
    [[nodiscard]] bool holds(const vec2& at) const;
    /// Returns the joints inside the area, only those of the active figure if it has any there; parents
    /// first. `only`: see ToolInput.
    [[nodiscard]] std::vector<Selection> joints(const Session& session, const ToolView& view,
                                                std::uint64_t only) const;
    void draw(ToolMarks& marks, const ToolView& view) const;

  private:
    [[nodiscard]] std::vector<vec2> outline() const;

    bool lasso_;
    std::vector<vec2> points_;
};

}  // namespace vitruvian
