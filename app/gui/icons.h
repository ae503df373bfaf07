// Small line icons, drawn as vectors so that they are sharp at every scale.
#pragma once

#include <imgui.h>

namespace vitruvian {

enum class Icon {
    play,
    pause,
    step_back,
    step_forward,
    to_start,
    loop,
    open,
    reload,
    save,
    undo,
    redo,
    frame,
    search,
    close,
    chevron_right,
    chevron_down,
    file,
    folder,
    up,
    humanoid,
    joint,
    segment,
    site,
    displacer,
    mesh,
    clip,
    skin,
    wireframe,
    bones,
    limits,
    grid,
    bounds,
    error,
    warning,
    info,
    eye,
    mass,
    foot,
    cursor,
    move,
    rotate,
    scale,
    reach,
    pin,
    mirror,
    axes,
    weights,
    stiffness,
    label,
    collapse,
    key,
    curve,
    record,
    onion,
    trail,
    more,
};

/// Draws the icon into a square of `size` around `centre`.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 color);

}  // namespace vitruvian
