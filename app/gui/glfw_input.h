// The window's events, from GLFW to ImGui and to the panels' keys, frame by frame.
#pragma once

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
    bool adds = false;  // beside what is open
};

class GlfwInput {
  public:
    GlfwInput() = default;
    GlfwInput(const GlfwInput&) = delete;
    GlfwInput& operator=(const GlfwInput&) = delete;

    /// Takes all callbacks of the window, and its user pointer; ImGui's backend installs none of its own.
    void listen_to(GLFWwindow* window);

    /// Something came since the last call.
    [[nodiscard]] bool take_arrived();
    /// The window got the focus since the last call.
    [[nodiscard]] bool take_focus_again();
    [[nodiscard]] std::optional<Drop> take_drop();
    /// More came than one frame takes.
    [[nodiscard]] bool has_waiting() const { return !queue_.empty(); }

    /// Gives ImGui what belongs into the next frame, and answers the keys that went down; `holds_keys` as for InputQueue.
    [[nodiscard]] std::vector<KeyPress> feed_frame(bool holds_keys);
    /// Between the backend's NewFrame and ImGui's: the mouse as it was for the events of this frame.
    void set_mouse() const;
    /// How many events have been given out.
    [[nodiscard]] unsigned long answered() const { return answered_; }

  private:
    void arrived(const InputEvent& event);
    void woken();
    void feed(const InputEvent& event, std::vector<KeyPress>& keys);

    GLFWwindow* window_ = nullptr;
    InputQueue queue_;
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
