// Passes the window's events from GLFW to ImGui and to the panels' key handling, frame by frame.
#pragma once

#include "app/gui/alt_tap.h"
#include "app/gui/input_queue.h"
#include "app/gui/keys.h"

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

struct GLFWwindow;

namespace vitruvian {

/// Files that were dropped on the window.
struct Drop {
    std::vector<std::filesystem::path> files;
    bool adds = false;  // to the open files, instead of replacing them
};

class GlfwInput {
  public:
    GlfwInput() = default;
    GlfwInput(const GlfwInput&) = delete;
    GlfwInput& operator=(const GlfwInput&) = delete;

    /// Takes all callbacks of the window, and its user pointer; ImGui's backend installs none of its own.
    void listen_to(GLFWwindow* window);

    /// True if an event has arrived since the last call.
    [[nodiscard]] bool take_arrived();
    /// True if the window has got the focus since the last call.
    [[nodiscard]] bool take_focus_again();
    [[nodiscard]] std::optional<Drop> take_drop();
    /// True if events are left over for the next frame.
    [[nodiscard]] bool has_waiting() const { return !queue_.empty(); }

    /// Feeds ImGui the events of the next frame, and returns the keys that were pressed; `holds_keys` is that
    /// of InputQueue::take_frame.
    [[nodiscard]] std::vector<KeyPress> feed_frame(bool holds_keys);
    /// Sets the mouse position that belongs to this frame's events, and the keys of menus; call it between the
    /// backend's NewFrame and ImGui's.
    void set_frame() const;
    /// The number of events that have been fed.
    [[nodiscard]] unsigned long answered() const { return answered_; }

  private:
    void arrived(const InputEvent& event);
    void woken();
    void feed(const InputEvent& event, std::vector<KeyPress>& keys);

    GLFWwindow* window_ = nullptr;
    InputQueue queue_;
    AltTap alt_tap_;
    Drop dropped_;
    bool arrived_ = false;
    bool has_focus_again_ = false;
    bool inside_ = false;
    double x_ = 0.0;
    double y_ = 0.0;
    std::array<bool, 5> down_{};
    unsigned long answered_ = 0;
};

}  // namespace vitruvian
