// Shared by the tests of the viewport's tools: the built-in figure in a session, and a pointer.
#pragma once

#include "app/session/session.h"
#include "app/tools/toolbox.h"
#include "model/core/at.h"

#include <glm/gtc/constants.hpp>
#include <gtest/gtest.h>

#include <string_view>

namespace vitruvian::test {

class ToolsTest : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_TRUE(session_.show_builtin());
        session_.execute(SetPlaying{false});
        session_.execute(ChooseClip{id(), -1});
        session_.execute(ShowView{StandardView::best, false});
        input_.view = ToolView(session_.camera(), vec2(800.0F, 600.0F), 1.0F);
        input_.over = true;
        input_.pick = [this](const vec2&) { return Seen{picked_, {}}; };
    }

    [[nodiscard]] std::uint64_t id() const { return session_.active_id(); }
    [[nodiscard]] const Document& document() const { return session_.figures().front().document(); }
    [[nodiscard]] Item joint(std::string_view name) const { return find_joints(document(), name).at(0); }
    [[nodiscard]] const Joint& data(std::string_view name) const {
        return at(document().humanoids.front().joints, joint(name).index);
    }
    [[nodiscard]] quat delta(std::string_view name) const {
        return at(document().nodes, node_of(document(), joint(name))).delta.rotation;
    }
    [[nodiscard]] vec3 position(std::string_view name) const {
        const OpenFigure& figure = session_.figures().front();
        return vec3(figure.placement * at(figure.world, node_of(document(), joint(name)))[3]);
    }
    [[nodiscard]] vec2 seen(const vec3& point) const { return input_.view.place(point).value(); }

    void select(std::string_view name) { session_.execute(Select{{id(), joint(name)}}); }
    void frame() {
        const ToolOutput out = tools_.update(input_, session_);
        for (const Intent& intent : out.intents) session_.execute(intent);
        marks_ = out.marks;
        input_.pressed.reset();
        input_.released.reset();
        input_.view = ToolView(session_.camera(), vec2(800.0F, 600.0F), 1.0F);
    }
    void move(const vec2& to) {
        input_.at = to;
        frame();
    }
    void press(const vec2& place, PointerButton button = PointerButton::left) {
        input_.at = place;
        input_.pressed = button;
        input_.held = button;
        frame();
    }
    void release() {
        input_.released = input_.held;
        input_.held.reset();
        frame();
    }
    void drag(const vec2& from, const vec2& to, int steps = 5) {
        move(from);
        press(from);
        for (int i = 1; i <= steps; ++i)
            move(from + (to - from) * (static_cast<float>(i) / static_cast<float>(steps)));
        release();
    }
    void type(std::string_view keys) {
        for (const char key : keys) {
            tools_.type({key, false});
            frame();
        }
    }
    [[nodiscard]] vec3 place_of(int node) const {
        return vec3(at(session_.figures().front().world, node)[3]);
    }
    /// Selects the item and moves it up by typed keys; in the file's unit.
    void move_up(const Item& item, std::string_view digits) {
        session_.execute(Select{{id(), item}});
        tools_.frame = GizmoFrame::world;
        tools_.start(TransformKind::move);
        frame();
        type("Y");
        type(digits);
        type("\r");
    }
    [[nodiscard]] vec2 handle(std::string_view name) const {
        for (const auto& [known, place] : tools_.handles(input_.view, session_)) {
            if (known == name) return place;
        }
        ADD_FAILURE() << "no handle " << name;
        return vec2(0.0F);
    }

    Session session_;
    Toolbox tools_;
    ToolInput input_;
    ToolMarks marks_;
    Selection picked_;
};

}  // namespace vitruvian::test
