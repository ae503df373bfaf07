// Props held by figures.
#include "app/session/handlers.h"

namespace vitruvian {

void handle(Parts& s, const AttachProp& intent) {
    OpenFigure* prop = s.stage.find(intent.prop);
    if (prop == nullptr) return;
    if (intent.site.item.kind == ItemKind::none) {
        prop->attached = {};
    } else {
        const OpenFigure* holder = s.stage.find(intent.site.figure);
        const bool fits = holder != nullptr && holder != prop && !holder->attached.any() &&
                          intent.site.item.kind == ItemKind::site && s.stage.holds(intent.site);
        if (!fits) return;
        // A figure that holds something cannot be held itself.
        for (OpenFigure& other : s.stage.figures) {
            if (other.attached.figure == prop->id) other.attached = {};
        }
        prop->attached = {holder->id, intent.site.item, name_of(holder->document(), intent.site.item)};
        prop->shown = true;
    }
    place_side_by_side(s.stage);
    ++s.picture_revision;
    ++s.structure_revision;
}

}  // namespace vitruvian
