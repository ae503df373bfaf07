// The inspector's parts about clips that are carried over to a humanoid.
#include "app/gui/widgets.h"

#include <string>

namespace vitruvian {

void inspect_carried_clip(const PanelContext& c, const Selection& what) {
    const OpenFigure& figure = *c.session.active_figure();
    if (!figure.plan || figure.clip_humanoid != what.humanoid) return;
    if (!section(c, "Carried over clip")) return;
    const OpenFigure* source = c.session.clip_source(figure);
    value_row(c, "Clip", figure.played->name.empty() ? "(no name)" : figure.played->name);
    value_row(c, "From", source ? source->name() : "this file");
    value_row(c, "Formula",
              figure.plan->mode() == RemapMode::spec ? "spec: EXT_skeleton_humanoid's" : "world rotations");
    value_row(c, "Reference", std::string(to_string(figure.plan->target_reference())),
              "The pose that counts as no rotation: bind, rest, or a computed T-pose.");
    if (figure.remap.pin_feet)
        value_row(c, "Feet pinned", std::to_string(figure.plan->foot_contacts()) + " times",
                  "How many times a foot stands in the clip.");
    for (const Diagnostic& remark : figure.plan->diagnostics().list())
        ImGui::TextWrapped("%s", remark.message.c_str());
}

}  // namespace vitruvian
