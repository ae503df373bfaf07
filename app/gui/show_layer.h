// One layer of the picture, on or off.
#pragma once

#include "app/gui/panel.h"

namespace vitruvian {

inline void show_layer(const PanelContext& c, bool Show::*layer, bool on) {
    Show show = c.session.view().show;
    show.*layer = on;
    c.push(SetShow{show});
}

}  // namespace vitruvian
