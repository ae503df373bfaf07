#include "app/gui/glfw_input.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <utility>

namespace vitruvian {
namespace {

GlfwInput& input_of(GLFWwindow* window) {
    return *static_cast<GlfwInput*>(glfwGetWindowUserPointer(window));
}

int key_of(int glfw_key) {
    constexpr std::array<std::pair<int, Key>, 23> named = {{
        {GLFW_KEY_LEFT, Key::left},       {GLFW_KEY_RIGHT, Key::right},
        {GLFW_KEY_UP, Key::up},           {GLFW_KEY_DOWN, Key::down},
        {GLFW_KEY_HOME, Key::home},       {GLFW_KEY_END, Key::end},
        {GLFW_KEY_ENTER, Key::enter},     {GLFW_KEY_KP_ENTER, Key::enter},
        {GLFW_KEY_ESCAPE, Key::escape},   {GLFW_KEY_BACKSPACE, Key::backspace},
        {GLFW_KEY_DELETE, Key::del},      {GLFW_KEY_TAB, Key::tab},
        {GLFW_KEY_PAGE_UP, Key::page_up}, {GLFW_KEY_PAGE_DOWN, Key::page_down},
        {GLFW_KEY_F1, Key::f1},           {GLFW_KEY_F2, Key::f2},
        {GLFW_KEY_F5, Key::f5},           {GLFW_KEY_F8, Key::f8},
        {GLFW_KEY_F10, Key::f10},         {GLFW_KEY_F12, Key::f12},
        {GLFW_KEY_KP_ADD, Key::equal},    {GLFW_KEY_KP_SUBTRACT, Key::minus},
        {GLFW_KEY_SPACE, Key::space},
    }};
    for (const auto& [from, to] : named) {
        if (from == glfw_key) return static_cast<int>(to);
    }
    if (glfw_key == GLFW_KEY_KP_DECIMAL) return '.';
    if (glfw_key >= GLFW_KEY_KP_0 && glfw_key <= GLFW_KEY_KP_9) return '0' + (glfw_key - GLFW_KEY_KP_0);
    return glfw_key > 0 && glfw_key < 128 ? glfw_key : 0;
}

/// Maps letters by the keyboard layout, so that Ctrl+Z is on the key labelled Z.
int layout_key(int glfw_key, int scancode) {
    if (glfw_key < GLFW_KEY_A || glfw_key > GLFW_KEY_Z) return key_of(glfw_key);
    const char* name = glfwGetKeyName(glfw_key, scancode);
    if (name && name[1] == '\0' && name[0] >= 'a' && name[0] <= 'z') return name[0] - 'a' + 'A';
    return glfw_key;
}

InputEvent event_of(InputEvent::Kind kind) {
    InputEvent event;
    event.kind = kind;
    event.time = glfwGetTime();
    return event;
}

InputEvent key_event(int key, int scancode, int action, int mods) {
    InputEvent event = event_of(InputEvent::Kind::key);
    event.code = key;
    event.scancode = scancode;
    event.modifiers = mods;
    event.down = action != GLFW_RELEASE;
    event.repeat = action == GLFW_REPEAT;
    event.is_modifier = key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
    return event;
}

InputEvent place_event(InputEvent::Kind kind, double x, double y) {
    InputEvent event = event_of(kind);
    event.x = x;
    event.y = y;
    return event;
}

InputEvent coded_event(InputEvent::Kind kind, int code) {
    InputEvent event = event_of(kind);
    event.code = code;
    return event;
}

int action_of(const InputEvent& event) {
    return event.repeat ? GLFW_REPEAT : event.down ? GLFW_PRESS : GLFW_RELEASE;
}

}  // namespace

void GlfwInput::arrived(const InputEvent& event) {
    queue_.push(event);
    arrived_ = true;
}

void GlfwInput::woken() {
    arrived_ = true;
    ++answered_;
}

void GlfwInput::listen_to(GLFWwindow* window) {
    using Kind = InputEvent::Kind;
    window_ = window;
    glfwSetWindowUserPointer(window, this);
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
        input_of(w).arrived(key_event(key, scancode, action, mods));
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned letter) {
        input_of(w).arrived(coded_event(Kind::character, static_cast<int>(letter)));
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
        input_of(w).arrived(place_event(Kind::move, x, y));
    });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
        input_of(w).arrived(place_event(Kind::wheel, x, y));
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
        InputEvent event = coded_event(Kind::button, button);
        event.modifiers = mods;
        event.down = action == GLFW_PRESS;
        input_of(w).arrived(event);
    });
    glfwSetCursorEnterCallback(
        window, [](GLFWwindow* w, int inside) { input_of(w).arrived(coded_event(Kind::inside, inside)); });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
        input_of(w).arrived(coded_event(Kind::focus, focused));
        if (focused == GLFW_TRUE) input_of(w).has_focus_again_ = true;
    });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
        GlfwInput& input = input_of(w);
        input.dropped_.files.assign(paths, paths + count);
        input.dropped_.adds = glfwGetKey(w, GLFW_KEY_LEFT_SHIFT) == GLFW_PRESS ||
                              glfwGetKey(w, GLFW_KEY_RIGHT_SHIFT) == GLFW_PRESS;
        input.woken();
    });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { input_of(w).woken(); });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { input_of(w).woken(); });
    glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { input_of(w).woken(); });
}

bool GlfwInput::take_arrived() {
    return std::exchange(arrived_, false);
}

bool GlfwInput::take_focus_again() {
    return std::exchange(has_focus_again_, false);
}

std::optional<Drop> GlfwInput::take_drop() {
    if (dropped_.files.empty()) return std::nullopt;
    return std::exchange(dropped_, {});
}

void GlfwInput::feed(const InputEvent& event, std::vector<KeyPress>& keys) {
    using Kind = InputEvent::Kind;
    switch (event.kind) {
        case Kind::move:
            x_ = event.x;
            y_ = event.y;
            inside_ = true;
#if IMGUI_VERSION_NUM >= 18700
            ImGui_ImplGlfw_CursorPosCallback(window_, event.x, event.y);
#endif
            return;
        case Kind::wheel:
            return ImGui_ImplGlfw_ScrollCallback(window_, event.x, event.y);
        case Kind::button:
            if (event.code >= 0 && event.code < static_cast<int>(down_.size()))
                down_.at(static_cast<std::size_t>(event.code)) = event.down;
            return ImGui_ImplGlfw_MouseButtonCallback(window_, event.code, action_of(event), event.modifiers);
        case Kind::key: {
            ImGui_ImplGlfw_KeyCallback(window_, event.code, event.scancode, action_of(event),
                                       event.modifiers);
            const KeyPress press{
                layout_key(event.code, event.scancode), (event.modifiers & GLFW_MOD_CONTROL) != 0,
                (event.modifiers & GLFW_MOD_SHIFT) != 0, (event.modifiers & GLFW_MOD_ALT) != 0, event.repeat};
            if (event.down && press.key != 0) keys.push_back(press);
            return;
        }
        case Kind::character:
            return ImGui_ImplGlfw_CharCallback(window_, static_cast<unsigned>(event.code));
        case Kind::inside:
            inside_ = event.code != 0;
            return ImGui_ImplGlfw_CursorEnterCallback(window_, event.code);
        case Kind::focus:
            return ImGui_ImplGlfw_WindowFocusCallback(window_, event.code);
    }
}

std::vector<KeyPress> GlfwInput::feed_frame(bool holds_keys) {
    std::vector<KeyPress> keys;
    const std::vector<InputEvent> events = queue_.take_frame(holds_keys);
    for (const InputEvent& event : events) {
        feed(event, keys);
        const bool is_alt = event.code == GLFW_KEY_LEFT_ALT;  // the right one is AltGr on many keyboards
        if (alt_tap_.is_completed_by(event, is_alt)) keys.push_back({static_cast<int>(Key::alt)});
    }
    answered_ += events.size();
    // ImGui measures double clicks in frame times; a slow frame must not split a double click.
    constexpr float any_time = 1e6F;
    ImGui::GetIO().MouseDoubleClickTime = queue_.is_double_click() ? any_time : 0.0F;
    // It measures how long a key is held in the same way; the system's own repeats count, each once.
    const bool repeats =
        std::any_of(events.begin(), events.end(), [](const InputEvent& e) { return e.repeat; });
    ImGui::GetIO().KeyRepeatDelay = repeats ? 0.0F : any_time;
    ImGui::GetIO().KeyRepeatRate = 1e-4F;
    return keys;
}

void GlfwInput::set_frame() const {
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    // In menus Enter chooses, as it does with newer versions.
    if ((io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0 && io.KeysDown[GLFW_KEY_ENTER])
        io.NavInputs[ImGuiNavInput_Activate] = 1.0F;
    const bool held = std::any_of(down_.begin(), down_.end(), [](bool down) { return down; });
    io.MousePos =
        inside_ || held ? ImVec2(static_cast<float>(x_), static_cast<float>(y_)) : ImVec2(-FLT_MAX, -FLT_MAX);
    std::copy(down_.begin(), down_.end(), std::begin(io.MouseDown));
#endif
}

}  // namespace vitruvian
