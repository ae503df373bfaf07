// Commands for visible layers of figures, and the style of bones.
#include "app/gui/actions.h"
#include "app/gui/panel.h"
#include "app/gui/show_layer.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

bool any_document(Context c, bool (*has)(const Document&)) {
    const auto& figures = c.session.figures();
    return std::any_of(figures.begin(), figures.end(),
                       [&](const OpenFigure& figure) { return has(figure.document()); });
}

void add_layer(std::vector<Action>& list, const char* id, const char* title, bool Show::*member,
               Shortcut key = {}, std::function<bool(Context)> enabled = {}) {
    list.push_back({id, title, "Layers", key,
                    [member](Context c) { show_layer(c, member, !(c.session.view().show.*member)); },
                    std::move(enabled), [member](Context c) { return c.session.view().show.*member; }});
}

void add_bone_style(std::vector<Action>& list, const char* id, const char* title, BoneStyle style,
                    bool separator) {
    list.push_back({id,
                    title,
                    "Layers",
                    {},
                    [style](Context c) {
                        Show show = c.session.view().show;
                        show.bones = true;
                        show.bone_style = style;
                        c.push(SetShow{show});
                    },
                    {},
                    [style](Context c) { return c.session.view().show.bone_style == style; },
                    separator});
}

}  // namespace

void add_layer_actions(std::vector<Action>& list) {
    add_layer(list, "layer.skin", "Skin", &Show::skin);
    add_layer(list, "layer.wireframe", "Wireframe", &Show::wireframe, plain('W'));
    add_layer(list, "layer.normals", "Normals", &Show::normals);
    add_layer(list, "layer.joints", "Joints", &Show::joints, plain('J'));
    add_layer(list, "layer.bones", "Bones", &Show::bones, plain('B'));
    add_layer(list, "layer.limits", "Joint limits", &Show::limits, plain('L'));
    add_layer(list, "layer.weights", "Skin weights", &Show::weights, shift('W'));
    add_layer(list, "layer.stiffness", "Stiffness", &Show::stiffness, shift('T'));
    add_layer(list, "layer.labels", "Joint names", &Show::labels, plain('N'));
    add_layer(list, "layer.sites", "Sites", &Show::sites);
    add_layer(list, "layer.displacers", "Displaced vertices", &Show::displacers);
    add_layer(list, "layer.centre_of_mass", "Masses, inertia and balance", &Show::centre_of_mass);
    add_layer(list, "layer.bounds", "Bounding boxes", &Show::bounds);
    add_layer(list, "layer.grid", "Floor grid", &Show::grid);
    add_layer(list, "layer.sky", "File's background", &Show::sky, {}, [](Context c) {
        return any_document(c, [](const Document& document) { return document.sky.has_value(); });
    });
    add_layer(list, "layer.lights", "File's lights", &Show::lights, {}, [](Context c) {
        return any_document(c, [](const Document& document) { return !document.lights.empty(); });
    });
    add_bone_style(list, "bones.octahedra", "Bones as octahedra", BoneStyle::octahedra, true);
    add_bone_style(list, "bones.sticks", "Bones as sticks", BoneStyle::sticks, false);
    add_bone_style(list, "bones.lines", "Bones as lines", BoneStyle::lines, false);
    list.push_back(
        {"layer.x_ray",
         "X-ray: show joints and bones through the skin",
         "Layers",
         alt('Z'),
         [](Context c) { show_layer(c, &Show::depth_tested, !c.session.view().show.depth_tested); },
         {},
         [](Context c) { return !c.session.view().show.depth_tested; },
         true});
}

}  // namespace vitruvian
