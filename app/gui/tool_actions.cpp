// The commands of the Tools menu.
#include "app/gui/actions.h"
#include "app/gui/tool_panel.h"

#include <optional>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

bool has_gizmo(Context c) {
    return !gizmo_items(c.session).empty();
}

void add_tool(std::vector<Action>& list, const char* id, const char* title, Shortcut key, ToolKind kind,
              std::optional<TransformKind> starts = {}) {
    list.push_back({id,
                    title,
                    "Tools",
                    key,
                    [kind, starts](Context c) {
                        c.gui.tools.kind = kind;
                        if (starts && has_gizmo(c)) c.gui.tools.start(*starts);
                    },
                    {},
                    [kind](Context c) { return c.gui.tools.kind == kind; }});
}

void add_root(std::vector<Action>& list, const char* id, const char* title, ReachRoot root) {
    list.push_back({id,
                    title,
                    "Tools",
                    {},
                    [root](Context c) { c.gui.tools.reach.root = root; },
                    {},
                    [root](Context c) { return c.gui.tools.reach.root == root; }});
}

}  // namespace

void add_tool_actions(std::vector<Action>& list) {
    add_tool(list, "tool.select", "Select", plain('V'), ToolKind::select);
    add_tool(list, "tool.move", "Move", plain('G'), ToolKind::move, TransformKind::move);
    add_tool(list, "tool.rotate", "Rotate", plain('R'), ToolKind::rotate, TransformKind::rotate);
    add_tool(list, "tool.scale", "Scale", plain('S'), ToolKind::scale, TransformKind::scale);
    add_tool(list, "tool.limits", "Limits and stiffness", shift('L'), ToolKind::limits);
    add_tool(list, "tool.reach", "Reach: the body follows a joint (inverse kinematics)", plain('E'),
             ToolKind::reach);
    list.push_back({"tool.pin",
                    "Pin or unpin the selection",
                    "Tools",
                    plain('P'),
                    [](Context c) { c.gui.tools.toggle_pins(c.session); },
                    has_gizmo,
                    {},
                    true});
    list.push_back({"tool.unpin",
                    "Remove all pins",
                    "Tools",
                    {},
                    [](Context c) { c.gui.tools.remove_pins(); },
                    [](Context c) { return !c.gui.tools.pins().empty(); },
                    {}});
    list.push_back({"tool.pins_turn",
                    "Pins hold position only",
                    "Tools",
                    {},
                    [](Context c) { c.gui.tools.reach.pins_turn = !c.gui.tools.reach.pins_turn; },
                    {},
                    [](Context c) { return c.gui.tools.reach.pins_turn; }});
    add_root(list, "tool.root.as_needed", "The hips move as needed", ReachRoot::as_needed);
    add_root(list, "tool.root.free", "The hips are free", ReachRoot::free);
    add_root(list, "tool.root.fixed", "The hips stay", ReachRoot::fixed);
    list.push_back({"tool.symmetric",
                    "Symmetry: mirror edits to the other side",
                    "Tools",
                    plain('M'),
                    [](Context c) { c.gui.tools.symmetric = !c.gui.tools.symmetric; },
                    {},
                    [](Context c) { return c.gui.tools.symmetric; }});
    list.push_back({"tool.frame",
                    "Next axes of the gizmo: local, parent, world, limit",
                    "Tools",
                    plain(','),
                    [](Context c) {
                        const int next = (static_cast<int>(c.gui.tools.frame) + 1) % 4;
                        c.gui.tools.frame = static_cast<GizmoFrame>(next);
                    },
                    {},
                    {}});
    list.push_back({"tool.box",
                    "Box select (Ctrl: lasso)",
                    "Tools",
                    shift('B'),
                    [](Context c) { c.gui.tools.start_box(); },
                    [](Context c) { return c.session.active_figure() != nullptr; },
                    {},
                    true});
}

}  // namespace vitruvian
