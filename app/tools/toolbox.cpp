#include "app/tools/toolbox.h"

#include "model/document/same_item.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

constexpr float orbit_speed = 0.008F;  // radians per design unit
constexpr float drag_begins = 4.0F;    // design units from where a button was pressed

std::optional<TransformKind> transform_of_key(const ToolKey& key) {
    if (key.shift) return std::nullopt;
    switch (key.key) {
        case 'G':
            return TransformKind::move;
        case 'R':
            return TransformKind::rotate;
        case 'S':
            return TransformKind::scale;
        default:
            return std::nullopt;
    }
}

/// Returns what a click would select.
Selection pointed_at(const ToolInput& input) {
    const Seen seen = input.pick(input.at);
    return input.alt || seen.targets.empty() ? seen.what : seen.targets.front().what;
}

}  // namespace

void Toolbox::start(TransformKind transform) {
    if (drag_) return;
    asked_ = transform;
    kind = transform == TransformKind::move     ? ToolKind::move
           : transform == TransformKind::rotate ? ToolKind::rotate
                                                : ToolKind::scale;
}

void Toolbox::toggle_pins(const Session& session) {
    const std::uint64_t figure = session.selection().figure;
    const std::vector<Item> items = gizmo_items(session);
    for (const Item& item : items) {
        const Selection what{figure, item};
        if (std::erase(pins_, what) == 0) pins_.push_back(what);
    }
}

/// Keeps pins, whatever index their items have after an edit; removes those of deleted items.
void Toolbox::prune(const Session& session) {
    for (Selection& pin : pins_) {
        const OpenFigure* figure = session.figure(pin.figure);
        const auto seen = pinned_in_.find(pin.figure);
        if (figure == nullptr || seen == pinned_in_.end()) continue;
        if (seen->second.revision == figure->history.revision()) continue;
        pin.item = same_item(seen->second.document, pin.item, figure->document()).value_or(Item{});
    }
    std::erase_if(pins_, [&](const Selection& pin) {
        const OpenFigure* figure = session.figure(pin.figure);
        return figure == nullptr || !exists(figure->document(), pin.item);
    });
    std::erase_if(pinned_in_, [&](const auto& entry) {
        return std::none_of(pins_.begin(), pins_.end(),
                            [&](const Selection& pin) { return pin.figure == entry.first; });
    });
    for (const Selection& pin : pins_) {
        const OpenFigure& figure = *session.figure(pin.figure);
        PinnedIn& seen = pinned_in_[pin.figure];
        if (seen.revision == figure.history.revision() && !seen.document.nodes.empty()) continue;
        seen = {figure.document(), figure.history.revision()};
    }
}

Selection Toolbox::clicked(const ToolInput& input, const Session& session) {
    const bool again = glm::length(input.at - last_click_) < input.view.px(drag_begins);
    last_click_ = input.at;
    Seen seen = input.pick(input.at);
    if (seen.what.item.kind == ItemKind::none) {
        seen.what.figure = only_ == 0 ? session.active_id() : only_;
        return seen.what;
    }
    if (input.alt || seen.targets.empty()) return seen.what;
    return again ? next_target(seen.targets, session.selection()) : seen.targets.front().what;
}

void Toolbox::start_asked(const ToolInput& input, const Session& session) {
    const TransformKind transform = *asked_;
    asked_.reset();
    const std::vector<Item> items = gizmo_items(session);
    if (items.empty()) return;
    const OpenFigure& figure = *session.figure(session.selection().figure);
    figure_ = figure.id;
    by_button_ = false;
    takes_pose_ = true;
    SeizedFigure seized = seize(figure, items, symmetric);
    clip_ = seized.clip;
    drag_ = std::make_unique<TransformDrag>(transform, std::move(seized), items, Constraint{},
                                            TransformOptions{frame, symmetric}, input);
}

/// Returns the item that is seized and, if it is one of several that are selected, the others of its humanoid.
std::vector<Item> Toolbox::dragged_with(const Selection& seized, const Session& session) const {
    std::vector<Item> out{seized.item};
    const std::vector<Item> selected = gizmo_items(session);
    const bool is_one_of_them = session.selection().figure == seized.figure &&
                                std::find(selected.begin(), selected.end(), seized.item) != selected.end();
    if (!is_one_of_them) return out;
    const Document& document = session.figure(seized.figure)->document();
    for (const Item& item : selected) {
        if (item != seized.item && humanoid_of(document, item) == humanoid_of(document, seized.item))
            out.push_back(item);
    }
    return out;
}

void Toolbox::seize_under(const Under& under, const ToolInput& input, const Session& session,
                          ToolOutput& out) {
    const std::uint64_t id =
        under.effector.item.kind != ItemKind::none ? under.effector.figure : session.selection().figure;
    const OpenFigure& figure = *session.figure(id);
    figure_ = figure.id;
    by_button_ = true;
    takes_pose_ = under.part || under.effector.item.kind != ItemKind::none;
    clip_ = {};
    if (under.weight) {
        const WeightHandle handle = *weight(session);
        SeizedFigure seized = seize(figure, {handle.displacer}, false);
        clip_ = seized.clip;
        takes_pose_ = true;
        drag_ = std::make_unique<WeightDrag>(std::move(seized), handle, input);
    } else if (under.limit) {
        drag_ =
            std::make_unique<LimitDrag>(figure, *limit_handles(figure, session.selection().item, input.view),
                                        *under.limit, symmetric, input);
    } else if (under.part) {
        std::vector<Item> items = gizmo_items(session);
        SeizedFigure seized = seize(figure, items, symmetric);
        clip_ = seized.clip;
        drag_ = std::make_unique<TransformDrag>(gizmo(session)->kind, std::move(seized), std::move(items),
                                                *under.part, TransformOptions{frame, symmetric}, input);
    } else {
        std::vector<int> pinned;
        for (const Selection& pin : pins_) {
            const int node = gizmo_node(figure.document(), pin.item);
            if (pin.figure == id && node >= 0) pinned.push_back(node);
        }
        const std::vector<Item> together = dragged_with(under.effector, session);
        auto drag = std::make_unique<ReachDrag>(figure, together, std::move(pinned), reach, input);
        clip_ = drag->clip();
        drag_ = std::move(drag);
        if (together.size() == 1) out.intents.emplace_back(Select{under.effector});
    }
}

void Toolbox::push_change(const Session& session, ToolOutput& out) {
    std::optional<Command> command = drag_->command();
    if (!command || command == last_) return;
    if (!begun_) {
        if (session.playback().playing) out.intents.emplace_back(SetPlaying{false, true});
        if (takes_pose_ && clip_.clip >= 0) {
            clip_time_ = session.playback().time;
            out.intents.emplace_back(LetClipGo{figure_});
        }
        out.intents.emplace_back(BeginGesture{figure_});
        begun_ = true;
    }
    out.intents.emplace_back(Edit{figure_, *command});
    last_ = std::move(command);
}

void Toolbox::confirm(ToolOutput& out) {
    if (begun_) out.intents.emplace_back(EndGesture{});
    drag_.reset();
    last_.reset();
    begun_ = false;
    awaits_number_ = false;
}

void Toolbox::cancel(ToolOutput& out) {
    if (begun_) {
        out.intents.emplace_back(CancelGesture{});
        if (takes_pose_ && clip_.clip >= 0) {
            out.intents.emplace_back(clip_);
            out.intents.emplace_back(SetTime{clip_time_});
        }
    }
    drag_.reset();
    last_.reset();
    begun_ = false;
    awaits_number_ = false;
}

void Toolbox::go_on(const ToolInput& input, const Session& session, ToolOutput& out) {
    // The gesture was ended elsewhere, or the figure closed.
    if (session.figure(figure_) == nullptr || (begun_ && !session.in_gesture())) {
        drag_.reset();
        last_.reset();
        begun_ = false;
        awaits_number_ = false;
        return;
    }
    enum class End { no, confirm, cancel } end = End::no;
    std::optional<TransformKind> instead;
    for (const ToolKey& key : keys_) {
        if (drag_->type(key)) continue;
        if (key.key == ToolKey::enter) end = End::confirm;
        if (key.key == ToolKey::escape) end = End::cancel;
        if (!by_button_ && transform_of_key(key)) instead = transform_of_key(key);
    }
    if (!awaits_number_) drag_->follow(input);
    if (by_button_ && input.held != PointerButton::left && drag_->waits_for_number()) {
        by_button_ = false;
        awaits_number_ = true;
    }
    const bool right = input.pressed == PointerButton::right || input.released == PointerButton::right;
    const bool done = by_button_ ? input.held != PointerButton::left : input.pressed == PointerButton::left;
    if (right) end = End::cancel;
    if (done && end == End::no) end = End::confirm;
    if (end != End::cancel && !instead) push_change(session, out);
    if (end == End::cancel || instead) cancel(out);
    if (instead) start(*instead);
    if (end == End::confirm && !instead) confirm(out);
    pressed_.reset();
    if (!drag_) return;
    MarkPen pen(out.marks, input.view);
    drag_->draw(pen);
    const std::string hint = awaits_number_ && !drag_->command() ? "   type a number, Enter" : "";
    pen.readout(input.at, drag_->readout() + hint, tool_readout_color);
}

void Toolbox::navigate(const ToolInput& input, const Session& session, ToolOutput& out) {
    if (input.pressed) {
        pressed_ = input.pressed;
        press_ = input.at;
        dragged_ = false;
    }
    const vec2 way = input.at - last_at_;
    if (pressed_ && input.held == pressed_ && way != vec2(0.0F)) {
        const bool begins = !dragged_ && glm::length(input.at - press_) >= input.view.px(drag_begins);
        const bool encloses = *pressed_ == PointerButton::left && (input.shift || next_is_box_) && !input.alt;
        if (begins && encloses) area_.emplace(press_, input.ctrl);
        if (begins) next_is_box_ = false;
        dragged_ = dragged_ || begins;
        if (area_) {
            area_->follow(input.at);
        } else if (dragged_ && (input.shift || !input.turns || *pressed_ == PointerButton::right)) {
            out.intents.emplace_back(PanCamera{way.x, way.y, input.view.size().y});
        } else if (dragged_) {
            const float speed = orbit_speed / input.view.px(1.0F);
            out.intents.emplace_back(OrbitCamera{-way.x * speed, way.y * speed});
        }
    }
    if (pressed_ && input.held != pressed_) {
        if (area_) {
            out.intents.emplace_back(SelectMany{area_->joints(session, input.view, only_)});
        } else if (!dragged_ && *pressed_ == PointerButton::left) {
            const Selection what = clicked(input, session);
            const bool adds = input.shift && what.item.kind != ItemKind::none;
            out.intents.emplace_back(adds ? Intent(ToggleSelected{what}) : Intent(Select{what, false}));
        } else if (!dragged_ && *pressed_ == PointerButton::right) {
            out.asks_menu = true;
        }
        area_.reset();
        pressed_.reset();
        next_is_box_ = false;
    }
    if (input.over && input.wheel != 0.0F)
        out.intents.emplace_back(ZoomCamera{std::pow(0.88F, input.wheel), input.view.from_middle(input.at)});
}

ToolOutput Toolbox::update(const ToolInput& input, const Session& session) {
    ToolOutput out;
    only_ = input.only;
    prune(session);
    if (asked_ && !drag_) start_asked(input, session);
    if (drag_) {
        go_on(input, session, out);
        keys_.clear();
        last_at_ = input.at;
        return out;
    }
    keys_.clear();
    const Under under = input.held || !input.handles ? Under{} : look_under(input, session);
    const bool may_seize =
        input.handles && input.pressed == PointerButton::left && !input.shift && !input.alt && !next_is_box_;
    const Under seized = may_seize ? look_under(input, session) : Under{};
    if (seized.any()) {
        seize_under(seized, input, session, out);
        go_on(input, session, out);
        last_at_ = input.at;
        return out;
    }
    navigate(input, session, out);
    if (input.over && !input.held) {
        const bool moved = input.at != last_at_ || input.view.camera().view() != last_seen_;
        out.intents.emplace_back(Hover{under.effector.item.kind != ItemKind::none ? under.effector
                                       : under.any()                              ? Selection{}
                                       : moved                                    ? pointed_at(input)
                                                                                  : session.hovered()});
    }
    last_at_ = input.at;
    last_seen_ = input.view.camera().view();
    if (input.handles) draw_handles(under, input, session, out);
    if (area_) area_->draw(out.marks, input.view);
    return out;
}

ToolMarks Toolbox::marks_in(const ToolView& view, std::uint64_t only, const Session& session) {
    ToolOutput out;
    const std::uint64_t only_there = std::exchange(only_, only);
    ToolInput nobody;
    nobody.view = view;
    MarkPen pen(out.marks, nobody.view);
    if (drag_ && is_seen(figure_)) drag_->draw(pen);
    if (!drag_) draw_handles({}, nobody, session, out);
    only_ = only_there;
    return std::move(out.marks);
}

}  // namespace vitruvian
