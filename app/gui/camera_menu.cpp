#include "app/gui/camera_menu.h"

#include "app/gui/panel.h"
#include "app/gui/widgets.h"
#include "app/scene/view_camera.h"
#include "model/core/at.h"

#include <fmt/format.h>

namespace vitruvian {

std::vector<Viewpoint> cameras_at_hand(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    return figure != nullptr ? cameras_of(figure->document()) : std::vector<Viewpoint>();
}

void camera_rows(const PanelContext& c, const std::string& id, const std::vector<Viewpoint>& cameras,
                 int view) {
    begin_list(c, id + "s", cameras.size(), c.theme.px(200));
    const Views& views = c.session.views();
    if (at(views.all, view >= 0 ? view : views.active).left) {
        if (list_row(c, id + "/return", "Leave the camera view (Backspace)", false)) {
            if (view >= 0) c.push(FocusView{view});
            c.push(LookBack{});
        }
        ImGui::Separator();
    }
    for (std::size_t i = 0; i < cameras.size(); ++i) {
        if (!list_row(c, fmt::format("{}/{}", id, i), cameras[i].name, false)) continue;
        if (view >= 0) c.push(FocusView{view});
        c.push(LookThrough{c.session.active_id(), static_cast<int>(i)});
    }
    end_list(c);
}

}  // namespace vitruvian
